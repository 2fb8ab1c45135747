package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.PlannedRepair;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored files get another policy; their data blocks stay what they are. */
class TransitionTest {

  private static BlockFileCluster cluster;
  private static Transitions transitions;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = new BlockFileCluster(12, BlockFileCluster::retrySoon);
    for (String code : List.of("LESS2-4-2", "CLAY-4-2", "AZURE-LRC2-4-3", "RS-VAND-6-3")) {
      cluster.addPolicy(code);
    }
    for (String name : List.of("RS-3-2-64k", "RS-6-3-64k")) {
      cluster.directory(name, 2);
    }
    transitions = new Transitions(cluster, "LESS2-4-2-64k", () -> {});
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

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
        "old parity gone from the disks", () -> Collections.disjoint(cluster.blocksOnDisk(), oldParity));
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

  /** Writes a file, and waits until all its blocks are right. */
  private static void write(Path file, byte[] bytes) throws Exception {
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
  }

  /** Ids and stamps; places may change. */
  private static List<String> dataBlocks(Path file) throws IOException {
    return cluster.dataStripes(file).stream()
        .map(stripe -> stripe.getBlock().getLocalBlock() + " " + stripe.getBlockSize())
        .toList();
  }

  private static Set<String> parityBlocks(Path file, long length) throws IOException {
    int groups = (int) cluster.layout(file).groupCount(length);
    return cluster.parityGroups(file, Math.max(1, groups)).stream()
        .flatMap(TransitionTest::names)
        .collect(Collectors.toSet());
  }

  private static Stream<String> names(LocatedStripedBlock group) {
    return Stream.iterate(0, i -> i + 1)
        .limit(group.getLocations().length)
        .map(i -> "blk_" + (group.getBlock().getBlockId() + group.getBlockIndices()[i]));
  }

  /** Replicas that moved, and old parity, go with the next heartbeats. */
  private static void check(Path file, byte[] bytes) throws Exception {
    BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
    BlockFileCluster.await(
        "nothing to delete",
        () -> blocks.getExcessBlocksCount() + blocks.getPendingDeletionBlocksCount() == 0);
    cluster.checkBlocks(file, bytes);
  }

  @Test
  void aTreeChangesAndARepeatedCommandDoesNothing() throws Exception {
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
    assertThat(dry.out()).hasSize(4);
    assertThat(dry.out().get(3)).startsWith("all: 6 groups, 0 of them merged, " + (15L * BLOCK + 3) + " bytes read, ");
    assertThat(transitions.status(tree)).isEmpty();
    transitions.run(tree, "RS-6-3-64k");
    long edits = cluster.mini().getNamesystem().getEditLog().getLastWrittenTxId();
    transitions.run(tree, "RS-6-3-64k");
    assertThat(cluster.mini().getNamesystem().getEditLog().getLastWrittenTxId()).isEqualTo(edits);
    for (int i = 0; i < 3; i++) {
      Path file = new Path(tree, "d" + i + "/f");
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
      check(file, BlockFileCluster.bytes(5L * BLOCK + i, i));
    }
  }

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
                      "started\tRS-3-2-64k\tRS-6-3-64k\t0/2\t-\t-\t\\d+ retries\t\\d+ moves\t"
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
            "paused\tRS-3-2-64k\tRS-6-3-64k\t0/2\t-\t-\t0 retries\t0 moves\t"
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

  @Test
  void whatCannotBeIsRefusedAndChangesNothing() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 2);
    Path file = new Path(directory, "refused");
    cluster.write(file, BlockFileCluster.bytes(BLOCK, 1));
    assertRefused(file, "RS-7-7-64k", "RS-7-7-64k");
    assertRefused(file, "RS-6-3-1024k", "cellSize");
    assertRefused(file, "RS-6-3-64k@3", "stripeWidth=2");
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

  private static void assertRefused(Path path, String policy, String named) {
    assertThatThrownBy(() -> transitions.begin(path, policy))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(named);
  }
}
