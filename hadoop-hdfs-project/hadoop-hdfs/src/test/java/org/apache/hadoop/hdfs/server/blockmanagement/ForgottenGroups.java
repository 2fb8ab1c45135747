package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** Has a NameNode forget a replica without missing it, as a bug would. */
public final class ForgottenGroups {

  private ForgottenGroups() {}

  /** Takes a replica off its storage, and nothing else. */
  public static void forget(FSNamesystem namesystem, Block replica) {
    namesystem.writeLock();
    try {
      BlockInfoStriped group =
          (BlockInfoStriped) namesystem.getBlockManager().getStoredBlock(replica);
      int index = (int) (replica.getBlockId() - group.getBlockId());
      for (BlockInfoStriped.StorageAndBlockIndex at : group.getStorageAndIndexInfos()) {
        if (at.getBlockIndex() == index) {
          at.getStorage().removeBlock(group);
          return;
        }
      }
    } finally {
      namesystem.writeUnlock("ForgottenGroups");
    }
    throw new IllegalStateException("there is no such replica: " + replica);
  }
}
