"""What scripts/demo needs of a machine, said before it begins."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from daemon import ROOT
from ports import PORTS

GIGA = 1e9


class DemoFailure(Exception):
    """Why the demo failed, in one sentence."""


@dataclass(frozen=True)
class Needs:
    """As measured on two cores that had other work beside it, without a build."""

    datanodes: int
    memory_bytes: float
    disk_bytes: float
    seconds: int

    def told(self) -> str:
        return (
            f"needs {self.memory_bytes / GIGA:.1f} GB of memory for {self.datanodes + 1} JVMs"
            f" (free: {memory_free() / GIGA:.1f} GB), {self.disk_bytes / GIGA:.1f} GB of disk below"
            f" {ROOT / 'target'} (free: {disk_free() / GIGA:.1f} GB), {10 * (self.datanodes + 1)}"
            f" neighbouring ports of {PORTS.start}..{PORTS.stop}, and about {self.seconds} s on two"
            f" cores (here: {os.cpu_count()}), beside what it must build"
        )

    def check(self) -> None:
        for what, needed, free in (
            ("memory", self.memory_bytes, memory_free()),
            ("disk", self.disk_bytes, disk_free()),
        ):
            if free < needed:
                raise DemoFailure(
                    f"it needs {needed / GIGA:.1f} GB of {what}, and {free / GIGA:.1f} GB are free"
                )


def memory_free() -> float:
    """Bytes that processes can take without swapping."""
    for line in Path("/proc/meminfo").read_text().splitlines():
        name, value = line.split(":")
        if name == "MemAvailable":
            return int(value.split()[0]) * 1024
    return 0.0


def disk_free() -> float:
    return shutil.disk_usage(ROOT).free
