package org.apache.hadoop.hdfs.server.namenode;

import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;

/**
 * The parity groups of a decoupled file, dense by group index. They stand beside the inode's block
 * list, which holds data stripes alone: whatever upstream does with a block list (lengths,
 * truncation, snapshots) then cannot mistake parity for data. A file in transition to another
 * policy has a second list, of the groups that it will have, and one that will have HDFS's own
 * layout the block groups of that.
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

  // Null, not Optional, for the sake of the NameNode's memory: one of these per decoupled file.
  private Next next;
  private BlockInfoStriped[] coming;

  private ParityGroupsFeature() {}

  /** The groups of a file; empty where it has none. */
  public static BlockInfoStripedParity[] groupsOf(INodeFile file) {
    ParityGroupsFeature feature = file.getFeature(ParityGroupsFeature.class);
    return feature == null ? NONE : feature.groups;
  }

  /** The groups that a file in transition will have. */
  public static Optional<Next> nextOf(INodeFile file) {
    return of(file).map(feature -> feature.next);
  }

  /** The block groups that a file will have which gets HDFS's own layout. */
  public static Optional<BlockInfoStriped[]> comingOf(INodeFile file) {
    return of(file).map(feature -> feature.coming);
  }

  private static Optional<ParityGroupsFeature> of(INodeFile file) {
    return Optional.ofNullable(file.getFeature(ParityGroupsFeature.class));
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
    make(file).next = next;
  }

  public static void removeNext(INodeFile file) {
    of(file).ifPresent(feature -> feature.next = null);
  }

  public static void setComing(INodeFile file, BlockInfoStriped[] coming) {
    make(file).coming = coming;
  }

  public static void removeComing(INodeFile file) {
    of(file).ifPresent(feature -> feature.coming = null);
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
