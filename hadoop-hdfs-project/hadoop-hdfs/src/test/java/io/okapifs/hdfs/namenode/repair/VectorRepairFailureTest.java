package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.datanode.repair.RepairCount.BYTES_READ;
import static io.okapifs.hdfs.datanode.repair.RepairCount.BYTES_REBUILT;
import static io.okapifs.hdfs.datanode.repair.RepairCount.POSITIONINGS;
import static io.okapifs.hdfs.datanode.repair.RepairCount.REPAIRS;
import static io.okapifs.hdfs.datanode.repair.RepairCount.RUNS;
import static io.okapifs.hdfs.datanode.repair.RepairCount.SPOOLED_BYTES;
import static io.okapifs.hdfs.datanode.repair.RepairCount.WINDOWS;
import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.GroupFiles;
import io.okapifs.hdfs.testing.PolicyRepairs;
import io.okapifs.hdfs.testing.RepairCounters;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.VolumeWindow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Repairs of codes with sub-blocks by DataNodes with little memory: full groups are spooled, groups
 * of one cell per block are not, and some do not fit at all. Helpers fail, results are wrong.
 */
class VectorRepairFailureTest {

  private static final int MEMORY = 512 << 10;
  private static final int WINDOW = 8 << 10;

  @Cluster(
      dataNodes = 15,
      codes = {"LESS4-10-4", "HASHTAGPLUS8-10-4"},
      settings = {
        ClusterSettings.MANY_REPAIRS_AT_A_TIME,
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=8",
        "dfs.datanode.ec.group-repair.memory-bytes=" + MEMORY,
        "dfs.datanode.ec.group-repair.window-bytes=" + 2 * WINDOW,
        "dfs.datanode.ec.group-repair.spooled-window-bytes=" + WINDOW
      })
  private static BlockFileCluster cluster;
  private static int files;

  @AfterEach
  void deleteFiles() throws Exception {
    BlockFileCluster.allowRepairs();
    cluster.deleteFiles();
  }

  private static GroupFiles write(String name, byte[] content) throws Exception {
    Path path =
        new Path(
            cluster.directory(name + "-64k", CodeRegistry.byName(name).k()), "file-" + files++);
    cluster.write(path, content);
    GroupFiles files = new GroupFiles(cluster, path, 0, content.length);
    files.check(content);
    return files;
  }

  private static PolicyRepairs repairs(String name) {
    return PolicyRepairs.of(cluster, name + "-64k");
  }

  /** Files in the folders of temporary replicas. */
  private static List<File> spools() throws Exception {
    List<File> spools = new ArrayList<>();
    String pool = cluster.mini().getNamesystem().getBlockPoolId();
    for (DataNode node : cluster.mini().getDataNodes()) {
      try (FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          File[] files = VolumeWindow.temporaryFolder(volume, pool).listFiles(f -> f.getName().endsWith(".spool"));
          spools.addAll(List.of(files));
        }
      }
    }
    return spools;
  }

  @Test
  void whatDoesNotFitIntoMemoryIsSpooledFromTheSameBytesAndRuns() throws Exception {
    ErasureCode code = CodeRegistry.byName("LESS4-10-4");
    byte[] content = BlockFileCluster.bytes((long) code.k() * BLOCK, 1);
    int u = BLOCK / code.alpha();
    for (int[] lost : new int[][] {{0}, {3, 12}, {10, 11, 12, 13}}) {
      GroupFiles files = write(code.name(), content);
      PolicyRepairs before = repairs(code.name());
      List<Replica> losses = files.lose(lost);
      files.await(losses);
      files.check(content);
      RepairPlan plan = VectorRepairTest.plan(code, lost);
      BlockFileCluster.await(
          "repair counted", () -> repairs(code.name()).since(before).get(REPAIRS) > 0);
      assertThat(repairs(code.name()).since(before).sums())
          .containsEntry(REPAIRS, 1L)
          .containsEntry(BYTES_READ, (long) plan.cost() * u)
          .containsEntry(RUNS, (long) plan.seeks())
          .containsEntry(POSITIONINGS, positionings(plan, u / WINDOW))
          .containsEntry(WINDOWS, (long) u / WINDOW)
          .containsEntry(SPOOLED_BYTES, (long) lost.length * BLOCK)
          .containsEntry(BYTES_REBUILT, (long) lost.length * BLOCK);
      assertThat(spools()).isEmpty();
    }
  }

  /** A helper of one sub-block is read on, in the others every window of each is elsewhere. */
  private static long positionings(RepairPlan plan, int windows) {
    return plan.helpers().stream()
        .mapToLong(
            helper ->
                plan.runsOf(helper).stream().mapToInt(SubBlockRun::subBlockCount).sum())
        .map(subBlocks -> subBlocks == 1 ? 1 : subBlocks * windows)
        .sum();
  }

  /** One window of two lost members of HASHTAGPLUS8-10-4 is 80 + 16 sub-blocks, and more. */
  @Test
  void aRepairOfWhichNoWindowFitsFailsAndWritesNothing() throws Exception {
    ErasureCode code = CodeRegistry.byName("HASHTAGPLUS8-10-4");
    byte[] content = BlockFileCluster.bytes((long) code.k() * BLOCK, 2);
    GroupFiles files = write(code.name(), content);
    byte[][] whole = files.read();
    List<Replica> one = files.lose(2);
    files.await(one);
    files.check(content);
    PolicyRepairs fitted = repairs(code.name());
    long failed = RepairCounters.failedTasks(cluster);
    files.lose(1, 7);
    BlockFileCluster.await(
        "a refusal", () -> RepairCounters.failedTasks(cluster) > failed);
    assertThat(repairs(code.name()).since(fitted).get(BYTES_READ)).isZero();
    assertThat(repairs(code.name()).since(fitted).get(BYTES_REBUILT)).isZero();
    assertThat(spools()).isEmpty();
    for (int member : List.of(0, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13)) {
      Replica replica = cluster.member(files.path(), 0, member);
      assertThat(Files.readAllBytes(cluster.blockFile(replica).toPath())).isEqualTo(whole[member]);
    }
    assertThat(cluster.memberIfAny(files.path(), 0, 1).node()).isNull();
    assertThat(cluster.memberIfAny(files.path(), 0, 7).node()).isNull();
  }

  /** Spooled and not; the bad byte is the last one that the plan reads of its helper. */
  @ParameterizedTest
  @ValueSource(ints = {CELL, BLOCK})
  void aHelperThatFailsInTheMiddleCostsANewPlanFromThoseThatAreLeft(int block) throws Exception {
    ErasureCode code = CodeRegistry.byName("LESS4-10-4");
    byte[] content = BlockFileCluster.bytes((long) code.k() * block, block);
    GroupFiles files = write(code.name(), content);
    RepairPlan plan = VectorRepairTest.plan(code, 0);
    SubBlockRun bad = plan.runs().get(plan.runs().size() - 1);
    Replica helper = cluster.member(files.path(), 0, bad.member());
    cluster.corruptByte(helper, bad.endSubBlock() * block / code.alpha() - 1);
    PolicyRepairs before = repairs(code.name());
    long failed = RepairCounters.failedTasks(cluster);
    List<Replica> losses = new ArrayList<>(files.lose(0));
    losses.add(helper);
    files.await(losses);
    files.check(content);
    RepairPlan next = VectorRepairTest.plan(code, 0, bad.member());
    assertThat(next.cost()).as("the new plan reads more").isGreaterThan(plan.cost());
    PolicyRepairs counted = repairs(code.name()).since(before);
    assertThat(counted.get(BYTES_READ)).isGreaterThan((long) next.cost() * block / code.alpha());
    assertThat(RepairCounters.failedTasks(cluster)).isEqualTo(failed);
    assertThat(spools()).isEmpty();
  }

  /** Spooled and not, in every sub-block now and then. */
  @ParameterizedTest
  @ValueSource(ints = {CELL, BLOCK})
  void wrongBytesAreSeenAndNothingIsWritten(int block) throws Exception {
    byte[] content = BlockFileCluster.bytes(10L * block, block);
    GroupFiles files = write("LESS4-10-4", content);
    PolicyRepairs before = repairs("LESS4-10-4");
    long invalid = RepairCounters.invalidTasks(cluster);
    AtomicInteger broken = new AtomicInteger();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void badDecoding(ByteBuffer[] outputs) {
        Random random = new Random(broken.getAndIncrement());
        ByteBuffer output = outputs[random.nextInt(outputs.length)];
        int at = random.nextInt(output.limit());
        output.put(at, (byte) (output.get(at) ^ 4));
      }
    });
    List<Replica> losses = files.lose(11);
    BlockFileCluster.await("a refused repair",
        () -> RepairCounters.invalidTasks(cluster) > invalid
            && repairs("LESS4-10-4").since(before).get(BYTES_READ) > 0);
    assertThat(repairs("LESS4-10-4").since(before).sums())
        .containsEntry(REPAIRS, 0L)
        .containsEntry(BYTES_REBUILT, 0L);
    assertThat(cluster.memberIfAny(files.path(), 0, 11).node()).isNull();
    assertThat(spools()).isEmpty();
    BlockFileCluster.allowRepairs();
    files.await(losses);
    files.check(content);
  }
}
