"""What a cluster of scripts/cluster consists of, where it listens, and its configuration."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from daemon import ClusterError
from ports import HOST

PORTS_PER_DAEMON = 10
# Services of a DataNode; a NameNode and a JournalNode have the first two, by RPC and by HTTP.
XFER, HTTP, IPC = range(3)
RPC = XFER

# Of a pair of NameNodes.
NAMESERVICE = "cluster"

# Only what a cluster on one machine needs; every other value is HDFS's default.
LOCAL_CONFIG = {
    "dfs.namenode.safemode.extension": "1000",
    "dfs.heartbeat.interval": "1",
    "dfs.namenode.datanode.registration.ip-hostname-check": "false",
}

# A list in which nodes stand that are to leave; all others are in service.
HOSTS_PROVIDER = "org.apache.hadoop.hdfs.server.blockmanagement.CombinedHostFileManager"

# All DataNodes register with one address, so that racks go by what they give as their host's name;
# HDFS's other mappings go by address.
RACK_MAPPING = "org.apache.hadoop.net.ScriptBasedMapping$RawScriptBasedMapping"
TOPOLOGY_SCRIPT = """#!/usr/bin/env bash
# DataNodes are dealt to {racks} racks; whoever else asks is on none of them.
for name in "$@"; do
  if [[ $name =~ ^127\\.0\\.([1-9][0-9]*)\\.([0-9]+)$ ]]; then
    number=$((256 * (BASH_REMATCH[1] - 1) + BASH_REMATCH[2]))
    echo "/rack-$(((number - 1) % {racks} + 1))"
  else
    echo /default-rack
  fi
done
"""


@dataclass
class Shape:
    """How many daemons there are, and what else `start` was told."""

    datanodes: int
    racks: int | None
    port: int
    config: dict[str, str] = field(default_factory=dict)
    ha: bool = False

    @staticmethod
    def read(file: Path) -> "Shape":
        return Shape(**json.loads(file.read_text()))

    def write(self, file: Path) -> None:
        file.write_text(json.dumps(vars(self), indent=2) + "\n")

    def check(self) -> None:
        count = self.datanodes
        if count < 1:
            raise ClusterError(f"a cluster needs at least one DataNode, not {count}")
        if self.racks is not None and not 1 <= self.racks <= count:
            raise ClusterError(f"{count} DataNodes stand on 1..{count} racks, not {self.racks}")

    def ports(self) -> int:
        """How many neighbouring ports it takes."""
        return (self.datanodes + (3 if self.ha else 1)) * PORTS_PER_DAEMON

    def namenodes(self) -> list[int]:
        return [1, 2] if self.ha else [1]

    def namenode_address(self, number: int, service: int) -> str:
        return self._address(0 if number == 1 else self.datanodes + 1, service)

    def datanode_address(self, number: int, service: int) -> str:
        # The NameNode redirects WebHDFS to the name of the host.
        host = host_on_rack(number) if self.racks and service == HTTP else HOST
        return self._address(number, service, host)

    def journalnode_address(self, service: int) -> str:
        return self._address(self.datanodes + 2, service)

    def _address(self, place: int, service: int, host: str = HOST) -> str:
        return f"{host}:{self.port + place * PORTS_PER_DAEMON + service}"

    def addresses(self) -> list[str]:
        """All that its daemons listen on."""
        found = [self.namenode_address(i, s) for i in self.namenodes() for s in (RPC, HTTP)]
        numbers = range(1, self.datanodes + 1)
        found += [self.datanode_address(i, s) for i in numbers for s in (XFER, HTTP, IPC)]
        return found + ([self.journalnode_address(s) for s in (RPC, HTTP)] if self.ha else [])

    def file_system(self) -> str:
        return f"hdfs://{NAMESERVICE if self.ha else self.namenode_address(1, RPC)}"


def host_on_rack(number: int) -> str:
    """The name by which a DataNode on a rack goes: an address, which needs nobody to resolve it."""
    return f"127.0.{1 + number // 256}.{number % 256}"


def write_all(shape: Shape, folder: Path) -> None:
    """The configuration of a cluster whose files are in `folder`."""
    conf = folder / "conf"
    conf.mkdir(parents=True)
    write_members(conf, {})
    # Daemons show counters as they were up to so many seconds ago; otherwise ten.
    (conf / "hadoop-metrics2.properties").write_text("*.period=1\n")
    core = {"fs.defaultFS": shape.file_system(), "hadoop.tmp.dir": str(folder / "tmp")}
    if shape.racks:
        script = conf / "topology"
        script.write_text(TOPOLOGY_SCRIPT.format(racks=shape.racks))
        script.chmod(0o755)
        core["net.topology.node.switch.mapping.impl"] = RACK_MAPPING
        core["net.topology.script.file.name"] = str(script)
    write_configuration(conf / "core-site.xml", core)
    hdfs = LOCAL_CONFIG | {
        "dfs.replication": str(min(3, shape.datanodes)),
        "dfs.namenode.hosts.provider.classname": HOSTS_PROVIDER,
        "dfs.hosts": str(members_file(conf)),
        # Seconds between two looks at nodes that leave.
        "dfs.namenode.decommission.interval": "1",
    }
    names = ha_settings(shape, folder) if shape.ha else namenode_settings(shape, 1, folder)
    write_configuration(conf / "hdfs-site.xml", hdfs | names | shape.config)


def namenode_settings(shape: Shape, number: int, folder: Path, suffix: str = "") -> dict[str, str]:
    return {
        f"dfs.namenode.rpc-address{suffix}": shape.namenode_address(number, RPC),
        f"dfs.namenode.http-address{suffix}": shape.namenode_address(number, HTTP),
        f"dfs.namenode.name.dir{suffix}": f"file://{folder}/{namenode_folder(number)}/name",
    }


def ha_settings(shape: Shape, folder: Path) -> dict[str, str]:
    """Of two NameNodes that share a journal on one JournalNode; failover is by hand."""
    settings = {
        "dfs.nameservices": NAMESERVICE,
        f"dfs.ha.namenodes.{NAMESERVICE}": ",".join(ha_name(i) for i in shape.namenodes()),
        f"dfs.client.failover.proxy.provider.{NAMESERVICE}":
            "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
        "dfs.namenode.shared.edits.dir":
            f"qjournal://{shape.journalnode_address(RPC)}/{NAMESERVICE}",
        "dfs.journalnode.rpc-address": shape.journalnode_address(RPC),
        "dfs.journalnode.http-address": shape.journalnode_address(HTTP),
        "dfs.journalnode.edits.dir": f"{folder}/journalnode/journal",
        # A JournalNode refuses whoever wrote before; nobody else must be kept out.
        "dfs.ha.fencing.methods": "shell(/bin/true)",
        "dfs.ha.tail-edits.period": "1",
    }
    for number in shape.namenodes():
        suffix = f".{NAMESERVICE}.{ha_name(number)}"
        settings |= namenode_settings(shape, number, folder, suffix)
    return settings


def ha_name(namenode: int) -> str:
    """By which bin/hdfs haadmin knows a NameNode."""
    return f"nn{namenode}"


def namenode_folder(number: int) -> str:
    return "namenode" if number == 1 else f"namenode-{number}"


def members_file(conf: Path) -> Path:
    return conf / "datanodes.json"


def write_members(conf: Path, leaving: dict[str, str]) -> None:
    """Addresses of the DataNodes that are not in service, with the states that they are to have."""
    entries = [
        {"hostName": address.split(":")[0], "port": int(address.split(":")[1]), "adminState": state}
        for address, state in leaving.items()
    ]
    members_file(conf).write_text(json.dumps(entries, indent=2) + "\n")


def read_members(conf: Path) -> dict[str, str]:
    entries = json.loads(members_file(conf).read_text())
    return {f"{each['hostName']}:{each['port']}": each["adminState"] for each in entries}


def write_configuration(file: Path, values: dict[str, str]) -> None:
    properties = "".join(
        f"  <property>\n    <name>{escape(key)}</name>\n    <value>{escape(value)}</value>\n"
        f"  </property>\n"
        for key, value in values.items()
    )
    file.write_text(f'<?xml version="1.0"?>\n<configuration>\n{properties}</configuration>\n')
