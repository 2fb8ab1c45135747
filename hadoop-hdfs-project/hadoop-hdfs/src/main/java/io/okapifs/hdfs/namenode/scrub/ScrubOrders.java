package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.repair.TaskEnvelope;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands groups out to the DataNodes that shall compare them. Under the namesystem's write lock.
 */
final class ScrubOrders {

  private static final Logger LOG = LoggerFactory.getLogger(ScrubOrders.class);

  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final ScrubNodes nodes;
  private final LongSupplier nextId;

  /**
   * @param nextId of a task
   */
  ScrubOrders(FSNamesystem namesystem, ScrubNodes nodes, LongSupplier nextId) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
    this.nodes = nodes;
    this.nextId = nextId;
  }

  /**
   * Hands out what can be.
   *
   * @param nanos how long that may take
   * @return whether there are groups, and all wait for DataNodes with other things to do
   */
  boolean handOut(ScrubWindow window, long nanos) {
    long begin = System.nanoTime();
    Set<DatanodeDescriptor> idle = nodes.idle(window);
    boolean waits = idle.isEmpty();
    for (ScrubWindow.Entry entry : window.due(Time.monotonicNow())) {
      if (idle.isEmpty() || System.nanoTime() - begin >= nanos) {
        break;
      }
      if (!ScrubWalk.isThere(namesystem.getFSDirectory(), entry.at())) {
        window.drop(entry);
      } else {
        waits |= !handOut(window, entry, idle);
      }
    }
    return waits && window.countUnderWay() == 0;
  }

  /** Whether a group waits for no DataNode; the one that gets it is idle no more. */
  private boolean handOut(
      ScrubWindow window, ScrubWindow.Entry entry, Set<DatanodeDescriptor> idle) {
    Optional<ScrubPlan> plan = plan(entry.at());
    if (plan.isEmpty()) {
      window.fail(entry, Time.monotonicNow(), RepairQueueWindow.pendingTimeout(blocks));
      return true;
    }
    Optional<DatanodeDescriptor> node = nodes.choose(plan.get(), idle, window);
    node.ifPresent(each -> handOut(window, entry, plan.get(), each));
    node.ifPresent(idle::remove);
    return node.isPresent();
  }

  private void handOut(
      ScrubWindow window, ScrubWindow.Entry entry, ScrubPlan plan, DatanodeDescriptor node) {
    long id = nextId.getAsLong();
    DatanodeWindow.addTask(
        node, new ExtendedBlock(blocks.getBlockPoolId(), plan.parity()), plan.nodes(), List.of(),
        TaskEnvelope.ofScrub(plan.task(), id));
    window.handOut(
        entry, id, node.getDatanodeUuid(), plan.parity().getBlockId(), Time.monotonicNow(),
        RepairQueueWindow.pendingTimeout(blocks));
  }

  private Optional<ScrubPlan> plan(ScrubPosition at) {
    try {
      return ScrubPlan.of(
          blocks, NamespaceWindow.file(namesystem, at.inodeId()), at.group());
    } catch (RuntimeException e) {
      LOG.warn("Group cannot be scrubbed: inode={}, group={}", at.inodeId(), at.group(), e);
      return Optional.empty();
    }
  }
}
