package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.ReadChecks;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReplicaLinks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that get the layout of HDFS are whole and right, and no file on a disk is new. */
class CouplingTest extends CouplingCases {

  /** Under the policy that it has, from another code, and from groups of another k. */
  @ParameterizedTest
  @CsvSource({
    "RS-3-2-64k, 3, RS-3-2-64k, 6, 0", "RS-3-2-64k, 3, RS-3-2-64k, 7, 70000",
    "RS-3-2-64k, 3, RS-3-2-64k, 0, 5", "RS-3-2-64k, 3, RS-3-2-64k, 0, 0",
    "LESS2-3-2-64k, 3, RS-3-2-64k, 7, 1", "RS-6-3-64k, 3, RS-LEGACY-3-2-64k, 8, 9",
    "RS-3-2-64k, 6, RS-6-3-64k, 13, 1",
  })
  void aFileWithAStripeWidthGetsTheLayoutOfHdfs(
      String from, int width, String to, int blocks, int more) throws Exception {
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK + more, blocks);
    Path file = write(from, width, to + "-" + blocks + "-" + more, bytes);
    final Set<Object> before = filesOnDisk();
    couple(file, to);
    check(file, bytes);
    if (from.equals(to)) {
      assertThat(before).as("files on disk, by their inodes").containsAll(filesOnDisk());
    }
    if (more > 1) {
      restart(() -> check(file, bytes));
      loseAndHeal(file, bytes);
    }
  }

  /** HDFS's own degraded read and repair. */
  private static void loseAndHeal(Path file, byte[] bytes) throws Exception {
    BlockFileCluster.failRepairs();
    int n =
        cluster.fs().getErasureCodingPolicy(file).getNumDataUnits()
            + cluster.fs().getErasureCodingPolicy(file).getNumParityUnits();
    LocatedStripedBlock group = cluster.dataStripes(file).get(0);
    List<Replica> lost = List.of(cluster.blockOf(group, 0), cluster.blockOf(group, n - 1));
    lost.forEach(cluster::delete);
    try (DFSInputStream in = cluster.fs().getClient().open(file.toString())) {
      ReadChecks.assertSequential(in, bytes, 70_000);
    }
    BlockFileCluster.allowRepairs();
    cluster.reportCorrupt(lost);
    check(file, bytes);
  }

  /** By the command; with -copy only what cannot change in place is copied; again: nothing. */
  @Test
  void aTreeOfAllFormsIsPreparedForHdfsWithoutUs() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 3, 44);
    Path inPlace = write(POLICY, 3, "tree/in-place", bytes);
    Path tree = inPlace.getParent();
    Path other = new Path(tree, "other-width");
    cluster.fs().rename(write(POLICY, 2, "other-width", bytes), other);
    Path has = new Path(tree, "has");
    cluster.fs().mkdirs(cluster.coupledDirectory(POLICY));
    Path coupled = new Path(cluster.coupledDirectory(POLICY), "has");
    cluster.write(coupled, bytes);
    cluster.awaitCoupled(coupled);
    cluster.fs().rename(coupled, has);
    EcRun.Outcome dry = run(tree, POLICY, "-coupled", "-dryRun");
    assertThat(dry.err()).singleElement().asString().contains("other-width", "stripeWidth=2");
    assertThat(dry.out()).hasSize(3).first().asString()
        .contains("in-place", "second names", "0 bytes read, 0 written");
    assertThat(run(tree, POLICY, "-copy", "-wait").out())
        .contains("1 done, 1 copied, 1 already so, 0 refused");
    assertThat(run(tree, POLICY, "-coupled", "-wait").out())
        .contains("0 done, 3 already so, 0 refused");
    for (Path file : List.of(inPlace, other, has)) {
      assertThat(policyOf(file)).isEqualTo(POLICY);
      check(file, bytes);
    }
  }

  /** From HDFS's own layout to itself under another code with as many data blocks. */
  @Test
  void aCoupledFileGetsAnotherCodeInPlace() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 3, 45);
    Path file = new Path(cluster.coupledDirectory(POLICY), "other-code");
    cluster.write(file, bytes);
    cluster.awaitCoupled(file);
    couple(file, "RS-LEGACY-3-2-64k");
    check(file, bytes);
  }

  /** A DataNode links what is there as it was asked for, under a name that is free. */
  @Test
  void linksOfOtherReplicasAreRefused() throws Exception {
    Path file = write(POLICY, 3, "links", BlockFileCluster.bytes(3L * BLOCK, 5));
    Replica replica = cluster.member(file, 0, 0);
    final DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node()));
    ExtendedBlock source = new ExtendedBlock(replica.block());
    source.setNumBytes(BLOCK);
    ExtendedBlock name = new ExtendedBlock(source.getBlockPoolId(), -7_777_776, BLOCK, 5);
    for (ExtendedBlock wrong :
        List.of(
            new ExtendedBlock(source.getBlockPoolId(), 12_345, BLOCK, 1),
            new ExtendedBlock(
                source.getBlockPoolId(), source.getBlockId(), BLOCK - 1,
                source.getGenerationStamp()),
            new ExtendedBlock(
                source.getBlockPoolId(), source.getBlockId(), BLOCK,
                source.getGenerationStamp() + 1))) {
      assertThatThrownBy(() -> ReplicaLinks.link(node.getFSDataset(), wrong, name))
          .isInstanceOf(IOException.class).hasMessageContaining("not there as asked for");
    }
    assertThat(cluster.blocksOnDisk()).doesNotContain("blk_-7777776");
    ReplicaLinks.link(node.getFSDataset(), source, name);
    ReplicaLinks.link(node.getFSDataset(), source, name);
    ExtendedBlock later = new ExtendedBlock(name);
    later.setGenerationStamp(6);
    assertThatThrownBy(() -> ReplicaLinks.link(node.getFSDataset(), source, later))
        .isInstanceOf(IOException.class).hasMessageContaining("the name is taken");
    assertThat(cluster.blocksOnDisk()).contains("blk_-7777776");
    // Either goes without the other.
    node.getFSDataset().invalidate(name.getBlockPoolId(), new Block[] {name.getLocalBlock()});
    BlockFileCluster.await(
        "name gone", () -> !cluster.blocksOnDisk().contains("blk_-7777776"));
    assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(3L * BLOCK, 5));
    // One whose files are still there, as when the disk is slow.
    ReplicaLinks.link(node.getFSDataset(), source, name);
    java.nio.file.Path kept = cluster.blockFile(new Replica(name, replica.node())).toPath();
    java.nio.file.Path aside = kept.resolveSibling("aside");
    Files.createLink(aside, kept);
    node.getFSDataset().invalidate(name.getBlockPoolId(), new Block[] {name.getLocalBlock()});
    BlockFileCluster.await("name gone again", () -> !Files.exists(kept));
    Files.move(aside, kept);
    assertThatThrownBy(() -> ReplicaLinks.link(node.getFSDataset(), source, name))
        .isInstanceOf(IOException.class).hasMessageContaining("still being deleted");
    Files.delete(kept);
  }

  @Test
  void quotaStaysWhatItIs() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 3, 46);
    Path file = write(POLICY, 3, "quota/f", bytes);
    Path directory = file.getParent();
    long used = cluster.fs().getContentSummary(directory).getSpaceConsumed();
    cluster.fs().setQuota(directory, 1000, used);
    couple(file, POLICY);
    checkSpace(file, used);
  }
}
