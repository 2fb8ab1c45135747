"""The command line of scripts/cluster."""

import argparse
import sys
from pathlib import Path

from cluster import DEFAULT_FOLDER, Cluster
from daemon import ClusterError, sentence_of

OF_A_DATANODE = {
    "stop-datanode": Cluster.stop_datanode,
    "kill-datanode": Cluster.kill_datanode,
    "start-datanode": Cluster.start_datanode,
    "decommission-datanode": lambda cluster, number: cluster.take_out(number, "DECOMMISSIONED"),
    "maintenance-datanode": lambda cluster, number: cluster.take_out(number, "IN_MAINTENANCE"),
    "recommission-datanode": Cluster.bring_back,
}
OF_A_NAMENODE = {
    "kill-namenode": Cluster.kill_namenode,
    "start-namenode": Cluster.start_namenode,
    "restart-namenode": Cluster.restart_namenode,
}


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
    start.add_argument("--ha", action="store_true", help="two NameNodes and a JournalNode")
    start.add_argument("--port", type=int, help="first of 10 neighbouring ports for each daemon")
    start.add_argument("--config", type=key_value, nargs="+", action="extend", default=[])
    verbs.add_parser("status", parents=[common])
    stop = verbs.add_parser("stop", parents=[common])
    stop.add_argument("--keep", action="store_true")
    for verb in OF_A_DATANODE:
        verbs.add_parser(verb, parents=[common]).add_argument("number", type=int)
    for verb in OF_A_NAMENODE:
        number = verbs.add_parser(verb, parents=[common])
        number.add_argument("number", type=int, nargs="?", default=1)
    return parser.parse_args(arguments)


def run(options: argparse.Namespace) -> None:
    cluster = Cluster(options.dir)
    if options.verb == "start":
        start_or_clean_up(cluster, options)
    elif options.verb == "stop":
        cluster.stop(options.keep)
    elif options.verb != "status":
        (OF_A_DATANODE | OF_A_NAMENODE)[options.verb](cluster, options.number)
    if options.verb != "stop":
        print(cluster.status())


def start_or_clean_up(cluster: Cluster, options: argparse.Namespace) -> None:
    """A cluster that did not come up leaves no process; its files stay, to be looked at."""
    before = cluster.exists() and any(daemon.pid() for daemon in cluster.daemons())
    try:
        cluster.start(
            options.datanodes, options.port, dict(options.config), options.racks, options.ha
        )
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
    except OSError as error:
        print(f"cluster: {sentence_of(error)}: choose another --dir", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
