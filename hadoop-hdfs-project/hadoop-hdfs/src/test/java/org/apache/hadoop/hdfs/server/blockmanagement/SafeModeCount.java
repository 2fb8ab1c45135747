package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** What safe mode should have counted. */
public final class SafeModeCount {

  private SafeModeCount() {}

  /** Each complete block group that nodes reported too little of, or that is not counted as safe. */
  public static List<String> unsafe(FSNamesystem namesystem) {
    BlockManager blocks = namesystem.getBlockManager();
    List<String> unsafe = new ArrayList<>();
    namesystem.readLock();
    try {
      for (BlockInfo block : blocks.blocksMap.getBlocks()) {
        boolean stored = blocks.hasMinStorage(block);
        boolean safe =
            BlockInfoDecoupled.isDecoupled(block)
                ? ((BlockInfoDecoupled) block).isCountedSafe()
                : stored;
        if (block.isComplete() && !(safe && stored)) {
          unsafe.add(
              block + " stored=" + stored + " safe=" + safe + " " + blocks.countNodes(block)
                  + " of " + namesystem.getBlockCollection(block.getBlockCollectionId()));
        }
      }
    } finally {
      namesystem.readUnlock();
    }
    return unsafe;
  }
}
