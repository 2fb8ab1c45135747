package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.FileLayout;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;

/**
 * Space quota of parity groups: a full group's parity is reserved when it is allocated and settled
 * to what it takes when it is complete, as upstream does for blocks.
 */
final class ParityQuota {

  private ParityQuota() {}

  /** Bytes that one parity group reserves. */
  static long reserved(FileLayout layout) {
    return layout.policy().r() * layout.policy().fullParityLength(layout.blockSize());
  }

  /** Reserves the space of one parity group. */
  static void reserve(FSNamesystem namesystem, INodeFile file, FileLayout layout)
      throws QuotaExceededException {
    reserve(namesystem, file, reserved(layout));
  }

  /** Reserves space, or refuses to. */
  static void reserve(FSNamesystem namesystem, INodeFile file, long bytes)
      throws QuotaExceededException {
    FSDirectory directory = namesystem.getFSDirectory();
    directory.writeLock();
    try {
      directory.updateCount(
          INodesInPath.fromINode(file), 0, bytes, (short) 1, true);
    } finally {
      directory.writeUnlock();
    }
  }

  /** Adds to the space in use, beyond the quota where need be: these bytes exist. */
  static void charge(FSNamesystem namesystem, INodeFile file, long bytes) {
    FSDirectory directory = namesystem.getFSDirectory();
    INodesInPath path = INodesInPath.fromINode(file);
    directory.writeLock();
    try {
      directory.updateCountNoQuotaCheck(
          path,
          path.length() - 1,
          new QuotaCounts.Builder()
              .storageSpace(bytes)
              .typeSpaces(
                  directory.getStorageTypeDeltas(
                      file.getStoragePolicyID(), bytes, (short) 1, (short) 1))
              .build());
    } finally {
      directory.writeUnlock();
    }
  }

  /** Settles a block group of a decoupled file that is being completed. */
  static void settle(FSNamesystem namesystem, INodeFile file, long reserved, long consumed) {
    if (reserved != consumed) {
      charge(namesystem, file, consumed - reserved);
    }
  }
}
