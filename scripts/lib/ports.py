"""Ports of this machine: which are free, and where neighbouring ones are."""

import random
import socket

from daemon import ClusterError

HOST = "127.0.0.1"
# Below the range from which Linux takes the ports of outgoing connections.
PORTS = range(15000, 31000)
PORT_MAX = 65535


def find_ports(count: int, step: int = 10) -> int:
    """The first of `count` neighbouring ports that are free now."""
    if count < len(PORTS):
        for _ in range(200):
            first = random.randrange(PORTS.start, PORTS.stop - count, step)
            if all(is_free(port) for port in range(first, first + count)):
                return first
    raise ClusterError(f"no {count} neighbouring free ports in {PORTS.start}..{PORTS.stop}")


def is_free(port: int, host: str = HOST) -> bool:
    with socket.socket() as probe:
        # As daemons do: connections that have ended keep nobody from listening.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def is_of_this_machine(host: str) -> bool:
    return is_free(0, host)


def check(addresses: list[str]) -> None:
    """Refuses addresses on which no daemon can listen."""
    for address in addresses:
        host, _, text = address.partition(":")
        port = int(text)
        if not 1 <= port <= PORT_MAX:
            raise ClusterError(f"{address} is needed, but ports are 1..{PORT_MAX}: lower --port")
        if not is_of_this_machine(host):
            raise ClusterError(
                f"{address} is needed, but {host} is no address of this machine:"
                " start without --racks, or give the loopback interface that address"
            )
        if not is_free(port, host):
            raise ClusterError(
                f"{address} is needed, but it is taken:"
                " end the process that listens there, or choose another --port"
            )
