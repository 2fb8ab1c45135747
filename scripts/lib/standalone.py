"""Makes the archive that runs by itself: launchers, configuration, web pages and every jar; see scripts/dist."""

import os
import re
import shutil
import zipfile
from pathlib import Path

import bill
import dist
from dist import ROOT, TARGET, VERSION

NAME = f"okapi-{VERSION}"
BUILT = ROOT / "dist" / "target"
# Of tests and of other systems: on the class path of Hadoop's jars, and called by nothing here.
NEEDLESS = re.compile(r"jsp-api-.*|junit-.*|hamcrest-.*|netty-.*-native-.*-(osx|linux-aarch_64).*")
# Programs beside Hadoop's, with what their launchers want beside jars.
MODULES = {"okapi-ec-tool": [], "benchmarks": ["class-path-without-ours.txt"]}


def main():
    folder = TARGET / NAME
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copytree(ROOT / "bin", folder / "bin")
    shutil.copytree(ROOT / "dist" / "systemd", folder / "systemd")
    for name in ("LICENSE", "NOTICE"):
        dist.copy(ROOT / name, folder / name)
    libraries(folder)
    shutil.copytree(BUILT / "web", folder / "web")
    configuration(folder / "conf")
    for module, lists in MODULES.items():
        program(folder, module, ["class-path.txt", *lists])
    shutil.copytree(ROOT / "benchmarks" / "target" / "stock", folder / "benchmarks" / "stock")
    (folder / "VERSION").write_text(f"{VERSION} of commit {dist.commit()}\n")
    bill.write(folder, "okapi", VERSION, {})
    dist.sums(folder)
    dist.archive(folder)


def libraries(folder):
    dist.jars_by_name(BUILT / "lib")
    for name in ("lib", "lib-mapreduce"):
        (folder / name).mkdir()
        for jar in sorted((BUILT / name).glob("*.jar")):
            if not NEEDLESS.fullmatch(jar.name):
                shutil.copyfile(jar, folder / name / jar.name)
    for woven in dist.WOVEN.values():
        if (folder / "lib" / woven.name).exists():
            dist.copy(dist.stripped(woven), folder / "lib" / woven.name)
    names = sorted(f"lib/{jar.name}" for jar in (folder / "lib").iterdir())
    (folder / "class-path.txt").write_text(os.pathsep.join(names) + "\n")


def configuration(conf):
    """With the places of jars as they are here."""
    conf.mkdir()
    for file in sorted((ROOT / "conf").iterdir()):
        (conf / file.name).write_text(file.read_text().replace("/dist/target/", "/"))


def program(folder, module, lists):
    target = folder / module
    jar = next((ROOT / module / "target").glob(f"*-{VERSION}.jar"))
    with zipfile.ZipFile(jar) as zipped:
        zipped.extractall(target / "classes")
    for name in lists:
        entries = (ROOT / module / "target" / name).read_text().strip().split(os.pathsep)
        found = [place(folder, target, Path(entry)) for entry in entries]
        (target / name).write_text(os.pathsep.join(filter(None, found)) + "\n")


def place(folder, target, jar):
    """Where a program finds a jar, from its own folder."""
    if NEEDLESS.fullmatch(jar.name):
        return None
    if (folder / "lib" / jar.name).exists():
        return f"../lib/{jar.name}"
    (target / "jars").mkdir(exist_ok=True)
    shutil.copyfile(jar, target / "jars" / jar.name)
    return f"jars/{jar.name}"


if __name__ == "__main__":
    main()
