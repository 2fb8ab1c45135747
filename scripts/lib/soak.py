"""Random commands on a cluster beside a model, on what is built; see scripts/soak."""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import built
import testing

FOLDER = testing.ROOT / "target" / "soak"
MAIN = "io.okapifs.hdfs.soak.SoakMain"
SECONDS_TO_STOP = 60


class Stopped(Exception):
    """Somebody ended this process by a signal, the argument."""


class Run:
    """A program on a cluster in a JVM of its own, with a folder for what it leaves."""

    def __init__(self, name: str, folder: str, properties: dict[str, object]):
        self.name = name
        self.folder = FOLDER / folder
        self.log = self.folder / "cluster.log"
        self.properties = properties
        self.code = None

    def command(self, data: str) -> list[str]:
        # It lives for minutes: C2 pays.
        options = [each for each in testing.JVM if not each.startswith("-XX:TieredStop")]
        properties = self.properties | {
            "test.build.data": data,
            "io.okapifs.soak.folder": self.folder,
            "io.okapifs.soak.terminal": str(sys.stdout.isatty()).lower(),
        }
        return [
            testing.java(), *options, *(f"-D{name}={value}" for name, value in properties.items()),
            "-cp", os.pathsep.join(testing.class_path()), MAIN,
        ]

    def run(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        data = testing.data_folder()
        print(f"{self.name}: the cluster logs to {self.log}", flush=True)
        try:
            with self.log.open("w") as log:
                self.code = wait(subprocess.Popen(self.command(data), stderr=log))
        finally:
            shutil.rmtree(data, ignore_errors=True)
        if self.code not in (0, 1):
            print(self.summary())

    def summary(self) -> str:
        """The last thing that the run told."""
        report = self.folder / "report.txt"
        lines = report.read_text().splitlines() if report.is_file() else []
        if self.code is None:
            return lines[-1] if lines else f"{self.name}: not run"
        if lines and self.code in (0, 1):
            return lines[-1]
        return f"{self.name}: its JVM ended with exit code {self.code}; see {self.log}"


def wait(process: subprocess.Popen) -> int:
    """The exit code; whoever stops this script stops the JVM, which says then what it knows."""
    try:
        return process.wait()
    except Stopped:
        process.terminate()
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
        raise


def stop(number, _frame):
    """Ends the run once; what it left is removed in peace."""
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Stopped(number)


def run_all(runs: list[Run]) -> int:
    """One after the other; the exit code."""
    code = 0
    try:
        for run in runs:
            run.run()
            code = code or int(run.code != 0)
    except Stopped as stopped:
        code = 128 + stopped.args[0]
    if len(runs) > 1:
        print("\n".join(["", *(run.summary() for run in runs)]), flush=True)
    return code


def seeds(text: str) -> list[int]:
    """The seeds of a list, or as many random ones as a number says."""
    if "," in text:
        return [int(each) for each in text.split(",") if each]
    if int(text) < 1:
        raise ValueError(text)
    return random.sample(range(10**6), int(text))


def file(text: str) -> Path:
    path = Path(text).resolve()
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"no such file: {text}")
    return path


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/soak", add_help=False)
    programs = parser.add_mutually_exclusive_group()
    programs.add_argument("--seed", type=int)
    programs.add_argument("--seeds", type=seeds)
    programs.add_argument("--replay", type=file)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--shrink-minutes", type=int, default=20)
    parser.add_argument("--patience", type=int, default=300)
    return parser.parse_args(words)


def runs_of(asked: argparse.Namespace) -> list[Run]:
    common = {
        "io.okapifs.soak.steps": asked.steps,
        "io.okapifs.soak.shrink": asked.shrink_minutes,
        "io.okapifs.soak.patience": asked.patience,
    }
    if asked.replay:
        folder = f"replay-{asked.replay.parent.name}-{asked.replay.stem}"
        return [Run(asked.replay.name, folder, common | {"io.okapifs.soak.replay": asked.replay})]
    given = [asked.seed] if asked.seed is not None else asked.seeds or seeds("1")
    return [
        Run(f"seed {seed}", f"seed-{seed}", common | {"io.okapifs.soak.seed": seed}) for seed in given
    ]


def main():
    runs = runs_of(arguments(sys.argv[1:]))
    built.ensure()
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, stop)
    sys.exit(run_all(runs))


if __name__ == "__main__":
    main()
