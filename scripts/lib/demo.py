"""Stores, loses, reads back and compares; see scripts/demo."""

import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from cluster import Cluster
from daemon import HDFS, ROOT, ClusterError

FOLDER = ROOT / "target" / "demo"
LOGS = ROOT / "target" / "demo-logs"
LOCK = ROOT / "target" / "demo.lock"
DATANODES = 16
POLICY_FILE = ROOT / "conf" / "okapi-ec-policies.xml"
INPUT_BYTES_MIN = 200_000_000
MORE_FILES = 4
BLOCK_SIZE = 8 * 1024 * 1024
COMMAND_SECONDS_MAX = 180
VIEW_LINES_MAX = 50
SHOWN_GROUPS_MAX = 6
HEAL_SECONDS_MAX = 180
HEAL_POLL_SECONDS = 2
STARTED = time.monotonic()


class DemoFailure(Exception):
    """Why the demo failed, in one sentence."""


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


@dataclass
class Step:
    """A row of the table at the end."""

    what: str
    policy: str
    down: int
    seconds: float
    result: str


def say(text: str) -> None:
    print(f"[{time.monotonic() - STARTED:5.1f} s] {text}", flush=True)


class Demo:
    def __init__(self) -> None:
        self.cluster = Cluster(FOLDER / "cluster")
        self.input = FOLDER / "input"
        self.digests: dict[str, str] = {}
        self.bytes = 0
        self.steps: list[Step] = []
        self.down: list[int] = []
        self.trees = [
            Tree("/demo/rs-6-3", "RS-6-3-1024k", 2),
            Tree("/demo/rs-3-2", "RS-3-2-1024k", 5),
        ]

    def run(self) -> None:
        six_three = self.trees[0]
        self.gather_input()
        self.start()
        for tree in self.trees:
            self.store(tree)
        for tree in self.trees:
            self.check_layout(tree)
            self.show_layout(tree)
        victims = self.choose_victims()
        self.kill(victims[:2])
        for tree in self.trees:
            self.compare(tree, "read, 2 nodes lost")
        self.kill(victims[2:])
        self.compare(six_three, "read, 3 nodes lost")
        say("restarting the NameNode while the three DataNodes are down")
        restarted = time.monotonic()
        self.cluster.restart_namenode()
        self.show_layout(six_three)
        for tree in self.trees:
            self.compare(tree, "read, NameNode restarted")
        self.heal(victims, restarted)
        self.show_layout(six_three)
        for tree in self.trees:
            self.compare(tree, "read, healed")
        self.hdfs("ec", "-addPolicies", "-policyFile", str(POLICY_FILE))
        for policy in ("RS-12-3-1024k", "LESS4-10-4-1024k"):
            self.change(six_three, policy)
            self.show_layout(six_three)
            self.compare(six_three, "read, changed")

    # --- the steps

    def gather_input(self) -> None:
        for source, name in find_input():
            link = self.input / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(source)
            self.bytes += source.stat().st_size
        self.digests = digests_of(self.input)
        say(f"input: {len(self.digests)} files of this machine, {self.bytes / 1e6:.0f} MB")

    def start(self) -> None:
        say(f"starting a NameNode and {DATANODES} DataNodes")
        self.cluster.start(DATANODES, None, {"dfs.blocksize": str(BLOCK_SIZE)})
        say(self.cluster.status().splitlines()[0])

    def store(self, tree: Tree) -> None:
        say(f"storing the input under {tree}")
        self.hdfs("dfs", "-mkdir", "-p", tree.path)
        self.hdfs("ec", "-enablePolicy", "-policy", tree.policy)
        self.hdfs(
            "ec", "-setPolicy", "-path", tree.path, "-policy", tree.policy,
            "-stripeWidth", str(tree.width),
        )  # fmt: skip
        began = time.monotonic()
        self.hdfs("dfs", "-put", "-t", "2", f"{self.input}", tree.path)
        self.steps.append(Step("stored", str(tree), 0, time.monotonic() - began, "written"))

    def check_layout(self, tree: Tree) -> None:
        say(f"checking that every group of {tree.path} is protected")
        with ThreadPoolExecutor(2) as pool:
            tree.reports = list(pool.map(lambda name: self.layout(tree, name), self.digests))
        for report in tree.reports:
            check_report(tree, report)

    def layout(self, tree: Tree, name: str) -> dict:
        return json.loads(self.hdfs("ec", "-layout", "-path", remote(tree, name), "-json"))

    def show_layout(self, tree: Tree) -> None:
        report = shown(tree)
        lines = self.hdfs("ec", "-layout", "-path", report["path"]).splitlines()
        print()
        for line in lines[:VIEW_LINES_MAX]:
            print(f"    {line}".rstrip())
        if len(lines) > VIEW_LINES_MAX:
            print(f"    ... {len(lines) - VIEW_LINES_MAX} more lines")
        print(flush=True)

    def choose_victims(self) -> list[int]:
        """Three DataNodes that hurt RS-6-3 as much as three can.

        RS-3-2 survives any two losses but not any three: a group that lost three members would be
        gone, and the NameNode would rightly stay in safe mode. So the third is one that spares it.
        """
        numbers = {self.cluster.address(i, 0): i for i in self.cluster.datanodes()}
        best, worst_damage = None, (-1, -1)
        for nodes in combinations(numbers, 3):
            damage = [losses(tree, set(nodes)) for tree in self.trees]
            if all(max(lost) <= tree.parities() for tree, lost in zip(self.trees, damage)):
                hurt = (max(damage[0]), sum(damage[0]))
                if hurt > worst_damage:
                    best, worst_damage = nodes, hurt
        if best is None:
            raise DemoFailure("no three nodes can be lost: groups have several blocks on one node")
        return [numbers[node] for node in best]

    def kill(self, numbers: list[int]) -> None:
        for number in numbers:
            say(f"SIGKILL to DataNode {number}")
            self.cluster.kill_datanode(number)
            self.down.append(number)
        dead = {self.cluster.address(number, 0) for number in self.down}
        for tree in self.trees:
            lost = losses(tree, dead)
            say(f"{tree}: {sum(lost)} blocks are on dead nodes, at most {max(lost)} of one group")

    def compare(self, tree: Tree, what: str) -> None:
        say(f"reading {tree.path} with {len(self.down)} DataNodes down")
        copy = FOLDER / "copy"
        began = time.monotonic()
        self.hdfs("dfs", "-get", "-t", "2", f"{tree.path}/{self.input.name}", str(copy))
        seconds = time.monotonic() - began
        found = digests_of(copy)
        shutil.rmtree(copy)
        wrong = sorted(
            name for name in self.digests | found if self.digests.get(name) != found.get(name)
        )
        if wrong:
            raise DemoFailure(
                f"{len(wrong)} files of {tree.path} came back different ({what}), first {wrong[0]}"
            )
        self.steps.append(Step(what, str(tree), len(self.down), seconds, "SHA-256 equal"))

    def heal(self, numbers: list[int], restarted: float) -> None:
        """Replaces the lost DataNodes by empty ones and waits until nothing is lost any more."""
        say(f"starting {len(numbers)} empty DataNodes in the place of the lost ones")
        began = time.monotonic()
        for number in numbers:
            self.cluster.replace_datanode(number)
        self.down.clear()
        while left := self.cluster.redundancy_gap():
            if time.monotonic() - began > HEAL_SECONDS_MAX:
                raise DemoFailure(f"after {HEAL_SECONDS_MAX} s there are still {left}")
            say(left)
            time.sleep(HEAL_POLL_SECONDS)
        ended = time.monotonic()
        written = self.cluster.counted("EcReconstructionBytesWritten")
        read = self.cluster.counted("EcReconstructionBytesRead")
        if written == 0:
            raise DemoFailure("no DataNode says that it rebuilt anything")
        for tree in self.trees:
            self.check_layout(tree)
            if missing := missing_members(tree):
                raise DemoFailure(f"{missing} blocks of {tree.path} have no replica")
        say(
            f"full redundancy {ended - restarted:.1f} s after the NameNode's restart, by which it"
            f" knew of the losses, and {ended - began:.1f} s after the first empty DataNode:"
            f" {written / 1e6:.0f} MB rebuilt from {read / 1e6:.0f} MB read"
        )

    def change(self, tree: Tree, policy: str) -> None:
        """Gives all files of a tree another policy while they are read."""
        self.hdfs("ec", "-enablePolicy", "-policy", policy)
        say(f"changing {tree} to {policy}")
        counters = ("EcReconstructionBytesRead", "EcReconstructionBytesWritten", "BlocksReplicated")
        before = [self.cluster.counted(counter) for counter in counters]
        began = time.monotonic()
        with ThreadPoolExecutor(1) as pool:
            changing = pool.submit(
                self.hdfs, "ec", "-transition", "-path", tree.path, "-policy", policy,
                "-recursive", "-wait",
            )  # fmt: skip
            self.compare(tree, "read, changing")
            while not changing.done():
                self.compare(tree, "read, changing")
            changing.result()
        seconds = time.monotonic() - began
        tree.policy = policy
        self.check_layout(tree)
        read, written, moved = (
            self.cluster.counted(counter) - then for counter, then in zip(counters, before)
        )
        say(
            f"{self.bytes / 1e6:.0f} MB changed to {policy} in {seconds:.1f} s: {moved} data blocks"
            f" moved, {read / 1e6:.0f} MB read and {written / 1e6:.0f} MB of new parity written by"
            " DataNodes, nothing by the client"
        )

    # --- tools

    def hdfs(self, *arguments: str) -> str:
        """Runs a client command; its standard output."""
        what = "hdfs " + " ".join(arguments)
        try:
            done = subprocess.run(
                [str(HDFS), *arguments],
                env=os.environ | {"HADOOP_CONF_DIR": str(self.cluster.conf)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=COMMAND_SECONDS_MAX,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise DemoFailure(f"'{what}' took more than {COMMAND_SECONDS_MAX} s") from None
        if done.returncode != 0:
            print(done.stderr, file=sys.stderr)
            raise DemoFailure(f"'{what}' failed with exit code {done.returncode}")
        return done.stdout

    def table(self) -> str:
        rows = [("step", "policy", "down", "MB", "seconds", "MB/s", "result")]
        for step in self.steps:
            megabytes = self.bytes / 1e6
            rows.append(
                (
                    step.what,
                    step.policy,
                    str(step.down),
                    f"{megabytes:.0f}",
                    f"{step.seconds:.1f}",
                    f"{megabytes / step.seconds:.0f}",
                    step.result,
                )
            )
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(r, widths)) for r in rows)

    def tear_down(self, failed: bool) -> None:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, signal.SIG_IGN)
        if self.cluster.exists():
            say("tearing down")
            if failed:
                self.keep_logs()
            self.cluster.stop()
        shutil.rmtree(FOLDER, ignore_errors=True)

    def keep_logs(self) -> None:
        shutil.rmtree(LOGS, ignore_errors=True)
        LOGS.mkdir(parents=True)
        for daemon in self.cluster.daemons():
            if daemon.log_file.exists():
                shutil.copy(daemon.log_file, LOGS / f"{daemon.folder.name}.log")
        print(f"the daemons' logs are in {LOGS}", file=sys.stderr)


def remote(tree: Tree, name: str) -> str:
    return f"{tree.path}/input/{name}"


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


def find_input() -> list[tuple[Path, str]]:
    """The largest files of the JDK (and of the build, if need be), then some of every size."""
    java = Path(shutil.which("java") or "/usr/bin/java").resolve().parents[1]
    files = files_under(java) + files_under(ROOT / "dist" / "target" / "lib")
    chosen, total = [], 0
    for size, source, name in files:
        if total >= INPUT_BYTES_MIN:
            break
        chosen.append((source, name))
        total += size
    if total < INPUT_BYTES_MIN:
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


def interrupted(number: int, _frame: object) -> None:
    raise DemoFailure(f"it was interrupted by {signal.Signals(number).name}")


def one_sentence(error: BaseException) -> str:
    text = str(error)
    if isinstance(error, ClusterError):
        print(text, file=sys.stderr)
    known = isinstance(error, (DemoFailure, ClusterError))
    return text.splitlines()[0] if known else f"{type(error).__name__}: {text}"


def main() -> int:
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("demo: FAILED: another demo runs in this tree", file=sys.stderr)
            return 1
        return perform(Demo())


def perform(demo: Demo) -> int:
    demo.tear_down(failed=False)  # what an earlier demo left that was killed outright
    failure = None
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, interrupted)
        demo.run()
    except BaseException as error:
        failure = one_sentence(error)
    demo.tear_down(failed=failure is not None)
    if failure:
        print(f"demo: FAILED: {failure}", file=sys.stderr)
        return 1
    print(f"\n{demo.table()}\n\ndemo: OK")
    return 0


if __name__ == "__main__":
    sys.exit(main())
