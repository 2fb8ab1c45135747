package io.okapifs.hdfs.namenode.health;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.repair.TransitionLimits;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;

/**
 * What repairs ask of the transitions of files, which are above them. Under the namesystem's lock
 * but for the counts.
 */
public interface TransitionRules {

  static TransitionRules of(BlockManager blocks) {
    return OkapiParts.of(BlockManagerWindow.namesystem(blocks)).get(TransitionRules.class);
  }

  /**
   * Whether nothing is to be encoded or moved for new groups now.
   *
   * @param next the groups that a file will have
   */
  boolean isPaused(GroupHealth next);

  /** Whether a new group may be encoded: its data lies where it will stay, and it is not paused. */
  boolean mayEncode(BlockManager blocks, GroupHealth next, int group);

  /**
   * Has the transition of a file be given up, if one has begun: members of a group contradict each
   * other, and new parity may be made of a wrong one.
   */
  void doubt(long inodeId);

  /** What each DataNode may read and write for transitions. */
  TransitionLimits limits();

  /** Counts a new group that a DataNode was asked to encode. */
  void countAsked(long inodeId, int group);

  /** Counts a block that a DataNode was asked to move for new groups. */
  void countMove(long inodeId);
}
