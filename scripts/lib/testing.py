#!/usr/bin/env python3
"""Runs test classes of the modules below on what is built, without Maven.

testing.py [-D NAME=VALUE] ... CLASS[#METHOD] ...   simple or full names; exit code 1: a case failed

Data lies in memory (/dev/shm) where that is there. Scripts that run tests in ways of their own
import this file.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = ROOT / "hadoop-hdfs-project" / "hadoop-hdfs"

# Whose tests can be run: those that the class path of MODULE is enough for.
MODULES = [
    MODULE, ROOT / "hadoop-hdfs-project" / "hadoop-hdfs-client",
    ROOT / "hadoop-hdfs-project" / "hdfs-fixes", ROOT / "okapi-ec",
]

# C1 alone: a cold cluster spends nearly half of its time in C2 otherwise. By the heap HDFS sizes its
# maps, which each start, end and image of a NameNode walks through.
JVM = [
    "-ea", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-Xmx1g", "-XX:+UseParallelGC",
    "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1",
]


def class_path():
    """What the tests run on, as a list: test classes, woven classes, libraries."""
    listed = MODULE / "target" / "test-class-path.txt"
    if not listed.is_file():
        sys.exit("nothing is built: run scripts/build")
    built = MODULE / "target"
    # The classes of the module itself may be newer than its jar.
    libraries = [
        entry
        for entry in listed.read_text().split(os.pathsep)
        if built not in pathlib.Path(entry).parents
    ]
    missing = [entry for entry in libraries if not os.path.exists(entry)]
    if missing:
        sys.exit(f"half of a build is there, {missing[0]} is not: run scripts/build")
    tests = [str(module / "target" / "test-classes") for module in MODULES]
    return [*tests, str(built / "classes"), *libraries]


def data_folder():
    """A new folder for the data of clusters; whoever asks for it removes it."""
    shared = pathlib.Path("/dev/shm")
    parent = shared if os.access(shared, os.W_OK) else None
    return tempfile.mkdtemp(prefix="okapi-tests-", dir=parent)


def full_name(name):
    """The full name of a test class, with the case behind # if there is one."""
    simple, hash_sign, case = name.partition("#")
    if "." in simple:
        return name
    found = sources_of(simple)
    if len(found) != 1:
        sys.exit(f"{len(found)} test classes of that name: {simple}")
    relative = str(found[0]).partition("/src/test/java/")[2].removesuffix(".java")
    return relative.replace("/", ".") + hash_sign + case


def sources_of(simple):
    """The source files of test classes with a simple name."""
    roots = [module / "src" / "test" / "java" for module in MODULES]
    return [found for root in roots for found in root.rglob(simple + ".java")]


def command(names, data, properties=(), patches=(), options=(), details="summary"):
    """A JVM that runs the given classes and cases.

    patches: folders whose classes come before all others
    options: of the JVM, after those of every test
    details: what the launcher of JUnit prints
    """
    selected = []
    for name in map(full_name, names):
        class_name, _, case = name.partition("#")
        # By pattern, since a case with parameters cannot be selected by its name alone.
        cases = re.escape(f"{class_name}#{case}") if case else re.escape(class_name) + "#.*"
        selected += ["--select-class", class_name, "--include-methodname", cases]
    return [
        java(), *JVM, *options, f"-Dtest.build.data={data}",
        *[f"-D{each}" for each in properties],
        "-cp", os.pathsep.join([*map(str, patches), *class_path()]),
        "org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner",
        "--disable-ansi-colors", f"--details={details}", "--fail-if-no-tests", *selected,
    ]


def java():
    """The JDK's java: that of JAVA_HOME, or else the one on the path."""
    home = os.environ.get("JAVA_HOME")
    return f"{home}/bin/java" if home else "java"


def run(names, **others):
    """Runs classes and cases in one JVM with output to the terminal; its exit code."""
    data = data_folder()
    try:
        return subprocess.run(command(names, data, **others), cwd=MODULE).returncode
    finally:
        shutil.rmtree(data, ignore_errors=True)


def main():
    names, properties = [], []
    words = iter(sys.argv[1:])
    for word in words:
        if word == "-D":
            properties.append(next(words, ""))
        elif word.startswith("-"):
            print(__doc__.strip())
            sys.exit(0 if word == "--help" else 2)
        else:
            names.append(word)
    if not names:
        sys.exit("no test class is named")
    sys.exit(run(names, properties=properties))


if __name__ == "__main__":
    main()
