package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.health.SafeModeGroups;

/**
 * Why: with dead nodes a data stripe is never whole, yet its groups may be; safe mode must end.
 * Ladder: methods of a class that upstream constructs itself.
 * Gone when: HDFS judges block groups through an interface.
 */
privileged aspect BlockManagerSafeModeAspect {

  // health: with dead nodes a stripe is never whole, its groups may be
  pointcut countSafe(BlockManagerSafeMode mode, int storages, BlockInfo block) :
      execution(synchronized void BlockManagerSafeMode.incrementSafeBlockCount(int, BlockInfo))
      && this(mode) && args(storages, block);

  void around(BlockManagerSafeMode mode, int storages, BlockInfo block) :
      countSafe(mode, storages, block) {
    boolean grouped = SafeModeGroups.isGrouped(block);
    if (!grouped) {
      proceed(mode, storages, block);
    }
    if (!mode.isInSafeMode()) {
      return;
    }
    BlockInfo[] newlySafe =
        grouped
            ? SafeModeGroups.newlySafe(mode.blockManager, block)
            : SafeModeGroups.newlySafeOfAdoption(mode.blockManager, block);
    for (BlockInfo safe : newlySafe) {
      // At this count upstream takes the block group for one that has just become safe.
      proceed(mode, SafeModeGroups.countedAt(safe), safe);
    }
  }

  // health: what was safe and is lost again is counted off once
  pointcut countLost(BlockManagerSafeMode mode, BlockInfo block) :
      execution(synchronized void BlockManagerSafeMode.decrementSafeBlockCount(BlockInfo))
      && this(mode) && args(block);

  void around(BlockManagerSafeMode mode, BlockInfo block) : countLost(mode, block) {
    if (!SafeModeGroups.isGrouped(block)) {
      proceed(mode, block);
    } else if (mode.isInSafeMode()) {
      SafeModeGroups.afterLoss(mode.blockManager, block);
    }
  }
}
