#!/usr/bin/env python3
"""Spark 3.5.6 with its own client and with ours, on decoupled and coupled files, while DataNodes die.

Needs what scripts/build builds, and pip. Spark stays in target/spark for the next run.
"""

import unittest

import dist
from spark_stage import EXPECTED, SparkStage

DATANODES = 14
KILLED = [3, 7]
# Directories with the codes of their files; the one without a width is HDFS's own layout.
TREES = {
    "/rs-1": ("RS-6-3-1024k", 1),
    "/rs-2": ("RS-6-3-1024k", 2),
    "/less-2": ("LESS4-10-4-1024k", 2),
    "/coupled": ("RS-6-3-1024k", None),
}


class SparkTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.stage = SparkStage(DATANODES)
        cls.addClassCleanup(cls.stage.cluster.stop)
        for path, (policy, width) in TREES.items():
            for who in ("stock", "ours"):
                cls.stage.make(f"/{who}{path}", policy, width)

    def assert_right(self, found, expected):
        self.assertEqual(expected, len(found), found)
        for directory, word, values in found:
            self.assertEqual("SUMS", word, (directory, " ".join(values)[:300]))
            self.assertEqual(EXPECTED, [int(value) for value in values], directory)

    def test_1_both_clients_write_and_read_what_is_whole(self):
        for who in ("stock", "ours"):
            other = "ours" if who == "stock" else "stock"
            directories = [f"/{who}{path}" for path in TREES]
            for spark, action in ((who, "write"), (other, "read")):
                found = self.stage.job(getattr(self.stage, spark), action, directories)
                self.assert_right(found, len(TREES))

    def test_2_our_job_goes_on_while_nodes_die(self):
        """On two workers of a cluster of Spark's own."""
        directories = [f"/ours{path}" for path in TREES]

        def kill(lines):
            if lines <= len(KILLED):
                self.stage.cluster.kill_datanode(KILLED[lines - 1])

        found = self.stage.job(
            self.stage.ours, "read", directories, "local-cluster[2,1,1024]", passes=3, on_line=kill)
        self.assert_right(found, 3 * len(TREES))

    def test_3_the_stock_client_fails_without_a_wrong_sum(self):
        found = self.stage.job(self.stage.stock, "read", [f"/ours{path}" for path in TREES])
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
        self.assert_right(self.stage.job(self.stage.ours, "write", directories), len(TREES))

    def test_5_it_goes_away_without_a_trace(self):
        self.stage.overlay("verify")
        self.stage.overlay("rollback")
        for jar in sorted((self.stage.stock / "pyspark" / "jars").glob("*.jar")):
            self.assertEqual(
                dist.digest(jar), dist.digest(self.stage.ours / "pyspark" / "jars" / jar.name))
        self.assertEqual(
            {file.name for file in (self.stage.stock / "pyspark" / "jars").iterdir()},
            {file.name for file in (self.stage.ours / "pyspark" / "jars").iterdir()})


if __name__ == "__main__":
    # The daemons live longer than what starts them.
    unittest.main(verbosity=2, warnings="ignore")
