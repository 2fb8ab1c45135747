package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.MetricsWindow;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.apache.hadoop.net.NetUtils;

/**
 * Where repairs run: what all repairs of one DataNode share. Any thread may call it.
 *
 * @param xmitWeight of what a repair reads and writes in the transfers that the DataNode reports
 * @param windowBytes of each member that a repair holds at a time, whole checksum chunks
 * @param spooledWindowBytes the same of each sub-block, for repairs with a spool
 * @param sparePercent of what a repair reads is read to compare helpers with one more member
 * @param memory of all of them
 * @param statistics of all repairs
 * @param transitions limits what is read and written for transitions
 * @param transitionReads limits what is read for transitions as upstream's limit of repairs says;
 *     apart from that, so that no repair waits for it; null: no limit
 * @param transitionWrites the same of what is written
 * @param scrubReads limits what is read to scrub groups; null: none is scrubbed
 * @param clock looks once a second at what limits them
 * @param readThreads one for each helper that is being read
 */
record RepairContext(
    DataNode datanode,
    float xmitWeight,
    int windowBytes,
    int spooledWindowBytes,
    double sparePercent,
    RepairBudgets memory,
    RepairStatistics statistics,
    TransitionThrottle transitions,
    DataTransferThrottler transitionReads,
    DataTransferThrottler transitionWrites,
    DataTransferThrottler scrubReads,
    ScheduledExecutorService clock,
    ExecutorService readThreads) {

  /** Bytes of each member that a repair holds at a time. */
  private static final String WINDOW_KEY = "dfs.datanode.ec.group-repair.window-bytes";
  private static final int WINDOW_DEFAULT = 256 << 10;

  /** The same of each sub-block of a repair that is spooled: its reads jump between them. */
  private static final String SPOOLED_WINDOW_KEY =
      "dfs.datanode.ec.group-repair.spooled-window-bytes";
  private static final int SPOOLED_WINDOW_DEFAULT = 4 << 20;

  /** Of what a repair reads, to compare helpers with one more member; 0: not at all. */
  static final String SPARE_KEY = "dfs.datanode.ec.group-repair.check-spare-percent";
  private static final double SPARE_DEFAULT = 1;

  /** What is read and written for a window may take so long; there are few threads. */
  private static final int WINDOW_SECONDS = 10;

  /** Sub-blocks are whole multiples of it, and so is what codes work on. */
  static final int GRANULE = GroupPolicy.SUB_BLOCK_ALIGNMENT;

  static RepairContext of(DataNode node, float xmitWeight) {
    Configuration conf = node.getConf();
    TransitionThrottle transitions =
        new TransitionThrottle(
            () -> MetricsWindow.movedBytes(node.getMetrics()), System::nanoTime);
    ScheduledExecutorService clock =
        Executors.newSingleThreadScheduledExecutor(
            RepairThreads.daemons("transitionThrottle-"));
    clock.scheduleAtFixedRate(transitions::sample, 0, 1, TimeUnit.SECONDS);
    return new RepairContext(
        node,
        xmitWeight,
        wholeGranules(positive(conf, WINDOW_KEY, WINDOW_DEFAULT)),
        wholeGranules(positive(conf, SPOOLED_WINDOW_KEY, SPOOLED_WINDOW_DEFAULT)),
        sparePercent(conf),
        RepairBudgets.of(conf),
        new RepairStatistics(node),
        transitions,
        like(node.getEcReconstuctReadThrottler()),
        like(node.getEcReconstuctWriteThrottler()),
        ofScrubs(ScrubBandwidth.of(conf)),
        clock,
        Executors.newCachedThreadPool(RepairThreads.daemons("groupRepairRead-")));
  }

  private static DataTransferThrottler like(DataTransferThrottler other) {
    return other == null ? null : new DataTransferThrottler(other.getBandwidth());
  }

  private static DataTransferThrottler ofScrubs(long bytesPerSecond) {
    return bytesPerSecond == 0 ? null : new DataTransferThrottler(bytesPerSecond);
  }

  static int positive(Configuration conf, String key, int byDefault) {
    int value = conf.getInt(key, byDefault);
    if (value < 1) {
      throw new IllegalArgumentException("must be positive: " + key + "=" + value);
    }
    return value;
  }

  private static double sparePercent(Configuration conf) {
    double percent = conf.getDouble(SPARE_KEY, SPARE_DEFAULT);
    if (!(percent >= 0 && percent <= 100)) {
      throw new IllegalArgumentException(
          "must be a percentage from 0 to 100: " + SPARE_KEY + "=" + percent);
    }
    return percent;
  }

  static int wholeGranules(int bytes) {
    return Math.max(1, bytes / GRANULE) * GRANULE;
  }

  Configuration conf() {
    return datanode.getConf();
  }

  InetSocketAddress addressOf(DatanodeInfo node) {
    return NetUtils.createSocketAddr(
        node.getXferAddr(datanode.getDnConf().getConnectToDnViaHostname()));
  }

  /** Whether a node is the one that repairs. */
  boolean isHere(DatanodeInfo node) {
    return node.getDatanodeUuid().equals(datanode.getDatanodeUuid());
  }

  /** A window, or a smaller one under a low limit: targets give up when nothing comes for long. */
  int window(GroupTask task, int most) {
    long rate =
        task.isScrub()
            ? scrubReads.getBandwidth()
            : task.ofTransition() ? transitions.bytesPerSecond() : 0;
    int members =
        task.isScrub() ? task.helpers().size() : task.policy().k() + task.targets().size();
    return rate == 0
        ? most
        : Math.min(most, wholeGranules((int) Math.min(most, rate * WINDOW_SECONDS / members)));
  }

  /** What a task takes its buffers from. */
  RepairMemory memory(GroupTask task) {
    return task.ofTransition() || task.isScrub() ? memory.transitions() : memory.repairs();
  }

  /** Waits until so much may be read for a task. */
  void throttleRead(GroupTask task, long bytes) {
    if (task.isScrub()) {
      scrubReads.throttle(bytes);
    } else {
      throttle(task, datanode.getEcReconstuctReadThrottler(), transitionReads, bytes);
    }
  }

  /** Waits until so much may be written for a task. */
  void throttleWrite(GroupTask task, long bytes) {
    throttle(task, datanode.getEcReconstuctWriteThrottler(), transitionWrites, bytes);
  }

  private void throttle(
      GroupTask task, DataTransferThrottler ofRepairs, DataTransferThrottler ofTransitions,
      long bytes) {
    if (task.ofTransition()) {
      transitions.throttle(bytes);
    }
    DataTransferThrottler throttler = task.ofTransition() ? ofTransitions : ofRepairs;
    if (throttler != null) {
      throttler.throttle(bytes);
    }
  }

  void close() {
    readThreads.shutdown();
    clock.shutdownNow();
    statistics.close();
  }
}
