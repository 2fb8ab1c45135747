package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.namenode.DecoupledState;
import org.apache.hadoop.net.Node;

/**
 * The repair of the parity of one group: chooses the targets, without a lock, and then hands a
 * {@link GroupTask} to the node of one of them.
 *
 * <p>A target never holds another block of the same block group. It holds no member of the same
 * group either, unless there is no other node, and no block of the group's data stripes if that
 * costs nothing.
 */
final class GroupReconstructionWork extends BlockReconstructionWork {

  private final BlockManager blocks;
  private final GroupHealth health;
  private final int group;
  private final GroupMembers members;
  private final List<Integer> missing;
  private final List<DatanodeStorageInfo> sameStripes;

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
    this.sameStripes = health.storagesOfStripes(group);
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
    TargetRequest request =
        new TargetRequest(
            getSrcPath(), List.of(new GroupRun(missing.size(), members.storages())), sameStripes,
            sameBlock, null, getBlockSize(), policies.getPolicy(getStoragePolicyID()), null);
    List<DatanodeStorageInfo> chosen =
        TargetChooser.choose(
            placement, blocks.getDatanodeManager().getNetworkTopology(), request);
    chosen.removeIf(
        target -> GroupMembers.isBusy(blocks, target.getDatanodeDescriptor(), getPriority()));
    // The first one does the work.
    chosen.sort(
        Comparator.comparingInt(
            target -> target.getDatanodeDescriptor().getNumberOfBlocksToBeErasureCoded()));
    setTargets(chosen.toArray(DatanodeStorageInfo[]::new));
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
    DecoupledState.of(blocks.getDatanodeManager().getHeartbeatManager().namesystem)
        .countPlaced(List.of(new GroupRun(targets.size(), now.storages())), targets);
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
