"""One NameNode and N DataNodes as processes of this machine; see scripts/cluster."""

import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from xml.sax.saxutils import escape

from daemon import HDFS, ROOT, ClusterError, Daemon

HOST = "127.0.0.1"
DEFAULT_FOLDER = ROOT / "target" / "cluster"
START_SECONDS_MAX = 120
PORTS_PER_DAEMON = 10
# Below the range from which Linux takes the ports of outgoing connections.
PORTS = range(15000, 31000)

# Small machines run 14 of these JVMs: serial GC and the first compiler tier start fastest.
COMMON_JVM = "-XX:+UseSerialGC -XX:-UsePerfData -Djava.net.preferIPv4Stack=true"
NAMENODE_JVM = f"-Xmx512m {COMMON_JVM}"
DATANODE_JVM = f"-Xmx256m -XX:TieredStopAtLevel=1 {COMMON_JVM}"

# Only what a cluster on one machine needs; every other value is HDFS's default.
LOCAL_CONFIG = {
    "dfs.namenode.safemode.extension": "1000",
    "dfs.heartbeat.interval": "1",
    "dfs.namenode.datanode.registration.ip-hostname-check": "false",
}

# All DataNodes have one address, so that racks go by name; HDFS's other mappings go by address.
RACK_MAPPING = "org.apache.hadoop.net.ScriptBasedMapping$RawScriptBasedMapping"
TOPOLOGY_SCRIPT = """#!/usr/bin/env bash
# DataNodes are dealt to {racks} racks; whoever else asks is on none of them.
for name in "$@"; do
  if [[ $name =~ ^datanode-([0-9]+)$ ]]; then
    echo "/rack-$(((BASH_REMATCH[1] - 1) % {racks} + 1))"
  else
    echo /default-rack
  fi
done
"""


class Cluster:
    """A cluster whose processes and files all live under one folder."""

    def __init__(self, folder: Path = DEFAULT_FOLDER):
        self.folder = folder.resolve()
        self.conf = self.folder / "conf"
        self.state_file = self.folder / "cluster.json"

    # --- what the folder remembers

    def exists(self) -> bool:
        return self.state_file.exists()

    def state(self) -> dict:
        if not self.exists():
            raise ClusterError(f"there is no cluster in {self.folder}")
        return json.loads(self.state_file.read_text())

    def datanodes(self) -> list[int]:
        return list(range(1, self.state()["datanodes"] + 1))

    def namenode(self) -> Daemon:
        return Daemon("NameNode", self.folder / "namenode", self.conf)

    def datanode(self, number: int) -> Daemon:
        if number not in self.datanodes():
            raise ClusterError(f"no DataNode {number}: the cluster has 1..{len(self.datanodes())}")
        return Daemon(f"DataNode {number}", self.folder / f"datanode-{number}", self.conf)

    def daemons(self) -> list[Daemon]:
        return [self.namenode()] + [self.datanode(number) for number in self.datanodes()]

    def running_datanodes(self) -> list[int]:
        return [number for number in self.datanodes() if self.datanode(number).pid()]

    def address(self, number: int, service: int) -> str:
        """Of DataNode `number`, or of the NameNode for 0; services count from 0."""
        return f"{HOST}:{self.state()['port'] + number * PORTS_PER_DAEMON + service}"

    # --- start and stop

    def start(
        self,
        datanodes: int | None,
        port: int | None,
        config: dict[str, str],
        racks: int | None = None,
    ) -> None:
        if self.exists():
            self._check_same(datanodes, port, config, racks)
        else:
            self._create(datanodes or 3, port, config, racks)
        if any(daemon.pid() for daemon in self.daemons()):
            raise ClusterError(f"the cluster in {self.folder} is running already")
        self._start_namenode()
        for number in self.datanodes():
            self._launch_datanode(number)
        self._await_ready(self.datanodes())

    def _check_same(
        self, datanodes: int | None, port: int | None, config: dict, racks: int | None
    ) -> None:
        state = self.state()
        asked = {"datanodes": datanodes, "racks": racks, "port": port, "config": config or None}
        for key, value in asked.items():
            if value is not None and value != state.get(key):
                raise ClusterError(
                    f"the cluster kept in {self.folder} has {key}={state.get(key)}, not {value}"
                )

    def _create(
        self, datanodes: int, port: int | None, config: dict[str, str], racks: int | None
    ) -> None:
        if datanodes < 1:
            raise ClusterError(f"a cluster needs at least one DataNode, not {datanodes}")
        if racks is not None and not 1 <= racks <= datanodes:
            raise ClusterError(f"{datanodes} DataNodes stand on 1..{datanodes} racks, not {racks}")
        if self.folder.exists() and any(self.folder.iterdir()):
            raise ClusterError(f"{self.folder} is not empty and holds no cluster")
        first_port = port or find_ports((datanodes + 1) * PORTS_PER_DAEMON)
        self.conf.mkdir(parents=True)
        state = {"datanodes": datanodes, "racks": racks, "port": first_port, "config": config}
        self.state_file.write_text(json.dumps(state, indent=2) + "\n")
        write_configuration(
            self.conf / "core-site.xml",
            {
                "fs.defaultFS": f"hdfs://{self.address(0, 0)}",
                "hadoop.tmp.dir": str(self.folder / "tmp"),
            }
            | self._rack_configuration(racks),
        )
        write_configuration(
            self.conf / "hdfs-site.xml",
            LOCAL_CONFIG
            | {
                "dfs.replication": str(min(3, datanodes)),
                "dfs.namenode.rpc-address": self.address(0, 0),
                "dfs.namenode.http-address": self.address(0, 1),
                "dfs.namenode.name.dir": f"file://{self.folder}/namenode/name",
            }
            | config,
        )
        self._format()

    def _rack_configuration(self, racks: int | None) -> dict[str, str]:
        if racks is None:
            return {}
        script = self.conf / "topology"
        script.write_text(TOPOLOGY_SCRIPT.format(racks=racks))
        script.chmod(0o755)
        return {
            "net.topology.node.switch.mapping.impl": RACK_MAPPING,
            "net.topology.script.file.name": str(script),
        }

    def _format(self) -> None:
        done = subprocess.run(
            [str(HDFS), "namenode", "-format", "-nonInteractive"],
            env=os.environ | {"HADOOP_CONF_DIR": str(self.conf)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            tail = "\n  ".join(done.stderr.splitlines()[-20:])
            shutil.rmtree(self.folder)
            raise ClusterError(f"formatting the NameNode failed:\n  {tail}")

    def _start_namenode(self) -> None:
        namenode = self.namenode()
        namenode.start("namenode", NAMENODE_JVM, [])
        self._poll(self._silence, namenode)

    def _silence(self) -> str | None:
        return None if self._bean("NameNodeInfo") else "it does not answer"

    def _launch_datanode(self, number: int) -> None:
        datanode = self.datanode(number)
        options = {
            "dfs.datanode.data.dir": f"file://{datanode.folder}/data",
            "dfs.datanode.address": self.address(number, 0),
            "dfs.datanode.http.address": self.address(number, 1),
            "dfs.datanode.ipc.address": self.address(number, 2),
        }
        if self.state().get("racks"):
            options["dfs.datanode.hostname"] = f"datanode-{number}"
        arguments = [word for key, value in options.items() for word in ("-D", f"{key}={value}")]
        datanode.start("datanode", DATANODE_JVM, arguments)

    def start_datanode(self, number: int) -> None:
        self._launch_datanode(number)
        self._poll(lambda: self._registration_gap(number), self.datanode(number))
        self._await_ready(self.running_datanodes())

    def kill_datanode(self, number: int) -> None:
        self.datanode(number).kill()

    def replace_datanode(self, number: int) -> None:
        """Starts a DataNode that has ended, with empty disks."""
        shutil.rmtree(self.datanode(number).folder / "data")
        self.start_datanode(number)

    def restart_namenode(self) -> None:
        expected = self.running_datanodes()
        self._end([self.namenode()])
        self._start_namenode()
        self._await_ready(expected)

    def stop(self, keep: bool = False) -> None:
        self._end(self.daemons())
        if keep:
            return
        names = ["conf", "tmp", "namenode"] + [f"datanode-{i}" for i in self.datanodes()]
        for name in names:
            shutil.rmtree(self.folder / name, ignore_errors=True)
        self.state_file.unlink()
        if not any(self.folder.iterdir()):
            self.folder.rmdir()

    def _end(self, daemons: list[Daemon]) -> None:
        for daemon in daemons:
            daemon.adopt()
            daemon.end(signal.SIGTERM)
        for daemon in daemons:
            if not daemon.await_end(15):
                daemon.kill()

    # --- waiting

    def _await_ready(self, expected: list[int]) -> None:
        """Until these DataNodes are registered and have reported, and safe mode is left."""
        self._poll(lambda: self._readiness_gap(expected), self.namenode())

    def _poll(self, gap, culprit: Daemon) -> None:
        deadline = time.monotonic() + START_SECONDS_MAX
        while (what := gap()) is not None:
            if not culprit.pid():
                raise ClusterError(f"{culprit.name} has ended{culprit.log_tail()}")
            if time.monotonic() > deadline:
                raise ClusterError(
                    f"after {START_SECONDS_MAX} s {culprit.name} is not ready: {what}"
                    f"{culprit.log_tail()}"
                )
            time.sleep(0.2)

    def _readiness_gap(self, expected: list[int]) -> str | None:
        """What is still missing; None where nothing is."""
        for number in expected:
            datanode = self.datanode(number)
            if not datanode.pid():
                raise ClusterError(f"{datanode.name} has ended{datanode.log_tail()}")
        info = self._bean("NameNodeInfo")
        # A daemon that is still starting answers without the attributes that it cannot tell yet.
        if not info or "LiveNodes" not in info:
            return "it does not answer"
        live = {node["xferaddr"]: node for node in json.loads(info["LiveNodes"]).values()}
        seen = [live[self.address(i, 0)] for i in expected if self.address(i, 0) in live]
        if len(seen) < len(expected):
            return f"{len(seen)} of {len(expected)} DataNodes are registered"
        if info["Safemode"]:
            return info["Safemode"]
        silent = sum(1 for node in seen if not self._has_reported(node))
        return f"{silent} DataNodes have not reported their blocks" if silent else None

    def _has_reported(self, node: dict) -> bool:
        """The NameNode tells minutes since the last report, and since boot where there is none."""
        uptime = time.time() - self.namenode().pid_file.stat().st_mtime
        return node["lastBlockReport"] <= uptime // 60 + 1

    def _registration_gap(self, number: int) -> str | None:
        bean = self._bean("DataNodeInfo", number)
        if not bean:
            return "it does not answer"
        actors = json.loads(bean.get("BPServiceActorInfo", "[]"))
        running = actors and all(actor["ActorState"] == "RUNNING" for actor in actors)
        return None if running else "it is not registered"

    def _bean(self, name: str, datanode: int = 0) -> dict | None:
        service = "DataNode" if datanode else "NameNode"
        return bean_of(self.address(datanode, 1), service, name)

    # --- looking

    def counted(self, counter: str) -> int:
        """A counter of all running DataNodes together."""
        beans = [self._bean("DataNodeActivity-*", number) for number in self.running_datanodes()]
        return sum(bean[counter] for bean in beans if bean)

    def redundancy_gap(self) -> str | None:
        """What the NameNode still has to repair; None where nothing is."""
        groups = self._bean("ECBlockGroupsState")
        blocks = self._bean("FSNamesystem")
        if not groups or not blocks:
            return "no answer of the NameNode"
        low = groups["LowRedundancyECBlockGroups"]
        pending = blocks["PendingReconstructionBlocks"]
        gap = f"{low} block groups of low redundancy, {pending} in repair"
        return gap if low + pending else None

    def status(self) -> str:
        lines = [f"cluster in {self.folder}, fs.defaultFS=hdfs://{self.address(0, 0)}"]
        for number, daemon in enumerate(self.daemons()):
            pid = daemon.pid()
            what = f"running, pid {pid}" if pid else "down"
            lines.append(f"  {daemon.name:<12} {self.address(number, 0)}  {what}")
        running = self.running_datanodes()
        gap = self._readiness_gap(running) if self.namenode().pid() else "the NameNode is down"
        lines.append(f"  {gap or 'ready'}")
        return "\n".join(lines)


def bean_of(address: str, service: str, name: str) -> dict | None:
    """A bean of a daemon by the address of its page; None where it does not answer."""
    query = f"http://{address}/jmx?qry=Hadoop:service={service},name={name}"
    try:
        with urllib.request.urlopen(query, timeout=5) as answer:
            beans = json.load(answer)["beans"]
    except (OSError, urllib.error.URLError, ValueError):
        return None
    return beans[0] if beans else None


def find_ports(count: int) -> int:
    """The first of `count` neighbouring ports that are free now."""
    for _ in range(200):
        first = random.randrange(PORTS.start, PORTS.stop - count, PORTS_PER_DAEMON)
        if all(is_free(port) for port in range(first, first + count)):
            return first
    raise ClusterError(f"no {count} neighbouring free ports in {PORTS.start}..{PORTS.stop}")


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def write_configuration(file: Path, values: dict[str, str]) -> None:
    properties = "".join(
        f"  <property>\n    <name>{escape(key)}</name>\n    <value>{escape(value)}</value>\n"
        f"  </property>\n"
        for key, value in values.items()
    )
    file.write_text(f'<?xml version="1.0"?>\n<configuration>\n{properties}</configuration>\n')


def key_value(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"expected key=value, not '{text}'")
    return key, value


def parse(arguments: list[str]) -> argparse.Namespace:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--dir", type=Path, default=DEFAULT_FOLDER)
    parser = argparse.ArgumentParser(prog="cluster", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    start = verbs.add_parser("start", parents=[common])
    start.add_argument("--datanodes", type=int)
    start.add_argument("--racks", type=int, help="to which the DataNodes are dealt in turn")
    start.add_argument("--port", type=int, help="first of 10 * (N + 1) neighbouring ports")
    start.add_argument("--config", type=key_value, nargs="+", action="extend", default=[])
    verbs.add_parser("status", parents=[common])
    stop = verbs.add_parser("stop", parents=[common])
    stop.add_argument("--keep", action="store_true")
    verbs.add_parser("restart-namenode", parents=[common])
    for verb in ("kill-datanode", "start-datanode"):
        verbs.add_parser(verb, parents=[common]).add_argument("number", type=int)
    return parser.parse_args(arguments)


def run(options: argparse.Namespace) -> None:
    cluster = Cluster(options.dir)
    if options.verb == "start":
        start_or_clean_up(cluster, options)
    elif options.verb == "stop":
        cluster.stop(options.keep)
    elif options.verb == "restart-namenode":
        cluster.restart_namenode()
    elif options.verb == "kill-datanode":
        cluster.kill_datanode(options.number)
    elif options.verb == "start-datanode":
        cluster.start_datanode(options.number)
    if options.verb in ("start", "status", "restart-namenode", "start-datanode"):
        print(cluster.status())


def start_or_clean_up(cluster: Cluster, options: argparse.Namespace) -> None:
    """A cluster that did not come up leaves no process; its files stay, to be looked at."""
    before = cluster.exists() and any(daemon.pid() for daemon in cluster.daemons())
    try:
        cluster.start(options.datanodes, options.port, dict(options.config), options.racks)
    except BaseException:
        if not before and cluster.exists():
            cluster.stop(keep=True)
        raise


def main() -> int:
    try:
        run(parse(sys.argv[1:]))
        return 0
    except ClusterError as error:
        print(f"cluster: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
