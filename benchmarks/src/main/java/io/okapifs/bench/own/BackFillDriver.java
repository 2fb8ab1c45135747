package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.driver.FakeDataNodes;
import io.okapifs.bench.driver.NamespaceDriver;
import io.okapifs.bench.driver.NamespaceWriter;
import io.okapifs.hdfs.namenode.ops.DecoupledState;
import io.okapifs.hdfs.namenode.ops.OkapiNameNode;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.TaskEnvelope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;

/**
 * The back-fill of many groups without parity as a NameNode hands it out. Its DataNodes exist in
 * their calls alone: they take every repair and report it done some heartbeats later.
 */
public final class BackFillDriver {

  private static final int IDLE_ROUNDS_MAX = 1000;
  private static final double WEIGHT = DFSConfigKeys.DFS_DN_EC_RECONSTRUCTION_XMITS_WEIGHT_DEFAULT;

  /** A repair that a node has under way. */
  private record Repair(GroupTask task, DatanodeInfo[] targets) {

    static Repair of(BlockECReconstructionInfo command) {
      return new Repair(
          TaskEnvelope.ofGroup(command.getErasureCodingPolicy()), command.getTargetDnInfos());
    }

    /** As a DataNode weighs it. */
    int xmits() {
      int streams = Math.max(task.policy().k(), task.targets().size());
      return Math.max((int) (streams * WEIGHT), 1);
    }
  }

  private final Map<String, List<Repair>> repairs = new LinkedHashMap<>();
  private final Set<Long> issued = new HashSet<>();
  private MiniDFSCluster cluster;
  private FakeDataNodes nodes;
  private Random random;
  private int issuedTwice;
  private int atOneNodeMax;

  private BackFillDriver() {}

  public static void main(String[] args) throws Exception {
    BackFillDriver driver = new BackFillDriver();
    ChildLoop.serve(driver::handle, () -> driver.cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "fill" -> fill(words);
      case "back-fill" -> backFill(Long.parseLong(words[1]));
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  /** Policy, number of files, file size, block size, DataNodes, limits of repairs. */
  private Map<String, ?> fill(String[] words) throws Exception {
    Configuration conf = new HdfsConfiguration();
    // Its rounds are ours.
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 24 * 60 * 60);
    conf.set(DFSConfigKeys.DFS_NAMENODE_REPLICATION_MAX_STREAMS_KEY, words[6]);
    conf.set(DFSConfigKeys.DFS_NAMENODE_REPLICATION_STREAMS_HARD_LIMIT_KEY, words[7]);
    cluster = NamespaceDriver.start(conf);
    nodes = new FakeDataNodes(cluster.getNameNodeRpc(), Integer.parseInt(words[5]));
    nodes.uuids().forEach(uuid -> repairs.put(uuid, new ArrayList<>()));
    NamespaceWriter.withoutParity(
            cluster.getNameNodeRpc(), nodes, words[1], Long.parseLong(words[4]))
        .write("/files", Integer.parseInt(words[2]), Long.parseLong(words[3]));
    return Map.of("unprotectedGroups", unprotectedGroups());
  }

  private long unprotectedGroups() {
    return DecoupledState.of(cluster.getNamesystem()).getUnprotectedGroups();
  }

  private Map<String, ?> backFill(long seed) throws Exception {
    random = new Random(seed);
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    long pendingMax = 0;
    long nanos = 0;
    int rounds = 0;
    int idleRounds = 0;
    while (blocks.getLowRedundancyBlocksCount() + blocks.getPendingReconstructionBlocksCount() > 0
        || rounds == 0) {
      int before = issued.size();
      long start = System.nanoTime();
      BlockManagerTestUtil.getComputedDatanodeWork(blocks);
      nanos += System.nanoTime() - start;
      BlockManagerTestUtil.updateState(blocks);
      pendingMax = Math.max(pendingMax, blocks.getPendingReconstructionBlocksCount());
      for (String uuid : repairs.keySet()) {
        heartbeat(uuid);
      }
      finishSome();
      blocks.flushBlockOps();
      BlockManagerTestUtil.updateState(blocks);
      rounds++;
      idleRounds = issued.size() > before || isAnyUnderWay() ? 0 : idleRounds + 1;
      if (idleRounds > IDLE_ROUNDS_MAX) {
        throw new IOException(
            "nothing is issued any more: unprotectedGroups=" + unprotectedGroups() + ", queued="
                + blocks.getLowRedundancyBlocksCount() + ", seed=" + seed);
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("rounds", rounds);
    answer.put("planNanos", nanos);
    answer.put("membersIssued", issued.size());
    answer.put("membersIssuedTwice", issuedTwice);
    answer.put("atOneNodeMax", atOneNodeMax);
    answer.put("pendingMax", pendingMax);
    answer.put("unprotectedGroups", unprotectedGroups());
    answer.put("wholeParityGroups", wholeParityGroups());
    return answer;
  }

  private boolean isAnyUnderWay() {
    return repairs.values().stream().anyMatch(each -> !each.isEmpty());
  }

  private void heartbeat(String uuid) throws IOException {
    List<Repair> underWay = repairs.get(uuid);
    int xmits = underWay.stream().mapToInt(Repair::xmits).sum();
    for (DatanodeCommand command : nodes.heartbeat(uuid, xmits)) {
      if (command instanceof BlockECReconstructionCommand reconstruction) {
        reconstruction.getECTasks().stream().map(Repair::of).forEach(underWay::add);
        reconstruction.getECTasks().stream().map(Repair::of).forEach(this::countIssued);
      }
    }
    atOneNodeMax = Math.max(atOneNodeMax, underWay.size());
  }

  private void countIssued(Repair repair) {
    for (GroupMember target : repair.task().targets()) {
      issuedTwice += issued.add(target.blockId()) ? 0 : 1;
    }
  }

  /** Half of what is under way, by chance. */
  private void finishSome() throws IOException {
    for (List<Repair> underWay : repairs.values()) {
      for (Iterator<Repair> each = underWay.iterator(); each.hasNext(); ) {
        Repair repair = each.next();
        if (random.nextBoolean()) {
          each.remove();
          report(repair);
        }
      }
    }
  }

  private void report(Repair repair) throws IOException {
    List<GroupMember> targets = repair.task().targets();
    for (int i = 0; i < targets.size(); i++) {
      GroupMember target = targets.get(i);
      nodes.received(
          repair.targets()[i],
          new Block(target.blockId(), target.lengthBytes(), target.generationStamp()));
    }
  }

  private long wholeParityGroups() throws ReflectiveOperationException {
    FSNamesystem namesystem = cluster.getNamesystem();
    return NamespaceDriver.blocks(namesystem).stream()
        .filter(block -> block instanceof BlockInfoStripedParity)
        .filter(block -> block.numNodes() == ((BlockInfoStripedParity) block).getTotalBlockNum())
        .count();
  }
}
