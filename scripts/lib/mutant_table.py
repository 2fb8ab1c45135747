"""The table of mutants, and whether it fits the sources; see scripts/mutants."""

import dataclasses
import re
import sys
import tomllib

import testing

TABLE = testing.ROOT / "scripts" / "rules" / "mutants.toml"


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A change of one place, and the test class or case that must fail with it."""

    name: str
    file: str
    find: str
    replacement: str
    noticed_by: str
    means: str

    @property
    def test_class(self):
        return self.noticed_by.partition("#")[0]

    def source(self):
        """The file that it changes: the only main source whose path ends so."""
        name = self.file.rpartition("/")[2]
        found = [
            path
            for module in testing.MODULES
            for path in (module / "src" / "main" / "java").rglob(name)
            if str(path).endswith("/" + self.file)
        ]
        if len(found) != 1:
            raise ValueError(f"{len(found)} main sources end in {self.file}")
        return found[0]

    def changed(self):
        """The text of the file with the change."""
        text = self.source().read_text()
        if text.count(self.find) != 1:
            raise ValueError(f"{text.count(self.find)} times in {self.file}: {self.find}")
        return text.replace(self.find, self.replacement)

    def problem(self):
        """What of it does not fit the sources; None where all does."""
        if self.find == self.replacement:
            return "it changes nothing"
        try:
            self.changed()
        except ValueError as e:
            return str(e)
        simple, _, case = self.noticed_by.partition("#")
        tests = testing.sources_of(simple)
        if len(tests) != 1:
            return f"{len(tests)} test classes of that name: {simple}"
        if case and not re.search(rf"\bvoid {re.escape(case)}\(", tests[0].read_text()):
            return f"no such case: {self.noticed_by}"
        return None


def table():
    """All mutants, in the order of the table."""
    mutants = []
    for name, row in tomllib.loads(TABLE.read_text()).items():
        if set(row) != {"file", "find", "with", "noticed-by", "means"}:
            sys.exit(f"{TABLE.name}: a mutant has file, find, with, noticed-by, means: {name}")
        mutants.append(
            Mutant(
                name, row["file"], row["find"], row["with"], row["noticed-by"], row["means"]
            )
        )
    return mutants


def check(mutants):
    """Prints what of the table does not fit the sources; the exit code."""
    problems = [(mutant, mutant.problem()) for mutant in mutants]
    problems = [(mutant, problem) for mutant, problem in problems if problem]
    for mutant, problem in problems:
        print(f"{TABLE.name}: {mutant.name}: {problem}")
    if not problems:
        print(f"{len(mutants)} mutants fit the sources")
    return 1 if problems else 0
