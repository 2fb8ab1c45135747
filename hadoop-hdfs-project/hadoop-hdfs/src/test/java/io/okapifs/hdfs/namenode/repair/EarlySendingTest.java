package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.GroupFiles;
import io.okapifs.hdfs.testing.RepairCounters;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.VolumeWindow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What repairs in memory send while they still read, which they do slowly here: a few rows of the
 * images are complete at a time.
 */
class EarlySendingTest {

  private static final String NAME = "LESS2-6-3";
  private static final int MEMBERS = 9;
  private static final ErasureCode CODE = CodeRegistry.byName(NAME);
  private static final int SUB_BLOCK = BLOCK / CODE.alpha();
  private static final byte[] CONTENT = BlockFileCluster.bytes((long) CODE.k() * BLOCK, 1);

  @Cluster(
      dataNodes = MEMBERS + 2,
      codes = NAME,
      settings = {
        ClusterSettings.MANY_REPAIRS_AT_A_TIME,
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=20",
        "dfs.datanode.ec.group-repair.window-bytes=" + (16 << 10),
        "dfs.datanode.ec.group-repair.check-spare-percent=0",
        DFSConfigKeys.DFS_DATANODE_EC_RECONSTRUCT_READ_BANDWIDTHPERSEC_KEY + "=" + (512 << 10)
      })
  private static BlockFileCluster cluster;
  private static int files;

  @AfterEach
  void deleteFiles() throws Exception {
    BlockFileCluster.allowRepairs();
    cluster.deleteFiles();
  }

  /** Notes which rows are checked, and what targets have then. */
  private static class Notes extends DataNodeFaultInjector {

    private final String block;

    /** Rows of each check, a list for each plan. */
    private final List<List<Integer>> plans = new ArrayList<>();

    /** Whether a target had a temporary replica when a plan or a check began. */
    private final List<Boolean> begun = new ArrayList<>();

    Notes(GroupFiles group, int lost) throws IOException {
      block = cluster.member(group.path(), 0, lost).block().getBlockName();
    }

    @Override
    public synchronized void stripedBlockReconstruction() throws IOException {
      begun.add(hasTemporaryReplica(block));
      plans.add(new ArrayList<>());
    }

    @Override
    public synchronized void badDecoding(ByteBuffer[] outputs) {
      plans.get(plans.size() - 1).add(outputs[0].remaining());
      begun.add(hasTemporaryReplica(block));
    }

    synchronized int rows(int plan) {
      return plans.size() > plan
          ? plans.get(plan).stream().mapToInt(Integer::intValue).sum()
          : 0;
    }
  }

  /** Looks for half a second: targets hear of it by and by. */
  private static boolean hasTemporaryReplica(String block) {
    long end = System.nanoTime() + 500_000_000L;
    boolean found = false;
    while (!found && System.nanoTime() < end) {
      found = !temporaryReplicas(block).isEmpty();
      LockSupport.parkNanos(5_000_000);
    }
    return found;
  }

  private static List<File> temporaryReplicas(String block) {
    List<File> replicas = new ArrayList<>();
    String pool = cluster.mini().getNamesystem().getBlockPoolId();
    for (DataNode node : cluster.mini().getDataNodes()) {
      try (FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          replicas.addAll(
              List.of(VolumeWindow.temporaryFolder(volume, pool).listFiles(f -> f.getName().equals(block))));
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return replicas;
  }

  private static GroupFiles write() throws Exception {
    Path path = new Path(cluster.directory(NAME + "-64k", CODE.k()), "file-" + files++);
    cluster.write(path, CONTENT);
    GroupFiles written = new GroupFiles(cluster, path, 0, CONTENT.length);
    written.check(CONTENT);
    return written;
  }

  @Test
  void targetsHaveTheFirstRowsBeforeTheLastOnesAreRead() throws Exception {
    GroupFiles group = write();
    Notes notes = new Notes(group, 2);
    DataNodeFaultInjector.set(notes);
    List<Replica> losses = group.lose(2);
    group.await(losses);
    group.check(CONTENT);
    assertThat(notes.plans).hasSize(1);
    assertThat(notes.plans.get(0)).hasSizeGreaterThan(1);
    assertThat(notes.rows(0)).as("every row is checked once").isEqualTo(SUB_BLOCK);
    assertThat(notes.begun.get(0)).as("before the plan").isFalse();
    assertThat(notes.begun.get(1)).as("before the first check").isFalse();
    assertThat(notes.begun.get(2)).as("before the second check").isTrue();
  }

  @Test
  void whatWasSentIsDroppedWhereALaterRowIsWrong() throws Exception {
    GroupFiles group = write();
    Notes notes =
        new Notes(group, 7) {
          @Override
          public synchronized void badDecoding(ByteBuffer[] outputs) {
            super.badDecoding(outputs);
            if (rows(0) == SUB_BLOCK) {
              outputs[0].put(0, (byte) (outputs[0].get(0) ^ 1));
            }
          }
        };
    long invalid = RepairCounters.invalidTasks(cluster);
    DataNodeFaultInjector.set(notes);
    List<Replica> losses = group.lose(7);
    BlockFileCluster.await(
        "a refused repair", () -> RepairCounters.invalidTasks(cluster) > invalid);
    assertThat(notes.plans.get(0)).hasSizeGreaterThan(1);
    assertThat(notes.begun.get(2)).isTrue();
    BlockFileCluster.await("nothing left", () -> temporaryReplicas(notes.block).isEmpty());
    assertThat(cluster.memberIfAny(group.path(), 0, 7).node()).isNull();
    BlockFileCluster.allowRepairs();
    group.await(losses);
    group.check(CONTENT);
  }

  /** The bad byte is in the second half of the last sub-block of its helper. */
  @Test
  void anotherPlanSendsAllFromTheBeginning() throws Exception {
    RepairPlan plan = VectorRepairTest.plan(CODE, 0);
    int helper =
        plan.helpers().stream()
            .filter(member -> plan.runsOf(member).get(0).subBlockCount() == CODE.alpha())
            .findFirst()
            .orElseThrow();
    boolean sent = false;
    for (int i = 0; i < 5 && !sent; i++) {
      GroupFiles group = write();
      Replica bad = cluster.member(group.path(), 0, helper);
      cluster.corruptByte(bad, BLOCK - 1);
      Notes notes = new Notes(group, 0);
      long failed = RepairCounters.failedTasks(cluster);
      DataNodeFaultInjector.set(notes);
      List<Replica> losses = new ArrayList<>(group.lose(0));
      losses.add(bad);
      group.await(losses);
      group.check(CONTENT);
      assertThat(RepairCounters.failedTasks(cluster)).isEqualTo(failed);
      assertThat(notes.rows(0)).isLessThan(SUB_BLOCK);
      assertThat(notes.rows(1)).isEqualTo(SUB_BLOCK);
      int checks = notes.plans.get(0).size();
      assertThat(notes.begun.get(1 + checks)).as("before the second plan").isFalse();
      sent = checks > 0;
    }
    assertThat(sent).as("something was sent by the first plan").isTrue();
  }
}
