package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.transition.FileCoupling;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/** Inodes of decoupled files that no NameNode made. */
public final class DecoupledInodes {

  private DecoupledInodes() {}

  /** A closed file. */
  public static BlockCollection file(
      long id, byte policyId, int stripeWidth, long blockSize, BlockInfo[] stripes,
      BlockInfoStripedParity[] parityGroups) {
    INodeFile file =
        new INodeFile(
            id, "file".getBytes(StandardCharsets.UTF_8),
            new PermissionStatus("user", "group", FsPermission.getFileDefault()), 0, 0, stripes,
            null, policyId, blockSize, (byte) 0, BlockType.STRIPED);
    INodeFileWindow.setStripeWidth(file, stripeWidth);
    ParityGroupsFeature.replace(file, parityGroups);
    return file;
  }

  /** Begins a transition of a file to parity groups of another policy. */
  public static void setNext(
      INodeFile file, byte policyId, boolean paused, BlockInfoStripedParity[] groups) {
    ParityGroupsFeature.setNext(file, new ParityGroupsFeature.Next(policyId, paused, groups));
  }

  /** Begins a transition of a file to block groups in HDFS's own layout. */
  public static void setComing(INodeFile file, BlockInfoStriped[] groups) {
    ParityGroupsFeature.setComing(file, groups);
  }

  /** Gives a file block groups of HDFS's own in the place of its stripes and parity groups. */
  public static void couple(INodeFile file, BlockInfoStriped[] groups) {
    ParityGroupsFeature.removeComing(file);
    ParityGroupsFeature.replace(file, new BlockInfoStripedParity[0]);
    INodeFileWindow.setBlocks(file, Arrays.copyOf(groups, groups.length, BlockInfo[].class));
    INodeFileWindow.setStripeWidth(file, 0);
  }

  /** Takes the last step of the way back to HDFS's own layout. */
  public static void commitCoupling(BlockManager blocks, INodeFile file) {
    FileCoupling.commit(blocks, file);
  }
}
