"""An installation of Hadoop that is laid out as Apache's archive, made from jars of Maven Central.

Its launcher runs in the foreground and has the commands of bin/hdfs.
"""

import shutil
import subprocess
import tarfile
from pathlib import Path

import dist
from dist import HADOOP, ROOT

LIBRARIES = ROOT / "dist" / "target" / "lib"
WEB = ROOT / "hadoop-hdfs-project" / "hadoop-hdfs" / "target" / "classes" / "webapps"
LAUNCHER = """#!/usr/bin/env bash
set -euo pipefail
main=$(awk -v name="$1" '$1 == name {{ print $3 }}' {commands})
shift
share={share}
# Words of options.
# shellcheck disable=SC2086
exec java --add-opens=java.base/java.lang=ALL-UNNAMED ${{HADOOP_OPTS:-}} \\
  -Dlog4j.configuration=file:{log4j} -Dhadoop.root.logger=${{HADOOP_ROOT_LOGGER:-INFO,console}} \\
  -cp "$HADOOP_CONF_DIR:$share/common/lib/*:$share/hdfs:$share/hdfs/*" "org.apache.hadoop.$main" "$@"
"""


class Installation:
    """Apache's jars; `install` puts ours in their place."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.launcher = folder / "bin" / "hdfs"
        hdfs = folder / "share" / "hadoop" / "hdfs"
        common = folder / "share" / "hadoop" / "common" / "lib"
        for each in (hdfs, common, folder / "bin"):
            each.mkdir(parents=True)
        brought = {f"{name}-" for name in dist.NEEDS}
        for jar in LIBRARIES.glob("*.jar"):
            if dist.VERSION not in jar.name and not any(map(jar.name.startswith, brought)):
                shutil.copyfile(jar, common / jar.name)
        for name in (f"hadoop-hdfs-{HADOOP}.jar", f"hadoop-hdfs-client-{HADOOP}.jar"):
            shutil.copyfile(dist.apaches()[name], hdfs / name)
        shutil.copytree(WEB, hdfs / "webapps")
        self.launcher.write_text(LAUNCHER.format(
            commands=ROOT / "bin" / "commands" / "hdfs", share=folder / "share" / "hadoop",
            log4j=ROOT / "conf" / "log4j.properties"))
        self.launcher.chmod(0o755)

    def install(self, overlay: Path):
        """What an operator does, on what an overlay archive unpacked to."""
        subprocess.run(
            [overlay / "okapi-install", "install", self.folder], check=True, capture_output=True)

    def class_path(self, conf: Path) -> str:
        share = self.folder / "share" / "hadoop"
        return f"{conf}:{share}/common/lib/*:{share}/hdfs/*"


def unpack_overlay(folder: Path) -> Path:
    """Makes the overlay archive of what is built, and unpacks it."""
    subprocess.run([ROOT / "scripts" / "dist"], check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(dist.TARGET / f"{dist.NAME}.tar.gz") as tar:
        tar.extractall(folder)
    return folder / dist.NAME
