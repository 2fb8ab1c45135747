package io.okapifs.hdfs.namenode.file;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

/** Creation of a file: the stripe width goes from the policy's name into the inode's header. */
public final class DecoupledCreate {

  private DecoupledCreate() {}

  /**
   * Refuses a file that could not be laid out, before anything was changed: an overwritten file
   * still exists.
   */
  @Woven
  public static void check(
      FSNamesystem namesystem,
      INodesInPath path,
      EnumSet<CreateFlag> flags,
      long blockSize,
      String policyName,
      String client)
      throws IOException {
    if (flags.contains(CreateFlag.SHOULD_REPLICATE)) {
      return;
    }
    ErasureCodingPolicy policy =
        NamespaceWindow.policyOfNew(
            namesystem, policyName, path.getParentINodesInPath());
    if (policy == null || policy.isReplicationPolicy()) {
      return;
    }
    int stripeWidth = DecoupledPolicies.stripeWidth(policy);
    String refusal = refusal(policy, stripeWidth, blockSize);
    if (refusal == null && stripeWidth != 0) {
      refusal = StockWriters.of(namesystem).refusal(client);
    }
    if (refusal != null) {
      throw new IOException("Cannot create " + path.getPath() + ": " + refusal);
    }
  }

  private static String refusal(ErasureCodingPolicy policy, int stripeWidth, long blockSize) {
    if (stripeWidth == 0) {
      // A coupled file of such blocks would look as if it had a stripe width.
      return blockSize >= FileLayout.BLOCK_SIZE_LIMIT
          ? "block size must be below 2^40 bytes: blockSize=" + blockSize
          : PolicyCodecs.refusalOfCoupled(policy).orElse(null);
    }
    try {
      FileLayout.checkBlockSize(blockSize, policy.getCellSize());
      return PolicyCodecs.refusalOfUse(policy).orElse(null);
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /** Writes the stripe width into an inode that was just added. */
  @Woven
  public static void stamp(
      FSNamesystem namesystem,
      INodesInPath parent,
      boolean replicate,
      String policyName,
      INodesInPath added)
      throws IOException {
    if (replicate || added == null) {
      return;
    }
    ErasureCodingPolicy policy =
        NamespaceWindow.policyOfNew(namesystem, policyName, parent);
    if (policy == null || policy.isReplicationPolicy()) {
      return;
    }
    int stripeWidth = DecoupledPolicies.stripeWidth(policy);
    if (stripeWidth != 0) {
      INodeFileWindow.setStripeWidth(added.getLastINode().asFile(), stripeWidth);
      KnownWidths.of(namesystem).note();
    }
  }
}
