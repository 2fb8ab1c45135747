"""scripts/demo before it does anything: what it needs, and that it is never silent for long."""

import contextlib
import io
import json
import time
import unittest
from unittest import mock

import demo
import demo_layout
import demo_needs
import progress


class DemoTest(unittest.TestCase):
    def test_what_it_needs_is_told_in_numbers(self):
        told = demo.QUICK.needs.told()
        parts = ("11 JVMs", "GB of memory", "GB of disk", "110 neighbouring ports", " s on two")
        for words in parts:
            self.assertIn(words, told)

    def test_a_machine_without_room_is_refused_in_one_sentence(self):
        for what, function in (("memory", "memory_free"), ("disk", "disk_free")):
            with mock.patch.object(demo_needs, function, lambda: 5e8):
                with self.assertRaisesRegex(demo_needs.DemoFailure, rf"of {what}, and 0\.5 GB are free$"):
                    demo.WHOLE.needs.check()

    def test_a_line_that_lasts_is_repeated_with_its_time(self):
        with contextlib.redirect_stdout(io.StringIO()) as told:
            with mock.patch.object(progress, "SILENCE_SECONDS_MAX", 1):
                progress.watch()
                progress.say("waiting")
                time.sleep(2.5)
        lines = told.getvalue().splitlines()
        self.assertRegex(lines[0], r"^\[ *\d+\.\d s\] waiting$")
        self.assertRegex(lines[1], r"^\[ *\d+\.\d s\]   [12] s of: waiting$")

    def test_reports_that_stand_one_behind_the_other_are_read(self):
        reports = [{"a": 1}, {"b": [2, {}]}]
        text = "".join(json.dumps(each, indent=2) + "\n" for each in reports)
        self.assertEqual(list(demo_layout.objects_of(text)), reports)
        self.assertEqual(list(demo_layout.objects_of("")), [])


if __name__ == "__main__":
    unittest.main()
