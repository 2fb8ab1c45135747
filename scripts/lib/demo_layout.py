"""What scripts/demo reads of the layouts of its files."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from demo_needs import DemoFailure

SHOWN_GROUPS_MAX = 6


@dataclass
class Tree:
    """A directory of the file system with its policy, and what was found out about it."""

    path: str
    policy: str
    width: int
    reports: list[dict] = field(default_factory=list)

    def parities(self) -> int:
        return self.reports[0]["r"]

    def __str__(self) -> str:
        return f"{self.policy}, {self.width}-wide"


def objects_of(text: str) -> Iterator[dict]:
    """Objects of JSON that stand one behind the other."""
    decoder, place = json.JSONDecoder(), 0
    while place < len(text):
        value, place = decoder.raw_decode(text, place)
        place += len(text[place:]) - len(text[place:].lstrip())
        yield value


def shown(tree: Tree) -> dict:
    """The file whose layout is shown: the largest that fits a screen."""
    small = [report for report in tree.reports if len(report["groups"]) <= SHOWN_GROUPS_MAX]
    return max(small, key=lambda report: report["length"])


def losses(tree: Tree, dead: set[str]) -> list[int]:
    """For every group of the tree, how many of its members lie on dead nodes only."""
    return [
        sum(
            1
            for member in group["members"]
            if member["nodes"] and dead.issuperset(member["nodes"])
        )
        for report in tree.reports
        for group in report["groups"]
    ]


def missing_members(tree: Tree) -> int:
    """Blocks without a replica."""
    members = [m for report in tree.reports for group in report["groups"] for m in group["members"]]
    return sum(1 for member in members if member["state"] not in ("live", "absent"))


def check_report(tree: Tree, report: dict) -> None:
    if report["policy"] != tree.policy or report["stripeWidth"] != tree.width:
        raise DemoFailure(f"{report['path']} was not stored under {tree}")
    for group in report["groups"]:
        parities = [member for member in group["members"] if member["kind"] == "parity"]
        if not any(member["state"] == "live" for member in parities):
            raise DemoFailure(f"group {group['index']} of {report['path']} is unprotected")
