package io.okapifs.hdfs.namenode.placement;

import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Which storage the blocks of a striped file are to lie on, all of them on the same type.
 *
 * @param policy of the file or its directory, as HDFS numbers them; the default one where neither
 *     has any
 * @param type nothing where no striped file can have the policy: its blocks are placed as under the
 *     default one, and stay where they are
 */
record WantedStorage(byte policy, Optional<StorageType> type) {

  static WantedStorage of(BlockManager blocks, INodeFile file) {
    byte policy = policyOf(file);
    if (policy == HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED) {
      policy = blocks.getStoragePolicy(policy).getId();
    }
    return new WantedStorage(
        policy,
        ErasureCodingPolicyManager.checkStoragePolicySuitableForECStripedMode(policy)
            ? blocks.getStoragePolicy(policy).chooseStorageTypes((short) 1).stream().findFirst()
            : Optional.empty());
  }

  /** HDFS's own answer hides policies that no striped file can have. */
  private static byte policyOf(INodeFile file) {
    INodeDirectory parent = file.getParent();
    byte own = file.getLocalStoragePolicyID();
    return own == HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED && parent != null
        ? parent.getStoragePolicyID()
        : own;
  }
}
