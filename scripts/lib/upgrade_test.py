#!/usr/bin/env python3
"""A rolling upgrade from Apache's jars to ours and the way back, on a pair of NameNodes, a JournalNode
and six DataNodes as real processes, while a client of Apache's writes and reads.

Needs what scripts/build builds. The order of steps is that of docs/OPERATING.md.
"""

import os
import shutil
import subprocess
import threading
import time
import unittest
from pathlib import Path

import testing
from cluster import DATANODE_JVM, NAMENODE_JVM, bean_of
from cluster_shape import LOCAL_CONFIG, PORTS_PER_DAEMON, write_configuration
from daemon import ROOT, Daemon
from installation import Installation, unpack_overlay
from ports import HOST, find_ports

DATANODES = range(1, 7)
NAMENODES = ("nn1", "nn2")
POLICY = "RS-3-2-1024k"
# More than two groups of the policy, of blocks of a megabyte.
BLOCK = 1 << 20
BYTES = 7 * BLOCK + 12_345
TEST_CLASSES = ROOT / "hadoop-hdfs-project" / "hadoop-hdfs" / "target" / "test-classes"
SECONDS_MAX = 240


class Pair:
    """Two NameNodes, a JournalNode and DataNodes, each on jars that can change."""

    def __init__(self, folder, stock):
        self.folder = folder
        self.conf = folder / "conf"
        self.conf.mkdir()
        self.stock = stock
        self.port = find_ports((len(DATANODES) + 4) * PORTS_PER_DAEMON)
        self.daemons = {}
        write_configuration(self.conf / "core-site.xml", {"fs.defaultFS": "hdfs://c"})
        write_configuration(self.conf / "hdfs-site.xml", self._settings())

    def address(self, number, service):
        """Of DataNode `number`, of a NameNode (7, 8) or the JournalNode (9)."""
        return f"{HOST}:{self.port + number * PORTS_PER_DAEMON + service}"

    def _settings(self):
        own = {}
        for number, name in enumerate(NAMENODES, start=7):
            own[f"dfs.namenode.rpc-address.c.{name}"] = self.address(number, 0)
            own[f"dfs.namenode.http-address.c.{name}"] = self.address(number, 1)
            own[f"dfs.namenode.name.dir.c.{name}"] = f"file://{self.folder}/{name}/name"
        return LOCAL_CONFIG | own | {
            "dfs.nameservices": "c",
            "dfs.ha.namenodes.c": ",".join(NAMENODES),
            "dfs.client.failover.proxy.provider.c":
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
            "dfs.namenode.shared.edits.dir": f"qjournal://{self.address(9, 0)}/c",
            "dfs.journalnode.rpc-address": self.address(9, 0),
            "dfs.journalnode.http-address": self.address(9, 1),
            "dfs.journalnode.edits.dir": str(self.folder / "journal"),
            "dfs.blocksize": str(BLOCK),
            "dfs.ha.tail-edits.period": "1",
            "dfs.namenode.heartbeat.recheck-interval": "2000",
            "dfs.namenode.redundancy.considerLoad": "false",
        }

    def start(self, name, installation, *words):
        """Starts a daemon: nn1, nn2, journal, or a DataNode by its number."""
        if name in NAMENODES:
            command, jvm = "namenode", NAMENODE_JVM
            options = {"dfs.ha.namenode.id": name}
        elif name == "journal":
            command, jvm, options = "journalnode", DATANODE_JVM, {}
        else:
            command, jvm = "datanode", DATANODE_JVM
            options = {
                "dfs.datanode.data.dir": f"file://{self.folder}/{name}/data",
                "dfs.datanode.address": self.address(name, 0),
                "dfs.datanode.http.address": self.address(name, 1),
                "dfs.datanode.ipc.address": self.address(name, 2),
            }
        daemon = Daemon(str(name), self.folder / str(name), self.conf, installation.launcher)
        arguments = [word for key, value in options.items() for word in ("-D", f"{key}={value}")]
        daemon.start(command, jvm, [*arguments, *words])
        self.daemons[name] = daemon

    def end(self, name):
        self.daemons[name].end(15)
        assert self.daemons[name].await_end(60), f"{name} does not end"

    def stop(self):
        for daemon in self.daemons.values():
            if daemon.pid():
                daemon.kill()

    def run(self, installation, *words, expected=0):
        """Runs a command of HDFS; what it printed."""
        done = subprocess.run(
            [installation.launcher, *map(str, words)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            timeout=SECONDS_MAX,
            env=os.environ | {
                "HADOOP_CONF_DIR": str(self.conf),
                "HADOOP_ROOT_LOGGER": "WARN,console",
                "HADOOP_OPTS": "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"})
        assert done.returncode == expected, f"{words}: {done.returncode}: {done.stdout[-3000:]}"
        return done.stdout

    def bean(self, name, query):
        number = 7 + NAMENODES.index(name)
        return bean_of(self.address(number, 1), "NameNode", query) or {}

    def versions(self, name):
        """How many live DataNodes have told each version."""
        told = self.bean(name, "NameNodeInfo").get("DistinctVersions", [])
        return {each["key"]: each["value"] for each in told}

    def is_up(self, name):
        """Whether a NameNode serves, as a standby at first."""
        return self.bean(name, "NameNodeStatus").get("State") in ("standby", "active")

    def is_ready(self, name):
        """Whether a NameNode has heard of all blocks."""
        state = self.bean(name, "FSNamesystemState")
        return state.get("FSState") == "Operational" and state["NumLiveDataNodes"] == len(DATANODES)

    def await_true(self, what, question):
        deadline = time.monotonic() + SECONDS_MAX
        while not question():
            assert time.monotonic() < deadline, what
            time.sleep(0.2)


class Client:
    """ForeignClient of our tests, in a process of its own on an installation's jars."""

    def __init__(self, pair, installation):
        self.process = subprocess.Popen(
            ["java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
             f"-Dio.okapifs.foreign-block-size={BLOCK}", "-cp",
             f"{installation.class_path(pair.conf)}:{TEST_CLASSES}", "io.okapifs.hdfs.testing.ForeignClient",
             "hdfs://c"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            stderr=open(pair.folder / "client.log", "a"))

    def ask(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("reply: "):
                return line.removeprefix("reply: ").strip()
        raise AssertionError("the client has ended")

    def write(self, path, seed):
        answer = self.ask("write", path, seed, BYTES)
        assert answer.startswith("written"), (path, answer)

    def read(self, path, seed):
        answer = self.ask("sequential", path, seed, BYTES, 100_000)
        assert answer.startswith("exact"), (path, answer)

    def close(self):
        self.process.kill()
        self.process.communicate()


class Load(threading.Thread):
    """Writes a file, reads it and one from before, and goes on."""

    def __init__(self, client, directories):
        super().__init__()
        self.client = client
        self.directories = directories
        self.files = []
        self.failure = None
        self.is_over = False

    def run(self):
        try:
            while not self.is_over:
                seed = len(self.files)
                path = f"{self.directories[seed % len(self.directories)]}/{seed}"
                self.client.write(path, seed)
                self.files.append((path, seed))
                for each in (self.files[-1], self.files[seed // 2]):
                    self.client.read(*each)
        except (AssertionError, OSError, ValueError) as failure:
            self.failure = failure

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.join()

    def check(self):
        assert self.failure is None, f"file {len(self.files)}: {self.failure}"


class UpgradeTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(testing.data_folder())
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.stock = Installation(cls.folder / "stock")
        cls.ours = Installation(cls.folder / "ours")
        cls.ours.install(unpack_overlay(cls.folder))
        cls.pair = Pair(cls.folder, cls.stock)
        cls.addClassCleanup(cls.pair.stop)
        cls.active = "nn1"

    def test_0_apaches_jars_run(self):
        pair, stock = self.pair, self.stock
        pair.start("journal", stock)
        pair.run(stock, "namenode", "-D", "dfs.ha.namenode.id=nn1", "-format", "-nonInteractive")
        pair.start("nn1", stock)
        pair.await_true("nn1 is up", lambda: pair.is_up("nn1"))
        pair.run(
            stock, "namenode", "-D", "dfs.ha.namenode.id=nn2", "-bootstrapStandby",
            "-nonInteractive")
        pair.start("nn2", stock)
        pair.await_true("nn2 is up", lambda: pair.is_up("nn2"))
        pair.run(stock, "haadmin", "-transitionToActive", "nn1")
        for number in DATANODES:
            pair.start(number, stock)
        for name in NAMENODES:
            pair.await_true(f"{name} is ready", lambda name=name: pair.is_ready(name))
        pair.run(stock, "ec", "-enablePolicy", "-policy", POLICY)
        pair.run(stock, "dfs", "-mkdir", "/coupled", "/replicated", "/wide", "/narrow")
        pair.run(stock, "ec", "-setPolicy", "-path", "/coupled", "-policy", POLICY)
        type(self).client = Client(pair, stock)
        self.addClassCleanup(self.client.close)
        self.assertIn("stock", self.client.ask("jars"))
        type(self).kept = [("/coupled/kept", 1), ("/replicated/kept", 2), ("/coupled/adopted", 3)]
        for path, seed in self.kept:
            self.client.write(path, seed)

    def test_1_a_rolling_upgrade_under_load(self):
        pair = self.pair
        with Load(self.client, ["/coupled", "/replicated"]) as load:
            self.upgrade_to_ours()
            self.check_refused("a rolling upgrade is in progress")
            self.pair.run(self.ours, "dfsadmin", "-rollingUpgrade", "finalize")
        load.check()
        self.assertGreater(len(load.files), len(DATANODES))
        type(self).kept += load.files[-2:]
        self.check_kept()
        for name in NAMENODES:
            self.assertEqual({"3.3.6-okapi-1": len(DATANODES)}, pair.versions(name))

    def upgrade_to_ours(self):
        self.prepare()
        self.replace_namenodes(self.ours, "-rollingUpgrade", "started")
        self.check_refused("a rolling upgrade is in progress")
        for number in DATANODES:
            self.replace_datanode(number, self.ours)

    def prepare(self):
        self.pair.run(self.stock, "dfsadmin", "-rollingUpgrade", "prepare")
        self.pair.await_true(
            "an image to roll back to",
            lambda: "Proceed with rolling upgrade"
            in self.pair.run(self.stock, "dfsadmin", "-rollingUpgrade", "query"))

    def replace_namenodes(self, installation, *words):
        """The standby first, then the one that was active."""
        for _ in NAMENODES:
            standby = next(name for name in NAMENODES if name != self.active)
            self.pair.end(standby)
            self.pair.start(standby, installation, *words)
            self.pair.await_true(f"{standby} is ready", lambda: self.pair.is_ready(standby))
            self.fail_over(installation, standby)

    def fail_over(self, installation, standby):
        self.pair.run(installation, "haadmin", "-transitionToStandby", self.active)
        self.pair.run(installation, "haadmin", "-transitionToActive", standby)
        type(self).active = standby

    def replace_datanode(self, number, installation):
        ipc = self.pair.address(number, 2)
        # With the word `upgrade` striped writers of HDFS may wait for ever: docs/KNOWN-BUGS.md.
        self.pair.run(installation, "dfsadmin", "-shutdownDatanode", ipc)
        assert self.pair.daemons[number].await_end(60), f"DataNode {number} does not end"
        expected = self.version(installation)
        before = self.pair.versions(self.active).get(expected, 0)
        self.pair.start(number, installation)
        self.pair.await_true(
            f"DataNode {number} is of {expected}",
            lambda: self.pair.versions(self.active).get(expected, 0) == before + 1)

    def version(self, installation):
        return "3.3.6" if installation is self.stock else "3.3.6-okapi-1"

    def check_refused(self, why):
        said = self.pair.run(
            self.ours, "ec", "-setPolicy", "-path", "/wide", "-policy", POLICY, "-stripeWidth", 2,
            expected=3)
        self.assertIn(why, said)

    def check_kept(self):
        for path, seed in self.kept:
            self.client.read(path, seed)

    def test_2_the_feature_is_used(self):
        pair, ours = self.pair, self.ours
        for path, width in (("/wide", 2), ("/narrow", 3)):
            pair.run(
                ours, "ec", "-setPolicy", "-path", path, "-policy", POLICY, "-stripeWidth", width)
        writer = Client(pair, ours)
        self.addClassCleanup(writer.close)
        for path, seed in (("/wide/ours", 11), ("/narrow/ours", 12)):
            writer.write(path, seed)
            type(self).kept.append((path, seed))
        pair.run(
            ours, "ec", "-transition", "-path", "/coupled/adopted", "-policy", f"{POLICY}@3", "-wait")
        for path, seed in self.kept:
            writer.read(path, seed)
        self.check_kept()

    def test_3_apaches_namenode_refuses_what_uses_it(self):
        standby = next(name for name in NAMENODES if name != self.active)
        self.pair.end(standby)
        # A standby reads whole segments of the journal.
        self.pair.run(self.ours, "dfsadmin", "-rollEdits")
        self.pair.start(standby, self.stock)
        self.assertTrue(self.pair.daemons[standby].await_end(120), "it runs on")
        end = "".join(self.pair.daemons[standby].log_lines()[-60:])
        self.assertIn("Failed to start namenode", end)
        self.pair.start(standby, self.ours)
        self.pair.await_true(f"{standby} is ready", lambda: self.pair.is_ready(standby))

    def test_4_files_get_hdfs_own_layout_back(self):
        pair, ours = self.pair, self.ours
        for path in ("/coupled", "/narrow"):
            pair.run(
                ours, "ec", "-transition", "-path", path, "-policy", POLICY, "-coupled",
                "-recursive", "-wait")
        pair.run(ours, "ec", "-setPolicy", "-path", "/wide", "-policy", POLICY)
        pair.run(
            ours, "ec", "-transition", "-path", "/wide", "-policy", POLICY, "-copy", "-coupled",
            "-recursive", "-wait")
        pair.run(ours, "ec", "-setPolicy", "-path", "/narrow", "-policy", POLICY)
        listed = pair.run(ours, "ec", "-listFiles", "-decoupled", "-path", "/")
        self.assertNotIn("/wide/", listed)
        self.assertNotIn("/narrow/", listed)
        self.check_kept()

    def test_5_and_a_rolling_way_back_under_load(self):
        directories = ["/coupled", "/replicated", "/wide"]
        with Load(self.client, directories) as load:
            for number in DATANODES:
                self.replace_datanode(number, self.stock)
        load.check()
        self.assertGreater(len(load.files), len(DATANODES))
        # Safe mode refuses writes.
        self.save_namespace()
        with Load(self.client, [f"{each}/later" for each in directories]) as load:
            self.replace_namenodes_from_image()
        load.check()
        self.assertGreater(len(load.files), len(NAMENODES))
        self.check_kept()
        self.assertEqual({"3.3.6": len(DATANODES)}, self.pair.versions(self.active))

    def save_namespace(self):
        """So that what comes behind this image has nothing of ours."""
        for words in (("-safemode", "enter"), ("-saveNamespace",), ("-safemode", "leave")):
            self.pair.run(self.ours, "dfsadmin", *words)

    def replace_namenodes_from_image(self):
        for _ in NAMENODES:
            standby = next(name for name in NAMENODES if name != self.active)
            self.pair.end(standby)
            self.pair.run(
                self.stock, "namenode", "-D", f"dfs.ha.namenode.id={standby}",
                "-bootstrapStandby", "-force", "-nonInteractive")
            self.pair.start(standby, self.stock)
            self.pair.await_true(f"{standby} is ready", lambda: self.pair.is_ready(standby))
            self.fail_over(self.stock, standby)

    def test_6_apaches_jars_read_everything_with_two_nodes_dead(self):
        for number in (2, 5):
            self.pair.daemons[number].kill()
        self.check_kept()


if __name__ == "__main__":
    # The daemons live longer than what starts them.
    unittest.main(verbosity=2, warnings="ignore", failfast=True)
