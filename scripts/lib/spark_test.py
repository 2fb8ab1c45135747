#!/usr/bin/env python3
"""Spark 3.5.6 with its own client and with ours, on decoupled and coupled files, while DataNodes die.

Needs what scripts/build builds, and pip. Spark stays in target/spark for the next run.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import unittest
from pathlib import Path

import dist
from cluster import Cluster
from daemon import HDFS, ROOT

FOLDER = ROOT / "target" / "spark"
PACKAGES = ["pyspark==3.5.6", "py4j==0.10.9.7"]
DATANODES = 14
KILLED = [3, 7]
# Directories with the codes of their files; the one without a width is HDFS's own layout.
TREES = {
    "/rs-1": ("RS-6-3-1024k", 1),
    "/rs-2": ("RS-6-3-1024k", 2),
    "/less-2": ("LESS4-10-4-1024k", 2),
    "/coupled": ("RS-6-3-1024k", None),
}
ROWS = 400_000
M_SUM = sum(number % 97 for number in range(ROWS))
PICKED = range(7, ROWS, 1000)
TEXT_BYTES = sum(len(str(number)) for number in range(ROWS)) + 65 * ROWS
EXPECTED = [
    ROWS * (ROWS - 1) // 2, M_SUM, 64 * ROWS, M_SUM, len(PICKED), sum(PICKED), ROWS, TEXT_BYTES]


class SparkTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        stock = FOLDER / "stock"
        if not (stock / "pyspark").is_dir():
            subprocess.run(
                [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", stock,
                 *PACKAGES], check=True)
        cls.ours = FOLDER / "ours"
        shutil.rmtree(cls.ours, ignore_errors=True)
        shutil.copytree(stock, cls.ours)
        cls.stock = stock
        subprocess.run([ROOT / "scripts" / "dist"], check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(dist.TARGET / f"{dist.NAME}.tar.gz") as tar:
            tar.extractall(FOLDER)
        cls.overlay("install")
        cls.cluster = Cluster(FOLDER / "cluster")
        if cls.cluster.exists():
            cls.cluster.stop()
        cls.cluster.start(DATANODES, None, {
            "dfs.namenode.fs-limits.min-block-size": "0",
            "dfs.namenode.redundancy.considerLoad": "false"})
        cls.addClassCleanup(cls.cluster.stop)
        cls.hdfs("ec", "-addPolicies", "-policyFile", ROOT / "conf" / "okapi-ec-policies.xml")
        for path, (policy, width) in TREES.items():
            cls.hdfs("ec", "-enablePolicy", "-policy", policy)
            for who in ("stock", "ours"):
                cls.hdfs("dfs", "-mkdir", "-p", f"/{who}{path}")
                wide = [] if width is None else ["-stripeWidth", str(width)]
                cls.hdfs("ec", "-setPolicy", "-path", f"/{who}{path}", "-policy", policy, *wide)

    @classmethod
    def overlay(cls, command):
        subprocess.run(
            [FOLDER / dist.NAME / "okapi-install", command, cls.ours / "pyspark"],
            check=True, stdout=subprocess.DEVNULL)

    @classmethod
    def environment(cls):
        return {**os.environ, "HADOOP_CONF_DIR": str(FOLDER / "cluster" / "conf")}

    @classmethod
    def hdfs(cls, *words):
        subprocess.run(
            [HDFS, *map(str, words)], check=True, env=cls.environment(), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    @classmethod
    def job(cls, spark, action, directories, master="local[2]", passes=1, on_line=None):
        """Runs a job; what it printed for each directory, pass by pass: sums, or why it failed."""
        environment = {
            **cls.environment(), "PYTHONPATH": str(spark), "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_HOME": str(spark / "pyspark")}
        found = []
        with open(FOLDER / "jobs.log", "a") as log, subprocess.Popen(
                [sys.executable, ROOT / "scripts" / "lib" / "spark_job.py", master, str(passes),
                 action, *directories],
                env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as running:
            for line in running.stdout:
                words = line.split()
                if words and words[0] in ("SUMS", "FAILED"):
                    found.append((words[2], words[0], words[3:]))
                    if on_line:
                        on_line(len(found))
        return found

    def assert_right(self, found, expected):
        self.assertEqual(expected, len(found), found)
        for directory, word, values in found:
            self.assertEqual("SUMS", word, (directory, " ".join(values)[:300]))
            self.assertEqual(EXPECTED, [int(value) for value in values], directory)

    def test_1_both_clients_write_and_read_what_is_whole(self):
        for who in ("stock", "ours"):
            other = "ours" if who == "stock" else "stock"
            directories = [f"/{who}{path}" for path in TREES]
            self.assert_right(self.job(getattr(self, who), "write", directories), len(TREES))
            self.assert_right(self.job(getattr(self, other), "read", directories), len(TREES))

    def test_2_our_job_goes_on_while_nodes_die(self):
        """On two workers of a cluster of Spark's own."""
        directories = [f"/ours{path}" for path in TREES]

        def kill(lines):
            if lines <= len(KILLED):
                self.cluster.kill_datanode(KILLED[lines - 1])

        found = self.job(
            self.ours, "read", directories, "local-cluster[2,1,1024]", passes=3, on_line=kill)
        self.assert_right(found, 3 * len(TREES))

    def test_3_the_stock_client_fails_without_a_wrong_sum(self):
        found = self.job(self.stock, "read", [f"/ours{path}" for path in TREES])
        self.assertEqual(len(TREES), len(found), found)
        for directory, word, values in found:
            if directory.endswith("coupled"):
                self.assertEqual("SUMS", word, values)
                self.assertEqual(EXPECTED, [int(value) for value in values])
            else:
                self.assertEqual("FAILED", word, (directory, values))
                self.assertRegex(" ".join(values), r"[0-9]+ missing blocks")

    def test_4_our_client_writes_beside_dead_nodes(self):
        directories = [f"/ours{path}" for path in TREES]
        self.assert_right(self.job(self.ours, "write", directories), len(TREES))

    def test_5_it_goes_away_without_a_trace(self):
        self.overlay("verify")
        self.overlay("rollback")
        for jar in sorted((self.stock / "pyspark" / "jars").glob("*.jar")):
            self.assertEqual(
                dist.digest(jar), dist.digest(self.ours / "pyspark" / "jars" / jar.name))
        self.assertEqual(
            {file.name for file in (self.stock / "pyspark" / "jars").iterdir()},
            {file.name for file in (self.ours / "pyspark" / "jars").iterdir()})


if __name__ == "__main__":
    # The daemons live longer than what starts them.
    unittest.main(verbosity=2, warnings="ignore")
