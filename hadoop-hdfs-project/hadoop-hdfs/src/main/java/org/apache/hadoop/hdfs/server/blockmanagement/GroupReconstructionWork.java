package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.net.Node;

/**
 * The repair of the parity of one group: chooses the targets, without a lock, and then hands a
 * {@link GroupTask} to the node of one of them.
 *
 * <p>A target never holds another block of the same block group. It holds no member of the same
 * group either, unless there is no other node.
 */
final class GroupReconstructionWork extends BlockReconstructionWork {

  private final BlockManager blocks;
  private final GroupHealth health;
  private final int group;
  private final GroupMembers members;
  private final List<Integer> missing;

  /**
   * @param missing members to write, ascending
   */
  GroupReconstructionWork(
      BlockManager blocks, GroupHealth health, int group, BlockInfoStripedParity parity,
      GroupMembers members, List<Integer> missing, int priority) {
    super(
        parity, health.file().inode(), sourceNodes(members), nodesOf(parity), members.storages(),
        missing.size(), priority);
    this.blocks = blocks;
    this.health = health;
    this.group = group;
    this.members = members;
    this.missing = missing;
  }

  private static DatanodeDescriptor[] sourceNodes(GroupMembers members) {
    return members.sources().values().stream()
        .map(GroupMembers.Source::node)
        .toArray(DatanodeDescriptor[]::new);
  }

  private static List<DatanodeDescriptor> nodesOf(BlockInfoStripedParity parity) {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    for (BlockInfoStriped.StorageAndBlockIndex at : parity.getStorageAndIndexInfos()) {
      nodes.add(at.getStorage().getDatanodeDescriptor());
    }
    return nodes;
  }

  @Override
  void chooseTargets(
      BlockPlacementPolicy placement, BlockStoragePolicySuite policies, Set<Node> sameBlock) {
    Set<Node> forbidden = new HashSet<>(sameBlock);
    forbidden.addAll(members.nodes());
    List<DatanodeStorageInfo> chosen = new ArrayList<>();
    choose(placement, policies, forbidden, getLiveReplicaStorages(), chosen);
    if (chosen.size() < missing.size()) {
      choose(placement, policies, sameBlock, storagesOn(sameBlock), chosen);
    }
    chosen.removeIf(
        target -> GroupMembers.isBusy(blocks, target.getDatanodeDescriptor(), getPriority()));
    // The first one does the work.
    chosen.sort(
        Comparator.comparingInt(
            target -> target.getDatanodeDescriptor().getNumberOfBlocksToBeErasureCoded()));
    setTargets(chosen.toArray(DatanodeStorageInfo[]::new));
  }

  private List<DatanodeStorageInfo> storagesOn(Set<Node> nodes) {
    return getLiveReplicaStorages().stream()
        .filter(storage -> nodes.contains(storage.getDatanodeDescriptor()))
        .toList();
  }

  /** Asks HDFS's policy, whose fallbacks may forget the forbidden nodes, and takes what fits. */
  private void choose(
      BlockPlacementPolicy placement, BlockStoragePolicySuite policies, Set<Node> forbidden,
      List<DatanodeStorageInfo> apart, List<DatanodeStorageInfo> chosen) {
    List<DatanodeStorageInfo> taken = new ArrayList<>(apart);
    taken.addAll(chosen);
    DatanodeStorageInfo[] found =
        placement.chooseTarget(
            getSrcPath(), missing.size() - chosen.size(), null, taken, false,
            new HashSet<>(forbidden), getBlockSize(), policies.getPolicy(getStoragePolicyID()),
            null);
    Set<Node> used = new HashSet<>(forbidden);
    chosen.forEach(target -> used.add(target.getDatanodeDescriptor()));
    for (DatanodeStorageInfo target : found) {
      if (chosen.size() < missing.size() && used.add(target.getDatanodeDescriptor())) {
        chosen.add(target);
      }
    }
  }

  @Override
  void addTaskToDatanode(NumberReplicas replicas) {
    // The lock was released in between: what came back needs no second replica.
    GroupMembers now = GroupMembers.of(blocks, health, group, getPriority());
    DatanodeStorageInfo[] all = getTargets();
    List<DatanodeStorageInfo> targets = new ArrayList<>();
    List<GroupMember> outputs = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      if (!now.held().get(missing.get(i))) {
        targets.add(all[i]);
        outputs.add(output(missing.get(i), all[i]));
      }
    }
    if (targets.isEmpty()) {
      LOG.info("Parity of {} came back before its repair began", getBlock());
      return;
    }
    GroupTask task =
        new GroupTask(
            health.layout().policy(),
            health.layout().dataMembers(group, health.length()),
            getBlock().getNumBytes(),
            members.sources().values().stream().map(GroupMembers.Source::replica).toList(),
            outputs);
    LOG.info(
        "Repair of parity: path={}, group={}, block={}, members={}, targets={}",
        getSrcPath(), group, getBlock(), outputs.stream().map(GroupMember::member).toList(),
        targets);
    targets.get(0).getDatanodeDescriptor().addBlockToBeErasureCoded(
        new ExtendedBlock(blocks.getBlockPoolId(), getBlock()), getSrcNodes(),
        targets.toArray(DatanodeStorageInfo[]::new), new byte[0], new byte[0], task.toPolicy());
  }

  private GroupMember output(int member, DatanodeStorageInfo target) {
    BlockInfo parity = getBlock();
    return new GroupMember(
        member, parity.getBlockId() + member - health.file().k(), parity.getGenerationStamp(),
        parity.getNumBytes(), target.getStorageID());
  }
}
