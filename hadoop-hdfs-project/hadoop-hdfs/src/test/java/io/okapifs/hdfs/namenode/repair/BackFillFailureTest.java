package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.TaskEnvelope;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.RepairFaults;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.erasurecode.StockRepair;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever goes wrong in a repair: nothing wrong is finalised, and the group ends protected. */
class BackFillFailureTest {

  private static final int DATA = 3;

  @Cluster(
      dataNodes = 9,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=4",
        "dfs.datanode.ec.group-repair.window-bytes=" + CELL,
        // It looks at a random place, and may meet the bad byte before the repair does.
        "dfs.datanode.ec.group-repair.check-spare-percent=0"
      })
  private BlockFileCluster cluster;
  private Path file;
  private byte[] bytes;

  /** One file of one group: members 0..2 are data, 3 and 4 parity. */
  @BeforeEach
  void writeOneGroup() throws Exception {
    file = new Path(cluster.directory("RS-3-2-64k", 3), "file");
    bytes = BlockFileCluster.bytes(DATA * BLOCK - CELL / 2, 7);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
  }

  @Test
  void aNodeKilledInTheMiddleOfARepairLeavesNothingBehind() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger windows = new AtomicInteger();
    RepairFaults.beforeWindows(() -> {
      if (windows.incrementAndGet() == 3) {
        begun.countDown();
        RepairFaults.waitUntilInterrupted();
      }
    });
    killParity();
    begun.await();
    DataNode worker = RepairFaults.nodeAtWork(cluster);
    assertThat(parityNodes()).containsOnlyNulls();
    kill(new DatanodeInfo.DatanodeInfoBuilder().setNodeID(worker.getDatanodeId()).build());
    awaitParity();
    checkParity();
  }

  @Test
  void aTargetWithoutSpaceCostsThatTargetUntilThereIsSpace() throws Exception {
    CountDownLatch full = new CountDownLatch(1);
    List<FsVolumeImpl> volumes = new ArrayList<>();
    RepairFaults.beforeWindows(() -> {
      if (full.getCount() > 0) {
        for (DataNode node : cluster.mini().getDataNodes()) {
          if (node.getXmitsInProgress() == 0) {
            volumes.addAll(RepairFaults.fill(node));
          }
        }
        full.countDown();
      }
    });
    killParity();
    full.await();
    BlockFileCluster.await(
        "the worker's own parity",
        () -> Arrays.stream(parityNodes()).filter(node -> node != null).count() == 1);
    checkParity();
    volumes.forEach(volume -> volume.setCapacityForTesting(-1));
    awaitParity();
    checkParity();
  }

  @Test
  void aHelperThatDoesNotAnswerIsReplacedByAnother() throws Exception {
    cluster.stop(cluster.member(file, 0, 0).node());
    replaceParity(4);
    assertThat(counted("EcFailedReconstructionTasks")).isZero();
  }

  @Test
  void aHelperWithBadBytesIsReplacedAndReported() throws Exception {
    Replica bad = cluster.member(file, 0, 1);
    cluster.corrupt(bad);
    replaceParity(4);
    BlockFileCluster.await(
        "the bad replica hidden", () -> cluster.memberIfAny(file, 0, 1).node() == null);
    assertThat(cluster.read(file)).isEqualTo(bytes);
  }

  /** The windows before the bad one are kept, since they were right. */
  @Test
  void aHelperThatFailsInTheLastWindowIsReplacedThere() throws Exception {
    cluster.corruptLastByte(cluster.member(file, 0, 1));
    AtomicInteger windows = new AtomicInteger();
    RepairFaults.beforeWindows(windows::incrementAndGet);
    replaceParity(3);
    assertThat(windows).as("four windows, one of them twice").hasValue(5);
    assertThat(counted("EcFailedReconstructionTasks")).isZero();
  }

  @Test
  void parityWaitsForDataThatIsAway() throws Exception {
    DatanodeInfo data = cluster.member(file, 0, 2).node();
    DataNodeProperties away = cluster.mini().stopDataNode(data.getXferAddr());
    cluster.mini().setDataNodeDead(data);
    killParity();
    BlockFileCluster.await("one unprotected group", () -> BackFillTest.unprotectedGroups() == 1);
    assertThat(parityNodes()).containsOnlyNulls();
    cluster.restart(away);
    awaitParity();
    checkParity();
  }

  @Test
  void aRestartedNameNodeFindsWhatLacksParity() throws Exception {
    BlockFileCluster.failRepairs();
    killParity();
    cluster.mini().restartNameNode(true);
    cluster.awaitNameNode();
    BlockFileCluster.await("one unprotected group", () -> BackFillTest.unprotectedGroups() == 1);
    BlockFileCluster.allowRepairs();
    awaitParity();
    checkParity();
  }

  @Test
  void withTooFewGoodHelpersNothingIsWrittenUntilMoreComeBack() throws Exception {
    cluster.corrupt(cluster.member(file, 0, 1));
    killParity();
    BlockFileCluster.await("failure", () -> counted("EcFailedReconstructionTasks") > 0);
    BlockFileCluster.await("loss seen", () -> cluster.dataStripes(file).get(0).isCorrupt());
    assertThat(parityNodes()).containsOnlyNulls();
    cluster.restartStopped();
    awaitParity();
    checkParity();
    assertThat(cluster.read(file)).isEqualTo(bytes);
  }

  @Test
  void wrongOutputIsSeenAndNeverFinalised() throws Exception {
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void badDecoding(ByteBuffer[] outputs) {
        ByteBuffer last = outputs[outputs.length - 1];
        last.put(last.limit() - 1, (byte) (last.get(last.limit() - 1) ^ 4));
      }
    });
    killParity();
    BlockFileCluster.await("invalid", () -> counted("EcInvalidReconstructionTasks") > 1);
    assertThat(parityNodes()).containsOnlyNulls();
    BlockFileCluster.allowRepairs();
    awaitParity();
    checkParity();
  }

  @Test
  void aRepairThatIsUnderWayIsNotBegunAgain() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    RepairFaults.beforeWindows(() -> {
      begun.incrementAndGet();
      RepairFaults.await(end);
      throw new IOException("the test has seen enough");
    });
    DataNode node = nodeOutsideOfTheGroup();
    BlockECReconstructionInfo command = command(node, 4);
    node.getErasureCodingWorker().processErasureCodingTasks(List.of(command, command));
    BlockFileCluster.await("begun", () -> begun.get() == 1);
    assertThat(node.getXmitsInProgress()).isEqualTo(1);
    node.getErasureCodingWorker().processErasureCodingTasks(List.of(command));
    assertThat(node.getXmitsInProgress()).isEqualTo(1);
    end.countDown();
    BlockFileCluster.await("ended", () -> node.getXmitsInProgress() == 0);
    assertThat(begun).hasValue(1);
  }

  @Test
  void aCommandThatContradictsItselfIsRefused() throws Exception {
    DataNode node = nodeOutsideOfTheGroup();
    BlockECReconstructionInfo good = command(node, 4);
    BlockECReconstructionInfo bad =
        new BlockECReconstructionInfo(
            good.getExtendedBlock(), good.getSourceDnInfos(), good.getTargetDnInfos(),
            new String[] {"DS-other"}, good.getTargetStorageTypes(), new byte[0], new byte[0],
            good.getErasureCodingPolicy());
    node.getErasureCodingWorker().processErasureCodingTasks(List.of(bad));
    assertThat(node.getXmitsInProgress()).isZero();
    assertThat(getLongCounter("EcFailedReconstructionTasks", getMetrics(metricsOf(node))))
        .isEqualTo(1);
  }

  @Test
  void aStockDataNodeFailsAtTheCommandAndWritesNothing() throws Exception {
    DataNode node = nodeOutsideOfTheGroup();
    BlockECReconstructionInfo command = command(node, 4);
    assertThatThrownBy(() -> StockRepair.attempt(node, command))
        .isInstanceOf(IllegalArgumentException.class);
    // With indices that suit it, it fails later and as cleanly.
    StockRepair.attempt(node, command, (byte) 0, (byte) 1, (byte) 2);
    assertThat(getLongCounter("EcFailedReconstructionTasks", getMetrics(metricsOf(node))))
        .isEqualTo(1);
    ExtendedBlock group = command.getExtendedBlock();
    for (int index = 0; index < DATA + 2; index++) {
      assertThat(
              node.getFSDataset()
                  .getReplicaString(group.getBlockPoolId(), group.getBlockId() + index))
          .isEqualTo("null");
    }
  }

  @Test
  void coupledFilesAreStillRepairedByStockRepair() throws Exception {
    Path directory = new Path("/coupled");
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-64k");
    Path coupled = new Path(directory, "file");
    cluster.write(coupled, bytes);
    DatanodeInfo lost = blockGroup(coupled).getLocations()[1];
    kill(lost);
    BlockFileCluster.await("five blocks again", () -> {
      List<DatanodeInfo> nodes = List.of(blockGroup(coupled).getLocations());
      return nodes.size() == 5 && !nodes.contains(lost);
    });
    assertThat(cluster.read(coupled)).isEqualTo(bytes);
  }

  private LocatedBlock blockGroup(Path path) throws IOException {
    return cluster.fs().getClient().getLocatedBlocks(path.toString(), 0).get(0);
  }

  /** A command as the NameNode sends it: helpers are the data, one parity member is written. */
  private BlockECReconstructionInfo command(DataNode node, int member)
      throws IOException {
    List<GroupMember> helpers = new ArrayList<>();
    List<DatanodeInfo> sources = new ArrayList<>();
    for (int data = 0; data < DATA; data++) {
      Replica replica = cluster.member(file, 0, data);
      long length = new BlockOracle(cluster.layout(file), bytes).data(data).length;
      helpers.add(groupMember(data, replica.block(), length, "DS-any"));
      sources.add(replica.node());
    }
    LocatedStripedBlock group = cluster.parityGroups(file, 1).get(0);
    ExtendedBlock block = cluster.member(file, 0, member).block();
    String storage = "DS-target";
    GroupTask task =
        new GroupTask(
            cluster.layout(file).policy(), DATA, group.getBlockSize(), helpers,
            List.of(groupMember(member, block, group.getBlockSize(), storage)));
    return new BlockECReconstructionInfo(
        group.getBlock(), sources.toArray(DatanodeInfo[]::new),
        new DatanodeInfo[] {
          new DatanodeInfo.DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build()
        },
        new String[] {storage}, new StorageType[] {StorageType.DISK}, new byte[0], new byte[0],
        TaskEnvelope.of(task));
  }

  private static GroupMember groupMember(
      int member, ExtendedBlock block, long length, String storage) {
    return new GroupMember(
        member, block.getBlockId(), block.getGenerationStamp(), length, storage);
  }

  private DataNode nodeOutsideOfTheGroup() throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (int member = 0; member < DATA + 2; member++) {
      ports.add(cluster.member(file, 0, member).node().getXferPort());
    }
    return cluster.mini().getDataNodes().stream()
        .filter(node -> !ports.contains(node.getXferPort())).findFirst().orElseThrow();
  }

  /** Loses a parity member and waits for its successor. */
  private void replaceParity(int member) throws Exception {
    DatanodeInfo lost = cluster.member(file, 0, member).node();
    kill(lost);
    BlockFileCluster.await("parity on another node", () -> {
      DatanodeInfo now = cluster.memberIfAny(file, 0, member).node();
      return now != null && !now.equals(lost);
    });
    checkParity();
  }

  private void killParity() throws Exception {
    for (DatanodeInfo node : parityNodes()) {
      kill(node);
    }
  }

  private void kill(DatanodeInfo node) throws Exception {
    cluster.stop(node);
    cluster.mini().setDataNodeDead(node);
  }

  private DatanodeInfo[] parityNodes() throws IOException {
    return BlockFileCluster.nodesByIndex(cluster.parityGroups(file, 1).get(0), 2);
  }

  private void awaitParity() throws Exception {
    BlockFileCluster.await(
        "all parity", () -> Arrays.stream(parityNodes()).allMatch(node -> node != null));
  }

  /** Every parity replica that the NameNode knows of is right. */
  private void checkParity() throws Exception {
    byte[][] expected = new BlockOracle(cluster.layout(file), bytes).parities(0);
    LocatedStripedBlock group = cluster.parityGroups(file, 1).get(0);
    DatanodeInfo[] nodes = BlockFileCluster.nodesByIndex(group, 2);
    for (int i = 0; i < nodes.length; i++) {
      if (nodes[i] != null) {
        assertThat(cluster.replica(group, i, nodes[i])).as("parity %s", i).isEqualTo(expected[i]);
      }
    }
  }

  private static String metricsOf(DataNode node) {
    return node.getMetrics().name();
  }

  private long counted(String counter) {
    ToLongFunction<DataNode> count =
        node -> getLongCounter(counter, getMetrics(metricsOf(node)));
    return cluster.mini().getDataNodes().stream().mapToLong(count).sum();
  }
}
