"""bin/hdfs, hadoop, mapred and yarn: every command of their tables starts, and options and settings reach the JVM. It and the
other launchers say so where they have no build, or half of one."""

import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / "bin"
NAMES = ["hdfs", "hadoop", "mapred", "yarn"]
SECONDS_MAX = 120

# What each command of bin/hdfs answers without a cluster: exit code and words of its output.
ANSWERS = {
    "namenode -help": (0, "Usage: hdfs namenode"),
    "secondarynamenode -help": (0, "usage: secondarynamenode"),
    "datanode -help": (0, "Usage: hdfs datanode"),
    "zkfc": (1, "HA is not enabled"),
    "balancer -help": (0, "Usage: hdfs balancer"),
    "mover -help": (0, "Usage: hdfs mover"),
    "dfs -help ls": (0, "-ls [-C]"),
    "ec -help setPolicy": (0, "-stripeWidth"),
    "fsck": (-1, "Usage: hdfs fsck <path>"),
    "dfsadmin -help safemode": (0, "-safemode"),
    "haadmin -help": (0, "Usage: haadmin"),
    "dfsrouteradmin -help": (-1, "Usage: hdfs dfsrouteradmin"),
    "cacheadmin -help": (1, "-addDirective"),
    "crypto -help": (1, "-createZone"),
    "storagepolicies -help": (1, "-listPolicies"),
    "diskbalancer -help": (0, "usage: hdfs diskbalancer"),
    "snapshotDiff": (1, "hdfs snapshotDiff <snapshotDir>"),
    "lsSnapshottableDir -help": (1, "hdfs lsSnapshottableDir"),
    "oiv -h": (0, "Offline Image Viewer"),
    "oiv_legacy -h": (0, "Offline Image Viewer"),
    "oev -h": (0, "Offline edits viewer"),
    "fetchdt --help": (1, "fetchdt retrieves delegation tokens"),
    "getconf -confKey fs.defaultFS": (0, "hdfs://127.0.0.1:1"),
    "getconf -confKey dfs.datanode.ec.group-repair.memory-bytes": (0, "671088640"),
    "groups": (1, "failed on connection exception"),
    "jmxget -help": (0, "usage: jmxget options are:"),
    "debug": (0, "Usage: hdfs debug <command>"),
    "version": (0, "Hadoop 3.3.6"),
    "classpath --glob": (0, "hadoop-hdfs-3.3.6-okapi-1.jar"),
    "org.apache.hadoop.util.VersionInfo": (0, "Hadoop 3.3.6"),
}
# The same of the other launchers: each program of theirs is on the class path, and some are started.
ANSWERS_OF_OTHERS = {
    "hadoop fs -help ls": (0, "-ls [-C]"),
    "hadoop jar": (-1, "RunJar jarFile"),
    "hadoop distcp": (-1, "usage: distcp"),
    "hadoop classpath": (0, "lib-mapreduce/*"),
    "mapred job": (-1, "-kill <job-id>"),
    "yarn container -help": (0, "usage: container"),
}
# What a daemon that needs no other one logs once it is up; sps waits for its NameNode.
DAEMONS_THAT_RUN_ALONE = {
    "journalnode": "IPC Server Responder: starting",
    "sps": "Failed to connect with namenode",
    "httpfs": "Started ServerConnector",
    "dfsrouter": "Started ServerConnector",
}

# What starts a JVM, with the folder of its class path.
LAUNCHERS = {
    "bench codes": "benchmarks/target",
    "okapi-ec codes": "okapi-ec-tool/target",
    "hdfs version": "dist/target",
}

SITE = """<configuration>
  <property><name>fs.defaultFS</name><value>hdfs://127.0.0.1:1</value></property>
  <property><name>ipc.client.connect.max.retries</name><value>0</value></property>
  <property><name>dfs.journalnode.edits.dir</name><value>{folder}/journal</value></property>
  <property><name>dfs.journalnode.rpc-address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.journalnode.http-address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.storage.policy.satisfier.mode</name><value>external</value></property>
  <property><name>dfs.federation.router.rpc-address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.federation.router.admin-address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.federation.router.http-address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.federation.router.store.enable</name><value>false</value></property>
  <property><name>httpfs.http.port</name><value>0</value></property>
  <property><name>httpfs.http.hostname</name><value>127.0.0.1</value></property>
</configuration>
"""


def table(name: str = "hdfs") -> dict[str, str]:
    """Kinds of the commands of a launcher by name."""
    lines = (BIN / "commands" / name).read_text().splitlines()
    return {line.split()[0]: line.split()[1] for line in lines if not line.startswith("#")}


class LauncherTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name in ("core-site.xml", "hdfs-site.xml", "httpfs-site.xml"):
            (self.folder / name).write_text(SITE.format(folder=self.folder))
        (self.folder / "httpfs-signature.secret").write_text("secret")
        unset = ("HADOOP_", "HDFS_", "MAPRED_", "YARN_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(unset)}
        self.environment = kept | {
            "HADOOP_CONF_DIR": str(self.folder),
            "HADOOP_LOG_DIR": str(self.folder / "logs"),
            "HADOOP_PID_DIR": str(self.folder),
        }

    def run_hdfs(self, line: str, **settings: str) -> tuple[int, str]:
        return self.run_launcher(BIN, "hdfs " + line, **settings)

    def run_launcher(self, folder: Path, line: str, **settings: str) -> tuple[int, str]:
        name, *words = line.split()
        done = subprocess.run(
            [folder / name, *words],
            env=self.environment | settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS_MAX,
        )
        return done.returncode, done.stdout

    def fake_jdk(self) -> str:
        """A JAVA_HOME whose java prints what it is given."""
        java = self.folder / "jdk" / "bin" / "java"
        java.parent.mkdir(parents=True, exist_ok=True)
        java.write_text('#!/bin/sh\necho "$@"\n')
        java.chmod(0o755)
        return str(self.folder / "jdk")

    def run_with_fake_java(self, line: str, **settings: str) -> str:
        """The command line that a command gives to the JVM."""
        code, text = self.run_hdfs(line, JAVA_HOME=self.fake_jdk(), **settings)
        self.assertEqual(code, 0, text)
        return text

    def test_every_command_of_the_table_answers(self):
        covered = {line.split()[0] for line in ANSWERS} | DAEMONS_THAT_RUN_ALONE.keys()
        self.assertEqual(set(table()) - covered, set())
        expected = {f"hdfs {line}": answer for line, answer in ANSWERS.items()} | ANSWERS_OF_OTHERS
        with ThreadPoolExecutor(max_workers=2) as pool:
            found = pool.map(lambda line: self.run_launcher(BIN, line), expected)
            answers = dict(zip(expected, found))
        for line, (code, words) in expected.items():
            with self.subTest(line):
                self.assertEqual(answers[line][0], code % 256, answers[line][1])
                self.assertIn(words, answers[line][1])

    def test_every_class_of_the_tables_is_in_a_jar(self):
        entries = set()
        for folder in ("lib", "lib-mapreduce"):
            for jar in (ROOT / "dist" / "target" / folder).glob("*.jar"):
                with zipfile.ZipFile(jar) as zipped:
                    entries.update(zipped.namelist())
        for name in NAMES:
            for line in (BIN / "commands" / name).read_text().splitlines()[1:]:
                path = line.split()[2].replace(".", "/") + ".class"
                entry = path if path.startswith("io/") else "org/apache/hadoop/" + path
                # Not assertIn, which would print all entries.
                self.assertTrue(entry in entries, f"{name} {line}")

    def test_daemons_start_tell_their_status_and_stop(self):
        for name, words in DAEMONS_THAT_RUN_ALONE.items():
            with self.subTest(name):
                self.assertEqual(self.run_hdfs(f"--daemon status {name}")[0], 3)
                code, text = self.run_hdfs(f"--daemon start {name}")
                self.addCleanup(self.run_hdfs, f"--daemon stop {name}")
                self.assertEqual(code, 0, text)
                self.await_log(name, words)
                self.assertEqual(self.run_hdfs(f"--daemon status {name}")[0], 0)
                code, text = self.run_hdfs(f"--daemon start {name}")
                self.assertEqual(code, 1)
                self.assertIn("stop it first", text)
                self.assertEqual(self.run_hdfs(f"--daemon stop {name}")[0], 0)
                self.assertEqual(self.run_hdfs(f"--daemon status {name}")[0], 3)

    def await_log(self, name: str, words: str) -> str:
        deadline = time.monotonic() + SECONDS_MAX
        while time.monotonic() < deadline:
            text = "".join(log.read_text() for log in (self.folder / "logs").glob(f"*{name}*.*"))
            if words in text:
                return text
            time.sleep(0.1)
        self.fail(f"{name} did not log '{words}': {text}")

    def test_httpfs_answers_by_http(self):
        self.assertEqual(self.run_hdfs("--daemon start httpfs")[0], 0)
        self.addCleanup(self.run_hdfs, "--daemon stop httpfs")
        text = self.await_log("httpfs", "Started ServerConnector")
        port = text.split("Started ServerConnector", 1)[1].split("127.0.0.1:", 1)[1].split("}")[0]
        url = f"http://127.0.0.1:{port}/webhdfs/v1/?op=GETHOMEDIRECTORY&user.name=al"
        with urllib.request.urlopen(url, timeout=SECONDS_MAX) as answer:
            self.assertEqual(json.load(answer), {"Path": "/user/al"})

    def test_without_a_command_the_usage_lists_all_of_them(self):
        for launcher in NAMES:
            with self.subTest(launcher):
                code, text = self.run_launcher(BIN, launcher)
                self.assertEqual(code, 1)
                self.assertIn(f"\n{launcher} [--config DIR] --daemon", text)
                for name in table(launcher):
                    self.assertRegex(text, rf"(?m)^  {name} +\S")
                self.assertEqual(self.run_launcher(BIN, launcher + " --help"), (0, text))

    def test_wrong_use_is_one_line_and_exit_code_one(self):
        for line, words in {
            "frobnicate": "unknown command 'frobnicate'",
            "--frobnicate namenode": "unknown option '--frobnicate'",
            "--config /nowhere dfs": "no configuration folder at /nowhere",
            "--workers namenode": "this machine only",
            "--daemon start dfs": "dfs is not a daemon",
            "--daemon frobnicate datanode": "unknown action 'frobnicate'",
            "nfs3": "not part of this build",
        }.items():
            with self.subTest(line):
                code, text = self.run_hdfs(line)
                self.assertEqual(code, 1)
                self.assertIn(words, text)
                self.assertEqual(text.count("\n"), 1, text)

    def test_settings_reach_the_jvm(self):
        text = self.run_with_fake_java(
            "--loglevel DEBUG namenode -format",
            HADOOP_OPTS="-Da=1",
            HDFS_NAMENODE_OPTS="-Db=2",
            HADOOP_CLIENT_OPTS="-Dc=3",
            HADOOP_HEAPSIZE_MAX="700",
        )
        for word in ("-Xmx700m", "-Da=1", "-Db=2", "hadoop.root.logger=DEBUG,console"):
            self.assertIn(word, text)
        self.assertIn(f"-Dhadoop.log.dir={self.folder}/logs ", text)
        self.assertIn(f"-cp {self.folder}:", text)
        self.assertTrue(text.endswith("hdfs.server.namenode.NameNode -format\n"), text)
        self.assertNotIn("-Dc=3", text)
        self.assertIn("-Dc=3", self.run_with_fake_java("dfs -ls", HADOOP_CLIENT_OPTS="-Dc=3"))

    def test_hadoop_env_of_the_configuration_is_read_first(self):
        (self.folder / "hadoop-env.sh").write_text("export HDFS_DATANODE_OPTS=-Dfrom=env\n")
        self.assertIn("-Dfrom=env", self.run_with_fake_java("datanode"))

    def test_envvars_shows_what_settings_come_to(self):
        code, text = self.run_hdfs("envvars")
        self.assertEqual(code, 0)
        self.assertIn(f"HADOOP_CONF_DIR='{self.folder}'", text)

    def test_a_wrong_java_home_is_one_sentence_and_exit_code_one(self):
        old = self.folder / "old"
        shutil.copytree(self.fake_jdk(), old)
        (old / "release").write_text('IMPLEMENTOR="a"\nJAVA_VERSION="1.8.0_392"\n')
        advice = "set JAVA_HOME to the folder of a JDK 17\n"
        for line in LAUNCHERS:
            with self.subTest(line):
                name = line.split()[0]
                answers = {
                    "/nowhere": f"{name}: no program /nowhere/bin/java: {advice}",
                    str(old): f"{name}: {old}/bin/java is Java 8: {advice}",
                }
                for home, answer in answers.items():
                    self.assertEqual(self.run_launcher(BIN, line, JAVA_HOME=home), (1, answer))
        code, text = self.run_hdfs("--daemon start datanode", JAVA_HOME="/nowhere")
        self.assertEqual((code, text), (1, f"hdfs: no program /nowhere/bin/java: {advice}"))

    def test_launchers_without_a_whole_build_say_so_in_one_sentence(self):
        tree = self.folder / "tree"
        shutil.copytree(BIN, tree / "bin")
        for line, name in LAUNCHERS.items():
            with self.subTest(line):
                self.assert_needs_a_whole_build(tree, line, tree / name)

    def assert_needs_a_whole_build(self, tree: Path, line: str, target: Path):
        command = line.split()[0]
        jars = [target / "a.jar", target / "b.jar"]
        advice = f"run {tree}/scripts/build\n"
        jdk = self.fake_jdk()

        def run() -> tuple[int, str]:
            return self.run_launcher(tree / "bin", line, JAVA_HOME=jdk)

        self.assertEqual(run(), (1, f"{command}: nothing is built: {advice}"))
        for folder in ("classes", "web"):
            (target / folder).mkdir(parents=True)
        (target / "class-path.txt").write_text(":".join(map(str, jars)))
        jars[0].touch()
        half = f"{command}: half of a build is there, {jars[1]} is not: {advice}"
        self.assertEqual(run(), (1, half))
        jars[1].touch()
        code, text = run()
        self.assertEqual((code, text[:1]), (0, "-"), text)


if __name__ == "__main__":
    unittest.main()
