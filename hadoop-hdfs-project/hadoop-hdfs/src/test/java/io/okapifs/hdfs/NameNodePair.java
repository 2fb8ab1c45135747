package io.okapifs.hdfs;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.hdfs.server.namenode.NamespaceDigest;

/** What happens to the two NameNodes of a cluster in this JVM. */
public final class NameNodePair {

  private NameNodePair() {}

  /**
   * Makes the other NameNode the active one.
   *
   * @param kill whether the active one ends without finishing its journal; else it is a standby then
   * @return the active one
   */
  public static int change(MiniDFSCluster pair, int active, boolean kill) throws IOException {
    if (kill) {
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
  static void restartStandby(MiniDFSCluster pair, int standby) throws IOException {
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

  /** All that a NameNode knows but usage of quotas, which a standby counts once it is active. */
  static List<String> known(MiniDFSCluster pair, int which) {
    return NamespaceDigest.ofWriter(pair.getNamesystem(which)).lines().stream()
        .filter(line -> !line.startsWith("directory")).toList();
  }
}
