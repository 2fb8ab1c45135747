package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.ReadChecks;
import io.okapifs.hdfs.testing.RepairCounters;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A file that gets a stripe width and keeps its policy keeps its parity: the blocks get second
 * names.
 */
class AdoptionByNamesTest extends AdoptionCases {

  private static final String ADOPTED = COUPLED + "@3";
  private static final int FIRST = 3;
  private static final int SECOND = 4;

  /** Full groups, and tails that end in each kind of place of a cell, a row and a block. */
  @ParameterizedTest
  @CsvSource({
    "RS-3-2-64k, 6, 0", "RS-3-2-64k, 0, 1", "RS-3-2-64k, 0, 70000", "RS-3-2-64k, 3, 65536",
    "RS-3-2-64k, 3, 131071", "RS-3-2-64k, 6, 196608", "RS-3-2-64k, 3, 196609",
    "RS-3-2-64k, 0, 700000", "RS-3-2-64k, 5, 262143", "RS-6-3-64k, 12, 0", "RS-6-3-64k, 7, 9",
    "RS-LEGACY-3-2-64k, 4, 70001", "XOR-2-1-64k, 4, 0", "XOR-2-1-64k, 1, 65537",
  })
  void nothingIsReadAndNoParityIsWritten(String policy, int blocks, int more) throws Exception {
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK + more, blocks + more);
    Path file = write(policy, "names-" + policy + "-" + blocks + "-" + more, bytes);
    final int width = cluster.fs().getErasureCodingPolicy(file).getNumDataUnits();
    final Set<String> old = parityBlocks(file);
    assertThat(dryRun(file, policy + "@" + width)).contains(
        " keep their parity under second names, 0 bytes read, 0 bytes written, 0 bytes freed");
    final Set<Object> before = filesOnDisk();
    final RepairCounters counters = RepairCounters.of(cluster);
    transitions.run(file, policy + "@" + width);
    assertThat(policyOf(file)).isEqualTo(policy + "@" + width);
    awaitGone(old);
    assertThat(RepairCounters.of(cluster).since(counters)).isEqualTo(new RepairCounters(0, 0));
    assertThat(before).as("files on disk, by their inodes").containsAll(filesOnDisk());
    check(file, bytes);
    cluster.fs().delete(file, false);
  }

  /** What is counted above is counted: another code reads all data. */
  @Test
  void anotherCodeIsEncoded() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 6);
    Path file = write(COUPLED, "other-code", bytes);
    assertThat(dryRun(file, "RS-LEGACY-3-2-64k@3"))
        .contains("2 groups, 0 of them merged, " + bytes.length + " bytes read, ");
    RepairCounters counters = RepairCounters.of(cluster);
    transitions.run(file, "RS-LEGACY-3-2-64k@3");
    RepairCounters moved = RepairCounters.of(cluster).since(counters);
    assertThat(moved.bytesRead()).isGreaterThanOrEqualTo(bytes.length);
    assertThat(moved.bytesWritten()).isEqualTo(4L * BLOCK);
    check(file, bytes);
  }

  /** Groups of two stripes come by a second transition; only that one reads. */
  @Test
  void onTheWayToAnotherKTheFirstStepReadsNothing() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 66);
    Path file = write(COUPLED, "wider", bytes);
    assertThat(dryRun(file, "RS-6-3-64k")).contains(
        "3 groups, 0 of them merged, 2 keep their parity under second names, " + bytes.length
            + " bytes read, " + 3L * BLOCK + " bytes written");
    RepairCounters counters = RepairCounters.of(cluster);
    transitions.run(file, "RS-6-3-64k");
    assertThat(RepairCounters.of(cluster).since(counters).bytesWritten()).isEqualTo(3L * BLOCK);
    check(file, bytes);
  }

  private static String dryRun(Path file, String policy) throws Exception {
    return EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", file.toString(), "-policy", policy,
            "-dryRun").out().get(0);
  }

  /** A file of two groups with all names but those of a node that hears nothing. */
  private record Held(Path file, byte[] bytes, Replica deaf) {

    static Held of(String name) throws Exception {
      byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + 77, 55);
      Path file = write(COUPLED, name, bytes);
      Held held = new Held(file, bytes, replica(file, 0, FIRST));
      held.hear(false);
      transitions.begin(file, ADOPTED);
      int named = 4 - held.parityOnDeafNode();
      BlockFileCluster.await("names of all that hear", () -> names(file).size() == named);
      return held;
    }

    private int parityOnDeafNode() throws IOException {
      int found = 0;
      for (int group = 0; group < 2; group++) {
        for (int index : List.of(FIRST, SECOND)) {
          found += replica(file, group, index).node().equals(deaf.node()) ? 1 : 0;
        }
      }
      return found;
    }

    void hear(boolean hears) {
      DataNodeTestUtils.setHeartbeatsDisabledForTests(node(), !hears);
    }

    DataNode node() {
      return cluster.mini().getDataNodes().get(cluster.nodeNumber(deaf.node()));
    }

    void end() throws Exception {
      transitions.awaitDone(file);
      assertThat(policyOf(file)).isEqualTo(ADOPTED);
      check(file, bytes);
    }
  }

  private static Replica replica(Path file, int group, int index) throws IOException {
    return cluster.blockOf(cluster.dataStripes(file).get(group), index);
  }

  /** Replicas that the NameNode knows of the parity groups that a file will have. */
  private static Set<String> names(Path file) throws IOException {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    INodeFile inode = namesystem.getFSDirectory().getINode(file.toString()).asFile();
    Set<String> names = new TreeSet<>();
    namesystem.readLock();
    try {
      Stream<? extends BlockInfoStriped> groups =
          DecoupledFile.next(inode).stream().flatMap(next -> Stream.of(next.parityGroups()));
      groups.forEach(
          group ->
              group.getStorageAndIndexInfos().forEach(
                  at -> names.add("blk_" + (group.getBlockId() + at.getBlockIndex()))));
    } finally {
      namesystem.readUnlock("names");
    }
    return names;
  }

  @Test
  void untilTheEndAFileIsReadAndHealedWithTheOldParity() throws Exception {
    Held held = Held.of("old-parity");
    assertThat(policyOf(held.file)).isEqualTo(COUPLED);
    BlockFileCluster.failRepairs();
    List<Replica> lost = List.of(replica(held.file, 0, 0), replica(held.file, 1, 1));
    lost.forEach(cluster::delete);
    try (DFSInputStream in = cluster.fs().getClient().open(held.file.toString())) {
      ReadChecks.assertSequential(in, held.bytes, 70_000);
    }
    cluster.reportCorrupt(lost);
    BlockFileCluster.allowRepairs();
    held.hear(true);
    held.end();
  }

  @Test
  void parityThatWasLostBeforeIsRebuiltByHdfsFirst() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + 77, 54);
    Path file = write(COUPLED, "lost-before", bytes);
    Replica lost = replica(file, 1, SECOND);
    BlockFileCluster.failRepairs();
    cluster.delete(lost);
    cluster.reportCorrupt(List.of(lost));
    transitions.begin(file, ADOPTED);
    BlockFileCluster.await("names of the other group", () -> names(file).size() == 2);
    cluster.awaitRounds(3);
    assertThat(names(file)).hasSize(2);
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(ADOPTED);
    check(file, bytes);
  }

  /** The NameNode does not know it yet: the node that shall name it tells. */
  @Test
  void parityThatIsLostInTheMiddleIsNoticedByItsNode() throws Exception {
    Held held = Held.of("lost-in-the-middle");
    cluster.delete(held.deaf);
    held.hear(true);
    held.end();
  }

  @Test
  void parityOfANodeThatDiesInTheMiddleIsRebuiltFirst() throws Exception {
    Held held = Held.of("node-dies");
    held.hear(true);
    cluster.kill(held.deaf.node());
    held.end();
    cluster.restartStopped();
    check(held.file, held.bytes);
  }

  /** Its files are those of both names. */
  @Test
  void parityThatIsLostOnceItIsNamedIsRebuilt() throws Exception {
    Held held = Held.of("named-and-lost");
    Replica named = replica(held.file, 0, SECOND);
    cluster.kill(named.node());
    held.hear(true);
    held.end();
    cluster.restartStopped();
    check(held.file, held.bytes);
  }

  @Test
  void behindARestartOfTheNameNodeTheNamesAreThoseThatWere() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + 77, 53);
    Path file = write(COUPLED, "restarted", bytes);
    BlockFileCluster.failRepairs();
    Replica lost = replica(file, 1, FIRST);
    cluster.delete(lost);
    cluster.reportCorrupt(List.of(lost));
    transitions.begin(file, ADOPTED);
    BlockFileCluster.await("names of the whole group", () -> names(file).size() == 2);
    final Set<String> names = names(file);
    final RepairCounters counters = RepairCounters.of(cluster);
    restart(
        () -> {
          assertThat(transitions.status(file)).extracting(TransitionStatus::step)
              .containsExactly(Step.STARTED);
          BlockFileCluster.await("names", () -> names(file).containsAll(names));
        });
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(ADOPTED);
    // HDFS rebuilt what was lost; nothing else was written.
    assertThat(RepairCounters.of(cluster).since(counters).bytesWritten())
        .isLessThanOrEqualTo(BLOCK);
    check(file, bytes);
  }

  @Test
  void namesOfACancelledAdoptionGoAndParityStays() throws Exception {
    Held held = Held.of("cancelled");
    final Set<String> old = parityBlocks(held.file);
    final Set<String> names = names(held.file);
    assertThat(cluster.blocksOnDisk()).containsAll(names).containsAll(old);
    transitions.client().cancel(held.file);
    held.hear(true);
    BlockFileCluster.await(
        "names gone", () -> cluster.blocksOnDisk().stream().noneMatch(names::contains));
    settle();
    assertThat(policyOf(held.file)).isEqualTo(COUPLED);
    assertThat(cluster.blocksOnDisk()).containsAll(old);
    CouplingCases.checkBlocks(held.file, held.bytes);
    transitions.begin(held.file, ADOPTED);
    held.end();
  }

  /** As where a storage knows no links: a file has the name, so that its node never makes it. */
  @Test
  void whereANameCannotBeMadeTheBlockIsEncoded() throws Exception {
    Held held = Held.of("no-link");
    long second =
        names(held.file).stream()
            .mapToLong(name -> Long.parseLong(name.substring("blk_".length())))
            .min()
            .orElseThrow();
    File finalized =
        cluster.blockFile(held.deaf).getParentFile().getParentFile().getParentFile();
    java.nio.file.Path folder = DatanodeUtil.idToBlockDir(finalized, second - 1).toPath();
    Files.createDirectories(folder);
    Files.write(folder.resolve("blk_" + (second - 1)), new byte[] {1});
    RepairCounters counters = RepairCounters.of(cluster);
    held.hear(true);
    held.end();
    assertThat(RepairCounters.of(cluster).since(counters).bytesWritten()).isEqualTo(BLOCK);
  }
}
