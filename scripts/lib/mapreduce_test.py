#!/usr/bin/env python3
"""The archive that runs by itself: unpacked elsewhere, as another user where that may be, it runs
HDFS and YARN as real processes, and jobs of MapReduce on decoupled files while a DataNode dies.

mapreduce_test.py          counts words in a file of width 2
mapreduce_test.py --all    also in one of width 1; sorts, and measures with TestDFSIO, whose jar Maven fetches
Needs a build. A copy of this file in the archive is what runs there.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
from collections import Counter
from pathlib import Path

from cluster import Cluster
from cluster_shape import write_configuration
from daemon import ROOT
from ports import HOST, find_ports

BIN = ROOT / "bin"
LIBRARIES = ROOT / "lib-mapreduce"
HADOOP = "3.3.6"
NOBODY = 65534
EXAMPLES = LIBRARIES / f"hadoop-mapreduce-examples-{HADOOP}.jar"
TESTS = f"hadoop-mapreduce-client-jobclient-{HADOOP}-tests.jar"
POLICY = "RS-3-2-1024k"
# One spare beside the members of a group.
DATANODES = 6
WORDS = ["stripe", "group", "cell", "parity", "member", "row"]
TEXT_BYTES = 24 << 20
ROWS = 200_000
SECONDS_MAX = 300
TERA_CHECKSUM = "org.apache.hadoop.examples.terasort.TeraChecksum"
TEST_DFS_IO = "org.apache.hadoop.fs.TestDFSIO"
SMALL_JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData"
OPENED = "--add-opens=java.base/java.lang=ALL-UNNAMED"
# All jobs run on the one, with --all on both.
WIDTHS = {"/wide": 2} | ({"/narrow": 1} if "--all" in sys.argv else {})


def site(ports, folder):
    """Of YARN and MapReduce on one small machine, beside what conf of the tree says."""
    address = {
        "yarn.resourcemanager.address": 0,
        "yarn.resourcemanager.scheduler.address": 1,
        "yarn.resourcemanager.resource-tracker.address": 2,
        "yarn.resourcemanager.admin.address": 3,
        "yarn.resourcemanager.webapp.address": 4,
        "yarn.nodemanager.address": 5,
        "yarn.nodemanager.localizer.address": 6,
        "yarn.nodemanager.webapp.address": 7,
        "mapreduce.jobhistory.address": 9,
        "mapreduce.jobhistory.webapp.address": 10,
        "mapreduce.jobhistory.admin.address": 11,
    }
    return {name: f"{HOST}:{ports + offset}" for name, offset in address.items()} | {
        "mapreduce.shuffle.port": str(ports + 8),
        "yarn.nodemanager.local-dirs": str(folder / "local"),
        "yarn.nodemanager.log-dirs": str(folder / "containers"),
        "yarn.nodemanager.resource.memory-mb": "1536",
        "yarn.nodemanager.vmem-check-enabled": "false",
        "yarn.nodemanager.pmem-check-enabled": "false",
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage": "100",
        "yarn.scheduler.minimum-allocation-mb": "256",
        "yarn.app.mapreduce.am.resource.mb": "512",
        "yarn.app.mapreduce.am.command-opts": f"-Xmx384m {SMALL_JVM} {OPENED}",
        "yarn.app.mapreduce.am.staging-dir": "/staging",
        # Of a tenth of a second: the history server learns of a job a moment after that has ended.
        "yarn.app.mapreduce.client.max-retries": "100",
        "mapreduce.map.memory.mb": "512",
        "mapreduce.reduce.memory.mb": "512",
        "mapreduce.map.java.opts": f"-Xmx384m {SMALL_JVM}",
        "mapreduce.reduce.java.opts": f"-Xmx384m {SMALL_JVM}",
        "mapreduce.task.io.sort.mb": "64",
    }


def merge(source, target, settings):
    """A configuration with further settings in front of its end; of two values the last holds."""
    write_configuration(target, settings)
    ours = re.search(r"<configuration>(.*)</configuration>", target.read_text(), re.S).group(1)
    target.write_text(source.read_text().replace("</configuration>", ours + "</configuration>"))


class MapReduceTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(os.environ["HOME"])
        cls.cluster = Cluster(cls.folder / "cluster")
        cls.cluster.start(DATANODES, None, {"dfs.namenode.redundancy.considerLoad": "false"})
        cls.addClassCleanup(cls.cluster.stop)
        ports = find_ports(12)
        for name in ("yarn-site.xml", "mapred-site.xml"):
            merge(ROOT / "conf" / name, cls.cluster.conf / name, site(ports, cls.folder))
        shutil.copy(ROOT / "conf" / "capacity-scheduler.xml", cls.cluster.conf)
        for daemon in ("resourcemanager", "nodemanager"):
            cls.run_command("yarn", "--daemon", "start", daemon)
            cls.addClassCleanup(cls.run_command, "yarn", "--daemon", "stop", daemon)
        # Who asks for a job that has just ended is sent there.
        cls.run_command("mapred", "--daemon", "start", "historyserver")
        cls.addClassCleanup(cls.run_command, "mapred", "--daemon", "stop", "historyserver")
        cls.await_node()
        cls.run_command("hdfs", "ec", "-enablePolicy", "-policy", POLICY)
        for path, width in WIDTHS.items():
            cls.run_command("hadoop", "fs", "-mkdir", path)
            cls.run_command(
                "hdfs", "ec", "-setPolicy", "-path", path, "-policy", POLICY, "-stripeWidth",
                str(width))

    @classmethod
    def await_node(cls):
        deadline = time.monotonic() + SECONDS_MAX
        while "NodeManager from node" not in cls.log("resourcemanager"):
            assert time.monotonic() < deadline, cls.log("nodemanager")[-3000:]
            time.sleep(0.2)

    @classmethod
    def log(cls, daemon):
        return "".join(file.read_text() for file in (cls.folder / "logs").glob(f"*{daemon}*.log"))

    @classmethod
    def environment(cls):
        return os.environ | {
            "HADOOP_CONF_DIR": str(cls.cluster.conf),
            "HADOOP_LOG_DIR": str(cls.folder / "logs"),
            "HADOOP_PID_DIR": str(cls.folder),
            "HADOOP_OPTS": f"-Xmx512m {SMALL_JVM}",
        }

    @classmethod
    def run_command(cls, *words):
        done = subprocess.run(
            [BIN / words[0], *words[1:]], env=cls.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            timeout=SECONDS_MAX)
        assert done.returncode == 0, f"{words}: {done.stdout}"
        return done.stdout

    def run_job(self, jar, *words, on_map=None):
        return self.run_program("jar", jar, *words, on_map=on_map)

    def run_program(self, *words, on_map=None, environment=None):
        """Runs a job to its end; calls `on_map` once, when the first map has ended."""
        said = []
        with subprocess.Popen(
                [BIN / "hadoop", *words], env=self.environment() | (environment or {}) | {
                    "HADOOP_ROOT_LOGGER": "INFO,console"},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True) as job:
            for line in job.stdout:
                said.append(line)
                progress = re.search(r"map (\d+)% reduce", line)
                if on_map and progress and 0 < int(progress.group(1)) < 100:
                    on_map()
                    on_map = None
        self.assertEqual(0, job.returncode, "".join(said))
        self.assertIsNone(on_map, "the job ended before a node was killed:\n" + "".join(said))
        return "".join(said)

    def kill_one(self, number):
        def kill():
            self.cluster.datanode(number).end(signal.SIGKILL)

        return kill

    def revive(self, number):
        self.cluster.datanode(number).await_end(SECONDS_MAX)
        self.cluster.start_datanode(number)

    def test_1_words_are_counted_while_a_node_dies(self):
        text, counts = self.text()
        for number, path in enumerate(WIDTHS, start=1):
            with self.subTest(path):
                self.run_command(
                    "hadoop", "fs", "-D", "dfs.blocksize=2m", "-put", str(text), f"{path}/text")
                self.run_job(
                    EXAMPLES, "wordcount", f"{path}/text", f"{path}/counts",
                    on_map=self.kill_one(number))
                found = self.run_command("hadoop", "fs", "-cat", f"{path}/counts/part-r-00000")
                lines = [line.split("\t") for line in found.splitlines() if "\t" in line]
                self.assertEqual({word: int(count) for word, count in lines}, counts)
                self.revive(number)

    def test_0_the_programs_beside_hadoop_run(self):
        self.assertIn("LESS4-10-4", self.run_command("okapi-ec", "codes"))
        self.assertIn("bench", self.run_command("bench", "--help"))

    def text(self):
        chance = random.Random(42)
        counts = Counter()
        file = self.folder / "text"
        with open(file, "w") as out:
            while out.tell() < TEXT_BYTES:
                words = chance.choices(WORDS, k=10_000)
                counts.update(words)
                out.write("\n".join(" ".join(words[i:i + 10]) for i in range(0, 10_000, 10)) + "\n")
        return file, counts

    def test_2_rows_are_sorted_while_a_node_dies(self):
        self.require_all()
        for number, path in enumerate(WIDTHS, start=3):
            with self.subTest(path):
                small = ["-D", "dfs.blocksize=2m"]
                self.run_job(EXAMPLES, "teragen", *small, str(ROWS), f"{path}/rows")
                self.run_job(
                    EXAMPLES, "terasort", *small, f"{path}/rows", f"{path}/sorted",
                    on_map=self.kill_one(number))
                self.run_job(EXAMPLES, "teravalidate", f"{path}/sorted", f"{path}/report")
                self.run_command("hadoop", TERA_CHECKSUM, f"{path}/rows", f"{path}/sum")
                report = self.run_command("hadoop", "fs", "-cat", f"{path}/report/part-r-00000")
                total = self.run_command("hadoop", "fs", "-cat", f"{path}/sum/part-r-00000")
                self.assertEqual(
                    ["checksum", total.split()[-1]], report.split()[-2:], report)
                self.revive(number)

    def test_3_files_are_written_and_read_by_test_dfs_io_while_a_node_dies(self):
        self.require_all()
        # Its jar's driver would load every test.
        environment = {"HADOOP_CLASSPATH": str(self.folder / TESTS)}
        for number, path in enumerate(WIDTHS, start=5):
            with self.subTest(path):
                words = [
                    TEST_DFS_IO, f"-Dtest.build.data={path}/io", "-Ddfs.blocksize=2m", "-nrFiles",
                    "6", "-size", "8MB", "-resFile", str(self.folder / "result")]
                self.run_program(*words, "-write", environment=environment)
                self.run_program(
                    *words, "-read", on_map=self.kill_one(number), environment=environment)
                result = (self.folder / "result").read_text()
                self.assertRegex(result, r"TestDFSIO ----- : read")
                self.revive(number)

    def require_all(self):
        if "--all" not in ARGUMENTS:
            self.skipTest("takes minutes: --all")


ARGUMENTS = sys.argv[1:]


def unpack(folder):
    """The archive, with what of the tests runs in it; the file of the test there."""
    import dist
    import standalone

    archive = dist.TARGET / f"{standalone.NAME}.tar.gz"
    built = ROOT / "target" / "built"
    if not archive.exists() or archive.stat().st_mtime < built.stat().st_mtime:
        subprocess.run([ROOT / "scripts" / "dist"], check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(archive) as tar:
        tar.extractall(folder)
    library = folder / standalone.NAME / "scripts" / "lib"
    library.mkdir(parents=True)
    modules = ("cluster.py", "cluster_shape.py", "daemon.py", "ports.py")
    for name in (*modules, Path(__file__).name):
        shutil.copyfile(ROOT / "scripts" / "lib" / name, library / name)
    if "--all" in ARGUMENTS:
        subprocess.run(
            ["mvn", "--batch-mode", "--quiet", "dependency:copy",
             f"-Dartifact=org.apache.hadoop:hadoop-mapreduce-client-jobclient:{HADOOP}:jar:tests",
             f"-DoutputDirectory={folder}"], check=True, cwd=ROOT)
    return library / Path(__file__).name


def run_elsewhere():
    """Runs this file in the archive, as a user who owns that and nothing else; its exit code."""
    memory = Path("/dev/shm")
    parent = memory if os.access(memory, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="okapi-mapreduce-", dir=parent))
    try:
        file = unpack(folder)
        another = {}
        if os.geteuid() == 0:
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
            another = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        # One that another user may run, too.
        python = "/usr/bin/python3" if another else sys.executable
        return subprocess.run(
            [python, "-W", "ignore::ResourceWarning", "-B", file, *ARGUMENTS], check=False,
            env=os.environ | {"HOME": str(folder), "USER": "nobody"}, cwd=folder, **another,
        ).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    if (ROOT / "pom.xml").is_file():
        sys.exit(run_elsewhere())
    unittest.main(argv=sys.argv[:1] + [word for word in ARGUMENTS if word != "--all"])
