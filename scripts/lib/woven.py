#!/usr/bin/env python3
"""Whether what is woven is still what the sources say, so that Maven need not weave it again.

woven.py --skip       prints Maven's options that skip the weaving of modules that are as remembered
woven.py --remember   after a build: remembers what the modules were woven from
"""

import hashlib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The modules that weave, each with those that it is woven from.
MODULES = {
    "hadoop-hdfs-client": [
        "hadoop-hdfs-project/hadoop-hdfs-client", "hadoop-hdfs-project/hdfs-fixes", "okapi-ec",
        "hadoop-common-project/hadoop-common",
    ],
    "hadoop-hdfs": [
        "hadoop-hdfs-project/hadoop-hdfs", "hadoop-hdfs-project/hadoop-hdfs-client",
        "hadoop-hdfs-project/hdfs-fixes", "okapi-ec", "hadoop-common-project/hadoop-common",
    ],
}


def fingerprint(root, sources):
    """Of all main sources and build files of modules, and of the rules of weaving."""
    digest = hashlib.sha256()
    files = [root / "pom.xml", root / "scripts" / "rules" / "aspectj-lint.properties"]
    for module in sources:
        files.append(root / module / "pom.xml")
        files += (root / module / "src" / "main").rglob("*")
    for file in sorted(files):
        if file.is_file():
            digest.update(str(file.relative_to(root)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def memory(root, sources):
    """The file in which a module's fingerprint is kept; it goes with what was built."""
    return root / sources[0] / "target" / "woven-from.txt"


def is_as_remembered(root, sources):
    """Whether a module was woven from the sources that are there now."""
    kept = memory(root, sources)
    return kept.is_file() and kept.read_text() == fingerprint(root, sources)


def main():
    if sys.argv[1:] == ["--skip"]:
        for name, sources in MODULES.items():
            if is_as_remembered(ROOT, sources):
                print(f"-DskipWeaving.{name}=true")
    elif sys.argv[1:] == ["--remember"]:
        for sources in MODULES.values():
            memory(ROOT, sources).write_text(fingerprint(ROOT, sources))
    else:
        print(__doc__.strip())
        sys.exit(2)


if __name__ == "__main__":
    main()
