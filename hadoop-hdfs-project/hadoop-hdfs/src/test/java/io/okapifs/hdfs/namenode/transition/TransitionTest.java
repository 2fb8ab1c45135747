package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.namenode.repair.BackFillTest;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.EndedTransition;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.PlannedRepair;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files are whole and right under their new policy, and what cannot be is refused. */
class TransitionTest extends PolicyChangeCases {

  /** Stripes and groups narrower and wider than each other, short tails, and every kind of code. */
  @ParameterizedTest
  @CsvSource({
    "1, RS-3-2, RS-6-3, 12, 0", "2, RS-6-3, RS-3-2, 12, 1", "3, RS-3-2, RS-6-3, 7, 70000",
    "4, RS-6-3, RS-3-2, 3, 5", "5, RS-3-2, RS-6-3, 11, 0", "6, RS-3-2, RS-6-3, 0, 1",
    "6, RS-6-3, RS-3-2, 0, 0", "4, RS-6-3, LESS2-4-2, 9, 100", "4, LESS2-4-2, RS-3-2, 9, 100",
    "2, CLAY-4-2, LESS2-4-2, 6, 65537", "3, RS-3-2, AZURE-LRC2-4-3, 8, 1",
    "4, AZURE-LRC2-4-3, CLAY-4-2, 8, 1", "3, RS-VAND-6-3, RS-6-3, 6, 0",
  })
  void aFileIsWholeAndRightUnderItsNewPolicy(
      int s, String from, String to, int blocks, int more) throws Exception {
    Path file =
        new Path(cluster.directory(from + "-64k", s), to + "-" + blocks + "-" + more);
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK + more, s);
    write(file, bytes);
    final List<String> data = dataBlocks(file);
    final Set<String> oldParity = parityBlocks(file, bytes.length);
    transitions.run(file, to + "-64k");
    assertThat(cluster.layout(file).policy().name()).isEqualTo(to + "-64k");
    assertThat(dataBlocks(file)).isEqualTo(data);
    check(file, bytes);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    BlockFileCluster.await(
        "old parity gone from the disks",
        () -> Collections.disjoint(cluster.blocksOnDisk(), oldParity));
    assertThat(
            EcRun.run(cluster.fs().getConf(), "-verify", "-path", file.toString()).exitCode())
        .isZero();
    assertThat(BackFillTest.unprotectedGroups()).isZero();
  }

  /** What waits in the queue of repairs is looked at before what could be done. */
  @Test
  void aFileAsksForItsFirst32GroupsAtATime() throws Exception {
    Path file = new Path(cluster.directory("RS-6-3-64k", 6), "many-groups");
    byte[] bytes = BlockFileCluster.bytes(120L * BLOCK, 120);
    write(file, bytes);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockFileCluster.failRepairs();
    try {
      transitions.begin(file, "RS-3-2-64k");
      BlockFileCluster.await("32 of 40", () -> PlannedRepair.askedParity(namesystem) >= 32);
      assertThat(PlannedRepair.askedParity(namesystem)).isEqualTo(32);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    transitions.awaitDone(file);
    check(file, bytes);
  }

  @Test
  void aFileThatCannotBeLookedAtIsToldAndKeepsNoOtherWaiting() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 3);
    Path bad = new Path(directory, "bad");
    Path good = new Path(directory, "good");
    write(bad, BlockFileCluster.bytes(3L * BLOCK, 1));
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 2);
    write(good, bytes);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    HdfsFileStatus status = cluster.fs().getClient().getFileInfo(bad.toString());
    TransitionLooks.spoil(
        namesystem, status.getFileId(), status.getErasureCodingPolicy().getId());
    try {
      transitions.begin(good, "RS-6-3-64k");
      transitions.awaitDone(good);
      check(good, bytes);
      assertThat(BlockFileCluster.stateOf("TransitionsSetAside")).isOne();
      assertThat(transitions.client().list(directory))
          .singleElement()
          .satisfies(told -> assertThat(told.path()).isEqualTo(bad.toString()))
          .satisfies(
              told -> assertThat(told.why()).startsWith("set aside, and looked at again every"));
    } finally {
      TransitionLooks.mend(namesystem, status.getFileId());
    }
  }

  @Test
  void whatHasEndedIsListedWithItsReason() throws Exception {
    Path directory = new Path(cluster.directory("RS-3-2-64k", 3), "history");
    Path done = new Path(directory, "done");
    Path cancelled = new Path(directory, "cancelled");
    write(done, BlockFileCluster.bytes(3L * BLOCK, 1));
    write(cancelled, BlockFileCluster.bytes(3L * BLOCK, 2));
    assertThat(EcRun.run(
        cluster.fs().getConf(), "-listTransitions", "-history", "-path", directory.toString())
        .out()).containsExactly("no transitions");
    transitions.begin(done, "RS-6-3-64k");
    transitions.awaitDone(done);
    BlockFileCluster.failRepairs();
    try {
      transitions.begin(cancelled, "RS-6-3-64k");
      transitions.client().cancel(cancelled);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    List<EndedTransition> history = transitions.client().history(directory);
    assertThat(history).extracting(each -> each.last().path())
        .containsExactly(done.toString(), cancelled.toString());
    assertThat(history).extracting(each -> each.last().step())
        .containsExactly(Step.COMMITTED, Step.ABORTED);
    assertThat(history).allSatisfy(
        each -> assertThat(each.untilMillis()).isGreaterThanOrEqualTo(each.last().sinceMillis()));
    assertThat(transitions.client().history(cancelled)).containsExactly(history.get(1));
    List<String> lines =
        EcRun.run(
            cluster.fs().getConf(), "-listTransitions", "-history", "-path", directory.toString())
            .out();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("Ended");
    assertThat(lines.get(1)).contains(" done ", " RS-3-2-64k ", " RS-6-3-64k ", " 1/1 ")
        .endsWith(done.toString());
    assertThat(lines.get(2)).contains(" given-up ").endsWith(cancelled + ": cancelled");
  }

  /** Of 10 pairs of stripes some share a node, but for one run in ten thousand. */
  @Test
  void blocksThatShareANodeInTheirNewGroupMoveFirstAndAreCounted() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "shared-nodes");
    byte[] bytes = BlockFileCluster.bytes(60L * BLOCK, 60);
    write(file, bytes);
    final List<String> before = nodesOfData(file);
    final long movesBefore = BlockFileCluster.stateOf("MovesForTransitionsSinceStart");
    BlockFileCluster.failRepairs();
    try {
      transitions.begin(file, "RS-6-3-64k");
      BlockFileCluster.await(
          "a move in the list",
          () -> transitions.status(file).stream().anyMatch(each -> each.moves() > 0));
      assertThat(BlockFileCluster.stateOf("TransitionsBegun")).isOne();
      assertThat(BlockFileCluster.stateOf("TransitionsWaiting")).isZero();
    } finally {
      BlockFileCluster.allowRepairs();
    }
    transitions.awaitDone(file);
    check(file, bytes);
    List<String> behind = nodesOfData(file);
    for (int from = 0; from < behind.size(); from += 6) {
      assertThat(behind.subList(from, from + 6)).doesNotHaveDuplicates();
    }
    long moved = IntStream.range(0, 60).filter(x -> !before.get(x).equals(behind.get(x))).count();
    assertThat(moved).isPositive();
    assertThat(BlockFileCluster.stateOf("MovesForTransitionsSinceStart") - movesBefore)
        .isBetween(moved, 2 * moved);
  }

  /** Nodes of the data blocks, in file order. */
  private static List<String> nodesOfData(Path file) throws IOException {
    List<String> nodes = new ArrayList<>();
    for (LocatedStripedBlock stripe : cluster.dataStripes(file)) {
      String[] inOrder = new String[stripe.getLocations().length];
      for (int i = 0; i < inOrder.length; i++) {
        inOrder[stripe.getBlockIndices()[i]] = stripe.getLocations()[i].getDatanodeUuid();
      }
      nodes.addAll(List.of(inOrder));
    }
    return nodes;
  }

  /** Ids and stamps; places may change. */
  private static List<String> dataBlocks(Path file) throws IOException {
    return cluster.dataStripes(file).stream()
        .map(stripe -> stripe.getBlock().getLocalBlock() + " " + stripe.getBlockSize())
        .toList();
  }

  @Test
  void aTreeChangesAndARepeatedCommandChangesNothing() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 4);
    Path tree = new Path(directory, "tree");
    for (int i = 0; i < 3; i++) {
      cluster.write(new Path(tree, "d" + i + "/f"), BlockFileCluster.bytes(5L * BLOCK + i, i));
    }
    EcRun.Outcome dry =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", tree.toString(), "-policy",
            "RS-6-3-64k", "-recursive", "-dryRun");
    assertThat(dry.exitCode()).isZero();
    // Each has a full stripe of four blocks and one of four short blocks: two groups of six.
    assertThat(dry.out()).hasSize(5);
    assertThat(dry.out().get(3))
        .startsWith("all: 6 groups, 0 of them merged, " + (15L * BLOCK + 3) + " bytes read, ");
    assertThat(dry.out().get(4)).startsWith("enough space: ");
    assertThat(transitions.status(tree)).isEmpty();
    transitions.run(tree, "RS-6-3-64k");
    EcRun.Outcome again =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", tree.toString(), "-policy",
            "RS-6-3-64k", "-recursive", "-wait");
    assertThat(again.out()).containsExactly("0 done, 3 already so, 0 refused");
    for (int i = 0; i < 3; i++) {
      Path file = new Path(tree, "d" + i + "/f");
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
      check(file, BlockFileCluster.bytes(5L * BLOCK + i, i));
    }
  }

  @Test
  void whatCannotBeIsRefusedAndChangesNothing() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 2);
    Path file = new Path(directory, "refused");
    cluster.write(file, BlockFileCluster.bytes(BLOCK, 1));
    assertRefused(file, "RS-7-7-64k", "RS-7-7-64k");
    assertRefused(file, "RS-6-3-1024k", "cellSize");
    assertRefused(file, "RS-6-3-64k@3", "stripeWidth=2");
    // The policy is the file's own; the width is not.
    assertRefused(file, "RS-3-2-64k@4", "-copy");
    EcRun.Outcome dryRun =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", file.toString(), "-policy",
            "RS-3-2-64k@4", "-dryRun");
    assertThat(dryRun.exitCode()).isEqualTo(2);
    assertThat(dryRun.err()).anyMatch(line -> line.contains("stripeWidth=2, asked=4"));
    assertRefused(directory, "RS-6-3-64k", "no file");
    assertRefused(new Path(directory, "nobody"), "RS-6-3-64k", "nobody");
    Path replicated = new Path("/replicated");
    cluster.fs().create(replicated).close();
    assertRefused(replicated, "RS-6-3-64k", "replicated");
    try (FSDataOutputStream out = cluster.create(new Path(directory, "open"))) {
      out.write(1);
      assertRefused(new Path(directory, "open"), "RS-6-3-64k", "written");
    }
    cluster.fs().setQuota(directory, 1000, 1L << 40);
    long used = cluster.fs().getContentSummary(directory).getSpaceConsumed();
    // Two data blocks of half a block each; while both parities are there, three more of them.
    cluster.fs().setQuota(directory, 1000, used + BLOCK);
    assertRefused(file, "RS-6-3-64k", "quota");
    cluster.fs().setQuota(directory, 1000, used + 3 * BLOCK / 2);
    transitions.run(file, "RS-6-3-64k");
    long more = BLOCK / 2;
    assertThat(cluster.fs().getContentSummary(directory).getSpaceConsumed())
        .isEqualTo(used + more);
    assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed()).isEqualTo(used + more);
    cluster.fs().setQuota(directory, 1000, 1L << 40);
    assertThat(transitions.status(new Path("/"))).isEmpty();
  }

  /** Once, and not for each file. */
  @Test
  void whatIsWrongWithEveryFileIsToldOnce() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 2);
    for (int i = 0; i < 3; i++) {
      cluster.write(new Path(directory, "told" + i), BlockFileCluster.bytes(1, i));
    }
    cluster.fs().disableErasureCodingPolicy("RS-6-3-1024k");
    for (String policy : new String[] {"RS-7-7-64k", "RS-6-3-1024k", "RS-3-2-64k@x"}) {
      EcRun.Outcome outcome =
          EcRun.run(
              cluster.fs().getConf(), "-transition", "-path", directory.toString(), "-policy",
              policy, "-recursive");
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).hasSize(1).first().asString().contains(policy);
      assertThat(outcome.out()).isEmpty();
    }
    cluster.fs().setSafeMode(SafeModeAction.ENTER);
    try {
      EcRun.Outcome outcome =
          EcRun.run(
              cluster.fs().getConf(), "-transition", "-path", directory.toString(), "-policy",
              "RS-6-3-64k", "-recursive");
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).hasSize(1).first().asString()
          .contains("the NameNode is in safe mode");
    } finally {
      cluster.fs().setSafeMode(SafeModeAction.LEAVE);
    }
    assertThat(transitions.status(new Path("/"))).isEmpty();
    assertThat(EcRun.run(cluster.fs().getConf(), "-listTransitions").out())
        .containsExactly("no transitions");
  }

  private static void assertRefused(Path path, String policy, String named) {
    assertThatThrownBy(() -> transitions.begin(path, policy))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(named);
  }
}
