package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.KeptProto;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;

/**
 * Blocks of parity groups that may leave a DataNode, with the places of their relatives, for a
 * balancer that judges by those where they may go. As HDFS's list it begins at a random block, so
 * that calls show different ones.
 *
 * <p>Under the namesystem's lock, for {@link #HOLD_NANOS} at most.
 */
public final class MovableBlocks {

  private static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final BlockManager blocks;
  private final DatanodeDescriptor node;
  private final MovableList list;
  private final Map<String, Long> kept = new TreeMap<>();
  private long bytes;

  private MovableBlocks(BlockManager blocks, DatanodeDescriptor node) {
    this.blocks = blocks;
    this.node = node;
    this.list = new MovableList(blocks);
  }

  /**
   * What a balancer asks for.
   *
   * @throws HadoopIllegalArgumentException where no such DataNode is known
   */
  public static ListMovableBlocksResponseProto of(
      BlockManager blocks, ListMovableBlocksRequestProto request) {
    DatanodeDescriptor node = blocks.getDatanodeManager().getDatanode(request.getDatanodeUuid());
    if (node == null) {
      throw new HadoopIllegalArgumentException(
          "No DataNode has this UUID: datanode=" + request.getDatanodeUuid()
              + "; start the balancer again");
    }
    MovableBlocks movable = new MovableBlocks(blocks, node);
    movable.look(request.getBytes(), request.getMinBlockBytes());
    return movable.toProto();
  }

  private void look(long wanted, long minBytes) {
    int count = node.numBlocks();
    if (count == 0 || !BlockInfoDecoupled.wereMade()) {
      return;
    }
    Iterator<BlockInfo> at =
        DatanodeWindow.certainBlocksOn(node, ThreadLocalRandom.current().nextInt(count));
    long end = System.nanoTime() + HOLD_NANOS;
    while (at.hasNext() && bytes < wanted && System.nanoTime() - end < 0) {
      if (at.next() instanceof BlockInfoDecoupled block && block.isComplete()) {
        GroupHealth.of(blocks, block).ifPresent(health -> look(health, block, minBytes));
      }
    }
  }

  private void look(GroupHealth health, BlockInfoDecoupled block, long minBytes) {
    GroupPlacement placement = new GroupPlacement(blocks, health, block);
    placement.forEachOwn(
        (group, replica, groups) -> {
          long length = health.place((int) group, replica.member()).length();
          if (replica.node() != node || length == 0 || length < minBytes) {
            return;
          }
          Optional<String> why = list.whyKept(health, replica, groups.get(0));
          if (why.isPresent()) {
            kept.merge(why.get(), length, Long::sum);
          } else {
            bytes += length;
            list.add(
                list.toProto(health, placement, group, replica, groups.get(0), length));
          }
        });
  }

  private ListMovableBlocksResponseProto toProto() {
    ListMovableBlocksResponseProto.Builder answer = list.toProto();
    kept.forEach(
        (why, sum) -> answer.addKept(KeptProto.newBuilder().setWhy(why).setBytes(sum)));
    return answer.build();
  }
}
