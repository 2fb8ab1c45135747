package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.namenode.file.Superseded;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/**
 * Files that get HDFS's own striped layout again, where they are: the way back of {@link
 * FileAdoption}. Their groups must be their stripes, under the policy that they shall have; then
 * each internal block gets a second name, as one of a block group that HDFS numbered, and the last
 * step leaves the first names behind. Under the locks of namesystem and directory.
 */
public final class FileCoupling {

  private static final String COPY = "; -copy writes it anew";

  private FileCoupling() {}

  /** Judges a file by what is persisted of it, where a transition ends with this. */
  static String refusal(DecoupledFile file, TransitionRecord record) {
    ErasureCodingPolicy policy =
        ErasureCodingPolicyManager.getInstance().getByID(record.policyId());
    if (policy.getNumDataUnits() != file.layout().stripeWidth()) {
      return "stripes in HDFS's own layout are as wide as their code: stripeWidth="
          + file.layout().stripeWidth() + ", policy=" + policy.getName() + COPY;
    }
    String wrong = PolicyCodecs.refusalOfCoupled(policy).orElse(null);
    if (wrong != null || !record.couples()) {
      return wrong;
    }
    if (file.isAdoption() || file.inode().getErasureCodingPolicyID() != record.policyId()) {
      return "a file that gets HDFS's own layout has a stripe width and the policy: policy="
          + policy.getName();
    }
    return needsParity(file, policy)
        ? "its parity is not that of HDFS's own layout: parityGroups="
            + file.parityGroups().length + ", stripes=" + file.stripes().length
        : null;
  }

  /**
   * Whether new parity must be encoded first for a file with a stripe width: of another code, or of
   * full length, or missing.
   */
  public static boolean needsParity(DecoupledFile file, ErasureCodingPolicy policy) {
    BlockInfoStripedParity[] groups = file.parityGroups();
    if (file.inode().getErasureCodingPolicyID() != policy.getId()
        || groups.length != file.stripes().length) {
      return true;
    }
    for (int g = 0; g < groups.length; g++) {
      if (groups[g].getNumBytes() != file.layout().parityLength(g, file.length())) {
        return true;
      }
    }
    return false;
  }

  /** Gives a file the block groups that it will have, beside what it has. */
  static void start(BlockManager blocks, INodeFile inode, TransitionRecord record)
      throws IOException {
    BlockInfoStriped[] coming = groups(inode, record);
    ParityGroupsFeature.setComing(inode, coming);
    for (BlockInfoStriped group : coming) {
      blocks.addBlockCollectionWithCheck(group, inode);
      blocks.processQueuedMessagesForBlock(group);
    }
  }

  /** The block groups that a start names, with the lengths of the file's stripes. */
  static BlockInfoStriped[] groups(INodeFile inode, TransitionRecord record) {
    ErasureCodingPolicy policy =
        ErasureCodingPolicyManager.getInstance().getByID(record.policyId());
    List<BlockInfoStriped> groups = new ArrayList<>();
    for (TransitionRecord.IdRun run : record.runs()) {
      for (int i = 0; i < run.count(); i++) {
        long bytes = inode.getBlocks()[groups.size()].getNumBytes();
        groups.add(
            StripeCoupling.newGroup(
                new Block(run.id(i), bytes, run.firstStamp() + i), policy));
      }
    }
    return groups.toArray(BlockInfoStriped[]::new);
  }

  /** Puts them in the place of stripes and parity groups, which are left behind. */
  public static Superseded commit(BlockManager blocks, INodeFile inode) {
    StripeCoupling.inferNames(blocks, inode);
    List<BlockInfoStriped> left = new ArrayList<>();
    Stream.of(inode.getBlocks()).map(BlockInfoStriped.class::cast).forEach(left::add);
    left.addAll(Arrays.asList(ParityGroupsFeature.groupsOf(inode)));
    BlockInfoStriped[] coming = takeComing(inode);
    long space = space(left) - space(Arrays.asList(coming));
    ParityGroupsFeature.replace(inode, new BlockInfoStripedParity[0]);
    INodeFileWindow.setBlocks(inode, Arrays.copyOf(coming, coming.length, BlockInfo[].class));
    INodeFileWindow.setStripeWidth(inode, 0);
    StripeCoupling.complete(blocks, coming);
    return Superseded.groups(left, space);
  }

  private static long space(List<BlockInfoStriped> groups) {
    return groups.stream().mapToLong(BlockInfoStriped::spaceConsumed).sum();
  }

  /** Drops what the file would have had. */
  static Superseded abort(INodeFile inode) {
    return Superseded.groups(Arrays.asList(takeComing(inode)), 0);
  }

  /** Empty where it has none. */
  static BlockInfoStriped[] takeComing(INodeFile inode) {
    Optional<BlockInfoStriped[]> coming = ParityGroupsFeature.comingOf(inode);
    ParityGroupsFeature.removeComing(inode);
    return coming.orElseGet(() -> new BlockInfoStriped[0]);
  }
}
