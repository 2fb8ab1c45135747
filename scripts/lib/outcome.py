#!/usr/bin/env python3
"""What a run of the tests came to, by Surefire's reports and the costs that it wrote down.

outcome.py check COSTS     exit code 1: a flake that nobody knows of, or costs that are out of date
outcome.py record COSTS    makes them the costs by which classes are put in order

A flake is a case that failed and passed when it was repeated with the same seed.
"""

import datetime
import pathlib
import statistics
import subprocess
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAKES = ROOT / "scripts" / "rules" / "flakes.txt"
COSTS = ROOT / "scripts" / "rules" / "test-costs.txt"

FLAKES_MAX = 3
FLAKE_DAYS_MAX = 14

# In seconds of a processor: one part in a hundred of what CI has. A difference that is smaller changes
# neither the order of classes nor the length of a run.
NOTICED = 25

COSTS_HEAD = """\
# What test classes cost, written by scripts/test --record. Builds run the longest first, and beside
# those that keep a processor busy such as wait.
# CLASS | SECONDS | PROCESSOR SECONDS
"""


def rows(path):
    """The lines of a table, as lists of words; comments and empty lines left out."""
    lines = path.read_text().splitlines() if path.is_file() else []
    return [
        [word.strip() for word in line.split("|")]
        for line in lines
        if line.strip() and not line.startswith("#")
    ]


def reports(root):
    """Surefire's reports of all modules."""
    return sorted(root.glob("**/target/*-reports/TEST-*.xml"))


def flakes_of(report):
    """Names, CLASS.CASE, of the cases of a report that failed at first and passed when repeated."""
    names = []
    for case in xml.parse(report).getroot().iter("testcase"):
        if case.find("flakyFailure") is not None or case.find("flakyError") is not None:
            names.append(f"{case.get('classname')}.{case.get('name')}")
    return names


def check_flakes(root, table, today):
    """What is wrong with the flakes of a run and of the table, as sentences."""
    wrong = []
    known = rows(table)
    for row in known:
        if len(row) != 4:
            wrong.append(f"{table.name}: not CLASS.CASE | DATE | SEED | WHAT WAS SEEN: {row}")
        elif (today - datetime.date.fromisoformat(row[1])).days > FLAKE_DAYS_MAX:
            wrong.append(f"{table.name}: known for more than {FLAKE_DAYS_MAX} days: {row[0]}")
    if len(known) > FLAKES_MAX:
        wrong.append(f"{table.name}: {len(known)} flakes are known, {FLAKES_MAX} may be")
    names = {row[0] for row in known}
    for report in reports(root):
        for flake in flakes_of(report):
            if flake.partition("(")[0] not in names:
                wrong.append(f"failed at first and passed when repeated: {flake}: see {report}")
    return wrong


def measured(path):
    """Costs by class; what was repeated counts as at first."""
    costs = {}
    for row in rows(path):
        costs.setdefault(row[0], (float(row[1]), float(row[2])))
    return costs


def check_costs(costs, recorded):
    """Which classes cost more than twice or less than half of what is recorded, and a run notices.

    Machines differ: what counts is the processor time in relation to that of the other classes.
    """
    both = [name for name in costs if name in recorded and recorded[name][1] >= 1]
    if not both:
        return ["no costs are recorded: run scripts/test --record"]
    speed = statistics.median(costs[name][1] / recorded[name][1] for name in both)
    wrong = []
    for name, (_, processor) in costs.items():
        now = processor / speed
        before = recorded.get(name, (0, 0))[1]
        if abs(now - before) > NOTICED and max(now, before) > 2 * min(now, before):
            wrong.append(
                f"cost of {name}: {now:.0f} s of a processor, {before:.0f} s are recorded: "
                "run scripts/test --record")
    return wrong


def commit_date(root):
    """The day of the checked out commit: an old checkout has old flakes."""
    day = subprocess.run(
        ["git", "log", "-1", "--format=%cs"], cwd=root, capture_output=True, text=True, check=True)
    return datetime.date.fromisoformat(day.stdout.strip())


def record(costs):
    """Writes the table; classes that did not run keep their costs while they exist."""
    known = {name: cost for name, cost in measured(COSTS).items() if exists(name)}
    known.update(costs)
    lines = [
        f"{name} | {seconds:.0f} | {processor:.0f}\n"
        for name, (seconds, processor) in sorted(known.items())
        if seconds >= 1
    ]
    COSTS.write_text(COSTS_HEAD + "".join(lines))


def exists(name):
    """Whether a test class of that name is in a module."""
    return any(ROOT.glob(f"**/src/test/java/{name.replace('.', '/')}.java"))


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("check", "record"):
        print(__doc__.strip())
        sys.exit(2)
    costs = measured(pathlib.Path(sys.argv[2]))
    if sys.argv[1] == "record":
        record(costs)
        return
    wrong = check_flakes(ROOT, FLAKES, commit_date(ROOT))
    wrong += check_costs(costs, measured(COSTS))
    for sentence in wrong:
        print(sentence)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
