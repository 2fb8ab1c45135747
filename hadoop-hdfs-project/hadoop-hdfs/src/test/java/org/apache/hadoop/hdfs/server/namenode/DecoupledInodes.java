package org.apache.hadoop.hdfs.server.namenode;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;

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
    INodeFileAccess.setStripeWidth(file, stripeWidth);
    ParityGroupsFeature.replace(file, parityGroups);
    return file;
  }
}
