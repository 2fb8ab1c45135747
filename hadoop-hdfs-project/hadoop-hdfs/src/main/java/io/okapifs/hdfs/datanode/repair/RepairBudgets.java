package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.conf.DefaultSettings;
import io.okapifs.hdfs.write.DirectMemory;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The direct memory of a DataNode's repairs. What the settings give them is made smaller where the
 * JVM does not have it: a repair that runs out of memory would fail in the middle.
 *
 * @param repairs of all repairs
 * @param transitions of all that is encoded for transitions: no repair waits for it
 */
record RepairBudgets(RepairMemory repairs, RepairMemory transitions) {

  private static final Logger LOG = LoggerFactory.getLogger(RepairBudgets.class);

  static final String REPAIRS_KEY = "dfs.datanode.ec.group-repair.memory-bytes";
  static final String TRANSITIONS_KEY = "dfs.datanode.ec.transition.memory-bytes";

  private static final String LESS =
      "Repairs get less memory than they could use, since the JVM has {} bytes of direct memory, of"
          + " which they may have three quarters: {} is {} instead of {}, {} is {} instead of {}."
          + " Set -XX:MaxDirectMemorySize in HDFS_DATANODE_OPTS to {} bytes or more to give them"
          + " all.";

  /** The rest is for what the DataNode sends and receives. */
  private static final double SHARE = 0.75;

  static RepairBudgets of(Configuration conf) {
    return of(conf, DirectMemory.limitBytes());
  }

  /**
   * Reads the settings.
   *
   * @param jvmBytes direct memory of the JVM
   * @throws IllegalArgumentException where one is out of range
   */
  static RepairBudgets of(Configuration conf, long jvmBytes) {
    long repairs = conf.getLong(REPAIRS_KEY, RepairMemory.DEFAULT);
    long transitions = conf.getLong(TRANSITIONS_KEY, RepairMemory.DEFAULT);
    RepairBudgets asked = of(repairs, transitions);
    double most = SHARE * jvmBytes;
    if ((double) repairs + transitions <= most) {
      return asked;
    }
    double part = most / ((double) repairs + transitions);
    RepairBudgets fitting =
        of(Math.max(1, (long) (part * repairs)), Math.max(1, (long) (part * transitions)));
    Object[] values = {
      jvmBytes, REPAIRS_KEY, fitting.repairs.totalBytes(), repairs, TRANSITIONS_KEY,
      fitting.transitions.totalBytes(), transitions,
      (long) Math.ceil(((double) repairs + transitions) / SHARE)
    };
    // Who set nothing asked for nothing that is not done.
    if (DefaultSettings.isSet(conf, REPAIRS_KEY) || DefaultSettings.isSet(conf, TRANSITIONS_KEY)) {
      LOG.warn(LESS, values);
    } else {
      LOG.info(LESS, values);
    }
    return fitting;
  }

  private static RepairBudgets of(long repairs, long transitions) {
    return new RepairBudgets(
        new RepairMemory(REPAIRS_KEY, repairs), new RepairMemory(TRANSITIONS_KEY, transitions));
  }
}
