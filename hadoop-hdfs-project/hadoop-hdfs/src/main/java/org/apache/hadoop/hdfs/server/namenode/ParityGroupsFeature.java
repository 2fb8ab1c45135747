package org.apache.hadoop.hdfs.server.namenode;

import java.util.Arrays;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;

/**
 * The parity groups of a decoupled file, dense by group index. They stand beside the inode's block
 * list, which holds data stripes alone: whatever upstream does with a block list (lengths,
 * truncation, snapshots) then cannot mistake parity for data. A file in transition to another
 * policy has a second list, of the groups that it will have, and one that will have HDFS's own layout
 * the block groups of that.
 *
 * <p>Guarded by the namesystem's lock, as the block list is. The arrays are replaced, never
 * changed, so that a reader may keep them.
 */
public final class ParityGroupsFeature implements INode.Feature {

  private static final BlockInfoStripedParity[] NONE = {};

  /**
   * The groups that a file will have.
   *
   * @param policyId that they are coded by
   * @param paused whether nothing is encoded for them
   * @param groups ascending by id
   */
  public record Next(byte policyId, boolean paused, BlockInfoStripedParity[] groups) {

    public boolean has(BlockInfo block) {
      return Arrays.binarySearch(groups, block) >= 0;
    }
  }

  private BlockInfoStripedParity[] groups = NONE;

  /** Null where the file is in no transition. */
  private Next next;

  /** Block groups in HDFS's own layout that the file will have; null where it will not. */
  private BlockInfoStriped[] coming;

  private ParityGroupsFeature() {}

  /** The groups of a file; empty where it has none. */
  public static BlockInfoStripedParity[] groupsOf(INodeFile file) {
    ParityGroupsFeature feature = file.getFeature(ParityGroupsFeature.class);
    return feature == null ? NONE : feature.groups;
  }

  /** The groups that a file will have; null where it is in no transition. */
  public static Next nextOf(INodeFile file) {
    ParityGroupsFeature feature = file.getFeature(ParityGroupsFeature.class);
    return feature == null ? null : feature.next;
  }

  /** The block groups in HDFS's own layout that a file will have; null where it will not. */
  public static BlockInfoStriped[] comingOf(INodeFile file) {
    ParityGroupsFeature feature = file.getFeature(ParityGroupsFeature.class);
    return feature == null ? null : feature.coming;
  }

  public static void append(INodeFile file, BlockInfoStripedParity group) {
    BlockInfoStripedParity[] old = groupsOf(file);
    BlockInfoStripedParity[] more = Arrays.copyOf(old, old.length + 1);
    more[old.length] = group;
    replace(file, more);
  }

  public static void replace(INodeFile file, BlockInfoStripedParity[] groups) {
    if (groups.length > 0 || file.getFeature(ParityGroupsFeature.class) != null) {
      make(file).groups = groups;
    }
  }

  public static void setNext(INodeFile file, Next next) {
    if (next != null || file.getFeature(ParityGroupsFeature.class) != null) {
      make(file).next = next;
    }
  }

  public static void setComing(INodeFile file, BlockInfoStriped[] coming) {
    if (coming != null || file.getFeature(ParityGroupsFeature.class) != null) {
      make(file).coming = coming;
    }
  }

  private static ParityGroupsFeature make(INodeFile file) {
    ParityGroupsFeature feature = file.getFeature(ParityGroupsFeature.class);
    if (feature == null) {
      feature = new ParityGroupsFeature();
      file.addFeature(feature);
    }
    return feature;
  }
}
