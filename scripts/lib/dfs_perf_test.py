#!/usr/bin/env python3
"""bin/dfs-perf on a cluster of real processes, two slaves with two threads each; its files are read by a
parser that shares nothing with it.

dfs_perf_test.py          decoupled files, some suites, and a DataNode that is killed in the middle
dfs_perf_test.py --all    all suites on decoupled, coupled and replicated files, with and without the kill
Needs a build.
"""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from cluster import Cluster
from daemon import ROOT

POLICY = "RS-3-2-1024k"
# Two spares beside the members of a group: one of them is killed and not replaced.
DATANODES = 7
SLAVES = 2
THREADS = 2
LENGTH = 5_000_000
CHUNK = 512
CHECKSUM = 4
SECONDS_MAX = 300
COUNTERS_SECONDS_MAX = 30
SUITES = {
    "SimpleWrite": {"files.per.thread": 2},
    "SimpleRead": {"files.per.thread": 3},
    "SkipRead": {"read.bytes": 300_000, "skip.bytes": 1_000_000, "skip.mode": "RANDOM"},
    "Metadata": {"op.second.per.thread": 2, "clients.per.thread": 2},
    "Mixture": {},
    "Iterate": {"shuffle.mode": "true"},
    "Massive": {"time.seconds": 8, "shuffle.mode": "true"},
    "RandomRead": {"time.seconds": 3, "request.bytes": 1_000_000},
}
# These want something to happen to the cluster, or files that have stripes.
LOSSY = {
    "DegradedRead": {"time.seconds": 5, "warmup.seconds": 0, "request.bytes": 1_000_000},
    "Repair": {},
    "Transition": {"transition.policy": "XOR-2-1-1024k"},
}
ALL = "--all" in sys.argv
LAYOUTS = {"decoupled": {"ec.policy": POLICY, "ec.stripe.width": 2}} | (
    {"coupled": {"ec.policy": POLICY}, "replicated": {}} if ALL else {}
)
# Keys of the original do not have these on suites that have no files.
OF_FILES = {"block.size.bytes": 1 << 20, "file.length.bytes": LENGTH}
WITHOUT_FILES = {"SimpleRead", "SkipRead", "Metadata", "RandomRead"}


def parse_report(text):
    """Sections of a report by their titles, statistics as numbers by slave."""
    head, keys, statistics, details = re.split(r"\*{10} [A-Za-z ]+ \*{10}\n", text)
    title, outcome = head.splitlines()
    lines = [line.split("\t") for line in statistics.splitlines()]
    table = {row[0]: dict(zip(lines[0][1:], map(float, row[1:]), strict=True)) for row in lines[1:]}
    threads = re.findall(r"(\S+)'s (.+) for each threads:\n\t(.*)", details)
    return {
        "suite": title.split(" Test - ID : ")[0],
        "outcome": outcome,
        "keys": dict(line.split("\t") for line in keys.splitlines() if not line.endswith("\t")),
        "table": table,
        "threads": {
            (slave, name): [float(n) for n in re.findall(r"\[ (\S+) ]", numbers)]
            for slave, name, numbers in threads
        },
    }


def parse_context(text):
    """Name, id, node, success, begin, end, keys and statistics, one value on each line."""
    lines = iter(text.splitlines())
    head = [next(lines) for _ in range(6)]
    keys = {next(lines): next(lines) for _ in range(int(next(lines)))}
    statistics = {}
    for _ in range(int(next(lines))):
        name = next(lines)
        statistics[name] = [float(next(lines)) for _ in range(int(next(lines)))]
    return {"head": head, "keys": keys, "statistics": statistics}


class DfsPerfTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.cluster = Cluster(cls.folder / "cluster")
        settings = {
            "dfs.namenode.redundancy.considerLoad": "false",
            "dfs.namenode.heartbeat.recheck-interval": "1000",
            "dfs.namenode.fs-limits.min-block-size": "0",
        }
        cls.cluster.start(DATANODES, None, settings)
        cls.addClassCleanup(cls.cluster.stop)
        command = [ROOT / "bin" / "hdfs", "--config", cls.cluster.conf, "ec"]
        for policy in (POLICY, LOSSY["Transition"]["transition.policy"]):
            subprocess.run(
                [*command, "-enablePolicy", "-policy", policy], check=True, stdout=subprocess.DEVNULL)

    def setUp(self):
        self.file_system = f"hdfs://{self.cluster.address(0, 0)}"

    def run_suite(self, suite, layout, meanwhile=lambda: None):
        """Runs one that ends well; returns its report, its contexts and the last line of JSON."""
        code, said, report, contexts, last = self.end_suite(suite, layout, meanwhile)
        self.assertEqual(code, 0, said)
        self.assertNotIn("ignored", said)
        self.assert_consistent(suite, report, contexts)
        return report, contexts, last

    def end_suite(self, suite, layout, meanwhile=lambda: None):
        """Runs one; something happens once all its threads run."""
        keys = {"buffer.size.bytes": 1 << 20, "verify": "true"}
        keys |= (SUITES | LOSSY)[suite] | LAYOUTS.get(layout, {})
        keys |= {} if suite in WITHOUT_FILES else OF_FILES
        out = self.folder / "out"
        words = [
            ROOT / "bin" / "dfs-perf", suite, "--fs", self.file_system,
            "--workspace", f"/{layout}", "--processes", str(SLAVES), "--threads", str(THREADS),
            "--out", out]
        if suite == "Metadata":
            keys.pop("buffer.size.bytes")
        for key, value in keys.items():
            words += ["--set", f"{key}={value}"]
        with subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
        ) as running:
            impatience = threading.Timer(SECONDS_MAX, running.kill)
            impatience.start()
            lines = []
            for line in running.stdout:
                lines.append(line)
                if line == "All threads run.\n":
                    meanwhile()
            code = running.wait()
            impatience.cancel()
        report = parse_report((out / f"DfsPerfReport-{suite}").read_text())
        contexts = [
            parse_context((out / f"contexts_{suite}" / f"context{suite}-{i}@localhost").read_text())
            for i in range(SLAVES)
        ]
        last = (out / f"DfsPerfReport-{suite}.jsonl").read_text().splitlines()[-1]
        return code, "".join(lines), report, contexts, json.loads(last)

    def assert_consistent(self, suite, report, contexts):
        self.assertEqual(report["suite"], suite)
        self.assertEqual(report["outcome"], "Finished Successfully")
        for number, context in enumerate(contexts):
            self.assertEqual(context["head"][:4], [suite, str(number), "localhost", "true"])
            for name, values in context["statistics"].items():
                self.assertEqual(len(values), THREADS, (name, values))
                self.assertEqual(report["threads"][f"{number}@localhost", name], values)
                if "P" not in name.split("(")[0]:
                    row = report["table"][f"{number}@localhost"][name]
                    self.assertAlmostEqual(row, sum(values), places=6)
        for name, total in report["table"]["Total"].items():
            rows = [report["table"][f"{number}@localhost"][name] for number in range(SLAVES)]
            if re.search(r"P\d\d\(ms\)", name):
                self.assertLessEqual(total, max(rows) * 1.002, name)
            else:
                self.assertAlmostEqual(total, sum(rows), places=6)
            self.assertGreater(total, 0, name)

    def test_1_bytes_are_those_that_datanodes_have_sent(self):
        for number, layout in enumerate(LAYOUTS):
            with self.subTest(layout):
                # Longer ago than counters are late, nobody reads here.
                time.sleep(COUNTERS_SECONDS_MAX / 2 if number else 0)
                *_, written = self.run_suite("SimpleWrite", layout)
                self.assertEqual(written["WriteBytes"], SLAVES * THREADS * 2 * LENGTH)
                before = self.cluster.counted("BytesRead")
                *_, read = self.run_suite("SimpleRead", layout)
                self.assertEqual(read["ReadBytes"], SLAVES * THREADS * 3 * LENGTH)
                sent = self.sent_since(before, read["ReadBytes"])
                # The last chunks of blocks are short, and HDFS's own reader asks for whole cells.
                self.assertAlmostEqual(sent / read["ReadBytes"], 1, delta=0.05)

    def sent_since(self, before, least):
        """Bytes of blocks; counters are shown some seconds late."""
        deadline = time.monotonic() + COUNTERS_SECONDS_MAX
        while True:
            sent = (self.cluster.counted("BytesRead") - before) * CHUNK / (CHUNK + CHECKSUM)
            if sent >= least * 0.999 or time.monotonic() > deadline:
                return sent
            time.sleep(1)

    def test_2_suites_run_on_every_layout(self):
        for layout in LAYOUTS:
            for suite in SUITES if ALL else ("SkipRead", "Mixture", "Iterate"):
                with self.subTest(suite, layout=layout):
                    self.run_suite(suite, layout)

    def test_3_a_datanode_dies_in_the_middle(self):
        for number, layout in enumerate(LAYOUTS, 1):
            with self.subTest(layout):
                def kill(dying=number):
                    time.sleep(2)
                    self.cluster.kill_datanode(dying)

                *_, last = self.run_suite("Massive", layout, meanwhile=kill)
                self.assertGreater(last["ReadOperations"], 0)
                for suite in SUITES if ALL else ("SimpleRead",):
                    self.run_suite(suite, layout)
                self.cluster.start_datanode(number)

    def test_4_what_is_lost_is_read_and_repaired(self):
        for number, layout in enumerate(LAYOUTS, 1):
            for suite in ("DegradedRead", "Repair") if ALL else ("Repair",):
                with self.subTest(suite, layout=layout):
                    def kill(dying=number):
                        self.cluster.kill_datanode(dying)

                    *_, last = self.run_suite(suite, layout, meanwhile=kill)
                    self.assertGreater(last[f"{suite}Bytes"], 0)
                    self.cluster.start_datanode(number)

    def test_5_files_get_another_policy(self):
        *_, last = self.run_suite("Transition", "decoupled")
        self.assertEqual(last["TransitionBytes"], SLAVES * THREADS * 2 * LENGTH)

    def test_6_files_are_written_and_read_by_http(self):
        self.file_system = f"webhdfs://{self.cluster.address(0, 1)}"
        for suite, name in ("SimpleWrite", "Write"), ("SimpleRead", "Read"):
            *_, last = self.run_suite(suite, "decoupled")
            self.assertGreater(last[f"{name}Bytes"], 0)

    def test_7_a_full_file_system_fails_slaves_and_keeps_what_they_measured(self):
        command = [ROOT / "bin" / "hdfs", "--config", self.cluster.conf]
        subprocess.run([*command, "dfs", "-mkdir", "/full"], check=True)
        # Three replicas of one file of each thread, and not of two.
        quota = SLAVES * THREADS * 3 * LENGTH * 3 // 2
        subprocess.run([*command, "dfsadmin", "-setSpaceQuota", str(quota), "/full"], check=True)
        code, said, report, contexts, last = self.end_suite("SimpleWrite", "full")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, r"\nFailed: \d@localhost: .*The DiskSpace quota of /full is exceeded.*\n")
        told = said[said.index("\nFailed: "):]
        self.assertNotIn("\tat ", told, "a sentence for each slave, no stack")
        self.assertIn("Failed: ", report["outcome"])
        self.assertIn("false", [context["head"][3] for context in contexts])
        self.assertGreaterEqual(last["WriteBytes"], LENGTH)
        self.assertLess(last["WriteBytes"], SLAVES * THREADS * 2 * LENGTH)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
