package io.okapifs.hdfs.verify;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What `hdfs ec -verify` finds to be bad is rebuilt, where that can be done without a wrong byte. */
class VerifyRepairTest {

  private static final String POLICY = "RS-3-2-64k";

  @Cluster(dataNodes = 10, settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;
  private static int directories;

  @AfterEach
  void repair() throws Exception {
    BlockFileCluster.allowRepairs();
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
    cluster.restartStopped();
  }

  private static Path directory(String policy) throws IOException {
    Path directory = new Path("/verify-" + directories++);
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, policy);
    return directory;
  }

  /** A file of two groups, the last one short. */
  private static byte[] write(Path file) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 2 * CELL + 9, directories);
    cluster.write(file, bytes);
    if (cluster.fs().getErasureCodingPolicy(file).getName().contains("@")) {
      cluster.checkBlocks(file, bytes);
    } else {
      cluster.awaitCoupled(file);
    }
    return bytes;
  }

  private static Path newFile(String code, int stripeWidth) throws Exception {
    String policy = cluster.addPolicy(code);
    return new Path(directory(stripeWidth == 0 ? policy : policy + "@" + stripeWidth), "file");
  }

  private static Replica member(Path file, int group, int member) throws Exception {
    return cluster.fs().getErasureCodingPolicy(file).getName().contains("@")
        ? cluster.member(file, group, member)
        : cluster.blockOf(cluster.dataStripes(file).get(group), member);
  }

  private static Outcome verify(Path path, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("-verify", "-path", path.toString()));
    words.addAll(Arrays.asList(options));
    return EcRun.run(cluster.fs().getConf(), words.toArray(String[]::new));
  }

  /** Overwrites seven bytes of a block file behind the DataNode's back. */
  private static void spoil(Replica replica) throws IOException {
    try (RandomAccessFile block = new RandomAccessFile(cluster.blockFile(replica), "rw")) {
      block.seek(100);
      block.write("spoiled".getBytes());
    }
  }

  private static boolean isMarked(Path file) throws Exception {
    return EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString()).out().stream()
        .anyMatch(line -> line.startsWith("  corrupt: "));
  }

  private static void assertWhole(Path file, byte[] bytes) throws Exception {
    Outcome again = verify(file);
    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(cluster.read(file)).isEqualTo(bytes);
    if (cluster.fs().getErasureCodingPolicy(file).getName().contains("@")) {
      HealthChecks.awaitWhole(cluster, file, bytes);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 3", "5, 0", "0, 1", "0, 4"})
  void aReplicaThatDoesNotFitItsChecksumsIsReportedAndWaitEndsOnceItIsRebuilt(
      int stripeWidth, int member) throws Exception {
    Path file = newFile("RS-3-2", stripeWidth);
    byte[] bytes = write(file);
    Replica replica = member(file, 0, member);
    spoil(replica);
    Outcome outcome = verify(file, "-wait");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.out()).hasSize(3);
    assertThat(outcome.out().get(0))
        .startsWith("BAD " + file + " group 0 member " + member + " (")
        .endsWith(
            "on " + replica.node().getXferAddr() + "; reported, it will be rebuilt");
    assertThat(outcome.out().get(1)).contains("bad: 1, unreachable: 0");
    assertThat(outcome.out().get(2)).isEqualTo("rebuilt: 1 of 1");
    assertThat(member(file, 0, member).node()).isNotEqualTo(replica.node());
    assertWhole(file, bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "RS-3-2, 2, 0, 1", "RS-3-2, 2, 1, 4", "RS-3-2, 5, 1, 0", "RS-3-2, 0, 0, 2", "RS-3-2, 0, 1, 3",
    "RS-6-3, 2, 0, 4", "LESS2-4-2, 4, 0, 1", "CLAY-4-2, 3, 0, 5"
  })
  void aWrongMemberWithRightChecksumsIsRebuiltByRepairAlone(
      String code, int stripeWidth, int group, int member) throws Exception {
    Path file = newFile(code, stripeWidth);
    byte[] bytes = write(file);
    Replica replica = member(file, group, member);
    cluster.rewrite(replica, 1000, 1300);
    Outcome found = verify(file, "-wait");
    assertThat(found.exitCode()).as("%s", found).isEqualTo(2);
    assertThat(found.out().get(0))
        .startsWith("BAD " + file + " group " + group + " member " + member + " (")
        .endsWith("does not fit all the others from offset 1000 on; -repair has it rebuilt");
    assertThat(found.out().get(2)).isEqualTo("rebuilt: 0 of 0");
    assertThat(member(file, group, member).node()).isEqualTo(replica.node());
    Outcome repaired = verify(file, "-repair", "-wait");
    assertThat(repaired.exitCode()).as("%s", repaired).isZero();
    assertThat(repaired.out().get(0)).endsWith("; marked as corrupt, it will be rebuilt");
    assertThat(repaired.out().get(2)).isEqualTo("rebuilt: 1 of 1");
    assertWhole(file, bytes);
  }

  /** Were they marked one after the other, the first would be rebuilt from the second. */
  @Test
  void twoWrongMembersAreRebuiltFromTheOthers() throws Exception {
    Path file = newFile("RS-3-2", 4);
    byte[] bytes = write(file);
    cluster.rewrite(cluster.member(file, 0, 0), 10, 20);
    cluster.rewrite(cluster.member(file, 0, 4), 150_000, 150_001);
    Outcome outcome = verify(file, "-repair", "-wait");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.out()).last().isEqualTo("rebuilt: 2 of 2");
    assertWhole(file, bytes);
  }

  @Test
  void whereNobodyCanTellWhoIsWrongNothingIsReportedOrMarked() throws Exception {
    Path file = newFile("RS-3-2", 4);
    write(file);
    spoil(cluster.member(file, 0, 1));
    cluster.rewrite(cluster.member(file, 0, 0), 1000, 1001);
    Outcome outcome = verify(file, "-repair", "-wait");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(2);
    assertThat(outcome.out().get(0))
        .startsWith("BAD " + file + " group 0 member 1 (")
        .endsWith(
            "; not reported, as it would be rebuilt from members that contradict each other");
    assertThat(outcome.out().get(1)).startsWith("BAD " + file + " group 0: its members contradict");
    assertThat(isMarked(file)).isFalse();
  }

  /** RS-6-3 tells a wrong member where another one is lost. */
  @Test
  void aCorruptReplicaBesideAWrongMemberIsRebuiltTogetherWithIt() throws Exception {
    Path file = newFile("RS-6-3", 3);
    byte[] bytes = write(file);
    spoil(cluster.member(file, 0, 1));
    cluster.rewrite(cluster.member(file, 0, 8), 1000, 1001);
    Outcome found = verify(file);
    assertThat(found.exitCode()).as("%s", found).isEqualTo(2);
    assertThat(found.out().get(0)).contains("; not reported, ");
    assertThat(found.out().get(1)).endsWith("; -repair has it rebuilt");
    assertThat(isMarked(file)).isFalse();
    Outcome repaired = verify(file, "-repair", "-wait");
    assertThat(repaired.exitCode()).as("%s", repaired).isZero();
    assertThat(repaired.out()).last().isEqualTo("rebuilt: 2 of 2");
    assertWhole(file, bytes);
  }

  @Test
  void whereTooMuchIsLostItIsReportedAndNotWaitedFor() throws Exception {
    Path file = newFile("RS-3-2", 2);
    write(file);
    BlockFileCluster.failRepairs();
    for (int member : new int[] {0, 3, 4}) {
      spoil(cluster.member(file, 0, member));
    }
    Outcome outcome = verify(file, "-wait");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(2);
    for (int line = 0; line < 3; line++) {
      assertThat(outcome.out().get(line))
          .endsWith(
              "; reported, but it cannot be rebuilt, as more is missing than can be recovered");
    }
    assertThat(outcome.out().get(3)).startsWith("LOST " + file + " group 0: ");
    assertThat(outcome.out()).last().isEqualTo("rebuilt: 0 of 0");
    assertThat(isMarked(file)).isTrue();
    Outcome again = verify(file);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.out().get(0))
        .endsWith("; it cannot be rebuilt, as more is missing than can be recovered");
  }

  @Test
  void aLimitOfZeroLooksOnceAndNamesWhatIsNotRebuilt() throws Exception {
    Path file = newFile("RS-3-2", 2);
    byte[] bytes = write(file);
    BlockFileCluster.failRepairs();
    Replica replica = cluster.member(file, 0, 1);
    spoil(replica);
    Outcome outcome = verify(file, "-wait", "0m");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(2);
    String member = file + " group 0 member 1, blk_" + replica.block().getBlockId();
    assertThat(outcome.out()).endsWith("NOT REBUILT " + member, "rebuilt: 0 of 1");
    BlockFileCluster.allowRepairs();
    Outcome waited = verify(file, "-wait");
    assertThat(waited.exitCode()).as("it was told before: %s", waited).isZero();
    assertWhole(file, bytes);
  }

  /** Its checksums are right: for a NameNode that starts now it would be as good as the other one. */
  @Test
  void aReplicaThatIsRebuiltCountsAsBadUntilItsNodeHasDeletedIt() throws Exception {
    Path file = newFile("RS-3-2", 2);
    byte[] bytes = write(file);
    Replica replica = cluster.member(file, 0, 1);
    cluster.rewrite(replica, 1000, 1300);
    DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node()));
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node, true);
    try {
      assertThat(VerifyHooks.repairAndAwait(cluster.fs(), file, Duration.ofSeconds(10), () -> {}))
          .containsExactly(notDeleted(file, replica), "rebuilt: 1 of 1");
    } finally {
      DataNodeTestUtils.setHeartbeatsDisabledForTests(node, false);
    }
    assertWhole(file, bytes);
  }

  @Test
  void aNodeThatDiesWithTheBadReplicaIsNotWaitedFor() throws Exception {
    Path file = newFile("RS-3-2", 2);
    write(file);
    Replica replica = cluster.member(file, 0, 1);
    cluster.rewrite(replica, 1000, 1300);
    BlockFileCluster.failRepairs();
    assertThat(
            VerifyHooks.repairAndAwait(
                cluster.fs(), file, Duration.ofDays(1),
                () -> {
                  cluster.kill(replica.node());
                  BlockFileCluster.allowRepairs();
                }))
        .containsExactly(notDeleted(file, replica), "rebuilt: 1 of 1");
  }

  private static String notDeleted(Path file, Replica replica) {
    return "NOT DELETED " + file + " group 0 member 1, blk_" + replica.block().getBlockId()
        + ": it is rebuilt, and " + replica.node().getXferAddr()
        + " has not deleted the bad replica, which counts again if that node or the NameNode starts"
        + " before that; -verify again";
  }

  @Test
  void inSafeModeItIsToldThatNothingIsRebuiltBeforeItEnds() throws Exception {
    Path file = newFile("RS-3-2", 2);
    byte[] bytes = write(file);
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    spoil(cluster.member(file, 0, 1));
    Outcome outcome = verify(file, "-wait", "0m");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(2);
    assertThat(outcome.out().get(0))
        .endsWith("; reported, it will be rebuilt once the NameNode has left safe mode");
    assertThat(isMarked(file)).isTrue();
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
    assertThat(verify(file, "-wait").exitCode()).isZero();
    assertWhole(file, bytes);
  }

  @Test
  void aFileThatIsDeletedWhileItIsWaitedForIsBadNoMore() throws Exception {
    Path file = newFile("RS-3-2", 2);
    write(file);
    BlockFileCluster.failRepairs();
    spoil(cluster.member(file, 0, 1));
    assertThat(VerifyHooks.await(cluster.fs(), file, () -> cluster.fs().delete(file, false)))
        .containsExactly("rebuilt: 0 of 1, of files that changed or went meanwhile: 1");
  }

  /** Which replicas are bad is in no image and in no edit. */
  @Test
  void aNameNodeThatStartsWhileItIsWaitedForEndsTheWait() throws Exception {
    Path file = newFile("RS-3-2", 2);
    byte[] bytes = write(file);
    BlockFileCluster.failRepairs();
    Replica replica = cluster.member(file, 0, 1);
    spoil(replica);
    assertThat(VerifyHooks.await(cluster.fs(), file, () -> cluster.restartNameNode()))
        .containsExactly(
            "NOT REBUILT " + file + " group 0 member 1, blk_" + replica.block().getBlockId()
                + ": the NameNode was told, and has forgotten it, as one that starts does; -verify"
                + " again",
            "rebuilt: 0 of 1");
    BlockFileCluster.allowRepairs();
    assertThat(verify(file, "-wait").exitCode()).isZero();
    assertWhole(file, bytes);
  }

  @Test
  void aReplicaOfADeletedFileThatASnapshotKeepsIsRebuilt() throws Exception {
    Path file = newFile("RS-3-2", 2);
    byte[] bytes = write(file);
    Path directory = file.getParent();
    cluster.fs().allowSnapshot(directory);
    cluster.fs().createSnapshot(directory, "s");
    spoil(cluster.member(file, 0, 0));
    cluster.rewrite(cluster.member(file, 1, 3), 0, 7);
    cluster.fs().delete(file, false);
    Path kept = new Path(directory, ".snapshot/s/file");
    Outcome outcome = verify(kept, "-repair", "-wait");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.out()).last().isEqualTo("rebuilt: 2 of 2");
    assertThat(verify(kept).exitCode()).isZero();
    assertThat(cluster.read(kept)).isEqualTo(bytes);
  }

  /** What a transition has encoded of a wrong member would prove the right one wrong. */
  @Test
  void aMemberOfAFileInATransitionIsNotMarked() throws Exception {
    Path file = newFile("RS-3-2", 2);
    write(file);
    BlockFileCluster.failRepairs();
    cluster.rewrite(cluster.member(file, 0, 1), 1000, 1300);
    TransitionClient transitions = new TransitionClient(cluster.fs());
    transitions.begin(file, "RS-6-3-64k", TransitionRecord.NORMAL);
    Outcome outcome = verify(file, "-repair");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(2);
    assertThat(outcome.out().get(0))
        .endsWith(
            "; not marked as corrupt, as its file is in a transition, which may have read it;"
                + " -cancelTransition drops what that made");
    assertThat(isMarked(file)).isFalse();
    transitions.cancel(file);
    BlockFileCluster.allowRepairs();
    Outcome repaired = verify(file, "-repair", "-wait");
    assertThat(repaired.exitCode()).as("%s", repaired).isZero();
  }

  /** The line of what is found in the first group; the event comes once all its members were read. */
  private static String repair(Path file, VerifyHooks.Event event) throws Exception {
    List<String> lines = VerifyHooks.repair(cluster.fs(), file, 5, event);
    assertThat(lines).hasSize(1);
    return lines.get(0);
  }

  @Test
  void aMemberThatIsRightWhenItIsReadAgainIsNotMarked() throws Exception {
    Path file = newFile("RS-3-2", 2);
    write(file);
    Replica replica = cluster.member(file, 0, 1);
    cluster.rewrite(replica, 1000, 1300);
    assertThat(repair(file, () -> cluster.rewrite(replica, 1000, 1300)))
        .endsWith("; not marked as corrupt, as it was not wrong when it was read again");
    assertThat(isMarked(file)).isFalse();
    assertThat(verify(file).exitCode()).isZero();
  }

  @Test
  void aMemberOfAFileThatWasReplacedIsNotMarked() throws Exception {
    Path file = newFile("RS-3-2", 2);
    byte[] bytes = write(file);
    cluster.rewrite(cluster.member(file, 0, 1), 1000, 1300);
    assertThat(repair(file, () -> cluster.write(file, bytes)))
        .endsWith("; not marked as corrupt, as it was replaced meanwhile");
    assertThat(isMarked(file)).isFalse();
    assertWhole(file, bytes);
  }

  @Test
  void aReplicaThatWasGivenUpMeanwhileIsNotMarked() throws Exception {
    Path file = newFile("RS-3-2", 2);
    write(file);
    BlockFileCluster.failRepairs();
    Replica replica = cluster.member(file, 0, 1);
    cluster.rewrite(replica, 1000, 1300);
    assertThat(repair(file, () -> cluster.reportCorrupt(List.of(replica))))
        .endsWith("; not marked as corrupt, as its replica is not there any more");
  }

  @Test
  void whereTheNameNodeTakesNoReportThatIsTold() throws Exception {
    Path file = newFile("RS-3-2", 2);
    write(file);
    spoil(cluster.member(file, 0, 1));
    assertThat(VerifyHooks.verifyWithoutReports(cluster.fs(), file))
        .singleElement().asString().endsWith("; not reported: the test takes none");
    assertThat(isMarked(file)).isFalse();
  }
}
