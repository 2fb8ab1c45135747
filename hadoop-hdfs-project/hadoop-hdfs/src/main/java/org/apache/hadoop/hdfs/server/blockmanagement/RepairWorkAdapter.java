package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.net.Node;

/**
 * Work that HDFS's monitor of redundancy has planned, gets targets for and hands out, in the form
 * in which it is written outside of this package. Planned under the namesystem's lock; targets are
 * chosen without it; then the work is handed out under it again.
 */
public abstract class RepairWorkAdapter extends BlockReconstructionWork {

  /**
   * @param sources nodes that are read
   * @param holders nodes with a replica of the block
   * @param needed replicas to write
   */
  protected RepairWorkAdapter(
      BlockInfo block, BlockCollection file, List<DatanodeDescriptor> sources,
      List<DatanodeDescriptor> holders, int needed, int priority) {
    super(
        block, file, sources.toArray(DatanodeDescriptor[]::new), holders, List.of(), needed,
        priority);
  }

  /**
   * Chooses where the replicas shall be.
   *
   * @param excluded nodes that may get none; what is added to it may get none either
   */
  protected abstract void choose(
      BlockPlacementPolicy placement, BlockStoragePolicySuite policies, Set<Node> excluded);

  /** Tells the nodes. */
  protected abstract void handOut();

  @Override
  final void chooseTargets(
      BlockPlacementPolicy placement, BlockStoragePolicySuite policies, Set<Node> excluded) {
    choose(placement, policies, excluded);
  }

  @Override
  final void addTaskToDatanode(NumberReplicas replicas) {
    handOut();
  }

  protected final BlockInfo block() {
    return getBlock();
  }

  protected final int priority() {
    return getPriority();
  }

  protected final String path() {
    return getSrcPath();
  }

  protected final byte storagePolicy() {
    return getStoragePolicyID();
  }

  /** Chosen storages, one for each replica. */
  public final List<DatanodeStorageInfo> targets() {
    return List.of(getTargets());
  }

  protected final void take(List<DatanodeStorageInfo> targets) {
    setTargets(targets.toArray(DatanodeStorageInfo[]::new));
  }
}
