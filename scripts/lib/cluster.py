"""One NameNode or a pair, and N DataNodes, as processes of this machine; see scripts/cluster."""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import cluster_shape
import ports
from cluster_shape import HTTP, PORTS_PER_DAEMON, RPC, XFER, IPC, Shape, ha_name
from daemon import HDFS, ROOT, ClusterError, Daemon, reason_in

DEFAULT_FOLDER = ROOT / "target" / "cluster"
DATANODES = 3
START_SECONDS_MAX = 120

# Small machines run 14 of these JVMs: serial GC and the first compiler tier start fastest.
COMMON_JVM = "-XX:+UseSerialGC -XX:-UsePerfData -Djava.net.preferIPv4Stack=true"
NAMENODE_JVM = f"-Xmx512m {COMMON_JVM}"
DATANODE_JVM = f"-Xmx256m -XX:TieredStopAtLevel=1 {COMMON_JVM}"

IN_SERVICE = "In Service"


class Cluster:
    """A cluster whose processes and files all live under one folder."""

    def __init__(self, folder: Path = DEFAULT_FOLDER):
        self.folder = folder.resolve()
        self.conf = self.folder / "conf"
        self.state_file = self.folder / "cluster.json"

    # --- what the folder remembers

    def exists(self) -> bool:
        return self.state_file.exists()

    def shape(self) -> Shape:
        if not self.exists():
            raise ClusterError(f"there is no cluster in {self.folder}")
        return Shape.read(self.state_file)

    def datanodes(self) -> list[int]:
        return list(range(1, self.shape().datanodes + 1))

    def namenodes(self) -> list[int]:
        return self.shape().namenodes()

    def namenode(self, number: int = 1) -> Daemon:
        if number not in self.namenodes():
            raise ClusterError(f"no NameNode {number}: the cluster has 1..{len(self.namenodes())}")
        name = f"NameNode {number}" if self.shape().ha else "NameNode"
        return Daemon(name, self.folder / cluster_shape.namenode_folder(number), self.conf)

    def datanode(self, number: int) -> Daemon:
        if number not in self.datanodes():
            raise ClusterError(f"no DataNode {number}: the cluster has 1..{len(self.datanodes())}")
        return Daemon(f"DataNode {number}", self.folder / f"datanode-{number}", self.conf)

    def journalnodes(self) -> list[Daemon]:
        journalnode = Daemon("JournalNode", self.folder / "journalnode", self.conf)
        return [journalnode] if self.shape().ha else []

    def daemons(self) -> list[Daemon]:
        namenodes = [self.namenode(number) for number in self.namenodes()]
        datanodes = [self.datanode(number) for number in self.datanodes()]
        return namenodes + self.journalnodes() + datanodes

    def running_namenodes(self) -> list[int]:
        return [number for number in self.namenodes() if self.namenode(number).pid()]

    def running_datanodes(self) -> list[int]:
        return [number for number in self.datanodes() if self.datanode(number).pid()]

    def address(self, number: int, service: int) -> str:
        """Of DataNode `number`, or of the first NameNode for 0; services count from 0."""
        shape = self.shape()
        if number == 0:
            return shape.namenode_address(1, service)
        return shape.datanode_address(number, service)

    # --- start and stop

    def start(
        self,
        datanodes: int | None,
        port: int | None,
        config: dict[str, str],
        racks: int | None = None,
        ha: bool = False,
    ) -> None:
        check_launcher()
        if self.exists():
            asked = {"datanodes": datanodes, "racks": racks, "port": port}
            self._check_same(asked | {"config": config or None, "ha": ha or None})
            if any(daemon.pid() for daemon in self.daemons()):
                raise ClusterError(f"the cluster in {self.folder} is running already")
            ports.check(self.shape().addresses())
            self._start_journal()
        else:
            count = DATANODES if datanodes is None else datanodes
            self._create(Shape(count, racks, 0 if port is None else port, config, ha), port is None)
        for number in self.namenodes():
            self._launch_namenode(number)
        for number in self.namenodes():
            self._poll(lambda: self._silence(number), self.namenode(number))
        for number in self.datanodes():
            self._launch_datanode(number)
        self._ensure_active(1)
        self._await_ready(self.datanodes())

    def _check_same(self, asked: dict) -> None:
        for key, value in asked.items():
            kept = getattr(self.shape(), key)
            if value is not None and value != kept:
                raise ClusterError(
                    f"the cluster kept in {self.folder} has {key}={kept}, not {value}"
                )

    def _create(self, shape: Shape, find: bool) -> None:
        """Makes the files of a new cluster; with `find` at ports that are free."""
        shape.check()
        if self.folder.exists() and any(self.folder.iterdir()):
            raise ClusterError(f"{self.folder} is not empty and holds no cluster")
        if find:
            shape.port = ports.find_ports(shape.ports(), PORTS_PER_DAEMON)
        ports.check(shape.addresses())
        cluster_shape.write_all(shape, self.folder)
        shape.write(self.state_file)
        try:
            self._start_journal()
            self._format()
        except ClusterError as error:
            self.stop()
            error.log = None
            raise

    def _start_journal(self) -> None:
        for journalnode in self.journalnodes():
            journalnode.start("journalnode", DATANODE_JVM, [])
            self._poll(self._silence_of_journal, journalnode)

    def _silence_of_journal(self) -> str | None:
        address = self.shape().journalnode_address(HTTP)
        return None if bean_of(address, "JournalNode", "JournalNodeInfo") else "it does not answer"

    def _format(self) -> None:
        names = ["-D", f"dfs.ha.namenode.id={ha_name(1)}"] if self.shape().ha else []
        error = self._hdfs("namenode", *names, "-format", "-nonInteractive")
        if error:
            raise ClusterError(f"formatting the NameNode failed: {error}")
        for number in self.namenodes()[1:]:
            # As -bootstrapStandby does, without the first one.
            names = [cluster_shape.namenode_folder(each) for each in (1, number)]
            first, other = (self.folder / name / "name" for name in names)
            shutil.copytree(first, other)

    def _hdfs(self, *words: str) -> str | None:
        """Runs a command of bin/hdfs; why it failed, None where it did not."""
        done = subprocess.run(
            [str(HDFS), *words],
            env=os.environ | {"HADOOP_CONF_DIR": str(self.conf), "HADOOP_OPTS": DATANODE_JVM},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return reason_in(done.stderr.splitlines()) if done.returncode else None

    def _launch_namenode(self, number: int) -> None:
        names = ["-D", f"dfs.ha.namenode.id={ha_name(number)}"] if self.shape().ha else []
        self.namenode(number).start("namenode", NAMENODE_JVM, names)

    def _silence(self, number: int) -> str | None:
        return None if self._namenode_bean(number, "NameNodeInfo") else "it does not answer"

    def _ensure_active(self, preferred: int) -> None:
        """Of a pair one is to serve; `preferred` where none does."""
        if self.active() is None:
            error = self._hdfs("haadmin", "-transitionToActive", ha_name(preferred))
            if error:
                raise ClusterError(f"NameNode {preferred} does not become active: {error}")

    def active(self) -> int | None:
        """Which NameNode serves clients; None where none does."""
        if not self.shape().ha:
            return 1
        states = {number: self._ha_state(number) for number in self.running_namenodes()}
        return next((number for number, state in states.items() if state == "active"), None)

    def _ha_state(self, number: int) -> str | None:
        bean = self._namenode_bean(number, "NameNodeStatus")
        return bean and bean.get("State")

    def start_namenode(self, number: int) -> None:
        self._launch_namenode(number)
        self._poll(lambda: self._silence(number), self.namenode(number))
        self._ensure_active(number)
        self._await_ready(self.running_datanodes())

    def kill_namenode(self, number: int) -> None:
        self.namenode(number).kill()

    def restart_namenode(self, number: int = 1) -> None:
        """Of a pair the one that was active is so again, unless the other one took over."""
        self._end([self.namenode(number)])
        self.start_namenode(number)

    def _launch_datanode(self, number: int) -> None:
        datanode = self.datanode(number)
        options = {
            "dfs.datanode.data.dir": f"file://{datanode.folder}/data",
            "dfs.datanode.address": self.address(number, XFER),
            "dfs.datanode.http.address": self.address(number, HTTP),
            "dfs.datanode.ipc.address": self.address(number, IPC),
        }
        if self.shape().racks:
            options["dfs.datanode.hostname"] = cluster_shape.host_on_rack(number)
        arguments = [word for key, value in options.items() for word in ("-D", f"{key}={value}")]
        datanode.start("datanode", DATANODE_JVM, arguments)

    def start_datanode(self, number: int) -> None:
        self._start_datanodes([number])

    def _start_datanodes(self, numbers: list[int]) -> None:
        for number in numbers:
            self._launch_datanode(number)
        for number in numbers:
            self._poll(lambda: self._registration_gap(number), self.datanode(number))
        self._await_ready(self.running_datanodes())

    def stop_datanode(self, number: int) -> None:
        """As an operator stops it; its blocks stay on its disk."""
        if not self.datanode(number).pid():
            raise ClusterError(f"DataNode {number} is not running")
        self._end([self.datanode(number)])

    def kill_datanode(self, number: int) -> None:
        self.datanode(number).kill()

    def replace_datanodes(self, numbers: list[int]) -> None:
        """Starts DataNodes that have ended, with empty disks."""
        for number in numbers:
            shutil.rmtree(self.datanode(number).folder / "data")
        self._start_datanodes(numbers)

    def stop(self, keep: bool = False) -> None:
        self._end([each for each in self.daemons() if each.name != "JournalNode"])
        self._end(self.journalnodes())
        if keep:
            return
        names = ["conf", "tmp", *(daemon.folder.name for daemon in self.daemons())]
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

    # --- nodes that leave and come back

    def take_out(self, number: int, state: str) -> None:
        """Has a DataNode leave: DECOMMISSIONED or IN_MAINTENANCE; NameNodes do it in a while."""
        self._change_members(number, {self._xfer(number): state})

    def bring_back(self, number: int) -> None:
        self._change_members(number, {})

    def _xfer(self, number: int) -> str:
        self.datanode(number)
        return self.address(number, XFER)

    def _change_members(self, number: int, change: dict[str, str]) -> None:
        if "dfs.hosts" in self.shape().config:
            raise ClusterError("the cluster has its own dfs.hosts, by --config: edit that file")
        if not self.running_namenodes():
            raise ClusterError("no NameNode is running")
        address = self._xfer(number)
        others = cluster_shape.read_members(self.conf)
        others.pop(address, None)
        cluster_shape.write_members(self.conf, others | change)
        for each in self.running_namenodes():
            namenode = f"hdfs://{self.shape().namenode_address(each, RPC)}"
            error = self._hdfs("dfsadmin", "-fs", namenode, "-refreshNodes")
            if error:
                raise ClusterError(f"{self.namenode(each).name} did not refresh its nodes: {error}")

    def admin_states(self) -> dict[str, str]:
        """Of DataNodes by address, in the NameNode's words."""
        info = self._active_bean("NameNodeInfo") or {}
        nodes = [
            node
            for key in ("DeadNodes", "LiveNodes")
            for node in json.loads(info.get(key, "{}")).values()
        ]
        return {node["xferaddr"]: node["adminState"] for node in nodes if "adminState" in node}

    # --- waiting

    def _await_ready(self, expected: list[int]) -> None:
        """Until these DataNodes are registered and have reported, and safe mode is left."""
        namenode = self.running_namenodes()[0] if self.running_namenodes() else 1
        self._poll(lambda: self._readiness_gap(expected), self.namenode(namenode))

    def _poll(self, gap, culprit: Daemon) -> None:
        deadline = time.monotonic() + START_SECONDS_MAX
        while (what := gap()) is not None:
            if not culprit.pid():
                raise culprit.ended()
            if time.monotonic() > deadline:
                sentence = f"after {START_SECONDS_MAX} s {culprit.name} is not ready: {what}"
                raise ClusterError(sentence, culprit.log_file)
            time.sleep(0.2)

    def _readiness_gap(self, expected: list[int]) -> str | None:
        """What is still missing; None where nothing is."""
        for number in expected:
            datanode = self.datanode(number)
            if not datanode.pid():
                raise datanode.ended()
        if self.active() is None:
            name = ha_name(self.running_namenodes()[0]) if self.running_namenodes() else ""
            return f"no NameNode is active: bin/hdfs haadmin -transitionToActive {name}"
        gaps = [self._gap_of_namenode(number, expected) for number in self.running_namenodes()]
        return next((gap for gap in gaps if gap), None)

    def _gap_of_namenode(self, namenode: int, expected: list[int]) -> str | None:
        info = self._namenode_bean(namenode, "NameNodeInfo")
        # A daemon that is still starting answers without the attributes that it cannot tell yet.
        if not info or "LiveNodes" not in info:
            return "it does not answer"
        live = {node["xferaddr"]: node for node in json.loads(info["LiveNodes"]).values()}
        seen = [live[self.address(i, XFER)] for i in expected if self.address(i, XFER) in live]
        if len(seen) < len(expected):
            return f"{len(seen)} of {len(expected)} DataNodes are registered"
        if info["Safemode"]:
            return info["Safemode"]
        silent = sum(1 for node in seen if not self._has_reported(node, namenode))
        return f"{silent} DataNodes have not reported their blocks" if silent else None

    def _has_reported(self, node: dict, namenode: int) -> bool:
        """The NameNode tells minutes since the last report, and since boot where there is none."""
        uptime = time.time() - self.namenode(namenode).pid_file.stat().st_mtime
        return node["lastBlockReport"] <= uptime // 60 + 1

    def _registration_gap(self, number: int) -> str | None:
        bean = bean_of(self.address(number, HTTP), "DataNode", "DataNodeInfo")
        if not bean:
            return "it does not answer"
        # By port, as a DataNode may tell the name of the host.
        states = {
            actor["NamenodeAddress"].rpartition(":")[2]: actor["ActorState"]
            for actor in json.loads(bean.get("BPServiceActorInfo", "[]"))
        }
        running = [self.shape().namenode_address(i, RPC) for i in self.running_namenodes()]
        missing = [each for each in running if states.get(each.split(":")[1]) != "RUNNING"]
        return f"it is not registered at {missing[0]}" if missing else None

    # --- looking

    def _namenode_bean(self, number: int, name: str) -> dict | None:
        return bean_of(self.shape().namenode_address(number, HTTP), "NameNode", name)

    def _active_bean(self, name: str) -> dict | None:
        active = self.active()
        return self._namenode_bean(active, name) if active else None

    def counted(self, counter: str) -> int:
        """A counter of all running DataNodes together."""
        addresses = [self.address(number, HTTP) for number in self.running_datanodes()]
        beans = [bean_of(address, "DataNode", "DataNodeActivity-*") for address in addresses]
        return sum(bean[counter] for bean in beans if bean)

    def redundancy_gap(self) -> str | None:
        """What the NameNode still has to repair; None where nothing is."""
        groups = self._active_bean("ECBlockGroupsState")
        blocks = self._active_bean("FSNamesystem")
        if not groups or not blocks:
            return "no answer of the NameNode"
        low = groups["LowRedundancyECBlockGroups"]
        pending = blocks["PendingReconstructionBlocks"]
        gap = f"{low} block groups of low redundancy, {pending} in repair"
        return gap if low + pending else None

    def status(self) -> str:
        shape = self.shape()
        lines = [f"cluster in {self.folder}, fs.defaultFS={shape.file_system()}"]
        for number in self.namenodes():
            states = [self._ha_state(number)] if shape.ha else []
            address = shape.namenode_address(number, RPC)
            lines.append(line_of(self.namenode(number), address, states))
        for journalnode in self.journalnodes():
            lines.append(line_of(journalnode, shape.journalnode_address(RPC), []))
        states = self.admin_states()
        for number in self.datanodes():
            address = self.address(number, XFER)
            state = states.get(address, IN_SERVICE)
            shown = [state.lower()] if state != IN_SERVICE else []
            lines.append(line_of(self.datanode(number), address, shown))
        running = self.running_datanodes()
        gap = self._readiness_gap(running) if self.running_namenodes() else "no NameNode is running"
        lines.append(f"  {gap or 'ready'}")
        return "\n".join(lines)


def check_launcher() -> None:
    """Refuses to start anything without a Java and a build."""
    # An archive has no folders of a build.
    build = ROOT / "dist" / "target"
    words = [str(ROOT / "bin" / "class-path"), "", str(build if build.is_dir() else ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ClusterError(done.stderr.strip().removeprefix(": "))


def line_of(daemon: Daemon, address: str, states: list[str | None]) -> str:
    pid = daemon.pid()
    words = [f"running, pid {pid}" if pid else "down", *filter(None, states)]
    return f"  {daemon.name:<12} {address}  {', '.join(words)}"


def bean_of(address: str, service: str, name: str) -> dict | None:
    """A bean of a daemon by the address of its page; None where it does not answer."""
    query = f"http://{address}/jmx?qry=Hadoop:service={service},name={name}"
    try:
        with urllib.request.urlopen(query, timeout=5) as answer:
            beans = json.load(answer)["beans"]
    except (OSError, urllib.error.URLError, ValueError):
        return None
    return beans[0] if beans else None
