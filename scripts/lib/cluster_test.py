#!/usr/bin/env python3
"""scripts/cluster: what it refuses, single nodes, racks, a pair of NameNodes.

Needs what scripts/build builds.
"""

import json
import os
import shutil
import socket
import stat
import subprocess
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path
from unittest import mock

import ports
from cluster import Cluster
from cluster_shape import HTTP, XFER
from daemon import ROOT, ClusterError, reason_in

SECONDS_MAX = 120
DATANODES = 3
RACKS = 2


def run(*words, **settings) -> tuple[int, str]:
    done = subprocess.run(
        [ROOT / words[0], *map(str, words[1:])], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False, timeout=SECONDS_MAX,
        env=os.environ | settings)
    return done.returncode, done.stdout


def folder_of(test) -> Path:
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    return Path(folder.name)


class RefusalTest(unittest.TestCase):
    """Each is one sentence and exit code 1, and leaves nothing behind."""

    def setUp(self):
        self.parent = folder_of(self)
        self.folder = self.parent / "cluster"

    def refuse(self, sentence, *words, folder=None, **settings):
        folder = folder or self.folder
        code, text = run("scripts/cluster", "start", "--dir", folder, *words, **settings)
        self.assertEqual((code, text), (1, f"cluster: {sentence}\n"))
        self.assertFalse(folder.exists())

    def test_a_cluster_without_a_datanode(self):
        self.refuse("a cluster needs at least one DataNode, not 0", "--datanodes", 0)

    def test_more_racks_than_datanodes(self):
        self.refuse("3 DataNodes stand on 1..3 racks, not 4", "--racks", 4)

    def test_more_datanodes_than_there_are_ports(self):
        self.refuse(
            "no 20010 neighbouring free ports in 15000..31000", "--datanodes", 2000)

    def test_a_wrong_java_home(self):
        self.refuse(
            "no program /nowhere/bin/java: set JAVA_HOME to the folder of a JDK 17",
            JAVA_HOME="/nowhere")

    def test_a_folder_in_which_nobody_may_write(self):
        if os.geteuid():
            self.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
            self.addCleanup(self.parent.chmod, stat.S_IRWXU)
            self.refuse(f"{self.folder}: Permission denied: choose another --dir")
        else:
            code, text = run("scripts/cluster", "start", "--dir", "/proc/okapi")
            self.assertEqual(code, 1)
            self.assertRegex(text, r"^cluster: /proc/okapi: [\w ]+: choose another --dir\n$")

    def test_a_port_that_is_taken(self):
        first = ports.find_ports(20)
        with socket.socket() as taken:
            taken.bind((ports.HOST, first + 11))
            taken.listen()
            self.refuse(
                f"127.0.0.1:{first + 11} is needed, but it is taken:"
                " end the process that listens there, or choose another --port",
                "--datanodes", 1, "--port", first)

    def test_ports_that_are_none(self):
        self.refuse(
            "127.0.0.1:65540 is needed, but ports are 1..65535: lower --port",
            "--datanodes", 1, "--port", 65530)

    def test_hosts_of_racks_that_this_machine_does_not_have(self):
        with mock.patch.object(ports, "is_of_this_machine", lambda host: host == ports.HOST):
            sentence = r"^127\.0\.1\.1:\d+ is needed, but 127\.0\.1\.1 is no address of this"
            with self.assertRaisesRegex(ClusterError, sentence):
                Cluster(self.folder).start(1, None, {}, racks=1)
        self.assertFalse(self.folder.exists())

    def test_a_daemon_that_ends_says_why_in_the_same_line(self):
        code, text = run(
            "scripts/cluster", "start", "--dir", self.folder, "--datanodes", 1, "--config",
            f"dfs.namenode.rpc-address=192.0.2.1:{ports.find_ports(1)}")
        self.assertEqual(code, 1)
        self.assertRegex(text, r"^cluster: NameNode has ended: .*BindException.*\n$")
        self.assertTrue(text.endswith(f"; its log is {self.folder}/namenode/log\n"), text)
        self.assertTrue((self.folder / "namenode" / "log").exists())


class ReasonTest(unittest.TestCase):
    def test_the_words_of_the_last_run_count(self):
        lines = ["Exiting with status 1: old", "STARTUP_MSG: Starting NameNode", "a", "at b"]
        self.assertEqual(reason_in(lines), "at b")
        self.assertEqual(reason_in([*lines, "x: IOException: c", "at d"]), "x: IOException: c")
        self.assertEqual(reason_in([*lines, "Exiting with status 1: e", "IOException"]), "e")
        self.assertEqual(reason_in([]), "it said nothing")


class ClusterTest(unittest.TestCase):
    """A pair of NameNodes, and DataNodes on racks."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.cluster = Cluster(cls.folder / "cluster")
        cls.addClassCleanup(lambda: cls.cluster.exists() and cls.cluster.stop())
        code, text = run(
            "scripts/cluster", "start", "--dir", cls.cluster.folder, "--ha", "--datanodes",
            DATANODES, "--racks", RACKS)
        assert code == 0, text

    def tell(self, *words) -> str:
        code, text = run("scripts/cluster", *words, "--dir", self.cluster.folder)
        self.assertEqual(code, 0, text)
        return text

    def hdfs(self, *words) -> str:
        code, text = run("bin/hdfs", *words, HADOOP_CONF_DIR=str(self.cluster.conf))
        self.assertEqual(code, 0, text)
        return text

    def web(self, path: str, method: str = "GET", data: bytes | None = None) -> bytes:
        """One call of WebHDFS, which the NameNode may redirect."""
        address = self.cluster.shape().namenode_address(self.cluster.active(), HTTP)
        url = f"http://{address}/webhdfs/v1{path}&user.name={os.environ.get('USER', 'root')}"
        if data is not None:
            found = urllib.request.Request(url + "&noredirect=true", method=method)
            with urllib.request.urlopen(found, timeout=SECONDS_MAX) as answer:
                url = json.load(answer)["Location"]
        request = urllib.request.Request(url, method=method, data=data)
        with urllib.request.urlopen(request, timeout=SECONDS_MAX) as answer:
            return answer.read()

    def await_state(self, number: int, state: str):
        deadline = time.monotonic() + SECONDS_MAX
        address = self.cluster.address(number, XFER)
        while (found := self.cluster.admin_states().get(address)) != state:
            self.assertLess(time.monotonic(), deadline, found)
            time.sleep(0.2)

    def test_every_daemon_says_which_version_it_is(self):
        for daemon in self.cluster.daemons():
            lines = [
                line for line in daemon.log_file.read_text().splitlines()
                if "HDFS with decoupled striping: " in line]
            self.assertTrue(lines, daemon.name)
            for line in lines:
                self.assertRegex(line, r"version=3\.3\.6\S*, commit=")

    def test_webhdfs_follows_the_namenode_to_datanodes_on_racks(self):
        self.hdfs("dfs", "-chmod", "777", "/")
        self.web("/web?op=CREATE&overwrite=true", "PUT", b"by the web")
        self.assertEqual(self.web("/web?op=OPEN"), b"by the web")
        topology = self.hdfs("dfsadmin", "-printTopology")
        racks = [part.splitlines() for part in topology.split("Rack: ")[1:]]
        self.assertEqual([rack[0] for rack in racks], ["/rack-1", "/rack-2"])
        for number in range(1, DATANODES + 1):
            rack = "\n".join(racks[(number - 1) % RACKS])
            self.assertIn(self.cluster.address(number, XFER), rack)

    def test_a_datanode_is_decommissioned_and_comes_back(self):
        self.assertIn("decommission", self.tell("decommission-datanode", 1))
        self.await_state(1, "Decommissioned")
        self.assertRegex(self.tell("status"), r"DataNode 1 .*, decommissioned\n")
        self.assertNotIn("decommission", self.tell("recommission-datanode", 1))
        self.await_state(1, "In Service")

    def test_a_datanode_in_maintenance_may_be_stopped(self):
        self.tell("maintenance-datanode", 2)
        self.await_state(2, "In Maintenance")
        self.assertRegex(self.tell("stop-datanode", 2), r"DataNode 2 .* down, in maintenance\n")
        self.tell("start-datanode", 2)
        self.tell("recommission-datanode", 2)
        self.await_state(2, "In Service")

    def test_the_other_namenode_takes_over_from_one_that_was_killed(self):
        self.hdfs("dfs", "-mkdir", "/by-the-first")
        self.hdfs("haadmin", "-failover", "nn1", "nn2")
        self.assertRegex(self.tell("status"), r"NameNode 2 .* active\n")
        self.assertIn("no NameNode is active", self.tell("kill-namenode", 2))
        self.hdfs("haadmin", "-failover", "nn2", "nn1")
        self.hdfs("dfs", "-test", "-d", "/by-the-first")
        self.assertRegex(self.tell("start-namenode", 2), r"NameNode 2 .* standby\n")

    def test_nodes_that_are_not_there_are_refused(self):
        for verb, sentence in {
            "stop-datanode": "no DataNode 9: the cluster has 1..3",
            "decommission-datanode": "no DataNode 9: the cluster has 1..3",
            "recommission-datanode": "no DataNode 9: the cluster has 1..3",
            "kill-namenode": "no NameNode 9: the cluster has 1..2",
        }.items():
            answer = run("scripts/cluster", verb, 9, "--dir", self.cluster.folder)
            self.assertEqual(answer, (1, f"cluster: {sentence}\n"))


if __name__ == "__main__":
    # The daemons live longer than what starts them.
    unittest.main(warnings="ignore")
