"""One job twice, DataNodes killed in the middle of it; see scripts/demo-spark."""

import sys
import time

from daemon import ClusterError
from spark_stage import EXPECTED, SparkStage

DATANODES = 12
KILLED = (3, 7)
PASSES = 3
POLICY, WIDTH = "RS-6-3-1024k", 2
DIRECTORY = "/table"
LINE_MAX = 150
STARTED = time.monotonic()


def say(text):
    print(f"{time.monotonic() - STARTED:6.0f} s  {text}", flush=True)


def read_while_nodes_die(stage, spark):
    """Reads the table in passes, and kills DataNodes after the first; the passes that were right."""

    def kill(passes):
        if passes == 1:
            say(f"DataNodes {KILLED} are killed in the middle of the job")
            for number in KILLED:
                stage.cluster.kill_datanode(number)

    right = 0
    for _, word, values in stage.job(spark, "read", [DIRECTORY], passes=PASSES, on_line=kill):
        if word == "SUMS" and [int(value) for value in values] == EXPECTED:
            right += 1
            say(f"pass {right}: every sum is right")
        elif word == "SUMS":
            raise ClusterError(f"wrong sums: {values}, not {EXPECTED}")
        else:
            say(" ".join(values)[:LINE_MAX])
    return right


def show(stage):
    stage.make(DIRECTORY, POLICY, WIDTH)
    say(f"{POLICY}, {WIDTH}-wide, {DATANODES} DataNodes; stock Spark 3.5.6 writes a table")
    stage.job(stage.stock, "write", [DIRECTORY])
    say("stock Spark reads it")
    stock = read_while_nodes_die(stage, stage.stock)
    for number in KILLED:
        stage.cluster.start_datanode(number)
    say("the nodes are back; Spark with our client reads it")
    ours = read_while_nodes_die(stage, stage.ours)
    say(f"stock Spark: {stock} of {PASSES} passes; with our client: {ours} of {PASSES}")
    if not stock < ours == PASSES:
        raise ClusterError("our client was to end every pass, and the stock client not")


def main():
    stage = SparkStage(DATANODES)
    try:
        show(stage)
    except ClusterError as e:
        sys.exit(f"demo-spark: {e}")
    finally:
        stage.cluster.stop()
    print("demo-spark: OK")


if __name__ == "__main__":
    main()
