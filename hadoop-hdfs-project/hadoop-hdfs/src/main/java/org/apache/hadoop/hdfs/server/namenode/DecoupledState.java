package org.apache.hadoop.hdfs.server.namenode;

import java.util.Map;
import java.util.WeakHashMap;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.metrics2.util.MBeans;

/** Counts what an operator must know about decoupled files; one per NameNode. */
public final class DecoupledState implements DecoupledStateMBean {

  /** By namesystem, because tests run several NameNodes in one JVM. */
  private static final Map<FSNamesystem, ObjectName> REGISTERED = new WeakHashMap<>();

  private final FSNamesystem namesystem;

  private DecoupledState(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  public static void register(FSNamesystem namesystem) {
    synchronized (REGISTERED) {
      REGISTERED.put(
          namesystem,
          MBeans.register("NameNode", "DecoupledState", new DecoupledState(namesystem)));
    }
  }

  public static void unregister(FSNamesystem namesystem) {
    synchronized (REGISTERED) {
      MBeans.unregister(REGISTERED.remove(namesystem));
    }
  }

  @Override
  public long getUnprotectedGroups() {
    long count = 0;
    namesystem.readLock();
    try {
      // Every group that lacks a replica is queued for repair, so the queues hold all of them.
      Iterable<BlockInfo> queued = namesystem.getBlockManager().neededReconstruction;
      for (BlockInfo block : queued) {
        if (block instanceof BlockInfoStripedParity parity && parity.numNodes() == 0) {
          count++;
        }
      }
    } finally {
      namesystem.readUnlock("getUnprotectedGroups");
    }
    return count;
  }
}
