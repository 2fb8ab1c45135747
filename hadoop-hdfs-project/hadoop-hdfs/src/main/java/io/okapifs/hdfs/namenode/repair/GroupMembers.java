package io.okapifs.hdfs.namenode.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import io.okapifs.hdfs.repair.GroupMember;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/**
 * The replicas of one group as a repair sees them, at one moment under the namesystem's lock.
 *
 * @param held members of which a replica can be read now or after its node's maintenance, without
 *     the zeros of a tail group
 * @param sources the replica to read of each member, by member; a node that has much to do is one
 *     of them, since a repair without it may read twice as much
 * @param storages where replicas of the group lie that keep their places, or will lie soon
 */
public record GroupMembers(
    BitSet held, Map<Integer, Source> sources, List<DatanodeStorageInfo> storages) {

  /** A replica to read. */
  public record Source(GroupMember replica, DatanodeDescriptor node) {

    /** The same replica, at another place. */
    Source as(int place) {
      return new Source(replica.as(place), node);
    }
  }

  public static GroupMembers of(BlockManager blocks, GroupHealth health, int group) {
    GroupMembers members =
        new GroupMembers(new BitSet(), new TreeMap<>(), health.occupied(group));
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          DatanodeDescriptor node = storage.getDatanodeDescriptor();
          if (ReplicaQuestion.HELD.holds(blocks, block, storage)) {
            members.held.set(member);
          }
          if (ReplicaQuestion.SOURCE.holds(blocks, block, storage)) {
            members.offer(
                new Source(health.place(group, member).replicaOn(member, storage), node));
          }
        });
    return members;
  }

  /** Nodes that stay are better sources than nodes that leave. */
  private void offer(Source source) {
    sources.merge(
        source.replica().member(), source, (old, other) -> old.node().isInService() ? old : other);
  }

  /** Members that no node holds and that the sources can rebuild, ascending. */
  List<Integer> rebuildable(GroupHealth health, int group) {
    ErasureCode code = health.code();
    int dataMembers = health.layout().dataMembers(group, health.length());
    BitSet readable = new BitSet();
    sources.keySet().forEach(readable::set);
    readable.set(dataMembers, code.k());
    return IntStream.range(0, code.n())
        .filter(member -> member < dataMembers || member >= code.k())
        .filter(member -> !held.get(member) && code.recoverable(member, readable))
        .boxed()
        .toList();
  }

  /** Whether a node has as many repairs to do as it may have, by upstream's two limits. */
  static boolean isBusy(BlockManager blocks, DatanodeDescriptor node, int priority) {
    int repairs = DatanodeWindow.waitingTasks(node);
    boolean limited =
        priority != RepairQueueWindow.HIGHEST && node.isInService();
    return repairs >= blocks.getReplicationStreamsHardLimit()
        || limited && repairs >= blocks.getMaxReplicationStreams();
  }
}
