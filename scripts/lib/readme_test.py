#!/usr/bin/env python3
"""The shell blocks of README.md run when they are pasted.

What takes minutes is only looked up. Needs what scripts/build builds, and no cluster in target/cluster.
"""

import re
import shlex
import shutil
import subprocess
import unittest

from cluster import Cluster
from daemon import ROOT

README = ROOT / "README.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# Commands that other tests run.
LONG = {"scripts/build", "scripts/demo", "scripts/test"}
BUILTINS = {"export"}
SECONDS_MAX = 240


def blocks(text: str) -> list[str]:
    return [block for language, block in BLOCK.findall(text) if language == "sh"]


def commands(block: str) -> list[str]:
    """Lines without comments; none of them goes on in the next one."""
    return [line for line in block.splitlines() if line and not line.startswith("#")]


def problems(block: str) -> list[str]:
    """Lines that a shell cannot run."""
    parsed = subprocess.run(
        ["bash", "-n"], input=block, text=True, capture_output=True, check=False)
    if parsed.returncode:
        return [parsed.stderr]
    wrong = []
    for line in commands(block):
        first = shlex.split(line)[0]
        if not (first in BUILTINS or shutil.which(ROOT / first) or shutil.which(first)):
            wrong.append(f"no such command: {line}")
        # What an argument never has, and a sentence behind a command has.
        if re.search(r"\s{2}|\b[A-Z]+_[A-Z]+\b(?!=)", line):
            wrong.append(f"prose or a placeholder: {line}")
    return wrong


class ReadmeTest(unittest.TestCase):
    def test_every_block_says_whether_a_shell_runs_it(self):
        languages = {language for language, _ in BLOCK.findall(README.read_text())}
        self.assertEqual(languages, {"sh", "text"})

    def test_every_line_of_a_block_is_a_command(self):
        found = [each for block in blocks(README.read_text()) for each in problems(block)]
        self.assertEqual(found, [])

    def test_what_is_no_command_rings(self):
        self.assertEqual(
            problems("# a comment\nscripts/none\nscripts/demo     shows it\nbin/hdfs dfs -put SOME_FILE /\n"),
            [
                "no such command: scripts/none",
                "prose or a placeholder: scripts/demo     shows it",
                "prose or a placeholder: bin/hdfs dfs -put SOME_FILE /",
            ],
        )
        self.assertIn("unexpected EOF", problems("scripts/demo 'a\n")[0])

    def test_blocks_run(self):
        self.assertFalse(Cluster().exists(), "stop the cluster in target/cluster first")
        for block in blocks(README.read_text()):
            kept = [line for line in commands(block) if line.split()[0] not in LONG]
            if kept:
                with self.subTest(kept[0]):
                    self.run_block("\n".join(kept))

    def run_block(self, block: str):
        self.addCleanup(lambda: Cluster().exists() and Cluster().stop())
        done = subprocess.run(
            ["bash", "-e"], input=block, cwd=ROOT, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False, timeout=SECONDS_MAX)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertFalse(Cluster().exists())


if __name__ == "__main__":
    # The daemons live longer than what starts them.
    unittest.main(warnings="ignore")
