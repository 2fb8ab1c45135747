package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.BlockFileCluster.Replica;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReplicaLinks;
import org.apache.hadoop.hdfs.server.namenode.DecoupledFile;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with a stripe width get HDFS's own striped layout again: only names change. */
class CouplingTest extends LayoutChangeCases {

  private static final String POLICY = "RS-3-2-64k";

  private static Path write(String policy, int width, String name, byte[] bytes)
      throws Exception {
    Path file = new Path(cluster.directory(policy, width), name);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  private static void couple(Path file, String policy) throws Exception {
    transitions.couple(file, policy);
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(policy);
  }

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

  /** What tells files apart, whatever their names. */
  private static Set<Object> filesOnDisk() throws IOException {
    java.nio.file.Path data = java.nio.file.Path.of(cluster.mini().getDataDirectory());
    Set<Object> keys = new HashSet<>();
    for (java.nio.file.Path file : BlockFileCluster.blockFiles(cluster.mini())) {
      keys.add(Files.readAttributes(data.resolve(file), BasicFileAttributes.class).fileKey());
    }
    return keys;
  }

  /** Every block on disk, every byte, and nothing counted as missing or in excess. */
  private static void check(Path file, byte[] bytes) throws Exception {
    cluster.awaitCoupled(file);
    settle();
    checkBlocks(file, bytes);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    assertThat(cluster.mini().getNamesystem().getBlockManager().getLowRedundancyBlocksCount())
        .isZero();
  }

  private static void checkBlocks(Path file, byte[] bytes) throws IOException {
    ErasureCodingPolicy policy = cluster.fs().getErasureCodingPolicy(file);
    int k = policy.getNumDataUnits();
    GroupPolicy code =
        new GroupPolicy(
            policy.getName(), policy.getCodecName(), k, policy.getNumParityUnits(), 1,
            policy.getCellSize());
    FileLayout layout = new FileLayout(code, k, BLOCK);
    BlockOracle oracle = new BlockOracle(layout, bytes);
    List<LocatedStripedBlock> groups = cluster.dataStripes(file);
    for (int j = 0; j < groups.size(); j++) {
      DatanodeInfo[] nodes = BlockFileCluster.nodesByIndex(groups.get(j), code.n());
      byte[][] parities = oracle.parities(j, (int) layout.parityLength(j, bytes.length));
      for (int member = 0; member < code.n(); member++) {
        if (member < layout.dataMembers(j, bytes.length) || member >= k) {
          assertThat(cluster.replica(groups.get(j), member, nodes[member]))
              .as("block %s of block group %s of %s", member, j, file)
              .isEqualTo(
                  member < k ? oracle.data((long) j * k + member) : parities[member - k]);
        }
      }
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

  /** Until the last step a file is what it was; what is lost of it is repaired first. */
  @Test
  void untilTheEndAFileStaysWhatItIs() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 7);
    Path file = hold("started", bytes);
    Path gone = hold("deleted", bytes);
    final Set<String> names = secondNames(file);
    names.addAll(secondNames(gone));
    assertThat(cluster.blocksOnDisk()).containsAll(names);
    restart(
        () ->
            assertThat(transitions.status(file)).extracting(TransitionStatus::step)
                .containsExactly(Step.STARTED));
    assertThat(policyOf(file)).isEqualTo(POLICY + "@3");
    try (DFSInputStream in = cluster.fs().getClient().open(file.toString())) {
      ReadChecks.assertAll(in, bytes, 3);
    }
    assertThat(transitions.client().list(file)).first()
        .satisfies(status -> assertThat(status.to()).isEqualTo(POLICY + " coupled"));
    cluster.fs().delete(gone, false);
    transitions.client().cancel(file);
    BlockFileCluster.allowRepairs();
    HealthChecks.awaitWhole(cluster, file, bytes);
    cluster.checkBlocks(file, bytes);
    BlockFileCluster.await(
        "names that nobody has are gone",
        () -> Collections.disjoint(cluster.blocksOnDisk(), names));
    couple(file, POLICY);
    check(file, bytes);
  }

  /** A file that has begun, and cannot end while repairs fail. */
  private static Path hold(String name, byte[] bytes) throws Exception {
    Path file = write(POLICY, 3, name, bytes);
    hold(file, bytes);
    return file;
  }

  private static void hold(Path file, byte[] bytes) throws Exception {
    BlockFileCluster.failRepairs();
    Replica lost = cluster.member(file, 1, 1);
    cluster.delete(lost);
    cluster.reportCorrupt(List.of(lost));
    transitions.couple(file, POLICY);
    transitions.awaitStep(file, Step.STARTED);
    FileLayout layout = cluster.layout(file);
    long members =
        layout.blockCount(bytes.length)
            + layout.groupCount(bytes.length) * layout.policy().r();
    BlockFileCluster.await(
        "second names of what is whole", () -> secondNames(file).size() == members - 1);
  }

  /** Names of replicas that the NameNode knows of block groups that a file will have. */
  private static Set<String> secondNames(Path file) throws IOException {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    INodeFile inode = namesystem.getFSDirectory().getINode(file.toString()).asFile();
    Set<String> names = new TreeSet<>();
    namesystem.readLock();
    try {
      for (BlockInfoStriped group : DecoupledFile.coming(inode)) {
        group.getStorageAndIndexInfos()
            .forEach(at -> names.add("blk_" + (group.getBlockId() + at.getBlockIndex())));
      }
    } finally {
      namesystem.readUnlock("secondNames");
    }
    return names;
  }

  /** Names follow the blocks, wherever repairs and nodes that come back put these. */
  @Test
  void namesFollowTheBlocks() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 77);
    Path file = hold("moved", bytes);
    cluster.restartNameNode();
    Replica away = cluster.member(file, 0, 2);
    cluster.kill(away.node());
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(POLICY);
    cluster.restartStopped();
    check(file, bytes);
  }

  /** Names that lie on a node hold it up no longer than blocks do, though nothing renews them. */
  @Test
  void aNodeIsLeftWhileTheFileRests() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 78);
    Path file = write(POLICY, 3, "rests", bytes);
    List<DatanodeInfo> leavable = nodesOf(file, 0);
    // What will be lost of the other group cannot be rebuilt, and would hold up its node as well.
    leavable.removeAll(nodesOf(file, 1));
    DatanodeInfo leaving = leavable.get(0);
    hold(file, bytes);
    transitions.client().pause(file);
    cluster.administer(leaving, DatanodeAdminManager::startDecommission);
    BlockFileCluster.await(
        "decommissioned", () -> cluster.descriptor(leaving).isDecommissioned());
    BlockFileCluster.allowRepairs();
    transitions.client().resume(file);
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(POLICY);
    cluster.administer(leaving, DatanodeAdminManager::stopDecommission);
    check(file, bytes);
  }

  private static List<DatanodeInfo> nodesOf(Path file, int group) throws IOException {
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (int member = 0; member < cluster.layout(file).policy().n(); member++) {
      nodes.add(cluster.member(file, group, member).node());
    }
    return nodes;
  }

  @Test
  void whatCannotGetThatLayoutIsRefusedOrCopied() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK, 4);
    Path file = write(POLICY, 3, "refused", bytes);
    assertRefused(file, "RS-6-3-64k", "as wide as their code: stripeWidth=3");
    assertRefused(file, "LESS2-3-2-64k", "stripe width");
    assertRefused(file, POLICY + "@3", "either a stripe width or HDFS's own layout");
    Path directory = file.getParent();
    cluster.fs().allowSnapshot(directory);
    cluster.fs().createSnapshot(directory, "s");
    assertRefused(file, POLICY, "snapshot");
    cluster.fs().deleteSnapshot(directory, "s");
    Path late = hold("late", bytes);
    cluster.fs().createSnapshot(directory, "t");
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(late);
    assertThat(policyOf(late)).isEqualTo(POLICY + "@3");
    assertThat(transitions.client().givenUp(late)).first()
        .satisfies(status -> assertThat(status.why()).contains("snapshot"));
    cluster.fs().deleteSnapshot(directory, "t");
    cluster.fs().disallowSnapshot(directory);
    assertThat(run(file, POLICY + "@3", "-coupled").err())
        .anyMatch(line -> line.contains("without a stripe width"));
    assertThat(policyOf(file)).isEqualTo(POLICY + "@3");
    assertThat(run(file, "RS-6-3-64k", "-copy", "-wait").out())
        .contains("0 files done, 1 copied, 0 refused");
    check(file, bytes);
  }

  private static void assertRefused(Path file, String policy, String named) {
    assertThatThrownBy(() -> transitions.couple(file, policy)).hasMessageContaining(named);
  }

  private static EcRun.Outcome run(Path path, String policy, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of("-transition", "-path", path.toString(), "-policy", policy, "-recursive"));
    args.addAll(List.of(more));
    return EcRun.run(clusterConf(), args.toArray(String[]::new));
  }

  private static org.apache.hadoop.conf.Configuration clusterConf() {
    return cluster.mini().getConfiguration(0);
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
    assertThat(dry.out()).hasSize(2).first().asString()
        .contains("in-place", "second names", "0 bytes read, 0 written");
    assertThat(run(tree, POLICY, "-copy", "-wait").out())
        .contains("2 files done, 1 copied, 0 refused");
    assertThat(run(tree, POLICY, "-coupled", "-wait").out())
        .contains("3 files done, 0 refused");
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
    final Set<String> before = cluster.blocksOnDisk();
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
    assertThat(cluster.blocksOnDisk()).isEqualTo(before);
    ReplicaLinks.link(node.getFSDataset(), source, name);
    ReplicaLinks.link(node.getFSDataset(), source, name);
    ExtendedBlock later = new ExtendedBlock(name);
    later.setGenerationStamp(6);
    assertThatThrownBy(() -> ReplicaLinks.link(node.getFSDataset(), source, later))
        .isInstanceOf(IOException.class).hasMessageContaining("the name is taken");
    before.add("blk_-7777776");
    assertThat(cluster.blocksOnDisk()).isEqualTo(before);
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

  /** The names that a stream knows are gone: it reads right, or says to open the file again. */
  @Test
  void aReaderThatHoldsTheFileOpenReadsRightOrIsTold() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK + 7, 9);
    Path file = write(POLICY, 3, "held-open", bytes);
    final Set<String> names = cluster.blocksOnDisk();
    try (DFSInputStream in = cluster.fs().getClient().open(file.toString())) {
      assertThat(in.read(new byte[BLOCK])).isPositive();
      couple(file, POLICY);
      cluster.awaitCoupled(file);
      check(file, bytes);
      assertThat(cluster.blocksOnDisk()).isNotEqualTo(names);
      try {
        ReadChecks.assertAll(in, bytes, 2);
      } catch (IOException | ExecutionException e) {
        assertThat(e).hasMessageContaining("open");
      }
    }
    try (DFSInputStream again = cluster.fs().getClient().open(file.toString())) {
      ReadChecks.assertAll(again, bytes, 2);
    }
  }
}
