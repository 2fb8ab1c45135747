package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.repair.LinkTask;
import io.okapifs.hdfs.repair.TaskEnvelope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;

/**
 * Second names that one look at a file finds missing, by the node that can make them. Under the
 * namesystem's write lock.
 */
final class SecondNames {

  private final BlockManager blocks;
  private final Map<DatanodeDescriptor, List<LinkTask.Link>> links = new LinkedHashMap<>();

  SecondNames(BlockManager blocks) {
    this.blocks = blocks;
  }

  void add(DatanodeDescriptor node, LinkTask.Link link) {
    links.computeIfAbsent(node, any -> new ArrayList<>()).add(link);
  }

  void clear() {
    links.clear();
  }

  /** Asks the nodes. What one has not fetched yet comes first; the rest is asked for again. */
  void ask() {
    links.forEach(this::ask);
  }

  private void ask(DatanodeDescriptor node, List<LinkTask.Link> wanted) {
    if (node.getNumberOfBlocksToBeErasureCoded() > 0) {
      return;
    }
    LinkTask task = new LinkTask(wanted.subList(0, Math.min(LinkTask.MOST, wanted.size())));
    // Of the block only the pool is read.
    ExtendedBlock any = new ExtendedBlock(blocks.getBlockPoolId(), wanted.get(0).nameId());
    DatanodeWindow.addTask(node, any, List.of(node), List.of(), TaskEnvelope.of(task));
  }
}
