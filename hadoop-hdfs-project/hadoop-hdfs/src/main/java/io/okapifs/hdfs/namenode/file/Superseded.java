package io.okapifs.hdfs.namenode.file;

import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.INode;

/**
 * What a step of a transition leaves without a file: block groups, or the parity of block groups of
 * HDFS's own layout. It may be removed once the step is durable.
 */
public final class Superseded {

  public static Superseded nothing() {
    return groups(List.of());
  }

  /** A block on a node. */
  public record Replica(Block block, DatanodeDescriptor node) {}

  private final INode.BlocksMapUpdateInfo groups = new INode.BlocksMapUpdateInfo();
  private final List<Replica> replicas;
  private final long space;

  private Superseded(List<Replica> replicas, long space) {
    this.replicas = replicas;
    this.space = space;
  }

  /** Whole parity groups, which belong to no file from now on. */
  public static Superseded groups(List<BlockInfoStripedParity> groups) {
    return groups(
        groups, groups.stream().mapToLong(BlockInfoStripedParity::spaceConsumed).sum());
  }

  /**
   * Whole block groups, which belong to no file from now on.
   *
   * @param space bytes that the file takes less
   */
  public static Superseded groups(List<? extends BlockInfoStriped> groups, long space) {
    Superseded superseded = new Superseded(List.of(), space);
    groups.forEach(superseded.groups::addDeleteBlock);
    return superseded;
  }

  /**
   * Replicas of no block group that is known any more.
   *
   * @param space bytes that they took
   */
  public static Superseded replicas(List<Replica> replicas, long space) {
    return new Superseded(List.copyOf(replicas), space);
  }

  /** Bytes that count for quota. */
  public long space() {
    return space;
  }

  /**
   * Has it deleted, on the active NameNode. What a node holds that does not hear of it is refused
   * when it reports.
   */
  public void remove(BlockManager blocks) {
    blocks.addBLocksToMarkedDeleteQueue(groups.getToDeleteList());
    replicas.forEach(replica -> BlockManagerWindow.delete(blocks, replica.block(), replica.node()));
  }

  /** Forgets it, in replay: what DataNodes hold is the active NameNode's to delete. */
  public void removeReplayed(BlockManager blocks) {
    blocks.removeBlocksAndUpdateSafemodeTotal(groups);
  }
}
