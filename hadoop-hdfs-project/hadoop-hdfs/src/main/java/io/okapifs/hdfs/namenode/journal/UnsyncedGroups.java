package io.okapifs.hdfs.namenode.journal;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSEditLog;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Parity groups whose records may not be in the journal for good yet. No DataNode is asked for
 * their blocks: a NameNode that dies before would leave replicas with ids that the next one gives
 * to another file. Nobody waits for the journal here: whoever wrote a record has it synced. Any
 * thread may call it.
 */
public final class UnsyncedGroups {

  /** Of a group whose record may still have to be written. */
  private static final long UNKNOWN = Long.MAX_VALUE;

  /** To the last transaction that may be the group's. */
  private final Map<BlockInfo, Long> groups = new ConcurrentHashMap<>();

  public static UnsyncedGroups of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(UnsyncedGroups.class);
  }

  /** By whoever holds the namesystem's write lock until the record has its transaction id. */
  public void add(Collection<? extends BlockInfo> made) {
    made.forEach(group -> groups.put(group, UNKNOWN));
  }

  /** Whether no DataNode may be asked for a block of a group. */
  public boolean contains(BlockInfo group) {
    return groups.containsKey(group);
  }

  /** Forgets the groups whose records have become durable. The caller holds no lock. */
  public void update(FSNamesystem namesystem) {
    if (groups.isEmpty()) {
      return;
    }
    FSEditLog journal = namesystem.getEditLog();
    namesystem.readLock();
    try {
      // All records of what is in there have been written: nobody holds the write lock.
      long last = journal.getLastWrittenTxId();
      groups.replaceAll((group, transaction) -> Math.min(transaction, last));
    } finally {
      namesystem.readUnlock("unsyncedGroups");
    }
    long synced = journal.getSyncTxId();
    groups.values().removeIf(transaction -> transaction <= synced);
  }
}
