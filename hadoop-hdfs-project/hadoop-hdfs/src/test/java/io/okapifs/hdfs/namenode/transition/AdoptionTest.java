package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.ReadChecks;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.junit.jupiter.api.Test;

/** What happens to files while they get a stripe width, and to those that cannot get one. */
class AdoptionTest extends AdoptionCases {

  /** Its parity must be encoded, which takes until repairs are allowed. */
  private static final String OTHER = "RS-LEGACY-3-2-64k@3";

  @Test
  void untilItsNewParityIsThereAFileStaysWhatItIs() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 7);
    Path file = write(COUPLED, "started", bytes);
    final Set<String> before = cluster.blocksOnDisk();
    BlockFileCluster.failRepairs();
    transitions.begin(file, OTHER);
    transitions.awaitStep(file, Step.STARTED);
    restart(
        () ->
            assertThat(transitions.status(file)).extracting(TransitionStatus::step)
                .containsExactly(Step.STARTED));
    assertThat(policyOf(file)).isEqualTo(COUPLED);
    try (DFSInputStream in = cluster.fs().getClient().open(file.toString())) {
      ReadChecks.assertAll(in, bytes, 3);
    }
    assertRefused("append", () -> append(file));
    Path other = write(COUPLED, "other", BlockFileCluster.bytes(3L * BLOCK, 1));
    assertRefused("concatenate", () -> cluster.fs().concat(other, new Path[] {file}));
    assertRefused("concatenate", () -> cluster.fs().concat(file, new Path[] {other}));
    cluster.fs().delete(other, false);
    assertThat(transitions.status(file)).hasSize(1);
    transitions.client().cancel(file);
    BlockFileCluster.allowRepairs();
    assertThat(transitions.status(file)).isEmpty();
    BlockFileCluster.await(
        "nothing new on the disks", () -> before.containsAll(cluster.blocksOnDisk()));
    assertThat(cluster.read(file)).isEqualTo(bytes);
    append(file);
  }

  private static void append(Path file) throws IOException {
    try (FSDataOutputStream out = openToAppend(file)) {
      out.write(1);
    }
  }

  private static FSDataOutputStream openToAppend(Path file) throws IOException {
    return cluster.fs()
        .append(file, EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK), 4096, null);
  }

  private interface Call {
    void run() throws IOException;
  }

  private static void assertRefused(String named, Call call) {
    assertThatThrownBy(call::run).hasMessageContaining(named);
  }

  /** A block that is lost before the end is repaired by HDFS, from the parity that there is. */
  @Test
  void aFileIsAdoptedOnceHdfsHasRepairedIt() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 6);
    Path file = write(COUPLED, "lost-meanwhile", bytes);
    BlockFileCluster.failRepairs();
    transitions.begin(file, OTHER);
    transitions.awaitStep(file, Step.STARTED);
    Replica lost = cluster.blockOf(cluster.dataStripes(file).get(1), 1);
    cluster.delete(lost);
    cluster.reportCorrupt(List.of(lost));
    assertRefusedToBegin(file, "RS-6-3-64k", "to another policy");
    Path second = write(COUPLED, "lost-before", bytes);
    Replica missing = cluster.blockOf(cluster.dataStripes(second).get(0), 4);
    cluster.reportCorrupt(List.of(missing));
    transitions.begin(second, OTHER);
    transitions.awaitStep(second, Step.STARTED);
    BlockFileCluster.await(
        "the reason why it waits",
        () -> transitions.status(second).get(0).why().startsWith(
            "waits until HDFS has repaired or moved what it wants of blk_"));
    BlockFileCluster.allowRepairs();
    for (Path each : List.of(file, second)) {
      transitions.awaitDone(each);
      assertThat(policyOf(each)).isEqualTo(OTHER);
      check(each, bytes);
    }
  }

  private static void assertRefusedToBegin(Path file, String policy, String named) {
    assertRefused(named, () -> transitions.begin(file, policy));
  }

  @Test
  void whatCannotBeAdoptedIsRefusedOrCopied() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK, 4);
    Path appended = write(COUPLED, "appended", bytes);
    append(appended);
    cluster.awaitCoupled(appended);
    assertRefusedToBegin(appended, COUPLED + "@3", "only the last data stripe may be short");
    Path odd = new Path(cluster.coupledDirectory(COUPLED), "odd");
    try (FSDataOutputStream out = cluster.fs().create(odd, true, 4096, (short) 1, BLOCK + 512)) {
      out.write(1);
    }
    assertRefusedToBegin(odd, COUPLED + "@3", "block size");
    Path wide = write(COUPLED, "wide", bytes);
    assertRefusedToBegin(wide, COUPLED + "@2", "stripeWidth=3");
    Path directory = cluster.coupledDirectory(COUPLED);
    cluster.fs().allowSnapshot(directory);
    cluster.fs().createSnapshot(directory, "s");
    assertRefusedToBegin(wide, COUPLED + "@3", "snapshot");
    Path late = write(COUPLED, "late", bytes);
    BlockFileCluster.failRepairs();
    transitions.begin(late, OTHER);
    transitions.awaitStep(late, Step.STARTED);
    cluster.fs().createSnapshot(directory, "t");
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(late);
    assertThat(policyOf(late)).isEqualTo(COUPLED);
    assertThat(transitions.client().givenUp(late)).first()
        .satisfies(status -> assertThat(status.why()).contains("snapshot"));
    cluster.fs().deleteSnapshot(directory, "s");
    cluster.fs().deleteSnapshot(directory, "t");
    EcRun.Outcome copied =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", appended.toString(), "-policy",
            COUPLED + "@3", "-copy");
    assertThat(copied.out()).anyMatch(line -> line.contains("is copied, for"))
        .contains("0 queued, 1 copied, 0 refused");
    assertThat(policyOf(appended)).isEqualTo(COUPLED + "@3");
  }

  private static void beginAtATime(String files) throws Exception {
    cluster.mini().getNameNode()
        .reconfigureProperty(TransitionService.MAX_CONCURRENT_KEY, files);
  }

  /** It may be: then it is given up or cancelled, and whatever is loaded agrees. */
  @Test
  void aFileThatIsAppendedToWhileItWaitsIsLeftAsItIs() throws Exception {
    beginAtATime("1");
    Path begun = write(COUPLED, "begun", BlockFileCluster.bytes(4L * BLOCK, 1));
    BlockFileCluster.failRepairs();
    transitions.begin(begun, OTHER);
    transitions.awaitStep(begun, Step.STARTED);
    List<Path> waiting = new ArrayList<>();
    for (String name : List.of("cancelled", "paused", "given-up")) {
      Path file = write(COUPLED, "appended-" + name, BlockFileCluster.bytes(4L * BLOCK, 2));
      transitions.begin(file, COUPLED + "@3");
      append(file);
      waiting.add(file);
    }
    FSDataOutputStream open = openToAppend(waiting.get(0));
    transitions.client().cancel(waiting.get(0));
    open.close();
    transitions.client().pause(waiting.get(1));
    cluster.restartNameNode();
    cluster.saveNamespace();
    cluster.restartNameNode();
    assertThat(transitions.status(waiting.get(0))).isEmpty();
    for (Path file : waiting.subList(1, 3)) {
      assertThat(transitions.status(file)).extracting(TransitionStatus::step)
          .containsExactly(Step.QUEUED);
    }
    transitions.client().resume(waiting.get(1));
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(begun);
    for (Path file : waiting) {
      transitions.awaitDone(file);
      assertThat(policyOf(file)).isEqualTo(COUPLED);
    }
    assertThat(transitions.client().givenUp(waiting.get(2))).first()
        .satisfies(status -> assertThat(status.why()).contains("may be short"));
    beginAtATime(null);
    cluster.restartNameNode();
    assertThat(transitions.status(new Path("/"))).isEmpty();
  }

  /** Its own name alone asks for nothing; with a stripe width it asks for adoption. */
  @Test
  void aPolicyWithoutAWidthIsTheOneThatTheFileHas() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 1, 3);
    Path file = write(COUPLED, "no-op", bytes);
    transitions.run(file, COUPLED);
    assertThat(policyOf(file)).isEqualTo(COUPLED);
    EcRun.Outcome dry =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", file.toString(), "-policy",
            COUPLED + "@3", "-dryRun");
    assertThat(dry.out()).first().asString()
        .contains("2 groups", "0 bytes read, 0 bytes written");
    transitions.run(file, COUPLED + "@3");
    transitions.run(file, COUPLED + "@3");
    transitions.run(file, COUPLED);
    assertThat(policyOf(file)).isEqualTo(COUPLED + "@3");
    Path empty = write(COUPLED, "empty", new byte[0]);
    transitions.run(empty, COUPLED + "@3");
    assertThat(policyOf(empty)).isEqualTo(COUPLED + "@3");
  }

  /** A stream that knows blocks and parity as they were reads on, and fails where it lacks one. */
  @Test
  void aReaderThatHoldsTheFileOpenReadsOnOrFailsAndReadsAgain() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK + 7, 9);
    Path file = write(COUPLED, "held-open", bytes);
    final Set<String> parity = parityBlocks(file);
    try (DFSInputStream healthy = cluster.fs().getClient().open(file.toString());
        DFSInputStream degraded = cluster.fs().getClient().open(file.toString())) {
      assertThat(healthy.read(new byte[BLOCK])).isPositive();
      assertThat(degraded.read(new byte[BLOCK])).isPositive();
      transitions.run(file, COUPLED + "@3");
      awaitGone(parity);
      ReadChecks.assertAll(healthy, bytes, 2);
      BlockFileCluster.failRepairs();
      cluster.delete(cluster.member(file, 1, 1));
      assertThatThrownBy(() -> ReadChecks.assertSequential(degraded, bytes, 70_000))
          .isInstanceOf(IOException.class);
    }
    try (DFSInputStream again = cluster.fs().getClient().open(file.toString())) {
      ReadChecks.assertAll(again, bytes, 2);
    }
  }

  /** Space is that of the parity: the new is reserved at the start, the old given back. */
  @Test
  void quotaHasRoomForBothParitiesUntilTheOldIsGone() throws Exception {
    Path directory = new Path(cluster.coupledDirectory(COUPLED), "quota");
    cluster.fs().mkdirs(directory);
    Path file = new Path(directory, "f");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 6);
    cluster.write(file, bytes);
    cluster.awaitCoupled(file);
    long used = 10L * BLOCK;
    cluster.fs().setQuota(directory, 1000, used + 4L * BLOCK - 1);
    assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed()).isEqualTo(used);
    assertRefusedToBegin(file, COUPLED + "@3", "quota");
    cluster.fs().setQuota(directory, 1000, used + 4L * BLOCK);
    transitions.run(file, COUPLED + "@3");
    checkSpace(file, used);
  }

  /** A node that was away keeps old parity, and reports it later. */
  @Test
  void oldParityOfANodeThatWasAwayIsDeletedWhenItComesBack() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 33);
    Path file = write(COUPLED, "away", bytes);
    Replica parity = cluster.blockOf(cluster.dataStripes(file).get(0), 4);
    transitions.begin(file, COUPLED + "@3");
    transitions.awaitDone(file);
    cluster.stop(parity.node());
    cluster.restartStopped();
    awaitGone(Set.of("blk_" + parity.block().getBlockId()));
    FileLayout layout = cluster.layout(file);
    assertThat(layout.stripeWidth()).isEqualTo(3);
    check(file, bytes);
  }
}
