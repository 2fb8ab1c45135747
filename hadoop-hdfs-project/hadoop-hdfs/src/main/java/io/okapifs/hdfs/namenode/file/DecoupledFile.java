package io.okapifs.hdfs.namenode.file;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.FileLayout;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/**
 * A decoupled file as the NameNode holds it: its layout, its data stripes (index j) and its parity
 * groups (index g). Of a file in transition there are two, with the groups that it has and with
 * those that it will have. A short-lived view; the namesystem's lock guards what it shows.
 */
public final class DecoupledFile {

  private final INodeFile inode;
  private final FileLayout layout;

  /** Empty in a view of what the file has. */
  private final Optional<ParityGroupsFeature.Next> next;

  private DecoupledFile(
      INodeFile inode, FileLayout layout, Optional<ParityGroupsFeature.Next> next) {
    this.inode = inode;
    this.layout = layout;
    this.next = next;
  }

  /** Whether a file is in HDFS's own striped layout, whose stripes protect themselves. */
  public static boolean isCoupled(INodeFile file) {
    return file.isStriped() && !isDecoupled(file);
  }

  /** Whether a file has a stripe width of its own. */
  public static boolean isDecoupled(INodeFile file) {
    return INodeFileWindow.stripeWidth(file.getHeaderLong()) != 0;
  }

  /**
   * A file that has a stripe width.
   *
   * @throws IllegalArgumentException where it has none
   */
  public static DecoupledFile of(INodeFile file) {
    return find(file)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The file has no stripe width: path=" + file.getFullPathName()));
  }

  /** The file, if it is one with a stripe width. */
  public static Optional<DecoupledFile> find(BlockCollection collection) {
    return collection instanceof INodeFile file && isDecoupled(file)
        ? Optional.of(new DecoupledFile(file, ownLayout(file), Optional.empty()))
        : Optional.empty();
  }

  private static FileLayout ownLayout(INodeFile file) {
    int stripeWidth = INodeFileWindow.stripeWidth(file.getHeaderLong());
    return DecoupledPolicies.viewOfFile(file, stripeWidth).layout(file.getPreferredBlockSize());
  }

  /**
   * The file as a transition takes it. One in HDFS's own striped layout is shown as it will be once
   * adopted: its block groups hold stripes as wide as their code, in front of parity that nothing
   * here knows of.
   *
   * @throws IllegalArgumentException where the file is replicated, or no file with a stripe width
   *     can have its code or its block size
   */
  public static DecoupledFile changeable(INodeFile file) {
    if (isDecoupled(file)) {
      return of(file);
    }
    if (!file.isStriped()) {
      throw new IllegalArgumentException("the file is replicated, and has no parity to change");
    }
    ErasureCodingPolicy policy = coupledPolicy(file);
    return new DecoupledFile(
        file,
        DecoupledPolicies.layout(
            policy.getId(), policy.getNumDataUnits(), file.getPreferredBlockSize()),
        Optional.empty());
  }

  /** The policy of a file in HDFS's own striped layout. */
  public static ErasureCodingPolicy coupledPolicy(INodeFile file) {
    return ErasureCodingPolicyManager.getInstance().getByID(file.getErasureCodingPolicyID());
  }

  /** The file with those parity groups among which a block group is, if it is one of them. */
  public static Optional<DecoupledFile> find(
      BlockCollection collection, BlockInfoDecoupled block) {
    boolean ofNext =
        block instanceof BlockInfoStripedParity
            && collection instanceof INodeFile file
            && ParityGroupsFeature.nextOf(file).filter(next -> next.has(block)).isPresent();
    return ofNext ? next((INodeFile) collection) : find(collection);
  }

  /** A file in transition with the parity groups that it will have. */
  public static Optional<DecoupledFile> next(INodeFile file) {
    Optional<ParityGroupsFeature.Next> next = ParityGroupsFeature.nextOf(file);
    return next.map(
        groups -> new DecoupledFile(file, changeable(file).layoutUnder(groups.policyId()), next));
  }

  /** The block groups that a file will have which gets HDFS's own layout. */
  public static Optional<BlockInfoStriped[]> coming(INodeFile file) {
    return ParityGroupsFeature.comingOf(file);
  }

  /** Whether the parity groups are those that the file will have. */
  public boolean isNext() {
    return next.isPresent();
  }

  /** Whether the data stripes are still block groups of HDFS's own layout. */
  public boolean isAdoption() {
    return isCoupled(inode);
  }

  /**
   * Whether the file gets a stripe width and nothing else, so that its parity stays what it is,
   * byte for byte.
   */
  public boolean keepsParity() {
    return isAdoption()
        && next.filter(groups -> groups.policyId() == inode.getErasureCodingPolicyID()).isPresent()
        && PolicyCodecs.hasSameBytes(layout.policy().codec());
  }

  /** Whether the parity groups are not encoded for now. */
  public boolean isPaused() {
    return next.isPresent() && next.get().paused();
  }

  public INodeFile inode() {
    return inode;
  }

  public FileLayout layout() {
    return layout;
  }

  /** The layout that the file would have under another policy: width and block size stay. */
  public FileLayout layoutUnder(byte policyId) {
    return DecoupledPolicies.layout(policyId, layout.stripeWidth(), layout.blockSize());
  }

  /** Whether a stripe has fewer blocks than a group. */
  public boolean isNarrow() {
    return layout.stripeWidth() < k();
  }

  public int k() {
    return layout.policy().k();
  }

  public int r() {
    return layout.policy().r();
  }

  public BlockInfo[] stripes() {
    return inode.getBlocks();
  }

  public BlockInfoStripedParity[] parityGroups() {
    return next.isPresent() ? next.get().groups() : ParityGroupsFeature.groupsOf(inode);
  }

  /** Bytes in all data stripes, of the open one those the NameNode knows of. */
  public long length() {
    BlockInfo[] stripes = stripes();
    return stripes.length == 0
        ? 0
        : (stripes.length - 1) * layout.stripeSize() + stripes[stripes.length - 1].getNumBytes();
  }

  public void appendParityGroup(BlockInfoStripedParity group) {
    ParityGroupsFeature.append(inode, group);
  }

  public void replaceParityGroups(BlockInfoStripedParity[] groups) {
    ParityGroupsFeature.replace(inode, groups);
  }

  /** Whether a block group is one that its file will have: nobody has to wait for its replicas. */
  @Woven
  public static boolean isComing(BlockInfo block, BlockCollection collection) {
    return !block.isComplete()
        && block.isStriped()
        && collection instanceof INodeFile file
        && coming(file).isPresent();
  }
}
