package io.okapifs.hdfs.datanode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.repair.LinkTask;
import io.okapifs.hdfs.repair.NodeState;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import io.okapifs.hdfs.repair.ScrubResult;
import io.okapifs.hdfs.repair.TaskEnvelope;
import io.okapifs.hdfs.repair.TransitionLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeWindow;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repairs of parity groups on one DataNode, and what else our NameNode asks for: takes them out
 * of what the NameNode asks for, and runs a bounded number of them at a time, so that memory is
 * bounded too. Any thread may call it.
 *
 * <p>A repair counts against the transfers that the DataNode reports from the moment it is queued;
 * the NameNode therefore never sends many more than can run. What is encoded for transitions counts
 * nowhere and runs in threads of its own: no repair waits for it. Of that the NameNode sends no
 * more than a few either, as it knows what it has asked for. Groups are scrubbed one at a time.
 */
public final class GroupRepairService {

  /** Repairs that run at a time, and beside them encodings for transitions. */
  static final String THREADS_KEY = "dfs.datanode.ec.group-repair.threads";
  static final int THREADS_DEFAULT = 4;

  private static final Logger LOG = LoggerFactory.getLogger(GroupRepairService.class);

  /** Behind the last repair; a thread costs little more than its stack. */
  private static final long IDLE_SECONDS = 60;

  /** DataNodes do not know the NameNode's setting, if it is another one than theirs. */
  private static final int NOTICES_PER_TIMEOUT = 3;

  private final RepairContext context;
  private final ThreadPoolExecutor repairs;
  private final ThreadPoolExecutor transitions;
  private final ThreadPoolExecutor scrubs;
  private final EncodingsUnderWay underWay;
  private final ScrubResults scrubbed;
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();

  /** Which task a scrub that is under way was asked for by last. */
  private final Map<String, Long> scrubIds = new ConcurrentHashMap<>();

  GroupRepairService(DataNode node, float xmitWeight) {
    this.context = RepairContext.of(node, xmitWeight);
    int threads = RepairContext.positive(node.getConf(), THREADS_KEY, THREADS_DEFAULT);
    this.repairs = pool(threads, "groupRepair-");
    this.transitions = pool(threads, "transition-");
    this.scrubs = pool(1, "scrub-");
    this.underWay = new EncodingsUnderWay(context.datanode());
    this.scrubbed = new ScrubResults(context.datanode());
    long noticeMillis = patienceMillis(node.getConf()) / NOTICES_PER_TIMEOUT;
    context.clock().scheduleWithFixedDelay(
        underWay::tell, noticeMillis, noticeMillis, TimeUnit.MILLISECONDS);
    StateNotices notices = OkapiDataNode.of(node).notices(node);
    context.clock().scheduleWithFixedDelay(
        notices::tellChange, StateNotices.SECONDS, StateNotices.SECONDS, TimeUnit.SECONDS);
  }

  /** How long NameNodes wait for a repair, as far as a DataNode knows. */
  private static long patienceMillis(Configuration conf) {
    int seconds =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY,
            DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_DEFAULT);
    return TimeUnit.SECONDS.toMillis(Math.max(1, seconds));
  }

  private static ThreadPoolExecutor pool(int threads, String prefix) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
            RepairThreads.daemons(prefix));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Accepts the repairs of parity groups, the links of replicas and the wish for reports among the
   * tasks.
   *
   * @param xmitWeight of what a repair reads and writes in the transfers that a DataNode reports
   * @return the others, which are upstream's
   */
  @Woven
  public static Collection<BlockECReconstructionInfo> takeOut(
      DataNode node, float xmitWeight, Collection<BlockECReconstructionInfo> tasks) {
    List<BlockECReconstructionInfo> others = new ArrayList<>();
    for (BlockECReconstructionInfo task : tasks) {
      try {
        if (!take(node, xmitWeight, task)) {
          others.add(task);
        }
      } catch (IllegalArgumentException e) {
        // The command is answered by nothing: the NameNode asks again when its patience ends.
        LOG.warn("Task refused: task={}", task, e);
        node.getMetrics().incrECReconstructionTasks();
        node.getMetrics().incrECFailedReconstructionTasks();
      }
    }
    return others;
  }

  /** Whether a task is one of ours, which is accepted then. */
  private static boolean take(
      DataNode node, float xmitWeight, BlockECReconstructionInfo task) {
    ErasureCodingPolicy carrier = task.getErasureCodingPolicy();
    if (!TaskEnvelope.isTask(carrier)) {
      return false;
    }
    switch (TaskEnvelope.open(carrier).getWhatCase()) {
      case FULL_REPORT ->
          DataNodeWindow.reportAll(
              node, task.getExtendedBlock().getBlockPoolId());
      case LINKS -> of(node, xmitWeight).link(task);
      case SCRUB -> of(node, xmitWeight).scrub(task);
      default -> of(node, xmitWeight).accept(task);
    }
    return true;
  }

  private static GroupRepairService of(DataNode node, float xmitWeight) {
    return OkapiDataNode.of(node).repairs(node, xmitWeight);
  }

  /** Ends the repairs of a DataNode; what they have not finished is never finalised. */
  @Woven
  public static void shutDown(DataNode node) {
    OkapiDataNode.of(node).close();
  }

  void shutDown() {
    repairs.shutdownNow();
    transitions.shutdownNow();
    scrubs.shutdownNow();
    context.close();
  }

  /** Whether a DataNode repairs or encodes something, or has it queued. */
  public static boolean isAtWork(DataNode node) {
    return OkapiDataNode.of(node).begunRepairs()
        .map(service -> !service.accepted.isEmpty())
        .orElse(false);
  }

  /** Of a DataNode that does what this does. */
  NodeState state(NodeState idle) {
    return idle.doing(
        repairs.getActiveCount(), repairs.getQueue().size(),
        transitions.getActiveCount() + transitions.getQueue().size());
  }

  /** Takes what limits transitions from now on; whoever waits notices it, too. */
  void take(TransitionLimits limits) {
    context.transitions().limit(limits);
  }

  private void link(BlockECReconstructionInfo command) {
    LinkTask task = TaskEnvelope.links(command.getErasureCodingPolicy());
    try {
      repairs.execute(
          new ReplicaLinker(
              context.datanode(), command.getExtendedBlock().getBlockPoolId(), task));
    } catch (RejectedExecutionException e) {
      LOG.info("Task dropped, the DataNode is shutting down: task={}", task);
    }
  }

  private synchronized void scrub(BlockECReconstructionInfo command) {
    ReceivedTask received = ReceivedTask.of(command);
    if (context.scrubReads() == null) {
      throw new IllegalArgumentException(
          "no groups are scrubbed here: " + ScrubBandwidth.KEY + "=0");
    }
    String key = received.group().toString();
    boolean isUnderWay =
        scrubIds.put(key, TaskEnvelope.open(command.getErasureCodingPolicy()).getId()) != null;
    if (isUnderWay) {
      LOG.info("Task dropped, its scrub is under way: task={}", received);
      return;
    }
    String pool = received.group().getBlockPoolId();
    RepairCounters reads = new RepairCounters();
    underWay.add(received, reads);
    GroupScrub scrub =
        new GroupScrub(
            context, received, reads,
            (outcome, contradiction, bytes) ->
                scrubbed.add(
                    pool,
                    new ScrubResult(scrubIds.remove(key), outcome, contradiction, bytes)),
            () -> underWay.remove(received));
    try {
      scrubs.execute(scrub);
    } catch (RejectedExecutionException e) {
      LOG.info("Task dropped, the DataNode is shutting down: task={}", received);
    }
  }

  private synchronized void accept(BlockECReconstructionInfo command) {
    ReceivedTask received = ReceivedTask.of(command);
    List<String> keys = received.targetKeys();
    if (keys.stream().anyMatch(accepted::contains)) {
      LOG.info("Task dropped, its repair is under way: task={}", received);
      return;
    }
    RepairCounters counters = new RepairCounters();
    boolean ofTransition = received.task().ofTransition();
    int xmits = ofTransition ? 0 : xmits(received);
    Runnable release =
        () -> {
          keys.forEach(accepted::remove);
          underWay.remove(received);
          context.datanode().decrementXmitsInProgress(xmits);
        };
    accepted.addAll(keys);
    if (ofTransition) {
      take(received.task().limits());
      underWay.add(received, counters);
    }
    context.datanode().incrementXmitsInProcess(xmits);
    try {
      (ofTransition ? transitions : repairs).execute(
          new GroupRepairExecutor(context, received, counters, release));
    } catch (RejectedExecutionException e) {
      release.run();
      LOG.info("Task dropped, the DataNode is shutting down: task={}", received);
    }
  }

  /** Weighs like upstream's repairs do: by the larger of what is read and what is written. */
  private int xmits(ReceivedTask received) {
    int streams =
        Math.max(
            Math.min(received.task().policy().k(), received.task().helpers().size()),
            received.task().targets().size());
    return Math.max((int) (streams * context.xmitWeight()), 1);
  }
}
