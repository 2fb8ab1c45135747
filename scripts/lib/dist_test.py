#!/usr/bin/env python3
"""The overlay archive on an installation laid out as Hadoop's; needs what scripts/build builds.

Where it may, it runs as a user who owns the installation and nothing else.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import bill
import dist
import repository
import standalone

NOBODY = 65534
ARCHIVES = (dist.NAME, standalone.NAME, repository.NAME)
FOLDERS = {
    f"hadoop-hdfs-{dist.HADOOP}.jar": ["share/hadoop/hdfs"],
    f"hadoop-hdfs-client-{dist.HADOOP}.jar": ["share/hadoop/hdfs", "share/hadoop/tools/lib"],
    f"hadoop-client-api-{dist.HADOOP}.jar": ["share/hadoop/client"],
}


PROJECT = """
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>project</artifactId>
  <version>1</version>
  <repositories><repository><id>okapi</id><url>{url}</url></repository></repositories>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>io.okapifs</groupId>
        <artifactId>okapi</artifactId>
        <version>{version}</version>
        <type>pom</type>
        <scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>io.okapifs</groupId>
      <artifactId>hadoop-hdfs</artifactId>
      <version>{version}</version>
    </dependency>
  </dependencies>
</project>
"""


def without_ours(repository_of_user, local):
    """A local repository of Maven with what that of the user has, but for our own artifacts."""
    (local / "io").mkdir(parents=True)
    for there in [*repository_of_user.iterdir(), *(repository_of_user / "io").iterdir()]:
        if there.name not in ("io", "okapifs"):
            (local / there.relative_to(repository_of_user)).symlink_to(there)


def dependency_plugin():
    """By its version: whether a machine knows the plugins of a group depends on what was asked of it before."""
    name = "maven-dependency-plugin"
    version = re.search(rf"<artifactId>{name}</artifactId>\s*<version>([^<]+)</version>",
                        (dist.ROOT / "pom.xml").read_text()).group(1)
    return f"org.apache.maven.plugins:{name}:{version}"


class DistTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="okapi-dist-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.printed = cls.make()
        cls.archive = cls.folder / dist.NAME
        for name in ARCHIVES:
            with tarfile.open(dist.TARGET / f"{name}.tar.gz") as tar:
                tar.extractall(cls.folder)
        cls.folder.chmod(0o755)

    @classmethod
    def make(cls):
        made = subprocess.run(
            [dist.ROOT / "scripts" / "dist"], check=True, capture_output=True, text=True)
        return made.stdout

    def setUp(self):
        self.hadoop = self.folder / "hadoop"
        for name, jar in dist.apaches().items():
            for folder in FOLDERS[name]:
                (self.hadoop / folder).mkdir(parents=True, exist_ok=True)
                shutil.copyfile(jar, self.hadoop / folder / name)
        self.addCleanup(shutil.rmtree, self.hadoop)
        if os.geteuid() == 0:
            for path in [self.hadoop, *self.hadoop.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)

    def run_tool(self, *words, environment=None):
        as_owner = {"user": NOBODY, "group": NOBODY, "extra_groups": []} \
            if os.geteuid() == 0 else {}
        return subprocess.run(
            [self.archive / "okapi-install", *map(str, words)], capture_output=True, text=True,
            check=False, env={**os.environ, **(environment or {})}, cwd="/", **as_owner)

    def digests(self):
        return {
            str(file.relative_to(self.hadoop)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in self.hadoop.rglob("*") if file.is_file()}

    def test_what_is_installed_is_ours_and_goes_away_without_a_trace(self):
        before = self.digests()
        installed = self.run_tool("install", self.hadoop)
        self.assertEqual((0, ""), (installed.returncode, installed.stderr), installed)
        after = self.digests()
        for name in dist.WOVEN:
            for folder in FOLDERS[name]:
                self.assertEqual(
                    dist.digest(self.archive / "replace" / name), after[f"{folder}/{name}"])
                self.assertNotEqual(dist.digest(dist.apaches()[name]), after[f"{folder}/{name}"])
        self.assertIn("share/hadoop/hdfs/okapi-ec-" + dist.VERSION + ".jar", after)
        verified = self.run_tool("verify", self.hadoop)
        self.assertEqual(0, verified.returncode, verified)
        back = self.run_tool("rollback", self.hadoop)
        self.assertEqual(0, back.returncode, back)
        self.assertEqual(before, self.digests())

    def test_an_archive_is_the_same_when_it_is_made_again(self):
        self.assertEqual(self.printed, self.make())

    def test_nothing_tells_where_it_was_built(self):
        root = str(dist.ROOT).encode()
        ours = [
            jar for name in (standalone.NAME, repository.NAME)
            for jar in (self.folder / name).rglob(f"*{dist.VERSION}.jar")]
        for jar in [*self.archive.rglob("*.jar"), *ours]:
            with zipfile.ZipFile(jar) as zipped:
                for name in zipped.namelist():
                    self.assertNotIn(root, zipped.read(name), f"{jar} {name}")

    def test_what_is_appended_to_apaches_files_is_there_once(self):
        """However often a tree was built: pieces are appended to files that a build keeps."""
        for name in dist.WOVEN:
            with zipfile.ZipFile(self.archive / "replace" / name) as zipped:
                notice = zipped.read("META-INF/NOTICE.txt").decode()
                self.assertEqual(1, notice.count("Okapi: HDFS with decoupled striping"), name)
        with zipfile.ZipFile(
                self.archive / "replace" / f"hadoop-client-api-{dist.HADOOP}.jar") as zipped:
            coders = zipped.read(
                "META-INF/services/org.apache.hadoop.io.erasurecode.rawcoder"
                ".RawErasureCoderFactory").decode()
        ours = [line for line in coders.splitlines() if line.startswith("io.okapifs.")]
        self.assertEqual(4, len(ours), coders)
        self.assertEqual(4, len(set(ours)), coders)

    def test_sums_are_those_that_sha256sum_checks(self):
        for name in ARCHIVES:
            subprocess.run(
                ["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=self.folder / name,
                check=True)

    def test_every_jar_is_in_the_bill_of_materials_with_its_licence(self):
        for name in (dist.NAME, standalone.NAME):
            bom = json.loads((self.folder / name / "bom.json").read_text())
            known = {bill.file_name(component) for component in bom["components"]}
            digests = {component["hashes"][0]["content"] for component in bom["components"]}
            for jar in (self.folder / name).rglob("*.jar"):
                ours = dist.WOVEN.get(jar.name, jar).name if name == dist.NAME else jar.name
                self.assertTrue({ours, f"{jar.stem}-{dist.VERSION}.jar"} & known, jar)
                self.assertIn(dist.digest(jar), digests, jar)
            for component in bom["components"]:
                self.assertTrue(component.get("licenses"), component["purl"])

    def test_nothing_of_tests_or_for_other_systems_is_beside_the_daemons(self):
        for jar in (self.folder / standalone.NAME / "lib").iterdir():
            self.assertNotRegex(jar.name, "junit|hamcrest|osx|aarch_64")

    def test_a_project_of_maven_finds_our_jars_instead_of_apaches(self):
        local = self.folder / "local"
        without_ours(Path.home() / ".m2" / "repository", local)
        project = self.folder / "project"
        project.mkdir()
        (project / "pom.xml").write_text(
            PROJECT.format(url=(self.folder / repository.NAME).as_uri(), version=dist.VERSION))
        # No mirror of the machine's may stand for our repository, whatever it is called there.
        (project / "settings.xml").write_text("<settings/>")
        found = subprocess.run(
            ["mvn", "--batch-mode", "--quiet", "--offline", "-Daether.offline.protocols=file",
             "--settings", "settings.xml", "--global-settings", "settings.xml",
             "--legacy-local-repository",
             f"-Dmaven.repo.local={local}", f"{dependency_plugin()}:build-classpath",
             "-Dmdep.outputFile=class-path.txt"],
            cwd=project, capture_output=True, text=True, check=False)
        self.assertEqual(0, found.returncode, found)
        names = {Path(jar).name for jar in (project / "class-path.txt").read_text().split(":")}
        ours = {f"{name}-{dist.VERSION}.jar" for name in repository.POMS}
        self.assertEqual(
            ours - {f"{name}-{dist.VERSION}.jar"
                    for name in ("okapi", "okapi-ec-tool", "okapi-hadoop-client-api")},
            ours & names)
        self.assertIn(f"hadoop-common-{dist.HADOOP}.jar", names)
        self.assertFalse(names & {f"hadoop-hdfs-{dist.HADOOP}.jar",
                                  f"hadoop-hdfs-client-{dist.HADOOP}.jar"})

    def test_a_java_that_is_too_old_is_named(self):
        old = self.folder / "old" / "bin"
        old.mkdir(parents=True)
        (old / "java").write_text(
            "#!/bin/sh\necho '    java.specification.version = 11' >&2\n")
        (old / "java").chmod(0o755)
        refused = self.run_tool(
            "install", self.hadoop, environment={"JAVA_HOME": str(old.parent)})
        self.assertEqual(1, refused.returncode)
        self.assertEqual(1, len(refused.stderr.splitlines()), refused.stderr)
        self.assertIn("is Java 11: set JAVA_HOME to a JDK 17", refused.stderr)


if __name__ == "__main__":
    unittest.main()
