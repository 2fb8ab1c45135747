"""A Spark job: spark_job.py MASTER PASSES write|read DIRECTORY ...

Writes a table as Parquet and as text below each directory, or reads what is there: whole, one column,
filtered, and the text. Prints a line of sums for each directory in each pass.
"""

import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

ROWS = 400_000


def write(spark, directory):
    table = spark.range(0, ROWS, 1, 4).selectExpr(
        "id", "id % 97 as m", "sha2(cast(id as string), 256) as s")
    table.write.mode("overwrite").parquet(directory + "/parquet")
    table.selectExpr("concat(id, ' ', s) as t").write.mode("overwrite").text(directory + "/text")


def sums(spark, directory):
    table = spark.read.parquet(directory + "/parquet")
    whole = table.agg(F.sum("id"), F.sum("m"), F.sum(F.length("s"))).collect()[0]
    column = table.agg(F.sum("m")).collect()[0]
    filtered = table.where("id % 1000 = 7").agg(F.count("*"), F.sum("id")).collect()[0]
    text = spark.read.text(directory + "/text").agg(
        F.count("*"), F.sum(F.length("value"))).collect()[0]
    return [*whole, *column, *filtered, *text]


def main():
    master, passes, action, *directories = sys.argv[1:]
    spark = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.network.timeout", "600s")
        .config("spark.rpc.askTimeout", "300s")
        .config("spark.hadoop.dfs.blocksize", str(2 << 20))
        .getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    for number in range(int(passes)):
        for directory in directories:
            try:
                if action == "write":
                    write(spark, directory)
                print("SUMS", number, directory, *sums(spark, directory), flush=True)
            except Exception as e:  # Each directory is tried, whatever becomes of the others.
                print("FAILED", number, directory, *str(e).split()[:400], flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
