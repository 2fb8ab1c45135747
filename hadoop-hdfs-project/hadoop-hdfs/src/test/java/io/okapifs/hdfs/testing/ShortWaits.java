package io.okapifs.hdfs.testing;

import io.okapifs.hdfs.conf.DefaultSettings;
import io.okapifs.hdfs.namenode.repair.RedundancySweep;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.PatientReports;
import org.apache.hadoop.hdfs.server.datanode.QueuedCommands;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.util.Time;

/**
 * What HDFS does in steps of a second, a cluster of a test does in milliseconds; but for rounds of
 * redundancy, for tests look at what is lost before it is repaired.
 */
public final class ShortWaits {

  private static final String HEARTBEAT = "200ms";
  private static final String TRANSITION_INTERVAL = "200ms";

  /** After which a recovery of a block that did not come to an end is tried again. */
  private static final long RECOVERY_MILLIS = 1500;

  /** After which a node is dead, beside twice the interval of looking for that. */
  private static final long SILENCE_MILLIS = 3000;

  /** In which nodes report by themselves that a NameNode's start reached. */
  private static final long REPORT_NANOS = 1_000_000_000;

  /** After which a block group that misses blocks without being queued counts as a bug. */
  private static final String UNQUEUED = "5s";

  private ShortWaits() {}

  /** For NameNodes and clients; what the test set itself stays. */
  public static void settings(Configuration conf) {
    DefaultSettings.setIfUnset(conf, TransitionService.INTERVAL_KEY, TRANSITION_INTERVAL);
    DefaultSettings.setIfUnset(conf, RedundancySweep.CONFIRM_KEY, UNQUEUED);
  }

  /** For a DataNode; a NameNode counts heartbeats in seconds. */
  static void dataNodeSettings(Configuration conf) {
    conf.set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, HEARTBEAT);
    conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, PatientReports.class.getName());
  }

  /** What HDFS has no settings for, after each start of a NameNode. */
  static void hurry(MiniDFSCluster cluster, int which) {
    BlockManager blocks = cluster.getNamesystem(which).getBlockManager();
    blocks.setBlockRecoveryTimeout(RECOVERY_MILLIS);
    int recheckMillis =
        cluster.getConfiguration(which).getInt(
            DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
            DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT);
    blocks.getDatanodeManager().setHeartbeatExpireInterval(2L * recheckMillis + SILENCE_MILLIS);
  }

  /** Restarts a NameNode and waits until all running DataNodes have reported and safe mode is over. */
  static void restartNameNode(MiniDFSCluster cluster, int which) throws Exception {
    cluster.restartNameNode(which, false);
    hurry(cluster, which);
    awaitReports(cluster, which);
    awaitRegistrations(cluster, which);
    FSNamesystem namesystem = cluster.getNamesystem(which);
    endExtension(cluster.getNameNode(which));
    BlockFileCluster.await("end of safe mode", () -> !namesystem.isInSafeMode());
  }

  /** A node that registers again while its first report is under way sends none for hours. */
  private static void awaitReports(MiniDFSCluster cluster, int which) throws Exception {
    long asking = System.nanoTime() + REPORT_NANOS;
    BlockFileCluster.await(
        "reports of all DataNodes",
        () -> {
          Set<Integer> reported = reported(cluster.getNamesystem(which));
          for (DataNode node : cluster.getDataNodes()) {
            if (!reported.contains(node.getXferPort()) && System.nanoTime() > asking) {
              DataNodeTestUtils.triggerBlockReport(node);
            }
          }
          return reported.size() >= cluster.getDataNodes().size();
        });
  }

  /**
   * Waits until no node registers once more, as those do that were told so twice. Such a node gets
   * no block before it has told again what room it has.
   */
  private static void awaitRegistrations(MiniDFSCluster cluster, int which) throws Exception {
    FSNamesystem namesystem = cluster.getNamesystem(which);
    long known = Time.monotonicNow();
    BlockFileCluster.await(
        "heartbeats of all DataNodes",
        () ->
            live(namesystem).allMatch(node -> node.getLastUpdateMonotonic() > known)
                && cluster.getDataNodes().stream().allMatch(QueuedCommands::areNone));
    awaitReports(cluster, which);
  }

  private static Stream<DatanodeDescriptor> live(FSNamesystem namesystem) {
    return namesystem.getBlockManager().getDatanodeManager()
        .getDatanodeListForReport(DatanodeReportType.LIVE).stream();
  }

  private static Set<Integer> reported(FSNamesystem namesystem) {
    return live(namesystem)
        .filter(DatanodeDescriptor::checkBlockReportReceived)
        .map(DatanodeDescriptor::getXferPort)
        .collect(Collectors.toSet());
  }

  /** Nobody is waited for in it any more. */
  private static void endExtension(NameNode node) {
    if (node.getNamesystem().getSafemode().contains("extension")) {
      NameNodeAdapter.leaveSafeMode(node);
    }
  }
}
