"""A day of an operator, as a script: what is typed, what is printed, and what is wrong with that."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A line of a stack, or the head of one.
STACK = re.compile(r"^\s+at [\w.$]+\(|^\S*Exception(: |$)|^Caused by: ")
# What a log says of a fault that nobody made.
ALARM = re.compile(r" (WARN|ERROR|FATAL) ")


class Day:
    """One cluster, one transcript."""

    def __init__(self, folder: Path, transcript: Path):
        self.folder = folder
        self.transcript = transcript
        self.lines = []
        self.wrong = []
        self.alarms_before_faults = []
        self.environment = {**os.environ, "HADOOP_CONF_DIR": str(folder / "conf")}

    def say(self, text: str) -> None:
        self.lines.append(text)
        print(text, flush=True)

    def title(self, text: str) -> None:
        self.say(f"\n# {text}\n")

    def run(self, *command: str, codes=(0,), stdin: str | None = None) -> str:
        """What a command prints on standard output."""
        typed = " ".join(command)
        self.say(self.without_paths(f"$ {typed}"))
        program = ROOT / ("scripts" if command[0] == "cluster" else "bin") / command[0]
        words = [str(program), *command[1:]]
        if command[0] == "cluster":
            words += ["--dir", str(self.folder)]
        ended = subprocess.run(
            words, env=self.environment, input=stdin, text=True, capture_output=True, timeout=300,
            check=False)
        both = ended.stderr.splitlines() + ended.stdout.splitlines()
        self.lines += [self.without_paths(line) for line in both]
        if ended.returncode not in codes:
            self.wrong.append(f"exit code {ended.returncode}, not {codes}: {typed}")
        for line in both:
            if STACK.search(line):
                self.wrong.append(f"a stack: {typed}: {line.strip()}")
                break
        return ended.stdout

    def without_paths(self, line: str) -> str:
        return line.replace(str(self.folder), "DIR").replace(str(ROOT), ".").rstrip()

    def ec(self, *arguments: str, **options) -> str:
        return self.run("hdfs", "ec", *arguments, **options)

    def json(self, *arguments: str, **options) -> list:
        """As above, of a command that prints JSON: one object, or one a line."""
        text = self.ec(*arguments, "-json", **options)
        try:
            return [json.loads(text)]
        except ValueError:
            pass
        try:
            return [json.loads(line) for line in text.splitlines()]
        except ValueError as e:
            self.wrong.append(f"not JSON: {' '.join(arguments)}: {e}")
            return []

    def expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.wrong.append(what)
            self.say(f"NOT AS IT SHOULD BE: {what}")

    def logs(self) -> list[str]:
        """Lines of alarm in the logs of all daemons."""
        found = []
        for log in sorted(self.folder.rglob("*.log")) + sorted(self.folder.rglob("*.out")):
            for line in log.read_text(errors="replace").splitlines():
                if ALARM.search(line):
                    found.append(f"{log.name}: {self.without_paths(line)}")
        return found


def put(day: Day, sizes: dict[str, int], target: str) -> None:
    source = day.folder / "input"
    source.mkdir(exist_ok=True)
    for name, size in sizes.items():
        (source / name).write_bytes(os.urandom(1 << 16) * (size >> 16))
    day.run("hdfs", "dfs", "-put", "-f", *[str(source / name) for name in sizes], target)


def policies(day: Day) -> None:
    day.title("Policies")
    day.run("hdfs", "version")
    day.ec("-listPolicies")
    day.ec("-listCodecs")
    day.expect(bool(day.json("-listCodecs")), "-listCodecs prints JSON")
    day.ec("-addPolicy", "-codec", "less4", "-k", "8", "-r", "4", "-cellSize", "64k")
    for policy in ["RS-6-3-1024k", "RS-3-2-1024k", "LESS4-8-4-64k"]:
        day.ec("-enablePolicy", "-policy", policy)
    day.ec("-describePolicy", "RS-6-3-1024k@1")
    day.json("-describePolicy", "LESS4-8-4-64k")
    for directory, policy, width in [
            ("/narrow", "RS-6-3-1024k", "1"), ("/two", "RS-6-3-1024k", "2"),
            ("/less", "LESS4-8-4-64k", "4"), ("/coupled", "RS-6-3-1024k", None)]:
        day.run("hdfs", "dfs", "-mkdir", directory)
        more = ["-stripeWidth", width] if width else []
        day.ec("-setPolicy", "-path", directory, "-policy", policy, *more)
        day.ec("-getPolicy", directory)
    day.ec("-setPolicy", "-path", "/two", "-policy", "RS-6-3-1024k", "-stripeWidth", "99", codes=(1,))
    day.ec("-describePolicy", "RS-7-3", codes=(2,))
    day.ec("-overhead", "-help")


def files(day: Day) -> None:
    day.title("Files, and what shows them")
    sizes = {"small": 5 << 20, "middle": 40 << 20, "large": 120 << 20}
    for directory in ["/narrow", "/two", "/less", "/coupled"]:
        put(day, sizes, directory)
    text = day.run("hdfs", "fsck", "/", "-files", "-blocks", "-racks")
    day.expect("HEALTHY" in text, "fsck says that all is healthy")
    day.expect("policy is violated" not in text, "fsck sees no placement violated")
    day.expect(
        re.search(r"Unsatisfactory placement block groups:\s+0 ", text) is not None,
        "fsck counts no misplaced block group")
    day.ec("-layout", "/two/middle")
    day.ec("-layout", "/coupled/middle")
    day.ec("-layout", "-recursive", "/")
    day.ec("-listFiles", "/", "-h")
    day.ec("-overhead", "/", "-h")
    for command in [["-layout", "-recursive", "/"], ["-listFiles", "/"], ["-overhead", "/"],
                    ["-verify", "/two"], ["-repairStats"], ["-listTransitions"]]:
        day.expect(bool(day.json(*command)), f"{command[0]} prints JSON")
    day.run("hdfs", "dfsadmin", "-report", "-live")


def http(day: Day) -> None:
    day.title("WebHDFS")
    address = day.run("hdfs", "getconf", "-confKey", "dfs.namenode.http-address").split()[-1]
    url = f"http://{address}/webhdfs/v1/two/small?op=GETFILESTATUS"
    day.say(f"$ curl '{url.replace(address, 'NAMENODE')}'")
    with urllib.request.urlopen(url, timeout=30) as answer:
        status = json.load(answer)["FileStatus"]
    policy = status["ecPolicyObj"]
    day.say(json.dumps(policy, sort_keys=True))
    day.expect((policy["numDataUnits"], policy["stripeWidth"]) == (6, 2), "WebHDFS tells k and width")


def restart(day: Day) -> None:
    day.title("A DataNode that may stop, and one that dies")
    nodes = sorted(
        {node for report in day.json("-layout", "/two/large") for group in report["groups"]
         for member in group["members"] for node in member["nodes"]})
    day.ec("-okToStop", nodes[0], codes=(0, 3))
    day.json("-okToStop", *nodes[:2], codes=(0, 3, 4))
    day.ec("-nodes")
    kernels = {node["kernel"] for report in day.json("-nodes") for node in report["nodes"]}
    day.expect(len(kernels) == 1 and "" not in kernels, "all DataNodes tell one kernel")
    day.expect(bool(day.json("-nodes", nodes[0], "-groups")), "-nodes -groups prints JSON")
    day.run("cluster", "stop-datanode", "3")
    day.run("cluster", "start-datanode", "3")
    day.alarms_before_faults = day.logs()
    day.run("cluster", "kill-datanode", "5")
    put(day, {"after": 30 << 20}, "/narrow")
    put(day, {"after": 30 << 20}, "/two")
    day.ec("-layout", "-recursive", "/narrow")
    day.run("cluster", "start-datanode", "5")
    day.expect(day.ec("-verify", "/", "-wait", "3m", codes=(0,)).strip() != "", "-verify has a summary")


def transitions(day: Day) -> None:
    day.title("Other policies for files that are there")
    day.ec("-transition", "/two", "-policy", "RS-3-2-1024k", "-recursive", "-dryRun", "-h",
           "-bandwidth", "20m")
    day.json("-transition", "/two", "-policy", "RS-3-2-1024k", "-recursive", "-dryRun")
    day.ec("-transition", "/two", "-policy", "RS-3-2-1024k", "-recursive", "-wait")
    day.ec("-transition", "/coupled/small", "-policy", "RS-6-3-1024k@6", "-wait")
    day.ec("-transition", "-f", "-", "-policy", "RS-6-3-1024k", "-wait", stdin="/two/small\n")
    day.ec("-listTransitions", "-history")
    day.json("-listTransitions", "-history")
    day.ec("-pauseTransition", "/two")
    day.ec("-transition", "/nowhere", "-policy", "RS-3-2-1024k", codes=(2,))
    text = day.run("hdfs", "fsck", "/")
    day.expect("HEALTHY" in text, "fsck says that all is healthy at the end")


def play(day: Day) -> None:
    began = time.monotonic()
    day.run("cluster", "start", "--datanodes", "14", "--racks", "7",
            "--config", "dfs.blocksize=8388608", "--config", "dfs.namenode.fs-limits.min-block-size=1024",
            # HDFS may plan more copies of a fresh block group than it makes, and an adoption waits
            # until it forgets them, which takes five to ten minutes otherwise.
            "--config", "dfs.namenode.reconstruction.pending.timeout-sec=20")
    try:
        policies(day)
        files(day)
        http(day)
        restart(day)
        transitions(day)
    finally:
        day.run("cluster", "stop")
    day.title("What was wrong")
    for alarm in day.alarms_before_faults:
        day.wrong.append(f"an alarm in a log before anything was killed: {alarm[:300]}")
    for each in day.wrong:
        day.say(day.without_paths(each))
    day.say(f"{len(day.wrong)} wrong, {time.monotonic() - began:.0f} s")


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--transcript", type=Path, default=ROOT / "target/operator-day.txt")
    parser.add_argument("--dir", type=Path, default=ROOT / "target/operator-day")
    options = parser.parse_args()
    shutil.rmtree(options.dir, ignore_errors=True)
    day = Day(options.dir.resolve(), options.transcript)
    try:
        play(day)
    finally:
        options.transcript.parent.mkdir(parents=True, exist_ok=True)
        options.transcript.write_text("\n".join(day.lines) + "\n")
    return 1 if day.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
