#!/usr/bin/env python3
"""Which test classes to run, as a list for Surefire's -Dtest.

selection.py quick            cheap ones that start no cluster, and the smoke classes
selection.py changed COMMIT   those, and the ones that reach a class that changed since the commit,
                              by scripts/rules/test-reach.txt, or that changed themselves
"""

import functools
import pathlib
import re
import subprocess
import sys

import outcome

ROOT = pathlib.Path(__file__).resolve().parents[2]
COSTS = ROOT / "scripts" / "rules" / "test-costs.txt"
REACH = ROOT / "scripts" / "rules" / "test-reach.txt"
WORD = re.compile(r"\b[A-Z]\w+\b")
SMOKE = re.compile(r"/SmokeTest\.java$")
CLUSTERS = {"MiniDFSCluster", "ChildJvm", "ScenarioRun"}

# In seconds.
CHEAP = 15


class Tests:
    """The test classes of all modules, by simple name, and which of the test tree's they use."""

    def __init__(self, root, costs):
        self.costs = {name.rpartition(".")[2]: cost for name, cost in costs.items()}
        self.files = {
            file.stem: file
            for file in root.glob("**/src/test/java/**/*.java")
            if "target" not in file.parts
        }

    def names(self):
        """Those that hold cases."""
        return sorted(name for name in self.files if name.endswith("Test"))

    @functools.cache
    def words(self, name):
        """What a class names."""
        return frozenset(WORD.findall(self.files[name].read_text()))

    @functools.cache
    def uses(self, name):
        """What a class names, itself or through helpers of the tests."""
        seen, left = set(), [name]
        while left:
            words = self.words(left.pop()) - seen
            seen |= words
            left += [word for word in words if word in self.files]
        return seen

    def needs_cluster(self, name):
        """Whether it starts daemons."""
        return bool(self.uses(name) & CLUSTERS)

    def is_cheap(self, name):
        """Whether it is known to end soon; what is not in the table takes less than a second."""
        return self.costs.get(name, (0, 0))[0] <= CHEAP

    def is_smoke(self, name):
        """Whether it is one of the looks into the rooms."""
        return bool(SMOKE.search(self.files[name].as_posix()))

    def quick(self):
        """What the quick tier runs."""
        return {
            name
            for name in self.names()
            if self.is_smoke(name) or self.is_cheap(name) and not self.needs_cluster(name)
        }


class Reach:
    """Which test classes execute which main classes, as recorded.

    The table: a line "tests: NAME NAME ...", then lines "MAIN CLASS | BITS", where bit i of the
    hexadecimal number stands for the i-th test.
    """

    def __init__(self, lines):
        self.tests = []
        self.bits = {}
        for line in lines:
            if line.startswith("tests: "):
                self.tests = line.split()[1:]
            elif line.strip() and not line.startswith("#"):
                name, bits = line.split(" | ")
                self.bits[name] = int(bits, 16)

    def of(self, main_class):
        """The test classes that execute a main class; None where nothing is known of it."""
        bits = self.bits.get(main_class)
        if bits is None:
            return None
        return {test for i, test in enumerate(self.tests) if bits >> i & 1}


def changed_files(commit):
    """Paths of what differs from a commit, also of what git does not follow yet."""
    differs = ["git", "diff", "--name-only", commit]
    unknown = ["git", "ls-files", "--others", "--exclude-standard"]
    return {
        pathlib.PurePosixPath(line)
        for command in (differs, unknown)
        for line in subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    }


def changed(tests, reach, files):
    """The quick tier, and what reaches the files, with sentences about what is not known."""
    chosen, unknown = tests.quick(), []
    for file in files:
        if "/src/test/" in file.as_posix() and file.suffix == ".java":
            chosen |= {name for name in tests.names() if file.stem in {name, *tests.uses(name)}}
        elif file.suffix in (".java", ".aj") and "/src/main/" in file.as_posix():
            reached = reach.of(file.stem)
            if reached is None:
                unknown.append(f"no test is known to reach {file.stem}; all run in scripts/test")
            chosen |= reached or set()
    return chosen & set(tests.names()), unknown


def main():
    tests = Tests(ROOT, outcome.measured(COSTS))
    if sys.argv[1:] == ["quick"]:
        chosen = tests.quick()
    elif len(sys.argv) == 3 and sys.argv[1] == "changed":
        lines = REACH.read_text().splitlines() if REACH.is_file() else []
        chosen, unknown = changed(tests, Reach(lines), changed_files(sys.argv[2]))
        for sentence in unknown:
            print(sentence, file=sys.stderr)
    else:
        print(__doc__.strip())
        sys.exit(2)
    print(",".join(sorted(chosen)))


if __name__ == "__main__":
    main()
