#!/usr/bin/env bash
# Read by Hadoop's own scripts: hdfs version and hadoop version tell ours behind Hadoop's.
hdfs_subcommand_version() {
  # shellcheck disable=SC2034
  HADOOP_CLASSNAME=io.okapifs.hdfs.tools.VersionCommand
}

hadoop_subcommand_version() {
  hdfs_subcommand_version
}
