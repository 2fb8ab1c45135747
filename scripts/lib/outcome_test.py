#!/usr/bin/env python3
"""Tests of outcome.py."""

import datetime
import pathlib
import tempfile
import unittest

import outcome

TODAY = datetime.date(2026, 3, 20)


class Flakes(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.table = self.root / "flakes.txt"
        self.table.write_text("# a comment\n")

    def report(self, inside):
        reports = self.root / "module" / "target" / "surefire-reports"
        reports.mkdir(parents=True, exist_ok=True)
        (reports / "TEST-a.B.xml").write_text(
            f'<testsuite><testcase name="c(int)[2]" classname="a.B">{inside}</testcase></testsuite>')

    def wrong(self):
        return outcome.check_flakes(self.root, self.table, TODAY)

    def test_a_case_that_passes_at_once_is_none(self):
        self.report("")
        self.assertEqual([], self.wrong())

    def test_a_case_that_passes_when_repeated_is_wrong(self):
        self.report("<flakyFailure/>")
        self.assertIn("a.B.c(int)[2]", self.wrong()[0])

    def test_a_known_one_is_borne(self):
        self.report("<flakyError/>")
        self.table.write_text("a.B.c | 2026-03-06 | 7 | two nodes instead of three\n")
        self.assertEqual([], self.wrong())

    def test_not_for_ever(self):
        self.report("<flakyError/>")
        self.table.write_text("a.B.c | 2026-03-05 | 7 | two nodes instead of three\n")
        self.assertIn("more than 14 days", self.wrong()[0])

    def test_nor_many(self):
        self.table.write_text("".join(f"a.B.c{i} | 2026-03-19 | 7 | seen\n" for i in range(4)))
        self.assertIn("4 flakes are known", self.wrong()[0])

    def test_a_line_without_date_and_seed_is_wrong(self):
        self.table.write_text("a.B.c\n")
        self.assertIn("not CLASS.CASE", self.wrong()[0])


class Costs(unittest.TestCase):

    def test_a_slower_machine_is_no_news(self):
        recorded = {"a": (50, 40), "b": (50, 20), "c": (9, 5)}
        costs = {name: (9, 3 * processor) for name, (_, processor) in recorded.items()}
        self.assertEqual([], outcome.check_costs(costs, recorded))

    def test_a_class_that_got_dear_is(self):
        recorded = {"a": (50, 40), "b": (50, 20), "c": (9, 5)}
        costs = {"a": (50, 40), "b": (50, 46), "c": (9, 5)}
        self.assertIn("cost of b: 46 s", outcome.check_costs(costs, recorded)[0])

    def test_a_dear_class_that_is_not_recorded_is(self):
        recorded = {"a": (50, 40)}
        self.assertIn("cost of new", outcome.check_costs({"a": (5, 40), "new": (9, 26)}, recorded)[0])

    def test_a_cheap_class_may_vary(self):
        recorded = {"a": (50, 40), "b": (9, 5), "c": (50, 20)}
        costs = {"a": (50, 40), "b": (9, 29), "c": (50, 20)}
        self.assertEqual([], outcome.check_costs(costs, recorded))

    def test_without_a_table_nothing_is_right(self):
        self.assertIn("no costs are recorded", outcome.check_costs({"a": (5, 4)}, {})[0])


if __name__ == "__main__":
    unittest.main()
