package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.datanode.repair.ForgedRepair;
import io.okapifs.hdfs.datanode.repair.RepairCount;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.TaskEnvelope;
import io.okapifs.hdfs.stock.StockDataNodeTest;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.GroupFiles;
import io.okapifs.hdfs.testing.LiveFolder;
import io.okapifs.hdfs.testing.PolicyRepairs;
import io.okapifs.hdfs.testing.RepairCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A DataNode that cannot repair fails repairs and writes nothing, and another one is asked. Files
 * have a member on every node, so that the unfit one, which comes later, is the only target.
 */
class DataNodeWithoutKernelTest {

  private static final int NODES = 6;
  private static final int LOST = 1;

  @Cluster(
      dataNodes = NODES,
      settings = DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=6")
  private static BlockFileCluster cluster;
  private static String policy;

  /** Nodes that run in tests only: one with too little memory, and one that is fit. */
  private static DataNodeProperties poor;
  private static DataNodeProperties fit;
  private static int portOfPoor;

  @TempDir Path temporary;

  private final byte[] content = BlockFileCluster.bytes(4L * BLOCK, 1);
  private GroupFiles files;

  @BeforeAll
  static void addNodes() throws Exception {
    policy = cluster.addPolicy("LESS2-4-2");
    portOfPoor =
        cluster.addDataNode(
            conf -> conf.setLong("dfs.datanode.ec.group-repair.memory-bytes", 4096)).getXferPort();
    cluster.addDataNode(conf -> {});
    stopAdded();
  }

  private static void stopAdded() throws Exception {
    while (cluster.mini().getDataNodes().size() > NODES) {
      boolean isPoor = cluster.mini().getDataNodes().get(NODES).getXferPort() == portOfPoor;
      DataNodeProperties stopped = cluster.mini().stopDataNode(NODES);
      poor = isPoor ? stopped : poor;
      fit = isPoor ? fit : stopped;
    }
    for (DatanodeInfo node : cluster.fs().getDataNodeStats(DatanodeReportType.LIVE)) {
      if (cluster.mini().getDataNodes().stream()
          .noneMatch(running -> running.getXferPort() == node.getXferPort())) {
        cluster.mini().setDataNodeDead(node);
      }
    }
  }

  @BeforeEach
  void write() throws Exception {
    var path = new org.apache.hadoop.fs.Path(cluster.directory(policy, 4), "file");
    cluster.write(path, content);
    files = new GroupFiles(cluster, path, 0, content.length);
    files.check(content);
  }

  @AfterEach
  void removeAddedNodes() throws Exception {
    cluster.fs().delete(files.path(), false);
    stopAdded();
  }

  @Test
  void whereNoKernelRunsRepairsFailAndAnotherNodeIsAsked() throws Exception {
    Path data = temporary.resolve("data");
    try (ChildJvm unfit = ChildJvm.woven(
        temporary.resolve("log"), List.of("-Dio.okapifs.ec.kernel=none"), DataNode.class.getName(),
        StockDataNodeTest.dataNode(cluster, data))) {
      StockDataNodeTest.awaitLive(cluster, NODES + 1);
      List<Replica> losses = files.lose(LOST);
      BlockFileCluster.await(
          "a repair that failed", () -> unfit.log().contains("Repair failed: "));
      assertThat(LiveFolder.files(data))
          .noneMatch(file -> file.getFileName().toString().startsWith("blk_"));
      repairElsewhere(losses);
      assertThat(unfit.isAlive()).isTrue();
    }
  }

  @Test
  void aRepairOfWhichNoWindowFitsIsDoneByANodeWithMoreMemory() throws Exception {
    PolicyRepairs before = PolicyRepairs.of(cluster, policy);
    DataNode unfit = start(poor);
    StockDataNodeTest.awaitLive(cluster, NODES + 1);
    long failed = RepairCounters.failedTasks(cluster);
    List<Replica> losses = files.lose(LOST);
    BlockFileCluster.await(
        "a repair that failed", () -> RepairCounters.failedTasks(cluster) > failed);
    assertThat(isOn(unfit, losses.get(0).block())).isFalse();
    assertThat(PolicyRepairs.of(cluster, policy).since(before).get(RepairCount.BYTES_READ))
        .isZero();
    repairElsewhere(losses);
  }

  private static DataNode start(DataNodeProperties node) throws Exception {
    cluster.restart(node);
    List<DataNode> running = cluster.mini().getDataNodes();
    return running.get(running.size() - 1);
  }

  private void repairElsewhere(List<Replica> losses) throws Exception {
    start(fit);
    files.await(losses);
    files.check(content);
  }

  private static boolean isOn(DataNode node, ExtendedBlock block) {
    return DataNodeTestUtils.fetchReplicaInfo(node, block.getBlockPoolId(), block.getBlockId())
        != null;
  }

  /** As of a NameNode that is newer than the DataNode. */
  @Test
  void aTaskForACodeThatTheNodeDoesNotHaveFailsAndWritesNothing() throws Exception {
    DataNode node = start(fit);
    StockDataNodeTest.awaitLive(cluster, NODES + 1);
    Replica helper = files.cluster().member(files.path(), 0, 0);
    Replica lost = files.cluster().member(files.path(), 0, LOST);
    long failed = RepairCounters.failedTasks(cluster);
    ForgedRepair.send(node, forged(node, helper, lost));
    BlockFileCluster.await(
        "a repair that failed", () -> RepairCounters.failedTasks(cluster) == failed + 1);
    BlockFileCluster.await("nothing under way", () -> node.getXmitsInProgress() == 0);
    assertThat(isOn(node, lost.block())).isFalse();
    files.check(content);
  }

  private BlockECReconstructionInfo forged(DataNode node, Replica helper, Replica lost)
      throws IOException {
    GroupTask task =
        new GroupTask(
            new GroupPolicy("LATER-4-2-64k", "later", 4, 2, 2, CELL), 4, files.parityLength(),
            List.of(member(0, helper.block(), "any")), List.of(member(LOST, lost.block(), "any")));
    DatanodeInfo target =
        new DatanodeInfo.DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build();
    return new BlockECReconstructionInfo(
        new ExtendedBlock(lost.block()), new DatanodeInfo[] {helper.node()},
        new DatanodeInfo[] {target}, new String[] {"any"}, new StorageType[] {StorageType.DISK},
        new byte[0], new byte[0], TaskEnvelope.of(task));
  }

  private static GroupMember member(int member, ExtendedBlock block, String storage) {
    return new GroupMember(
        member, block.getBlockId(), block.getGenerationStamp(), BLOCK, storage);
  }
}
