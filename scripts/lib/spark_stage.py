"""Spark with its own client and with ours beside a cluster of processes; for spark_test and demo_spark.

Spark comes by pip and stays in target/spark for the next run.
"""

import os
import shutil
import subprocess
import sys

from cluster import Cluster
from daemon import HDFS, ROOT
from installation import unpack_overlay

FOLDER = ROOT / "target" / "spark"
PACKAGES = ["pyspark==3.5.6", "py4j==0.10.9.7"]
# What spark_job.py writes, as sums.
ROWS = 400_000
M_SUM = sum(number % 97 for number in range(ROWS))
PICKED = range(7, ROWS, 1000)
TEXT_BYTES = sum(len(str(number)) for number in range(ROWS)) + 65 * ROWS
EXPECTED = [
    ROWS * (ROWS - 1) // 2, M_SUM, 64 * ROWS, M_SUM, len(PICKED), sum(PICKED), ROWS, TEXT_BYTES]


class SparkStage:
    """A cluster, and folders `stock` and `ours` with a Spark each."""

    def __init__(self, datanodes: int):
        self.stock = FOLDER / "stock"
        self.ours = FOLDER / "ours"
        self.cluster = Cluster(FOLDER / "cluster")
        self._install()
        if self.cluster.exists():
            self.cluster.stop()
        self.cluster.start(datanodes, None, {
            "dfs.namenode.fs-limits.min-block-size": "0",
            "dfs.namenode.redundancy.considerLoad": "false"})
        self.hdfs("ec", "-addPolicies", "-policyFile", ROOT / "conf" / "okapi-ec-policies.xml")

    def _install(self):
        if not (self.stock / "pyspark").is_dir():
            subprocess.run(
                [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target",
                 self.stock, *PACKAGES], check=True)
        shutil.rmtree(self.ours, ignore_errors=True)
        shutil.copytree(self.stock, self.ours)
        self.unpacked = unpack_overlay(FOLDER)
        self.overlay("install")

    def overlay(self, command):
        """What okapi-install does with our Spark."""
        subprocess.run(
            [self.unpacked / "okapi-install", command, self.ours / "pyspark"],
            check=True, stdout=subprocess.DEVNULL)

    def environment(self):
        return {**os.environ, "HADOOP_CONF_DIR": str(self.cluster.conf)}

    def hdfs(self, *words):
        subprocess.run(
            [HDFS, *map(str, words)], check=True, env=self.environment(),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def make(self, path, policy, width=None):
        """A directory whose files have a policy; without a width HDFS's own layout."""
        self.hdfs("ec", "-enablePolicy", "-policy", policy)
        self.hdfs("dfs", "-mkdir", "-p", path)
        wide = [] if width is None else ["-stripeWidth", str(width)]
        self.hdfs("ec", "-setPolicy", "-path", path, "-policy", policy, *wide)

    def job(self, spark, action, directories, master="local[2]", passes=1, on_line=None):
        """Runs a job; what it printed for each directory, pass by pass: sums, or why it failed."""
        environment = {
            **self.environment(), "PYTHONPATH": str(spark), "SPARK_LOCAL_IP": "127.0.0.1",
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
