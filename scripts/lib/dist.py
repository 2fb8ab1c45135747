#!/usr/bin/env python3
"""Makes the overlay archive; see scripts/dist, and Overlay.java for what is in it."""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import bill
import testing

ROOT = testing.ROOT
POM = (ROOT / "pom.xml").read_text()
VERSION = re.search(r"<version>(.*?)</version>", POM).group(1)
HADOOP = re.search(r"<hadoop.version>(.*?)</hadoop.version>", POM).group(1)
TARGET = ROOT / "target" / "dist"
NAME = f"okapi-overlay-{VERSION}"

HDFS = ROOT / "hadoop-hdfs-project"
SHADED = ROOT / "hadoop-client-modules" / "hadoop-client-api" / "target"
# Our jars by the name of Apache's that each takes the place of.
WOVEN = {
    f"hadoop-hdfs-{HADOOP}.jar": HDFS / "hadoop-hdfs" / "target" / f"hadoop-hdfs-{VERSION}.jar",
    f"hadoop-hdfs-client-{HADOOP}.jar":
        HDFS / "hadoop-hdfs-client" / "target" / f"hadoop-hdfs-client-{VERSION}.jar",
    f"hadoop-client-api-{HADOOP}.jar": SHADED / f"okapi-hadoop-client-api-{VERSION}.jar",
}
# What they need beside them; the shaded one has the coders in it and no tools.
SHADED_NEEDS = ["okapi-ec", "okapi-native", "aspectjrt"]
NEEDS = [*SHADED_NEEDS, "okapi-hadoop-common", "okapi-hdfs-fixes", "picocli"]
LOCKS = ["hdfs-diff.lock", "hdfs-fixes.lock"]


def main():
    folder = TARGET / NAME
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    libraries = jars_by_name(ROOT / "dist" / "target" / "lib")
    for name, ours in WOVEN.items():
        copy(ours, folder / "replace" / name)
        strip(folder / "replace" / name)
    for each in NEEDS:
        copy(libraries[each], folder / "add" / libraries[each].name)
    for each in SHADED_NEEDS:
        copy(libraries[each], folder / "add-shaded" / libraries[each].name)
    shaded = f"hadoop-client-api-{HADOOP}.jar"
    copy(folder / "replace" / shaded, folder / "spark" / shaded)
    runtime = of_class_path(rf"hadoop-client-runtime-{HADOOP}\.jar")
    copy(runtime, folder / "spark" / runtime.name)
    copy(ROOT / "okapi-install" / "target" / f"okapi-install-{VERSION}.jar",
         folder / "lib" / "okapi-install.jar")
    copy(libraries["picocli"], folder / "lib" / libraries["picocli"].name)
    for each in ["LICENSE", "NOTICE", "dist/overlay/okapi-install"]:
        copy(ROOT / each, folder / Path(each).name)
    (folder / "okapi-install").chmod(0o755)
    copy(ROOT / "dist" / "overlay" / "okapi.sh", folder / "shell" / "okapi.sh")
    classes = woven_classes()
    (folder / "CLASSES").write_text(
        "".join(f"{jar}  {name}\n" for jar in sorted(classes) for name in sorted(classes[jar])))
    (folder / "UPSTREAM").write_text("".join(f"{line}\n" for line in upstream(classes)))
    (folder / "VERSION").write_text(f"{VERSION} of commit {commit()}\n")
    bill.write(folder, "okapi-overlay", VERSION, WOVEN)
    sums(folder)
    archive(folder)


def jars_by_name(folder):
    """The jars of a folder by their names without versions, with all that ours need."""
    jars = {re.sub(r"-[0-9].*", "", jar.name): jar for jar in sorted(folder.glob("*.jar"))}
    missing = [name for name in NEEDS if name not in jars]
    if missing:
        sys.exit(f"{folder.relative_to(ROOT)} has no {missing[0]}: run scripts/build")
    return jars


def copy(source, target):
    if not source.is_file():
        sys.exit(f"{source.relative_to(ROOT)} is not there: run scripts/build")
    target.parent.mkdir(exist_ok=True)
    shutil.copyfile(source, target)


def strip(jar):
    """Takes out of a woven jar what names the folder of its build."""
    tool = HDFS / "hdfs-diff" / "target"
    class_path = subprocess.run(
        [ROOT / "bin" / "class-path", "dist", tool, tool / "classes"],
        check=False, stdout=subprocess.PIPE, text=True)
    if class_path.returncode:
        sys.exit(class_path.returncode)
    woven = jar.with_suffix(".woven")
    jar.rename(woven)
    subprocess.run(
        [testing.java(), "-cp", class_path.stdout.strip(),
         "io.okapifs.hdfs.diff.PlainJar", woven, jar], check=True)
    woven.unlink()


def stripped(built):
    """A woven jar as the overlay has it, which is made first."""
    name = next(name for name, ours in WOVEN.items() if ours == built)
    return TARGET / NAME / "replace" / name


def of_class_path(pattern):
    """A jar that the shaded client is built on."""
    listed = SHADED / "class-path.txt"
    if not listed.is_file():
        sys.exit("the shaded client is not built: run scripts/build")
    for jar in listed.read_text().strip().split(os.pathsep):
        if re.fullmatch(pattern, Path(jar).name):
            return Path(jar)
    sys.exit(f"no jar on the class path of the shaded client is like {pattern}")


def apaches():
    """The jars that Apache published, by name."""
    return {
        f"hadoop-hdfs-{HADOOP}.jar": HDFS / "hdfs-diff" / "target" / "upstream" / "hadoop-hdfs.jar",
        f"hadoop-hdfs-client-{HADOOP}.jar":
            HDFS / "hdfs-diff" / "target" / "upstream" / "hadoop-hdfs-client.jar",
        f"hadoop-client-api-{HADOOP}.jar": of_class_path(rf"hadoop-client-api-{HADOOP}\.jar"),
    }


def woven_classes():
    """Which classes of each of Apache's jars are woven, by the locks of hdfs-diff."""
    advised = set()
    for line in "".join((HDFS / lock).read_text() for lock in LOCKS).splitlines():
        columns = line.split("  ")
        if len(columns) < 3 or line.startswith("#"):
            continue
        owner = columns[1]
        advised.add(owner if columns[0] == "declare" else owner.split("(")[0].rsplit(".", 1)[0])
    classes = {}
    for name, jar in apaches().items():
        with zipfile.ZipFile(jar) as zipped:
            there = set(zipped.namelist())
        classes[name] = {each for each in advised if entry(each) in there}
    return classes


def entry(class_name):
    return class_name.replace(".", "/") + ".class"


def upstream(classes):
    """Lines of jars that ours may take the place of."""
    for name, jar in sorted(apaches().items()):
        yield f"{name}  {digest(jar)}  {digest_of_classes(jar, classes[name])}"
    for line in (ROOT / "dist" / "overlay" / "spark-jars.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield line


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def digest_of_classes(jar, classes):
    """As Digests.ofClasses."""
    sha = hashlib.sha256()
    with zipfile.ZipFile(jar) as zipped:
        for name in sorted(map(entry, classes)):
            sha.update(name.encode())
            sha.update(zipped.read(name))
    return sha.hexdigest()


def commit():
    described = subprocess.run(
        ["git", "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"],
        cwd=ROOT, check=True, capture_output=True, text=True)
    return described.stdout.strip()


def sums(folder):
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    lines = [f"{digest(file)}  {file.relative_to(folder)}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


def archive(folder):
    """Two archives of the same files are the same to the byte. Jars are compressed already."""
    target = folder.with_name(folder.name + ".tar.gz")

    def plain(info):
        info.mode = 0o755 if info.mode & 0o100 else 0o644
        info.uid = info.gid = info.mtime = 0
        info.uname = info.gname = "root"
        return info

    with open(target, "wb") as raw, gzip.GzipFile("", "wb", 1, raw, 0) as zipped, \
            tarfile.open(fileobj=zipped, mode="w") as tar:
        for file in [folder, *sorted(folder.rglob("*"))]:
            tar.add(file, file.relative_to(TARGET), recursive=False, filter=plain)
    print(f"{target.relative_to(ROOT)}  {digest(target)}")


if __name__ == "__main__":
    main()
