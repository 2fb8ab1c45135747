"""Whether what is built is newer than all that it is built from; scripts/build leaves a mark."""

import re
import subprocess
from pathlib import Path

import testing

ROOT = testing.ROOT
# As new as the moment when the last whole build began.
MARK = ROOT / "target" / "built"


def sources(root: Path):
    """Files that a build reads, beside them the folders of sources, from which files may go."""
    pom = root / "pom.xml"
    yield pom
    yield root / "NOTICE"
    yield root / "hadoop-hdfs-project" / "hdfs-diff.lock"
    yield root / "hadoop-hdfs-project" / "hdfs-fixes.lock"
    modules = re.findall(r"<module>(.*?)</module>", pom.read_text())
    for top in [root / "scripts" / "rules", *(root / module for module in modules)]:
        yield from below(top)


def below(folder: Path):
    """All files below a folder, and all folders of sources, without what a build leaves there."""
    for path in folder.iterdir():
        if not path.is_dir():
            yield path
        elif path.name != "target":
            if "src" in path.parts:
                yield path
            yield from below(path)


def newer_source(root: Path, mark: Path) -> Path | None:
    """A source that is newer than the build; None where none is."""
    built = mark.stat().st_mtime_ns
    for path in sources(root):
        if path.exists() and path.stat().st_mtime_ns >= built:
            return path.relative_to(root)
    return None


def reason_to_build() -> str | None:
    """Why what is built does not do; None where it does."""
    if not MARK.is_file():
        return "no whole build is there"
    newer = newer_source(ROOT, MARK)
    if newer:
        return f"{newer} is newer than what is built"
    try:
        testing.class_path()
    except SystemExit as missing:
        return str(missing).removesuffix(": run scripts/build")
    return None


def ensure():
    """Builds where that must be, without removing what is there."""
    reason = reason_to_build()
    if reason:
        print(f"{reason}: scripts/build runs first", flush=True)
        subprocess.run([ROOT / "scripts" / "build"], check=True)
