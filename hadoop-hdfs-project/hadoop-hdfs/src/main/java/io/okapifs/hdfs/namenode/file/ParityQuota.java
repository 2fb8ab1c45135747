package io.okapifs.hdfs.namenode.file;

import io.okapifs.hdfs.layout.FileLayout;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.QuotaCounts;

/**
 * Space quota of parity groups: a full group's parity is reserved when it is allocated and settled
 * to what it takes when it is complete, as upstream does for blocks.
 */
public final class ParityQuota {

  private ParityQuota() {}

  /** Bytes that one parity group reserves. */
  public static long reserved(FileLayout layout) {
    return layout.policy().r() * layout.policy().fullParityLength(layout.blockSize());
  }

  /** Reserves the space of one parity group. */
  public static void reserve(FSNamesystem namesystem, INodeFile file, FileLayout layout)
      throws QuotaExceededException {
    reserve(namesystem, file, reserved(layout));
  }

  /** Reserves space, or refuses to. */
  public static void reserve(FSNamesystem namesystem, INodeFile file, long bytes)
      throws QuotaExceededException {
    NamespaceWindow.addSpace(namesystem.getFSDirectory(), file, bytes);
  }

  /** Adds to the space in use, beyond the quota where need be: these bytes exist. */
  public static void charge(FSNamesystem namesystem, INodeFile file, long bytes) {
    FSDirectory directory = namesystem.getFSDirectory();
    NamespaceWindow.addSpace(
        directory, file,
        new QuotaCounts.Builder()
            .storageSpace(bytes)
            .typeSpaces(
                directory.getStorageTypeDeltas(
                    file.getStoragePolicyID(), bytes, (short) 1, (short) 1))
            .build());
  }

  /** Settles a block group of a decoupled file that is being completed. */
  public static void settle(FSNamesystem namesystem, INodeFile file, long reserved, long consumed) {
    if (reserved != consumed) {
      charge(namesystem, file, consumed - reserved);
    }
  }
}
