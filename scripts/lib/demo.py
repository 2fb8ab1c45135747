"""Stores, loses, reads back and compares; see scripts/demo."""

import argparse
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations

import built
from cluster import Cluster
from daemon import HDFS, ROOT, ClusterError, sentence_of
from demo_input import digests_of, find_input
from demo_layout import Tree, check_report, losses, missing_members, objects_of, shown
from demo_needs import DemoFailure, Needs
from progress import say, watch

FOLDER = ROOT / "target" / "demo"
LOGS = ROOT / "target" / "demo-logs"
LOCK = ROOT / "target" / "demo.lock"
POLICY_FILE = ROOT / "conf" / "okapi-ec-policies.xml"
BLOCK_SIZE = 8 * 1024 * 1024
COMMAND_SECONDS_MAX = 180
VIEW_LINES_MAX = 50
# Most calls end before anything else than the first compiler tier is worth its time.
CLIENT_JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
HEAL_SECONDS_MAX = 180
HEAL_POLL_SECONDS = 2


@dataclass(frozen=True)
class Scope:
    """How much is shown."""

    needs: Needs
    input_bytes_min: int
    trees: int
    restart: bool
    policies: tuple[str, ...]


WHOLE = Scope(
    Needs(16, 4.5e9, 1.3e9, 200), 200_000_000, 2, True, ("RS-12-3-1024k", "LESS4-10-4-1024k"))
QUICK = Scope(Needs(10, 2.8e9, 0.5e9, 100), 50_000_000, 1, False, ("RS-3-2-1024k",))


@dataclass
class Step:
    """A row of the table at the end."""

    what: str
    policy: str
    down: int
    seconds: float
    result: str


class Demo:
    def __init__(self, scope: Scope, keep: bool) -> None:
        self.scope = scope
        self.keep = keep
        self.cluster = Cluster(FOLDER / "cluster")
        self.input = FOLDER / "input"
        self.digests: dict[str, str] = {}
        self.bytes = 0
        self.steps: list[Step] = []
        self.down: list[int] = []
        self.trees = [
            Tree("/demo/rs-6-3", "RS-6-3-1024k", 2),
            Tree("/demo/rs-3-2", "RS-3-2-1024k", 5),
        ][: scope.trees]

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
        if self.scope.restart:
            self.restart()
        self.heal(victims)
        self.show_layout(six_three)
        for tree in self.trees:
            self.compare(tree, "read, healed")
        self.hdfs("ec", "-addPolicies", "-policyFile", str(POLICY_FILE))
        for policy in self.scope.policies:
            self.change(six_three, policy)
            self.show_layout(six_three)
            self.compare(six_three, "read, changed")

    # --- the steps

    def gather_input(self) -> None:
        for source, name in find_input(self.scope.input_bytes_min):
            link = self.input / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(source)
            self.bytes += source.stat().st_size
        self.digests = digests_of(self.input)
        say(f"input: {len(self.digests)} files of this machine, {self.bytes / 1e6:.0f} MB")

    def start(self) -> None:
        count = self.scope.needs.datanodes
        say(f"starting a NameNode and {count} DataNodes")
        self.cluster.start(count, None, {"dfs.blocksize": str(BLOCK_SIZE)})
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
        said = self.hdfs("ec", "-layout", "-path", tree.path, "-recursive", "-json")
        tree.reports = list(objects_of(said))
        if len(tree.reports) != len(self.digests):
            raise DemoFailure(f"{tree.path} has {len(tree.reports)} files that are striped")
        for report in tree.reports:
            check_report(tree, report)

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

    def restart(self) -> None:
        say("restarting the NameNode while the three DataNodes are down")
        self.cluster.restart_namenode()
        self.show_layout(self.trees[0])
        for tree in self.trees:
            self.compare(tree, "read, NameNode restarted")

    def heal(self, numbers: list[int]) -> None:
        """Replaces the lost DataNodes by empty ones and waits until nothing is lost any more."""
        say(f"starting {len(numbers)} empty DataNodes in the place of the lost ones")
        began = time.monotonic()
        self.cluster.replace_datanodes(numbers)
        self.down.clear()
        while left := self.cluster.redundancy_gap():
            if time.monotonic() - began > HEAL_SECONDS_MAX:
                raise DemoFailure(f"after {HEAL_SECONDS_MAX} s there are still {left}")
            say(left)
            time.sleep(HEAL_POLL_SECONDS)
        ended = time.monotonic()
        for tree in self.trees:
            self.check_layout(tree)
            if missing := missing_members(tree):
                raise DemoFailure(f"{missing} blocks of {tree.path} have no replica")
        written = self.cluster.counted("EcReconstructionBytesWritten")
        read = self.cluster.counted("EcReconstructionBytesRead")
        if written == 0:
            raise DemoFailure("no DataNode says that it rebuilt anything")
        say(
            f"full redundancy {ended - began:.1f} s after the first empty DataNode was started:"
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
                env=os.environ | {
                    "HADOOP_CONF_DIR": str(self.cluster.conf),
                    "HADOOP_OPTS": CLIENT_JVM,
                },
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
            say("ending the processes and removing the files")
            if failed:
                self.keep_logs()
            self.cluster.stop()
        shutil.rmtree(FOLDER, ignore_errors=True)

    def how_to_go_on(self) -> str:
        """Commands for the cluster that runs on."""
        folder = self.cluster.folder
        return "\n".join([
            "the cluster runs on; in this folder:",
            f"  cd {ROOT}",
            f"  export HADOOP_CONF_DIR={self.cluster.conf}",
            "  bin/hdfs ec -listFiles -decoupled -path /demo",
            f"  bin/hdfs ec -layout -path {shown(self.trees[0])['path']}",
            f"  scripts/cluster kill-datanode 1 --dir {folder}",
            f"  scripts/cluster start-datanode 1 --dir {folder}",
            f"  scripts/cluster status --dir {folder}",
            f"  scripts/cluster stop --dir {folder}",
        ])

    def keep_logs(self) -> None:
        shutil.rmtree(LOGS, ignore_errors=True)
        LOGS.mkdir(parents=True)
        for daemon in self.cluster.daemons():
            if daemon.log_file.exists():
                shutil.copy(daemon.log_file, LOGS / f"{daemon.folder.name}.log")
        print(f"the daemons' logs are in {LOGS}", file=sys.stderr)


def set_up_and_build() -> None:
    say("looking for what this machine lacks (scripts/setup)")
    run_script("setup")
    reason = built.reason_to_build()
    if reason:
        say(f"building, as {reason}; from nothing that takes more than a minute")
        run_script("build", "--daemons")


def run_script(name: str, *words: str) -> None:
    """Each line that the script prints is one of ours."""
    with subprocess.Popen(
        [ROOT / "scripts" / name, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        for line in process.stdout:
            # Maven resets colours that nobody set.
            if text := line.replace("\x1b[0m", "").strip():
                say(f"{name}: {text}")
    if process.returncode:
        raise DemoFailure(f"scripts/{name} failed with exit code {process.returncode}")


def interrupted(number: int, _frame: object) -> None:
    raise DemoFailure(f"it was interrupted by {signal.Signals(number).name}")


def one_sentence(error: BaseException) -> str:
    if isinstance(error, OSError):
        return sentence_of(error)
    known = isinstance(error, (DemoFailure, ClusterError))
    return str(error) if known else f"{type(error).__name__}: {error}"


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="demo")
    for option in ("--quick", "--keep", "--skip-build"):
        parser.add_argument(option, action="store_true")
    return parser.parse_args(arguments)


def main() -> int:
    options = parse(sys.argv[1:])
    try:
        LOCK.parent.mkdir(exist_ok=True)
        with LOCK.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return perform(Demo(QUICK if options.quick else WHOLE, options.keep), options)
    except BlockingIOError:
        return failed("another demo runs in this tree")
    except OSError as error:
        return failed(one_sentence(error))


def failed(why: str) -> int:
    print(f"demo: FAILED: {why}", file=sys.stderr)
    return 1


def perform(demo: Demo, options: argparse.Namespace) -> int:
    failure = None
    say(demo.scope.needs.told())
    watch()
    demo.tear_down(failed=False)  # what an earlier demo kept, or left that was killed outright
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, interrupted)
        demo.scope.needs.check()
        if not options.skip_build:
            set_up_and_build()
        demo.run()
    except BaseException as error:
        failure = one_sentence(error)
    if failure or not demo.keep:
        demo.tear_down(failed=failure is not None)
    if failure:
        return failed(failure)
    print(f"\n{demo.table()}\n")
    if demo.keep:
        print(f"{demo.how_to_go_on()}\n")
    print("demo: OK")
    return 0


if __name__ == "__main__":
    sys.exit(main())
