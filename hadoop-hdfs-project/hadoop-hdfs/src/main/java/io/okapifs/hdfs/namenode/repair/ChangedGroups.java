package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled.Change;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Block groups of which a replica came or went since the last round: how urgent the repair of their
 * relatives is may have changed. A node that dies or comes back changes a million at once, and some
 * groups many times. They are noted here, and looked at once, a few milliseconds of the lock at a
 * time. Until then a priority may be that of a second ago; nothing that is committed or deleted
 * asks here.
 */
public final class ChangedGroups {

  /** Each once; guarded by the namesystem's lock, as is what each remembers of its change. */
  private final Deque<BlockInfoDecoupled> changed = new ArrayDeque<>();

  static ChangedGroups of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(ChangedGroups.class);
  }

  /** Under the namesystem's write lock. */
  void note(BlockInfoDecoupled block, Change change) {
    if (block.change() == Change.NONE) {
      changed.add(block);
    }
    if (block.change() != Change.CAME) {
      block.setChange(change);
    }
  }

  /** In every round of a NameNode that repairs; the caller holds no lock. */
  static void step(BlockManager blocks) {
    ChangedGroups groups = of(blocks);
    while (BlockManagerWindow.read(blocks, () -> !groups.changed.isEmpty())) {
      Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
      namesystem.writeLock();
      try {
        groups.look(blocks);
      } finally {
        namesystem.writeUnlock();
      }
    }
  }

  private void look(BlockManager blocks) {
    long end = System.nanoTime() + RepairRounds.HOLD_NANOS;
    while (!changed.isEmpty() && System.nanoTime() - end < 0) {
      BlockInfoDecoupled block = changed.remove();
      Change change = block.change();
      block.setChange(Change.NONE);
      GroupSiblings.look(blocks, block, change);
    }
  }

  /** What only an active NameNode may know goes when it becomes standby. */
  public static void forget(BlockManager blocks) {
    Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
    namesystem.writeLock();
    try {
      Deque<BlockInfoDecoupled> changed = of(blocks).changed;
      changed.forEach(block -> block.setChange(Change.NONE));
      changed.clear();
    } finally {
      namesystem.writeUnlock();
    }
  }
}
