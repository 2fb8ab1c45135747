package io.okapifs.hdfs.fix;

import io.okapifs.Woven;
import org.apache.hadoop.conf.Configuration;

/**
 * A bug of HDFS that is corrected for files in HDFS's own layout, too. Each correction has a switch
 * and is on unless the switch says otherwise; docs/KNOWN-BUGS.md says what becomes of each bug.
 */
public enum UpstreamFix {
  /** A degraded positional read returned decoded bytes in the wrong places. */
  HDFS_16970("dfs.client.ec.fix.hdfs-16970.enabled"),

  /** A stream whose file was replaced by one of another form read the other's blocks as its own. */
  REPLACED_FILE("dfs.client.ec.fix.replaced-file.enabled"),

  /** A lease recovery with a silent node asked the others for blocks that they never had. */
  HDFS_17094("dfs.namenode.ec.fix.hdfs-17094.enabled"),

  /** In safe mode a reader was told of a part of a block group, and took the rest for lost. */
  HDFS_17800("dfs.namenode.ec.fix.hdfs-17800.enabled"),

  /** A DataNode that restarted kept replicas for ever that it had been told to delete. */
  HDFS_17218("dfs.namenode.ec.fix.hdfs-17218.enabled"),

  /** A NameNode that became active again counted blocks of the highest priority twice. */
  HIGHEST_PRIORITY_COUNT("dfs.namenode.ec.fix.highest-priority-count.enabled"),

  /** A replica of a block group that was in excess, and then corrupt, stayed in excess for ever. */
  EXCESS_OF_CORRUPT("dfs.namenode.ec.fix.excess-of-corrupt.enabled"),

  /** A block of a group was rebuilt by nobody whose replica was told to go as a corrupt one. */
  FORGOTTEN_MEMBER("dfs.namenode.ec.fix.forgotten-member.enabled"),

  /** A node got a block that it was about to delete, by an earlier order. */
  TARGET_OF_DELETION("dfs.namenode.ec.fix.target-of-deletion.enabled"),

  /** A repaired block that a full report told of first hid what else its block group missed. */
  EARLY_REPORT("dfs.namenode.ec.fix.early-report.enabled"),

  /** A node with two blocks of a group kept the second for ever, or lost sight of the first. */
  SECOND_MEMBER("dfs.namenode.ec.fix.second-member.enabled"),

  /** Safe mode took a block off its count twice that was left on nodes being decommissioned. */
  SAFE_MODE_COUNT("dfs.namenode.ec.fix.safe-mode-count.enabled"),

  /** Excess blocks of a group that needed repair when they were looked at stayed for ever. */
  POSTPONED_EXCESS("dfs.namenode.ec.fix.postponed-excess.enabled"),

  /** A DataNode deleted the files of a new replica with those of the one before. */
  DELETED_SUCCESSOR("dfs.datanode.ec.fix.deleted-successor.enabled"),

  /** A DataNode that got a volume with replicas while it ran waited for ever, holding its lock. */
  HDFS_17756("dfs.datanode.ec.fix.hdfs-17756.enabled"),

  /** What a DataNode told of while it sent a full report was undone by that report. */
  REPORT_ORDER("dfs.datanode.ec.fix.report-order.enabled");

  private final String key;

  UpstreamFix(String key) {
    this.key = key;
  }

  /** The setting that switches the correction. */
  public String key() {
    return key;
  }

  @Woven
  public boolean isOn(Configuration conf) {
    return conf.getBoolean(key, true);
  }
}
