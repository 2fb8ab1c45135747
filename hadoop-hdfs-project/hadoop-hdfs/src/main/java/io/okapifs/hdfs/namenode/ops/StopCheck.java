package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopResponseProto.SumProto;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * What could not be read, or could lose nothing more, if some nodes stopped. All that has a replica
 * on them is looked at once: parity groups, block groups in HDFS's own layout, replicated blocks.
 * What is being written is left to its writer.
 *
 * <p>The ids of a storage's blocks are noted in one hold of the read lock, and judged a few
 * milliseconds of it at a time. What changes in between counts as it is when it is looked at.
 */
final class StopCheck {

  private static final int PATHS_MAX = 10;

  private final BlockManager blocks;
  private final Set<DatanodeDescriptor> nodes;
  private final Sum groups = new Sum("parity groups");
  private final Sum coupled = new Sum("block groups in HDFS's own layout");
  private final Sum replicated = new Sum("replicated blocks");
  private final List<String> unreadablePaths = new ArrayList<>();

  private StopCheck(BlockManager blocks, Set<DatanodeDescriptor> nodes) {
    this.blocks = blocks;
    this.nodes = nodes;
  }

  /** What was looked at, of one kind. */
  private static final class Sum {
    private final String what;
    private long lookedAt;
    private long unreadable;
    private long atRisk;

    private Sum(String what) {
      this.what = what;
    }

    private SumProto toProto() {
      return SumProto.newBuilder()
          .setWhat(what).setLookedAt(lookedAt).setUnreadable(unreadable).setAtRisk(atRisk).build();
    }
  }

  /**
   * Looks at all of it; the caller holds no lock.
   *
   * @param names host names, addresses, or either with the port of transfers
   * @throws IOException where no node is called so
   */
  static StopCheck of(BlockManager blocks, List<String> names) throws IOException {
    StopCheck check = new StopCheck(blocks, NamedNodes.of(blocks, names));
    BlockLooks.each(blocks, check.ids(), check::look);
    return check;
  }

  CheckStopResponseProto toProto() {
    return CheckStopResponseProto.newBuilder()
        .addSum(groups.toProto()).addSum(coupled.toProto()).addSum(replicated.toProto())
        .addAllUnreadablePath(unreadablePaths).build();
  }

  /** Of all blocks and block groups on the nodes, each once. */
  private long[] ids() {
    LongStream.Builder ids = LongStream.builder();
    for (DatanodeDescriptor node : nodes) {
      for (DatanodeStorageInfo storage : node.getStorageInfos()) {
        BlockManagerWindow.read(
            blocks,
            () -> {
              Iterator<BlockInfo> each = DatanodeWindow.blocksOn(storage);
              each.forEachRemaining(block -> ids.add(block.getBlockId()));
              return null;
            });
      }
    }
    return ids.build().sorted().distinct().toArray();
  }

  private void look(BlockInfo block) {
    if (!block.isComplete()) {
      return;
    }
    if (block instanceof BlockInfoDecoupled decoupled) {
      GroupHealth.of(blocks, decoupled)
          .filter(health -> !health.file().inode().isUnderConstruction())
          .ifPresent(
              health ->
                  health.forEachGroup(decoupled, group -> look(health, group, decoupled)));
    } else if (block instanceof BlockInfoStriped striped) {
      BitSet left = new BitSet();
      striped.getStorageAndIndexInfos().forEach(
          at -> {
            if (stays(striped, at.getStorage())) {
              left.set(at.getBlockIndex());
            }
          });
      count(coupled, block, left.cardinality() - striped.getRealDataBlockNum());
    } else {
      int left = 0;
      for (Iterator<DatanodeStorageInfo> each = block.getStorageInfos(); each.hasNext(); ) {
        left += stays(block, each.next()) ? 1 : 0;
      }
      // One replica of a file that has no other is as much at risk as ever.
      count(replicated, block, block.getReplication() == 1 && left == 1 ? 1 : left - 1);
    }
  }

  /** A group counts with the first of its block groups that has a replica on the nodes. */
  private void look(GroupHealth health, long group, BlockInfoDecoupled block) {
    int data = health.layout().dataMembers(group, health.length());
    BitSet left = new BitSet();
    left.set(data, health.file().k());
    List<BlockInfo> going = new ArrayList<>();
    health.forEachReplica(
        group,
        (member, owner, index, storage) -> {
          if (stays(owner, storage)) {
            left.set(member);
          } else if (nodes.contains(storage.getDatanodeDescriptor())) {
            going.add(owner);
          }
        });
    if (going.isEmpty() || going.get(0) != block) {
      return;
    }
    boolean readable =
        IntStream.range(0, data)
            .allMatch(member -> left.get(member) || health.code().recoverable(member, left));
    int more = health.code().tolerance() - (health.code().n() - left.cardinality());
    count(groups, block, readable ? Math.max(0, more) : -1);
  }

  private boolean stays(BlockInfo block, DatanodeStorageInfo storage) {
    return !nodes.contains(storage.getDatanodeDescriptor())
        && ReplicaQuestion.READABLE.holds(blocks, block, storage);
  }

  /**
   * @param more losses that it would surely survive; negative if it could not be read
   */
  private void count(Sum sum, BlockInfo block, int more) {
    sum.lookedAt++;
    sum.atRisk += more == 0 ? 1 : 0;
    if (more < 0) {
      sum.unreadable++;
      if (unreadablePaths.size() < PATHS_MAX
          && BlockManagerWindow.fileOf(blocks, block) instanceof INodeFile file
          && !unreadablePaths.contains(file.getFullPathName())) {
        unreadablePaths.add(file.getFullPathName());
      }
    }
  }
}
