package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto.MemberProto;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;

/**
 * What a DataNode has of files with a stripe width, in pages that are ordered by the ids of block
 * groups. A page costs a look at all blocks of the node, each storage in one hold of the read lock.
 */
final class NodeMembers {

  private static final int BLOCKS_PER_PAGE = 1000;

  private final BlockManager blocks;
  private final DatanodeDescriptor node;
  private final int size;
  private final ListMembersResponseProto.Builder page = ListMembersResponseProto.newBuilder();

  private NodeMembers(BlockManager blocks, DatanodeDescriptor node, int size) {
    this.blocks = blocks;
    this.node = node;
    this.size = size;
  }

  /**
   * A page; the caller holds no lock.
   *
   * @throws IOException where no node is called so, or several are
   */
  static ListMembersResponseProto page(BlockManager blocks, ListMembersRequestProto request)
      throws IOException {
    return page(blocks, request, BLOCKS_PER_PAGE);
  }

  /** The same with another size of pages, in block groups. */
  static ListMembersResponseProto page(
      BlockManager blocks, ListMembersRequestProto request, int size) throws IOException {
    Set<DatanodeDescriptor> nodes = NamedNodes.of(blocks, List.of(request.getNode()));
    if (nodes.size() > 1) {
      throw new IOException(
          request.getNode() + " are " + nodes.size() + " DataNodes; name one with its port, as "
              + nodes.iterator().next().getXferAddr());
    }
    NodeMembers members = new NodeMembers(blocks, nodes.iterator().next(), size);
    long after = request.hasAfter() ? request.getAfter() : Long.MIN_VALUE;
    members.add(members.idsAfter(after));
    return members.page.build();
  }

  /** The lowest ids of block groups behind one, one more than a page has. */
  private List<Long> idsAfter(long after) {
    TreeSet<Long> lowest = new TreeSet<>();
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      BlockManagerWindow.read(
          blocks,
          () -> {
            Iterator<BlockInfo> each = DatanodeWindow.blocksOn(storage);
            while (each.hasNext()) {
              BlockInfo block = each.next();
              if (block instanceof BlockInfoDecoupled && block.getBlockId() > after) {
                addLowest(lowest, block.getBlockId());
              }
            }
            return null;
          });
    }
    return List.copyOf(lowest);
  }

  private void addLowest(TreeSet<Long> lowest, long id) {
    if (lowest.size() <= size) {
      lowest.add(id);
    } else if (id < lowest.last() && lowest.add(id)) {
      lowest.pollLast();
    }
  }

  private void add(List<Long> ids) {
    long[] those = ids.stream().limit(size).mapToLong(Long::longValue).toArray();
    BlockLooks.each(blocks, those, this::look);
    if (ids.size() > size) {
      page.setNext(those[size - 1]);
    }
  }

  private void look(BlockInfo block) {
    if (block instanceof BlockInfoDecoupled decoupled) {
      GroupHealth.of(blocks, decoupled)
          .ifPresent(
              health -> health.forEachGroup(decoupled, group -> look(health, group, decoupled)));
    }
  }

  private void look(GroupHealth health, long group, BlockInfoDecoupled block) {
    health.forEachReplica(
        group,
        (member, owner, index, storage) -> {
          if (owner == block && storage.getDatanodeDescriptor() == node) {
            page.addMember(
                MemberProto.newBuilder()
                    .setPath(health.file().inode().getFullPathName())
                    .setPolicy(health.layout().policy().name())
                    .setGroup(group)
                    .setMember(member)
                    .setParity(member >= health.file().k())
                    .setBlockId(owner.getBlockId() + index)
                    .setLength(health.place((int) group, member).length())
                    .setSurvives(health.margin(group)));
          }
        });
  }
}
