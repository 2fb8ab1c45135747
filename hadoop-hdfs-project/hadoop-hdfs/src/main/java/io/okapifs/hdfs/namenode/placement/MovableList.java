package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.DeletionOrders;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement.Good;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.MovableBlockProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.NodeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.RelativesProto;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.apache.hadoop.net.Node;

/**
 * Blocks of parity groups as balancer and mover are told of them: with the places of their
 * relatives, and whether they may leave now. A block is kept where it is while somebody works on
 * its group: a repair or an encoding that reads it would lose a helper. Under the namesystem's
 * lock.
 */
final class MovableList {

  private final BlockManager blocks;
  private final ListMovableBlocksResponseProto.Builder answer =
      ListMovableBlocksResponseProto.newBuilder();
  private final Map<DatanodeDescriptor, Integer> numbers = new LinkedHashMap<>();

  MovableList(BlockManager blocks) {
    this.blocks = blocks;
  }

  /** Why a block may not leave its node now, if it may not. */
  Optional<String> whyKept(GroupHealth health, Good replica, List<Good> group) {
    BlockInfoDecoupled block = (BlockInfoDecoupled) replica.block();
    if (health.file().inode().isUnderConstruction()) {
      return Optional.of("its file is being written");
    }
    if (health.file().isNext() || health.next().isPresent()
        || DecoupledFile.coming(health.file().inode()).isPresent()) {
      return Optional.of("its file is in transition");
    }
    boolean isIdle =
        GroupPlacement.isOnly(replica, group)
            && health.relatives(block).stream()
                .allMatch(each -> RepairQueueWindow.pending(blocks, each) == 0);
    return isIdle ? Optional.empty() : Optional.of("a block of its group is being copied");
  }

  /** A block without its relatives. */
  MovableBlockProto.Builder toProto(Good replica, long length) {
    BlockInfoDecoupled block = (BlockInfoDecoupled) replica.block();
    return MovableBlockProto.newBuilder()
        .setId(StripedBlockWindow.replicaOn(block, replica.storage()).getBlockId())
        .setStamp(block.getGenerationStamp())
        .setBytes(length)
        .setStorageId(replica.storage().getStorageID())
        .setStorageType(replica.storage().getStorageType().name());
  }

  /**
   * A block with all that a choice of its target needs.
   *
   * @param members good replicas of its group, which has the number {@code group}
   * @param length bytes of the block
   */
  MovableBlockProto.Builder toProto(
      GroupHealth health, GroupPlacement placement, long group, Good replica,
      List<Good> members, long length) {
    BlockInfoDecoupled block = (BlockInfoDecoupled) replica.block();
    MovableBlockProto.Builder proto =
        toProto(replica, length)
            .addRelatives(
                relatives(health.file().parityGroups()[(int) group], false, members, replica));
    if (replica.block() instanceof BlockInfoStripedData) {
      proto.addRelatives(relatives(block, true, placement.stripe(), replica));
    }
    Set<Node> taken = new HashSet<>(DeletionOrders.nodes(blocks, block));
    taken.addAll(GroupPlacement.nodesOf(block));
    health.occupied(group).forEach(storage -> taken.add(storage.getDatanodeDescriptor()));
    taken.remove(replica.node());
    taken.forEach(each -> proto.addTaken(number((DatanodeDescriptor) each)));
    return proto;
  }

  private RelativesProto relatives(
      BlockInfo owner, boolean isStripe, List<Good> members, Good replica) {
    RelativesProto.Builder proto =
        RelativesProto.newBuilder().setId(owner.getBlockId()).setStripe(isStripe);
    members.stream()
        .filter(other -> !other.isSameBlock(replica))
        .forEach(other -> proto.addNode(number(other.node())));
    return proto.build();
  }

  /** Position of a node in the list of the answer. */
  int number(DatanodeDescriptor each) {
    return numbers.computeIfAbsent(each, any -> numbers.size());
  }

  void add(MovableBlockProto.Builder block) {
    answer.addBlock(block);
  }

  /** What was added, with the nodes that it names. */
  ListMovableBlocksResponseProto.Builder toProto() {
    numbers.keySet()
        .forEach(
            each ->
                answer.addNode(
                    NodeProto.newBuilder()
                        .setUuid(each.getDatanodeUuid())
                        .setRack(each.getNetworkLocation())));
    return answer.setRacks(
        blocks.getDatanodeManager().getNetworkTopology().getNumOfNonEmptyRacks());
  }
}
