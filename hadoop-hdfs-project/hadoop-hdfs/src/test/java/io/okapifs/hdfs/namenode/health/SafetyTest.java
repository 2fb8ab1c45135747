package io.okapifs.hdfs.namenode.health;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.LiveFolder;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;

/** What must never happen to a decoupled block group, whatever the rest of HDFS believes of it. */
class SafetyTest {

  @Cluster(
      dataNodes = 8,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY + "=500",
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=4"
      })
  private BlockFileCluster cluster;

  @Test
  void stockRepairNeverTouchesDecoupledBlocks() throws Exception {
    // More than a repair of ours could rebuild; stock repair would take the parity that is left
    // for a copy of the one that is lost.
    Path file = writeFile(3, 3L * BLOCK);
    List<DatanodeInfo> lost = new ArrayList<>();
    for (int member : new int[] {0, 1, 4}) {
      lost.add(cluster.member(file, 0, member).node());
    }
    BlockFileCluster.failRepairs();
    for (DatanodeInfo node : lost) {
      loseNode(node);
    }
    BlockFileCluster.allowRepairs();
    BlockFileCluster.await("no repair of ours is awaited any more",
        () -> cluster.mini().getNamesystem().getPendingReconstructionBlocks() == 0);
    Map<String, Long> before = blockFiles();

    awaitRedundancyScans(10);

    assertThat(blockFiles()).isEqualTo(before);
    assertThat(blocks().getPendingReconstructionBlocksCount()).isZero();
    assertThat(blocks().getLowRedundancyBlocksCount()).isPositive();
  }

  @Test
  void safeModeIsLeftWithDeadDataNodes() throws Exception {
    Path narrow = writeFile(1, 5L * BLOCK);
    Path wide = writeFile(5, 7L * BLOCK + 3);
    cluster.mini().stopDataNode(7);
    cluster.mini().stopDataNode(6);
    cluster.mini().restartNameNode(0, false);
    cluster.awaitNameNode();
    BlockFileCluster.await("safe mode left", () -> !cluster.mini().getNamesystem().isInSafeMode());
    assertThat(cluster.fs().getFileStatus(narrow).getLen()).isEqualTo(5L * BLOCK);
    assertThat(cluster.fs().getFileStatus(wide).getLen()).isEqualTo(7L * BLOCK + 3);
  }

  @Test
  void replicaOutsideOfItsBlockGroupCannotBreakBlockReports() throws Exception {
    Path file = writeFile(2, 3L * BLOCK);
    LocatedStripedBlock stripe = cluster.dataStripes(file).get(0);
    DataNode node = cluster.mini().getDataNodes().get(0);
    Block forged =
        new Block(
            stripe.getBlock().getBlockId() + 9, BLOCK, stripe.getBlock().getGenerationStamp());

    reportReceived(node, forged);

    DFSTestUtil.waitForDatanodeState(
        cluster.mini(), node.getDatanodeUuid(), true, 10_000);
    cluster.mini().triggerBlockReports();
    assertThat(cluster.dataStripes(file).get(0).getLocations()).hasSize(2);
    cluster.checkBlocks(file, BlockFileCluster.bytes(3L * BLOCK, 2));
  }

  private void reportReceived(DataNode node, Block block) throws IOException {
    DatanodeRegistration registration =
        node.getDNRegistrationForBP(cluster.mini().getNamesystem().getBlockPoolId());
    DatanodeStorage storage =
        new DatanodeStorage(
            cluster.mini().getNamesystem().getBlockManager().getDatanodeManager()
                .getDatanode(registration).getStorageInfos()[0].getStorageID());
    cluster.mini().getNameNodeRpc().blockReceivedAndDeleted(
        registration,
        cluster.mini().getNamesystem().getBlockPoolId(),
        new StorageReceivedDeletedBlocks[] {
          new StorageReceivedDeletedBlocks(
              storage,
              new ReceivedDeletedBlockInfo[] {
                new ReceivedDeletedBlockInfo(block, BlockStatus.RECEIVED_BLOCK, "")
              })
        });
  }

  @Test
  void corruptionOfOneReplicaDoesNotMakeAStripeCorrupt() throws Exception {
    Path file = writeFile(2, 3L * BLOCK);
    BlockFileCluster.failRepairs();
    LocatedStripedBlock stripe = cluster.dataStripes(file).get(0);
    cluster.fs().getClient().getNamenode().reportBadBlocks(
        new LocatedBlock[] {firstReplicaOf(stripe)});
    BlockFileCluster.await(
        "corrupt replica hidden",
        () -> cluster.dataStripes(file).get(0).getLocations().length == 1);
    assertThat(cluster.dataStripes(file).get(0).isCorrupt()).isFalse();
    assertThat(cluster.fs().listCorruptFileBlocks(new Path("/")).hasNext()).isFalse();
  }

  @Test
  void fileIsCorruptOnceItsGroupCannotBeDecodedAndNotBefore() throws Exception {
    Path file = writeFile(1, 3L * BLOCK);
    BlockFileCluster.failRepairs();
    for (int lost = 0; lost < 2; lost++) {
      loseReplica(file, lost);
    }
    assertThat(fsck(file)).isZero();
    assertThat(blocks().getMissingBlocksCount()).isZero();
    assertThat(cluster.dataStripes(file)).noneMatch(LocatedStripedBlock::isCorrupt);

    loseReplica(file, 2);
    assertThat(fsck(file)).isPositive();
    assertThat(blocks().getMissingBlocksCount()).isPositive();
    assertThat(cluster.dataStripes(file)).allMatch(LocatedStripedBlock::isCorrupt);
    assertThat(cluster.fs().listCorruptFileBlocks(file).next()).isEqualTo(file);
  }

  /** Reports the only block of a stripe of width 1 as corrupt. */
  private void loseReplica(Path file, int stripe) throws Exception {
    LocatedStripedBlock located = cluster.dataStripes(file).get(stripe);
    cluster.fs().getClient().getNamenode().reportBadBlocks(
        new org.apache.hadoop.hdfs.protocol.LocatedBlock[] {
          org.apache.hadoop.hdfs.util.StripedBlockUtil.constructInternalBlock(
              located, 0, CELL, 1, 0)
        });
    BlockInfo stored = blocks().getStoredBlock(located.getBlock().getLocalBlock());
    BlockFileCluster.await(
        "corrupt replica of stripe " + stripe,
        () -> blocks().countNodes(stored).liveReplicas() == 0);
  }

  private int fsck(Path file) throws Exception {
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.set(
        DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY,
        "localhost:" + cluster.mini().getNameNode().getHttpAddress().getPort());
    PrintStream out = new PrintStream(new ByteArrayOutputStream());
    return ToolRunner.run(new DFSck(conf, out), new String[] {file.toString()});
  }

  @Test
  void replicaOutsideOfItsBlockGroupCannotBreakTheFirstReportOfANode() throws Exception {
    Path file = writeFile(2, 3L * BLOCK);
    BlockFileCluster.Replica real = cluster.member(file, 0, 0);
    cluster.stop(real.node());
    long id = real.block().getBlockId();
    for (java.nio.file.Path copied : filesStartingWith("blk_" + id)) {
      String name = copied.getFileName().toString().replace("" + id, "" + (id + 9));
      Files.copy(copied, copied.resolveSibling(name));
    }
    assertThat(filesStartingWith("blk_" + (id + 9))).hasSize(2);
    // The node's list of what it had at its shutdown; without it, it looks for itself.
    for (java.nio.file.Path list : filesStartingWith("replicas")) {
      Files.delete(list);
    }
    cluster.restartNameNode();
    cluster.restartStopped();

    BlockFileCluster.await(
        "both blocks of the stripe",
        () -> cluster.dataStripes(file).get(0).getLocations().length == 2);
    // What was rebuilt while the node was away is one too many now, and goes.
    HealthChecks.awaitWhole(cluster, file, BlockFileCluster.bytes(3L * BLOCK, 2));
  }

  private List<java.nio.file.Path> filesStartingWith(String name) throws IOException {
    java.nio.file.Path data = java.nio.file.Path.of(cluster.mini().getDataDirectory());
    return LiveFolder.files(data).stream()
        .filter(file -> file.getFileName().toString().startsWith(name))
        .toList();
  }

  @Test
  void groupWithoutParityIsCountedAsUnprotectedUntilItsParityComesBack() throws Exception {
    Path file = writeFile(3, 3L * BLOCK);
    assertThat(unprotectedGroups()).isZero();
    BlockFileCluster.failRepairs();
    List<DataNodeProperties> stopped = new ArrayList<>();
    for (DatanodeInfo node : cluster.parityGroups(file, 1).get(0).getLocations()) {
      stopped.add(cluster.mini().stopDataNode(node.getXferAddr()));
      cluster.mini().setDataNodeDead(node);
    }
    BlockFileCluster.await("one unprotected group", () -> unprotectedGroups() == 1);
    for (DataNodeProperties node : stopped) {
      cluster.restart(node);
    }
    BlockFileCluster.await("no unprotected group", () -> unprotectedGroups() == 0);
  }

  private long unprotectedGroups() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Set<ObjectName> names =
        server.queryNames(new ObjectName("Hadoop:service=NameNode,name=DecoupledState*"), null);
    assertThat(names).hasSize(1);
    return (long) server.getAttribute(names.iterator().next(), "UnprotectedGroups");
  }

  private static LocatedBlock firstReplicaOf(LocatedStripedBlock stripe) {
    return StripedBlockUtil.constructInternalBlock(
        stripe, 0, CELL, 2, stripe.getBlockIndices()[0]);
  }

  private Path writeFile(int stripeWidth, long length) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", stripeWidth), "file");
    byte[] bytes = BlockFileCluster.bytes(length, stripeWidth);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    return file;
  }

  private void loseNode(DatanodeInfo node) throws Exception {
    DataNodeProperties stopped = cluster.mini().stopDataNode(node.getXferAddr());
    assertThat(stopped).isNotNull();
    DFSTestUtil.waitForDatanodeState(cluster.mini(), node.getDatanodeUuid(), false, 60_000);
  }

  private BlockManager blocks() {
    return cluster.mini().getNamesystem().getBlockManager();
  }

  private void awaitRedundancyScans(int count) throws Exception {
    List<Long> seen = new ArrayList<>();
    BlockFileCluster.await(count + " redundancy scans", () -> {
      long last = blocks().getLastRedundancyMonitorTS();
      if (!seen.contains(last)) {
        seen.add(last);
      }
      return seen.size() > count;
    });
  }

  /** Size and time of every block file on every DataNode, by its place. */
  private Map<String, Long> blockFiles() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    java.nio.file.Path data = java.nio.file.Path.of(cluster.mini().getDataDirectory());
    for (java.nio.file.Path path : LiveFolder.files(data)) {
      File file = path.toFile();
      if (file.getName().startsWith("blk_")) {
        files.put(file.getPath(), file.lastModified() + file.length());
      }
    }
    return files;
  }
}
