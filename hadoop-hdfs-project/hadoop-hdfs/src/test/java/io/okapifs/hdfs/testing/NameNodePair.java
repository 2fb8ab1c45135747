package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockIdManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.hdfs.server.namenode.NamespaceDigest;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;

/** What happens to the two NameNodes of a cluster in this JVM. */
public final class NameNodePair {

  private NameNodePair() {}

  /** Two NameNodes, of which the first one is active; {@link ClusterEnd} ends them. */
  public static MiniDFSCluster start(Configuration conf, int dataNodes) throws IOException {
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    // All DataNodes of this JVM share one connection. Retries to a dead NameNode hold its lock, and a
    // DataNode that stops would wait for it behind all others.
    conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    MiniDFSCluster pair = KeptPorts.pair(conf, dataNodes).build();
    pair.waitActive();
    pair.transitionToActive(0);
    return pair;
  }

  /** A client that goes on at the other one behind a failover. */
  public static DistributedFileSystem client(MiniDFSCluster pair, Configuration conf)
      throws IOException, URISyntaxException {
    return (DistributedFileSystem) HATestUtil.configureFailoverFs(pair, conf);
  }

  /** Adds and enables RS-3-2 with the small cells of tests; its name. */
  public static String addPolicy(DistributedFileSystem fs) throws IOException {
    ErasureCodingPolicy policy =
        new ErasureCodingPolicy(new ECSchema("rs", 3, 2), BlockFileCluster.CELL);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    fs.enableErasureCodingPolicy(policy.getName());
    return policy.getName();
  }

  /**
   * Makes the other NameNode the active one.
   *
   * @param kill whether the active one ends without finishing its journal; else it is a standby then
   * @return the active one
   */
  public static int change(MiniDFSCluster pair, int active, boolean kill) throws IOException {
    if (kill) {
      // Nobody gets an answer of a NameNode without a journal, which one that is killed does not give.
      NameNodeAdapter.getRpcServer(pair.getNameNode(active)).stop();
      FSNamesystem dying = pair.getNamesystem(active);
      dying.writeLock();
      try {
        // What was not synced is lost, and the segment stays in progress.
        NameNodeAdapter.abortEditLogs(pair.getNameNode(active));
      } finally {
        dying.writeUnlock();
      }
      pair.shutdownNameNode(active);
    } else {
      pair.transitionToStandby(active);
    }
    pair.transitionToActive(1 - active);
    return 1 - active;
  }

  /** Restarts a NameNode beside the active one, which finishes its journal before. */
  public static void restartStandby(MiniDFSCluster pair, int standby) throws IOException {
    pair.getNameNodeRpc(1 - standby).rollEditLog();
    restart(pair, standby, false);
  }

  /**
   * Restarts a NameNode. They share the erasure coding policies, which the one that starts loads
   * anew: from segments of the journal that are finished, and meanwhile the other must not need any.
   */
  public static void restart(MiniDFSCluster pair, int which, boolean becomesActive)
      throws IOException {
    FSNamesystem other = pair.getNamesystem(1 - which);
    other.writeLock();
    try {
      pair.restartNameNode(which, false);
      if (becomesActive) {
        pair.transitionToActive(which);
      }
    } finally {
      other.writeUnlock();
    }
  }

  /**
   * Waits until the standby has every edit, and compares what the two know.
   *
   * @param killed whether it must be started for that
   */
  public static void assertStandbyFollows(
      MiniDFSCluster pair, int active, boolean killed, String what) throws Exception {
    if (killed) {
      restartStandby(pair, 1 - active);
      pair.waitActive();
    }
    HATestUtil.waitForStandbyToCatchUp(pair.getNameNode(active), pair.getNameNode(1 - active));
    assertThat(known(pair, 1 - active)).as(what).isEqualTo(known(pair, active));
  }

  static List<String> known(MiniDFSCluster pair, int which) {
    return known(pair.getNamesystem(which));
  }

  /**
   * All that a NameNode knows but the usage of quotas, which a standby counts when it becomes active;
   * nor does a stamp take effect before, that it has read of.
   */
  public static List<String> known(FSNamesystem namesystem) {
    BlockIdManager ids = namesystem.getBlockManager().getBlockIdManager();
    long stamp = Math.max(ids.getGenerationStamp(), ids.getImpendingGenerationStamp());
    return NamespaceDigest.ofWriter(namesystem).lines().stream()
        .filter(line -> !line.startsWith("directory"))
        .map(line -> line.replaceFirst("^stamp=\\d+", "stamp=" + stamp))
        .toList();
  }
}
