"""One-line mutants of main code, and the tests that must notice them; see scripts/mutants."""

import argparse
import concurrent.futures
import dataclasses
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import mutant_table
import testing

WORK = testing.ROOT / "target" / "mutants"

# The limits of what tests wait for are a minute: a mutant may take that and more.
LIMIT_SECONDS_MIN = 100

# JVMs that run, and the folders of their data.
RUNNING = {}


@dataclasses.dataclass(frozen=True)
class Run:
    """What became of a JVM with tests.

    end: passed, failed, timeout, or broken where it ended without a verdict
    case: the first that failed
    """

    end: str
    case: str
    seconds: float


def stale_modules():
    """Names of the modules with a source that is younger than all that was compiled."""
    stale = []
    for module in testing.MODULES:
        for sources, classes in ("main", "classes"), ("test", "test-classes"):
            if newest(module / "src" / sources) > newest(module / "target" / classes):
                stale.append(module.name)
    return sorted(set(stale))


def newest(folder):
    """When the youngest file below a folder was changed; 0 where there is none."""
    return max((path.stat().st_mtime for path in folder.rglob("*") if path.is_file()), default=0)


def compile_into(folder, texts):
    """Compiles sources, given as text by file name; the folder of the classes, or what is wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src").mkdir(parents=True)
    for name, text in texts.items():
        (folder / "src" / name).write_text(text)
    classes = folder / "classes"
    javac = subprocess.run(
        [
            javac_of(testing.java()), "--release", "17", "-proc:none", "-nowarn",
            "-cp", os.pathsep.join(testing.class_path()), "-d", str(classes),
            *[str(folder / "src" / name) for name in texts],
        ],
        capture_output=True, text=True,
    )
    return (classes, None) if javac.returncode == 0 else (None, javac.stdout + javac.stderr)


def javac_of(java):
    """The compiler beside a java command."""
    return java.removesuffix("java") + "javac"


def run_tests(names, classes, log, limit_seconds):
    """Runs tests with other classes in front until one fails, all passed, or the time is over."""
    data = testing.data_folder()
    command = testing.command(names, data, patches=[classes], details="testfeed")
    command += [f"--redirect-stdout={log}", f"--redirect-stderr={log}"]
    begin = time.monotonic()
    jvm = subprocess.Popen(
        command, cwd=testing.MODULE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, start_new_session=True,
    )
    RUNNING[jvm] = data
    late = threading.Event()
    alarm = threading.Timer(limit_seconds, lambda: (late.set(), kill(jvm)))
    alarm.start()
    try:
        failed, told = first_failure(jvm)
    finally:
        alarm.cancel()
        kill(jvm)
        code = jvm.wait()
        shutil.rmtree(RUNNING.pop(jvm), ignore_errors=True)
    seconds = time.monotonic() - begin
    with open(log, "a") as file:
        file.writelines(["\n", *told])
    if failed:
        return Run("failed", failed, seconds)
    if late.is_set():
        return Run("timeout", "", seconds)
    # Exit code 1: a class failed outside of its cases.
    return Run({0: "passed", 1: "failed"}.get(code, "broken"), f"exit code {code}", seconds)


def first_failure(jvm):
    """The first case that fails, None where the JVM ends without; and what the launcher told."""
    told = []
    for line in jvm.stdout:
        told.append(line)
        if line.endswith(":: FAILED\n"):
            return line.removesuffix(" :: FAILED\n").removeprefix("JUnit Jupiter > "), told
    jvm.wait()
    return None, told


def kill(jvm):
    """Ends a JVM and the processes that its tests started."""
    try:
        os.killpg(jvm.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def interrupt(number, frame):
    """Ends what runs; JVMs have sessions of their own, and would go on."""
    for jvm, data in list(RUNNING.items()):
        kill(jvm)
        shutil.rmtree(data, ignore_errors=True)
    os._exit(128 + number)


def baseline(test_class, mutants):
    """Runs what must notice some mutants of the same test class on the sources as they are."""
    names = sorted({mutant.noticed_by for mutant in mutants})
    if test_class in names:
        names = [test_class]
    texts = {mutant.source().name: mutant.source().read_text() for mutant in mutants}
    folder = WORK / ("without-" + test_class)
    classes, wrong = compile_into(folder, texts)
    if wrong:
        return Run("broken", wrong, 0)
    log = WORK / f"without-{test_class}.log"
    return run_tests(names, classes, log, 4 * LIMIT_SECONDS_MIN)


def judge(mutant, without):
    """Runs what must notice a mutant; whether it did, and a line that tells."""
    if without.end != "passed":
        return False, f"NOT JUDGED {mutant.name}: {mutant.test_class} fails without it"
    folder = WORK / mutant.name
    classes, wrong = compile_into(folder, {mutant.source().name: mutant.changed()})
    if wrong:
        return False, f"NOT JUDGED {mutant.name}: it does not compile:\n{wrong}"
    limit = LIMIT_SECONDS_MIN + 2 * without.seconds
    run = run_tests([mutant.noticed_by], classes, WORK / f"{mutant.name}.log", limit)
    shutil.rmtree(folder)
    if run.end == "failed":
        return True, f"killed     {mutant.name} in {run.seconds:.1f} s by {run.case}"
    if run.end == "timeout":
        return True, f"killed     {mutant.name} by timeout: {mutant.noticed_by} took {limit:.0f} s"
    if run.end == "passed":
        return False, f"SURVIVED   {mutant.name} in {run.seconds:.1f} s: {mutant.noticed_by}"
    return False, f"NOT JUDGED {mutant.name}: {run.case} of {mutant.noticed_by}"


def baselines(mutants, pool):
    """What runs without mutants come to, by test class; each must pass."""
    by_class = {}
    for mutant in mutants:
        by_class.setdefault(mutant.test_class, []).append(mutant)
    futures = {name: pool.submit(baseline, name, some) for name, some in by_class.items()}
    runs = {}
    for name, future in futures.items():
        runs[name] = future.result()
        end, case, seconds = dataclasses.astuple(runs[name])
        why = "" if end == "passed" else f": {case}"
        print(f"without    {name} {end} in {seconds:.1f} s{why}", flush=True)
    return runs


def run(mutants, jobs):
    """Judges mutants and prints a line for each; the exit code."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    begin = time.monotonic()
    killed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        without = baselines(mutants, pool)
        verdicts = [pool.submit(judge, each, without[each.test_class]) for each in mutants]
        for verdict in concurrent.futures.as_completed(verdicts):
            noticed, line = verdict.result()
            killed += noticed
            print(line, flush=True)
    minutes = (time.monotonic() - begin) / 60
    print(f"{killed} of {len(mutants)} mutants killed in {minutes:.1f} minutes")
    return 0 if killed == len(mutants) else 1


def chosen(mutants, names, prefix):
    """The mutants of those names and files."""
    unknown = set(names) - {mutant.name for mutant in mutants}
    if unknown:
        sys.exit(f"no such mutant: {' '.join(sorted(unknown))}")
    some = [each for each in mutants if not names or each.name in names]
    some = [each for each in some if each.file.startswith(prefix)]
    return some or sys.exit("no mutant of such a file")


def main():
    parser = argparse.ArgumentParser(prog="scripts/mutants", add_help=False)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--file", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    mutants = chosen(mutant_table.table(), options.names, options.file)
    if options.list:
        for each in mutants:
            print(f"{each.name}: {each.means}; {each.file}, noticed by {each.noticed_by}")
        return 0
    wrong = mutant_table.check(mutants)
    if options.check or wrong:
        return wrong
    stale = stale_modules()
    if stale:
        sys.exit(f"what is built is older than its sources, run scripts/build: {' '.join(stale)}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    return run(mutants, options.jobs)


if __name__ == "__main__":
    sys.exit(main())
