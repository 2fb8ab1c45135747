package org.apache.hadoop.hdfs.server.namenode;

import java.util.Arrays;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;

/**
 * The parity groups of a decoupled file, dense by group index. They stand beside the inode's block
 * list, which holds data stripes alone: whatever upstream does with a block list (lengths,
 * truncation, snapshots) then cannot mistake parity for data.
 *
 * <p>Guarded by the namesystem's lock, as the block list is. The array is replaced, never changed,
 * so that a reader may keep it.
 */
final class ParityGroupsFeature implements INode.Feature {

  private static final BlockInfoStripedParity[] NONE = {};

  private BlockInfoStripedParity[] groups = NONE;

  private ParityGroupsFeature() {}

  /** The groups of a file; empty where it has none. */
  static BlockInfoStripedParity[] groupsOf(INodeFile file) {
    ParityGroupsFeature feature = file.getFeature(ParityGroupsFeature.class);
    return feature == null ? NONE : feature.groups;
  }

  static void append(INodeFile file, BlockInfoStripedParity group) {
    BlockInfoStripedParity[] old = groupsOf(file);
    BlockInfoStripedParity[] more = Arrays.copyOf(old, old.length + 1);
    more[old.length] = group;
    replace(file, more);
  }

  static void replace(INodeFile file, BlockInfoStripedParity[] groups) {
    ParityGroupsFeature feature = file.getFeature(ParityGroupsFeature.class);
    if (feature == null) {
      if (groups.length == 0) {
        return;
      }
      feature = new ParityGroupsFeature();
      file.addFeature(feature);
    }
    feature.groups = groups;
  }
}
