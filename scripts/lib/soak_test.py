"""scripts/soak: which seeds it runs, when it builds, and what is left where it is stopped."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import built
import soak
import testing

SECONDS_MAX = 300
# A seed of its own, as its folder is emptied.
SEED = "-35"


class SeedsTest(unittest.TestCase):
    def seeds(self, *words: str) -> list[int]:
        runs = soak.runs_of(soak.arguments([*words]))
        return [run.properties["io.okapifs.soak.seed"] for run in runs]

    def test_seeds_are_a_list_or_so_many_random_ones(self):
        self.assertEqual(self.seeds("--seeds", "7,-1,9"), [7, -1, 9])
        self.assertEqual(len(set(self.seeds("--seeds", "9"))), 9)
        self.assertEqual(len(self.seeds()), 1)

    def test_a_replay_never_empties_the_folder_of_its_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "failed.txt"
            file.touch()
            for _ in range(3):
                (run,) = soak.runs_of(soak.arguments(["--replay", str(file)]))
                self.assertEqual(run.properties["io.okapifs.soak.replay"], file.resolve())
                self.assertNotEqual(run.folder, file.parent)
                file = run.folder / "shrunk.txt"
                file.parent.mkdir(parents=True, exist_ok=True)
                self.addCleanup(file.parent.rmdir)
                self.addCleanup(file.unlink)
                file.touch()

    def test_one_failed_seed_of_several_fails_the_run_and_each_has_its_line(self):
        class Fake(soak.Run):
            def run(self):
                self.folder.mkdir(parents=True)
                self.code = 1 if self.name == "seed 2" else 0
                words = f"words\n{self.name} ends with {self.code}\n"
                (self.folder / "report.txt").write_text(words)

        with tempfile.TemporaryDirectory() as folder:
            with mock.patch.object(soak, "FOLDER", Path(folder)):
                runs = [Fake(f"seed {i}", f"seed-{i}", {}) for i in (1, 2, 3)]
                with mock.patch("builtins.print") as printed:
                    self.assertEqual(soak.run_all(runs), 1)
        lines = printed.call_args.args[0].splitlines()
        self.assertEqual(lines[1:], [f"seed {i} ends with {int(i == 2)}" for i in (1, 2, 3)])


class BuiltTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in (
            "NOTICE", "hadoop-hdfs-project/hdfs-diff.lock", "hadoop-hdfs-project/hdfs-fixes.lock",
            "scripts/rules/lint", "a/pom.xml",
            "a/src/main/aspect/A.aj", "a/src/test/java/ATest.java", "a/target/classes/A.class",
            "docs/STATUS.md",
        ):
            self.write(name)
        self.write("pom.xml", "<modules><module>a</module></modules>")
        self.mark = self.root / "target" / "built"
        self.write("target/built")
        os.utime(self.mark, ns=(time.time_ns() + 10**9, time.time_ns() + 10**9))

    def write(self, name: str, text: str = ""):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def newer_than_mark(self, name: str) -> Path | None:
        later = self.mark.stat().st_mtime_ns + 10**9
        path = self.root / name
        before = path.stat().st_mtime_ns
        os.utime(path, ns=(later, later))
        try:
            return built.newer_source(self.root, self.mark)
        finally:
            os.utime(path, ns=(before, before))

    def test_what_is_built_does_until_a_source_is_newer(self):
        self.assertIsNone(built.newer_source(self.root, self.mark))
        for name in (
            "pom.xml", "a/pom.xml", "a/src/main/aspect/A.aj", "a/src/test/java/ATest.java",
            "scripts/rules/lint", "hadoop-hdfs-project/hdfs-diff.lock",
            "hadoop-hdfs-project/hdfs-fixes.lock",
        ):
            self.assertEqual(self.newer_than_mark(name), Path(name))

    def test_a_folder_of_sources_from_which_a_file_has_gone_is_newer(self):
        self.assertEqual(self.newer_than_mark("a/src/test/java"), Path("a/src/test/java"))

    def test_documents_and_what_is_built_are_no_sources(self):
        for name in ("docs/STATUS.md", "a/target/classes/A.class"):
            self.assertIsNone(self.newer_than_mark(name))


def data_of(pid: int) -> Path:
    """Where the JVM that a process has started puts the data of its clusters."""
    (jvm,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    words = Path(f"/proc/{jvm}/cmdline").read_text().split("\0")
    (data,) = [each for each in words if each.startswith("-Dtest.build.data=")]
    return Path(data.partition("=")[2])


class StoppedRunTest(unittest.TestCase):
    """Needs a build, which scripts/soak brings about."""

    def test_a_run_that_is_stopped_says_what_it_knows_and_leaves_no_data(self):
        # The log of a run before has its steps already.
        shutil.rmtree(soak.FOLDER / f"seed-{SEED}", ignore_errors=True)
        process = subprocess.Popen(
            [testing.ROOT / "scripts" / "soak", "--seed", SEED, "--steps", "400"],
            stdout=subprocess.PIPE, text=True,
        )
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        self.await_step(soak.FOLDER / f"seed-{SEED}" / "cluster.log")
        data = data_of(process.pid)
        self.assertTrue(data.is_dir())
        process.send_signal(signal.SIGTERM)
        text = process.communicate(timeout=SECONDS_MAX)[0]
        self.assertEqual(process.returncode, 128 + signal.SIGTERM, text)
        last = text.splitlines()[-1]
        self.assertRegex(
            last, rf"^seed {SEED}: step \d+ of 400, .* s: stopped; no step has failed$"
        )
        report = soak.FOLDER / f"seed-{SEED}" / "report.txt"
        self.assertEqual(report.read_text().splitlines()[-1], last)
        self.assertFalse(data.exists())

    def await_step(self, log: Path):
        deadline = time.monotonic() + SECONDS_MAX
        while time.monotonic() < deadline:
            if log.is_file() and " step 1: " in log.read_text():
                return
            time.sleep(0.1)
        self.fail("no step was begun")


if __name__ == "__main__":
    unittest.main()
