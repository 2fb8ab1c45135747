package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.datanode.repair.RepairCount;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.PolicyRepairs;
import io.okapifs.hdfs.testing.RepairCounters;
import io.okapifs.hdfs.testing.RepairFaults;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One member of a group is rewritten together with its checksums, so that no reader can tell, and
 * then another one is lost.
 */
class RewrittenMemberTest {

  private static final int CHUNK = 512;

  @Cluster(
      dataNodes = 15,
      settings = {
        ClusterSettings.MANY_REPAIRS_AT_A_TIME,
        // So long a NameNode waits before it asks again for what did not come.
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=2",
        "dfs.datanode.ec.group-repair.window-bytes=" + (16 << 10)
      })
  private static BlockFileCluster cluster;

  @AfterEach
  void allowRepairs() {
    BlockFileCluster.allowRepairs();
  }

  private static Path written(String policy, int stripeWidth, String name, byte[] bytes)
      throws Exception {
    Path file = new Path(cluster.directory(policy, stripeWidth), name);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  private static void rewrite(Replica member) throws Exception {
    cluster.rewrite(member, 0, BLOCK - CHUNK);
  }

  private static byte[] bytesOf(Replica member) throws IOException {
    return Files.readAllBytes(cluster.blockFile(member).toPath());
  }

  private static List<String> layout(Path file) throws Exception {
    return EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString()).out();
  }

  /** One spare member tells that somebody is wrong, not who. */
  @ParameterizedTest
  @CsvSource({"1, 0", "3, 4", "0, 3"})
  void nothingIsRebuiltFromMembersThatContradictEachOther(int rewritten, int lost)
      throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK, rewritten);
    Path file = written("RS-3-2-64k", 2, "contradictory" + rewritten, bytes);
    Replica wrong = cluster.member(file, 0, rewritten);
    rewrite(wrong);
    long failed = RepairCounters.failedTasks(cluster);
    cluster.reportCorrupt(List.of(cluster.member(file, 0, lost)));
    BlockFileCluster.await(
        "the contradiction told", () -> BlockFileCluster.stateOf("ContradictoryGroups") == 1);
    assertThat(layout(file))
        .anyMatch(line -> line.startsWith("group 0: survives")
            && line.contains("its members contradict each other: it is not repaired"));
    BlockFileCluster.await(
        "the failure counted", () -> RepairCounters.failedTasks(cluster) > failed);
    BlockFileCluster.await(
        "nothing under way",
        () -> cluster.mini().getNamesystem().getPendingReconstructionBlocks() == 0);
    long attempts = RepairCounters.failedTasks(cluster);
    cluster.awaitRounds(3);
    assertThat(RepairCounters.failedTasks(cluster)).isEqualTo(attempts);
    assertThat(cluster.memberIfAny(file, 0, lost).node()).isNull();

    // Whoever knows better says which one is wrong.
    cluster.reportCorrupt(List.of(wrong));
    HealthChecks.awaitWhole(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
    assertThat(BlockFileCluster.stateOf("ContradictoryGroups")).isZero();
  }

  /** Its new parity may be made of the wrong member, and would prove the right one wrong. */
  @Test
  void aTransitionThatMayHaveReadAWrongMemberIsGivenUp() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 5);
    Path file = written(cluster.addPolicy("RS-6-3"), 3, "in-transition", bytes);
    String next = cluster.addPolicy("RS-3-2");
    Transitions transitions = new Transitions(cluster, "none", () -> {});
    BlockFileCluster.failRepairs();
    transitions.begin(file, next);
    transitions.awaitStep(file, Step.STARTED);
    transitions.client().pause(file);
    rewrite(cluster.member(file, 0, 1));
    BlockFileCluster.allowRepairs();
    cluster.reportCorrupt(List.of(cluster.member(file, 0, 0)));
    HealthChecks.awaitRight(cluster, file, bytes);
    transitions.client().resume(file);
    BlockFileCluster.await(
        "it is given up", () -> !transitions.client().givenUp(file).isEmpty());
    assertThat(transitions.client().givenUp(file).get(0).why())
        .startsWith("members of a group contradict each other");
    assertThat(cluster.layout(file).policy().name()).isNotEqualTo(next);
    HealthChecks.assertHealthy(cluster, file);
    assertThat(cluster.read(file)).isEqualTo(bytes);

    transitions.begin(file, next);
    transitions.awaitDone(file);
    HealthChecks.awaitWhole(cluster, file, bytes);
    assertThat(cluster.layout(file).policy().name()).isEqualTo(next);
  }

  /** Its old parity is all that is left to tell by. */
  @Test
  void aFileWithMembersThatContradictEachOtherBeginsNoTransition() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 6);
    Path file = written("RS-3-2-64k", 3, "undecided", bytes);
    Replica wrong = cluster.member(file, 0, 1);
    rewrite(wrong);
    cluster.reportCorrupt(List.of(cluster.member(file, 0, 0)));
    BlockFileCluster.await(
        "the contradiction told", () -> BlockFileCluster.stateOf("ContradictoryGroups") == 1);
    Transitions transitions = new Transitions(cluster, "none", () -> {});
    transitions.begin(file, cluster.addPolicy("RS-6-3"));
    BlockFileCluster.await(
        "it is given up", () -> !transitions.client().givenUp(file).isEmpty());
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-3-2-64k");
    cluster.reportCorrupt(List.of(wrong));
    HealthChecks.awaitWhole(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
  }

  /** A helper of the repair, whatever its spare is. Sub-blocks are compared in all of them. */
  @ParameterizedTest
  @CsvSource({"RS-6-3, 3, 1, 0", "RS-6-3, 1, 4, 8", "CLAY-4-3, 2, 5, 0", "LESS3-6-3, 2, 2, 7"})
  void theOneThatTwoSpareMembersProveWrongIsRebuiltAsWell(
      String code, int stripeWidth, int rewritten, int lost) throws Exception {
    String policy = cluster.addPolicy(code);
    int k = Integer.parseInt(code.split("-")[1]);
    byte[] bytes = BlockFileCluster.bytes((long) k * BLOCK, rewritten);
    Path file = written(policy, stripeWidth, "proven" + rewritten, bytes);
    rewrite(cluster.member(file, 0, rewritten));
    cluster.reportCorrupt(List.of(cluster.member(file, 0, lost)));
    HealthChecks.awaitRight(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
    BlockFileCluster.await(
        "the contradiction counted",
        () -> PolicyRepairs.of(cluster, policy).get(RepairCount.CONTRADICTIONS) >= 1);
    assertThat(BlockFileCluster.stateOf("ContradictoryGroups")).isZero();
  }

  /**
   * Another helper fails behind the first windows, and the comparison for the next plan proves a
   * member wrong that these windows were made of. Which helpers are read is for the NameNode to say,
   * and a helper that was compared with the first ones is not compared again: where it is that, or
   * others are read, another file is tried.
   */
  @Test
  void whatWasMadeOfAMemberThatIsProvenWrongLaterIsMadeAgain() throws Exception {
    String policy = cluster.addPolicy("RS-3-4");
    boolean proven = false;
    for (int i = 0; i < 8 && !proven; i++) {
      byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, i);
      Path file = written(policy, 3, "later" + i, bytes);
      PolicyRepairs before = PolicyRepairs.of(cluster, policy);
      long repairs = before.get(RepairCount.REPAIRS);
      long contradictions = before.get(RepairCount.CONTRADICTIONS);
      AtomicReference<Thread> repairing = new AtomicReference<>();
      Replica wrong = cluster.member(file, 0, 1);
      Replica failing = cluster.member(file, 0, 2);
      RepairFaults.beforeWindows(() -> {
        if (repairing.compareAndSet(null, Thread.currentThread())) {
          cluster.rewrite(wrong, 0, BLOCK - CHUNK);
          cluster.corruptLastByte(failing);
        } else if (repairing.get() != Thread.currentThread()) {
          throw new IOException("the test wants one repair");
        }
      });
      Replica lost = cluster.member(file, 0, 0);
      final byte[] right = bytesOf(lost);
      cluster.reportCorrupt(List.of(lost));
      AtomicReference<PolicyRepairs> first = new AtomicReference<>();
      BlockFileCluster.await("a repair counted", () -> {
        first.set(PolicyRepairs.of(cluster, policy));
        return first.get().get(RepairCount.REPAIRS) > repairs;
      });
      // Of this repair: those behind it may fail for what it has done.
      proven = first.get().get(RepairCount.CONTRADICTIONS) > contradictions;
      if (proven) {
        assertThat(bytesOf(cluster.member(file, 0, 0))).isEqualTo(right);
        BlockFileCluster.allowRepairs();
        HealthChecks.awaitRight(cluster, file, bytes);
        HealthChecks.assertHealthy(cluster, file);
      }
      cluster.fs().delete(file, false);
    }
    assertThat(proven).as("whether a member was proven wrong in the middle of a repair").isTrue();
  }

  /** What is compared is counted apart from what is read to repair. */
  @Test
  void aRepairReadsWhatItNeedsAndALittleToCompare() throws Exception {
    String policy = cluster.addPolicy("RS-4-2");
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK, 9);
    Path file = written(policy, 2, "counted", bytes);
    cluster.reportCorrupt(List.of(cluster.member(file, 0, 0)));
    HealthChecks.awaitWhole(cluster, file, bytes);
    BlockFileCluster.await(
        "a repair counted",
        () -> PolicyRepairs.of(cluster, policy).get(RepairCount.REPAIRS) == 1);
    PolicyRepairs repairs = PolicyRepairs.of(cluster, policy);
    assertThat(repairs.get(RepairCount.BYTES_READ)).isEqualTo(4L * BLOCK);
    assertThat(repairs.get(RepairCount.RUNS)).isEqualTo(4);
    assertThat(repairs.get(RepairCount.SPARE_BYTES_READ))
        .isPositive().isLessThanOrEqualTo(4L * BLOCK / 100);
  }
}
