"""Files of this machine that scripts/demo stores, and their digests."""

import hashlib
import os
import shutil
from pathlib import Path

from daemon import ROOT
from demo_needs import DemoFailure

MORE_FILES = 4


def digests_of(folder: Path) -> dict[str, str]:
    """SHA-256 of every file under a folder by its path there."""
    digests = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest = hashlib.sha256()
            with file.open("rb") as stream:
                while piece := stream.read(1 << 20):
                    digest.update(piece)
            digests[str(file.relative_to(folder))] = digest.hexdigest()
    return digests


def find_input(bytes_min: int) -> list[tuple[Path, str]]:
    """The largest files of the JDK (and of the build, if need be), then some of every size.

    None of them is larger than all of them are to be together.
    """
    java = Path(shutil.which("java") or "/usr/bin/java").resolve().parents[1]
    all_files = files_under(java) + files_under(ROOT / "dist" / "target" / "lib")
    files = [file for file in all_files if file[0] <= bytes_min]
    chosen, total = [], 0
    for size, source, name in files:
        if total >= bytes_min:
            break
        chosen.append((source, name))
        total += size
    if total < bytes_min:
        raise DemoFailure(f"this machine's JDK and build have only {total} bytes of files")
    rest = files[len(chosen) :]
    some = rest[:: max(1, len(rest) // MORE_FILES)][:MORE_FILES]
    return chosen + [(source, name) for _, source, name in some]


def files_under(folder: Path) -> list[tuple[int, Path, str]]:
    """Regular, readable, non-empty files, largest first."""
    found = []
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink() and os.access(file, os.R_OK):
            size = file.stat().st_size
            if size:
                found.append((size, file, f"{folder.name}/{file.relative_to(folder)}"))
    return sorted(found, key=lambda entry: (-entry[0], entry[2]))
