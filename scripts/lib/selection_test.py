#!/usr/bin/env python3
"""Tests of selection.py."""

import pathlib
import tempfile
import unittest

import selection

CLASSES = {
    "PlanTest": "class PlanTest { Plan plan; }",
    "DearTest": "class DearTest { Plan plan; }",
    "HealTest": "class HealTest { Files files; }",
    "Files": "class Files { Cluster cluster; }",
    "Cluster": "class Cluster { MiniDFSCluster mini; }",
    "SmokeTest": "class SmokeTest { Cluster cluster; }",
}
REACH = ["# a comment", "tests: PlanTest HealTest", "Plan | 3", "Healer | 2"]
HEALER = pathlib.PurePosixPath("module/src/main/java/Healer.java")
FILES = pathlib.PurePosixPath("module/src/test/java/Files.java")
NEW = pathlib.PurePosixPath("module/src/main/java/New.java")
DOCUMENT = pathlib.PurePosixPath("docs/STATUS.md")


class Selection(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        for name, text in CLASSES.items():
            file = root / "module" / "src" / "test" / "java" / f"{name}.java"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        self.tests = selection.Tests(root, {"a.DearTest": (16, 16), "a.PlanTest": (15, 3)})
        self.reach = selection.Reach(REACH)

    def changed(self, *files):
        return selection.changed(self.tests, self.reach, files)

    def test_quick_are_cheap_ones_without_a_cluster_and_looks_into_rooms(self):
        self.assertEqual({"PlanTest", "SmokeTest"}, self.tests.quick())

    def test_a_main_class_brings_those_that_reach_it(self):
        self.assertEqual(({"PlanTest", "SmokeTest", "HealTest"}, []), self.changed(HEALER))

    def test_a_helper_of_the_tests_brings_those_that_use_it(self):
        self.assertEqual({"PlanTest", "SmokeTest", "HealTest"}, self.changed(FILES)[0])

    def test_a_document_brings_none(self):
        self.assertEqual(({"PlanTest", "SmokeTest"}, []), self.changed(DOCUMENT))

    def test_of_a_class_that_nothing_is_known_of_it_says_so(self):
        self.assertIn("no test is known to reach New", self.changed(NEW)[1][0])


if __name__ == "__main__":
    unittest.main()
