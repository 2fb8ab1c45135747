package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.repair.GroupMember;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.net.Node;

/**
 * The replicas of one group as a repair sees them, at one moment under the namesystem's lock.
 *
 * @param held members of which a replica can be read now or after its node's maintenance, without
 *     the zeros of a tail group
 * @param sources the replica to read of each member that a node has time for, by member
 * @param storages where replicas of the group lie, readable or not
 */
record GroupMembers(
    BitSet held, Map<Integer, Source> sources, List<DatanodeStorageInfo> storages) {

  /** A replica to read. */
  record Source(GroupMember replica, DatanodeDescriptor node) {}

  static GroupMembers of(BlockManager blocks, GroupHealth health, int group, int priority) {
    FileLayout layout = health.layout();
    GroupMembers members = new GroupMembers(new BitSet(), new TreeMap<>(), new ArrayList<>());
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          members.storages.add(storage);
          DatanodeDescriptor node = storage.getDatanodeDescriptor();
          boolean readable = health.isReadable(block, storage);
          if (readable || node.isInMaintenance()) {
            members.held.set(member);
          }
          if (readable && node.isAlive() && !isBusy(blocks, node, priority)) {
            long length =
                member < health.file().k()
                    ? layout.blockLength((long) group * health.file().k() + member, health.length())
                    : block.getNumBytes();
            members.offer(
                new Source(
                    new GroupMember(
                        member, block.getBlockId() + index, block.getGenerationStamp(), length,
                        storage.getStorageID()),
                    node));
          }
        });
    return members;
  }

  /** Nodes that stay are better sources than nodes that leave. */
  private void offer(Source source) {
    sources.merge(
        source.replica().member(), source, (old, other) -> old.node().isInService() ? old : other);
  }

  /** Nodes that hold any replica of the group. */
  Set<Node> nodes() {
    Set<Node> nodes = new HashSet<>();
    storages.forEach(storage -> nodes.add(storage.getDatanodeDescriptor()));
    return nodes;
  }

  /** Whether a node has as many repairs to do as it may have, by upstream's two limits. */
  static boolean isBusy(BlockManager blocks, DatanodeDescriptor node, int priority) {
    int repairs = node.getNumberOfBlocksToBeReplicated() + node.getNumberOfBlocksToBeErasureCoded();
    boolean limited =
        priority != LowRedundancyBlocks.QUEUE_HIGHEST_PRIORITY && node.isInService();
    return repairs >= blocks.getReplicationStreamsHardLimit()
        || limited && repairs >= blocks.getMaxReplicationStreams();
  }
}
