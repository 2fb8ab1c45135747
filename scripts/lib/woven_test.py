#!/usr/bin/env python3
"""Tests of woven.py."""

import pathlib
import tempfile
import unittest

import woven

SOURCES = ["module", "below"]


class Woven(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("module/src/main/aspect/A.aj", "aspect")
        self.write("below/src/main/java/B.java", "class")
        self.write("module/src/test/java/T.java", "test")
        kept = woven.memory(self.root, SOURCES)
        kept.parent.mkdir()
        kept.write_text(woven.fingerprint(self.root, SOURCES))

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def is_skipped(self):
        return woven.is_as_remembered(self.root, SOURCES)

    def test_without_a_change_nothing_is_woven(self):
        self.assertTrue(self.is_skipped())

    def test_nor_for_a_test(self):
        self.write("module/src/test/java/T.java", "other")
        self.assertTrue(self.is_skipped())

    def test_an_aspect_is_woven_again(self):
        self.write("module/src/main/aspect/A.aj", "other")
        self.assertFalse(self.is_skipped())

    def test_so_is_what_lies_below(self):
        self.write("below/src/main/java/New.java", "class")
        self.assertFalse(self.is_skipped())

    def test_and_what_was_cleaned(self):
        woven.memory(self.root, SOURCES).unlink()
        self.assertFalse(self.is_skipped())


if __name__ == "__main__":
    unittest.main()
