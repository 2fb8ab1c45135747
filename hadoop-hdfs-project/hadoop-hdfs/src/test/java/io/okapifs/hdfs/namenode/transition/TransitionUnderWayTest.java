package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ReadChecks;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.junit.jupiter.api.Test;

/** Losses, readers, restarts and commands while a file is in transition. */
class TransitionUnderWayTest extends PolicyChangeCases {

  /** Of a group with the new policy a reader cannot decode anything by the old one. */
  @Test
  void aReaderThatHoldsTheFileOpenReadsRightAcrossTheCommit() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "held-open");
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK + 7, 9);
    write(file, bytes);
    try (DFSInputStream in = cluster.fs().getClient().open(file.toString());
        DFSInputStream degraded = cluster.fs().getClient().open(file.toString())) {
      assertThat(in.read(new byte[BLOCK])).isPositive();
      BlockFileCluster.failRepairs();
      cluster.delete(cluster.member(file, 0, 1));
      ReadChecks.assertSequential(degraded, bytes, 70_000);
      BlockFileCluster.allowRepairs();
      transitions.run(file, "RS-6-3-64k");
      check(file, bytes);
      BlockFileCluster.failRepairs();
      for (int member : new int[] {0, 2, 4}) {
        cluster.delete(cluster.member(file, 0, member));
      }
      ReadChecks.assertSequential(in, bytes, 70_000);
      ReadChecks.assertAll(in, bytes, 9);
      ReadChecks.assertAll(degraded, bytes, 9);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    BlockFileCluster.await("repair", () -> isWhole(file, bytes));
  }

  private static boolean isWhole(Path file, byte[] bytes) throws Exception {
    cluster.read(file);
    try {
      cluster.checkBlocks(file, bytes);
      return true;
    } catch (AssertionError | IOException e) {
      return false;
    }
  }

  /** Its group has no parity yet by which it could be rebuilt. */
  @Test
  void aBlockThatIsFoundLostWhileItIsEncodedIsRebuiltFromTheOldParity() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 4), "lost-meanwhile");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 6);
    write(file, bytes);
    cluster.delete(cluster.member(file, 0, 1));
    cluster.corrupt(cluster.member(file, 1, 0));
    transitions.run(file, "RS-6-3-64k");
    check(file, bytes);
  }

  @Test
  void aTransitionThatIsCancelledLeavesNothing() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "cancelled");
    byte[] bytes = BlockFileCluster.bytes(8L * BLOCK, 8);
    write(file, bytes);
    final Set<String> before = cluster.blocksOnDisk();
    BlockFileCluster.failRepairs();
    try {
      transitions.begin(file, "RS-6-3-64k");
      transitions.awaitStep(file, Step.STARTED);
      assertThat(EcRun.run(cluster.fs().getConf(), "-listTransitions", "-path", "/").out())
          .anyMatch(
              line ->
                  line.matches(
                      "started +RS-3-2-64k +RS-6-3-64k +0/2 +- +- +\\d+ +\\d+ +"
                          + file.toUri().getPath()));
      assertThat(
              EcRun.run(cluster.fs().getConf(), "-cancelTransition", "-path", "/").exitCode())
          .isZero();
    } finally {
      BlockFileCluster.allowRepairs();
    }
    assertThat(transitions.status(new Path("/"))).isEmpty();
    cluster.checkBlocks(file, bytes);
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-3-2-64k");
    BlockFileCluster.await(
        "nothing new on the disks", () -> before.containsAll(cluster.blocksOnDisk()));
  }

  @Test
  void aTransitionGoesOnAfterRestartsOfTheNameNode() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "restarts");
    byte[] bytes = BlockFileCluster.bytes(10L * BLOCK + 7, 10);
    write(file, bytes);
    BlockFileCluster.failRepairs();
    try {
      transitions.begin(file, "RS-6-3-64k");
      transitions.awaitStep(file, Step.STARTED);
      cluster.restartNameNode();
      assertThat(transitions.status(file)).extracting(TransitionStatus::step)
          .containsExactly(Step.STARTED);
      cluster.saveNamespace();
      cluster.restartNameNode();
      assertThat(transitions.status(file)).extracting(TransitionStatus::step)
          .containsExactly(Step.STARTED);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    transitions.awaitDone(file);
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
    check(file, bytes);
    cluster.restartNameNode();
    cluster.checkBlocks(file, bytes);
    cluster.saveNamespace();
    cluster.restartNameNode();
    cluster.checkBlocks(file, bytes);
  }

  @Test
  void aPausedTransitionRestsAlsoAcrossRestarts() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 3);
    Path file = new Path(directory, "paused");
    Path other = new Path(directory, "not-paused");
    byte[] bytes = BlockFileCluster.bytes(8L * BLOCK + 7, 11);
    write(file, bytes);
    write(other, bytes);
    final Set<String> before = cluster.blocksOnDisk();
    BlockFileCluster.failRepairs();
    transitions.begin(file, "RS-6-3-64k");
    transitions.awaitStep(file, Step.STARTED);
    assertThat(
            EcRun.run(cluster.fs().getConf(), "-pauseTransition", "-path", file.toString()).out())
        .containsExactly("1 transitions paused");
    BlockFileCluster.allowRepairs();
    cluster.restartNameNode();
    transitions.run(other, "RS-6-3-64k");
    cluster.saveNamespace();
    cluster.restartNameNode();
    assertThat(cluster.blocksOnDisk()).as("nothing was encoded for it")
        .allMatch(Stream.concat(before.stream(), parityBlocks(other, bytes.length).stream())
            .collect(Collectors.toSet())::contains);
    assertThat(EcRun.run(cluster.fs().getConf(), "-listTransitions").out())
        .containsExactly(
            "State   From        To          Groups  Groups/min  Left  Retries  Moves  Path",
            "paused  RS-3-2-64k  RS-6-3-64k  0/2     -           -     0        0      "
                + file.toUri().getPath());
    EcRun.Outcome waited =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", file.toString(), "-policy",
            "RS-6-3-64k", "-wait");
    assertThat(waited.exitCode()).isEqualTo(2);
    assertThat(waited.err()).anyMatch(line -> line.contains("-resumeTransition"));
    assertThat(EcRun.run(cluster.fs().getConf(), "-resumeTransition", "-all").out())
        .containsExactly("1 transitions resumed");
    transitions.awaitDone(file);
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
    check(file, bytes);
  }
}
