"""A Java daemon: started, found again by its pid file, and ended."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HDFS = ROOT / "bin" / "hdfs"


# What a daemon of Hadoop logs as it begins, and why it ends.
BEGIN = "STARTUP_MSG: Starting "
END = re.compile(r"Exiting with status -?\d+: (.*)")
FAULT = re.compile(r"\w(?:Exception|Error)\b|\bERROR\b|\bFATAL\b")


class ClusterError(Exception):
    """What went wrong, in one sentence, and the log that says more where there is one."""

    def __init__(self, sentence: str, log: Path | None = None):
        super().__init__(sentence)
        self.log = log

    def __str__(self) -> str:
        sentence = super().__str__()
        return f"{sentence}; its log is {self.log}" if self.log else sentence


class Daemon:
    """One process with a folder of its own, which holds pid file, log and data."""

    def __init__(self, name: str, folder: Path, conf: Path, launcher: Path = HDFS):
        self.name = name
        self.launcher = launcher
        self.folder = folder
        self.conf = conf
        self.pid_file = folder / "pid"
        self.log_file = folder / "log"
        # Stands on the command line of the process, so that a reused pid is never taken for ours.
        self.marker = f"okapi.daemon={folder}"

    def pid(self) -> int | None:
        """The pid of the running process; None where there is none."""
        try:
            pid = int(self.pid_file.read_text())
        except (OSError, ValueError):
            return None
        while not (arguments := arguments_of(pid)):
            if state_of(pid) in "ZX":
                return None
            time.sleep(0.01)  # empty for an instant while the launcher becomes the JVM
        return pid if self.marker in arguments else None

    def adopt(self) -> None:
        """Finds a process whose starter was interrupted before it wrote the pid file."""
        if not self.pid():
            pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
            for pid in pids:
                if self.marker in arguments_of(pid):
                    self.pid_file.write_text(f"{pid}\n")

    def start(self, command: str, jvm_options: str, arguments: list[str]) -> None:
        if self.pid():
            raise ClusterError(f"{self.name} is running already")
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = os.environ | {
            "HADOOP_CONF_DIR": str(self.conf),
            "HADOOP_LOG_DIR": str(self.folder),
            "HADOOP_OPTS": jvm_options,
        }
        for variable in ("HADOOP_HEAPSIZE", "HADOOP_HEAPSIZE_MAX", "HADOOP_ROOT_LOGGER"):
            environment.pop(variable, None)
        with self.log_file.open("ab") as log:
            process = subprocess.Popen(
                [str(self.launcher), command, "-D", self.marker, *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
            )
        self.pid_file.write_text(f"{process.pid}\n")

    def end(self, how: signal.Signals) -> None:
        pid = self.pid()
        if pid:
            os.kill(pid, how)

    def await_end(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self.pid():
            if time.monotonic() > deadline:
                return False
            self._reap()
            time.sleep(0.05)
        self.pid_file.unlink(missing_ok=True)
        return True

    def _reap(self) -> None:
        """A child of this very process stays a zombie until someone waits for it."""
        try:
            os.waitpid(int(self.pid_file.read_text()), os.WNOHANG)
        except (OSError, ValueError):
            pass

    def kill(self) -> None:
        """As if the machine had lost power."""
        if not self.pid():
            raise ClusterError(f"{self.name} is not running")
        self.end(signal.SIGKILL)
        if not self.await_end(10):
            raise ClusterError(f"{self.name} outlived SIGKILL by 10 seconds")

    def log_lines(self) -> list[str]:
        try:
            return self.log_file.read_text(errors="replace").splitlines()
        except OSError:
            return []

    def ended(self) -> ClusterError:
        return ClusterError(f"{self.name} has ended: {reason_in(self.log_lines())}", self.log_file)


def reason_in(lines: list[str]) -> str:
    """The line of a log that says best why a process ended."""
    begins = [number for number, line in enumerate(lines) if BEGIN in line]
    last = [line.strip() for line in lines[begins[-1] if begins else 0 :] if line.strip()]
    ends = [found[1] for found in map(END.search, last) if found]
    if ends:
        return ends[-1]
    faults = [line for line in last if FAULT.search(line) and not line.startswith("at ")]
    return (faults or last or ["it said nothing"])[-1]


def sentence_of(error: ClusterError | OSError) -> str:
    """What an operator is to read of it."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def arguments_of(pid: int) -> list[str]:
    """The command line of a process; empty where it has none, or there is no such process."""
    try:
        text = Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    except OSError:
        return []
    return text.split("\0") if text else []


def state_of(pid: int) -> str:
    """The letter that ps shows; X where there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "X"
