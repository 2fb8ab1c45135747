package io.okapifs.hdfs.namenode.health;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.FsckRun;
import io.okapifs.hdfs.testing.HealthChecks;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ECBlockGroupStats;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the NameNode counts of a file with two stripes (members 0 and 1; member 2) and one parity
 * group (members 3 and 4), in its beans and in the report of `hdfs dfsadmin`.
 */
class HealthCountersTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final String WIDE = "wide";
  private static final int WIDTH = 2;

  // Nothing is repaired before the test asks for it.
  @Cluster(
      dataNodes = 8,
      settings = DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY + "=3600")
  private static BlockFileCluster cluster;
  private static int files;

  private Path file;
  private byte[] bytes;

  /** Numbers of block groups and, at the end, of parity groups. */
  private record Counts(long low, long corrupt, long missing, long highest, long unprotected) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0);
  }

  @BeforeEach
  void write() throws Exception {
    file = new Path(cluster.directory(POLICY, WIDTH), "file" + files++);
    bytes = BlockFileCluster.bytes(WIDTH * BLOCK + CELL, files);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    awaitCounts(Counts.NONE);
  }

  @AfterEach
  void delete() throws Exception {
    cluster.restartStopped();
    cluster.fs().delete(file, false);
    // A case that failed has left it behind, and what it counts would be waited for in vain.
    cluster.fs().delete(new Path(cluster.directory(POLICY, 5), WIDE), false);
    awaitCounts(Counts.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 0, 0",
    "3, 1, 1, 0, 0",
    "0 1, 1, 1, 1, 0",
    "0 2, 2, 2, 2, 0",
    "1 4, 2, 2, 2, 0",
    "3 4, 1, 1, 1, 1"
  })
  void badMembersAreCountedUntilTheyAreRebuilt(
      String members, long low, long corrupt, long highest, long unprotected) throws Exception {
    cluster.reportCorrupt(replicas(members));
    awaitCounts(new Counts(low, corrupt, 0, highest, unprotected));
    repair();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 0, 0",
    "4, 1, 0, 0",
    "0 1, 1, 1, 0",
    "1 2, 2, 2, 0",
    "3 4, 1, 1, 1"
  })
  void membersOnDeadNodesAreCountedUntilTheyAreRebuilt(
      String members, long low, long highest, long unprotected) throws Exception {
    kill(members);
    awaitCounts(new Counts(low, 0, 0, highest, unprotected));
    repair();
  }

  /** What it has of the group cannot be read meanwhile. */
  @Test
  void aNodeInMaintenanceMakesTheRepairOfItsGroupsUrgentUntilItIsBack() throws Exception {
    cluster.reportCorrupt(replicas("0"));
    awaitCounts(new Counts(1, 1, 0, 0, 0));
    DatanodeInfo resting = cluster.member(file, 0, 2).node();
    cluster.administer(
        resting, (admin, node) -> admin.startMaintenance(node, Long.MAX_VALUE));
    awaitCounts(new Counts(1, 1, 0, 1, 0));
    assertThat(cluster.descriptor(resting).isInMaintenance()).isTrue();
    cluster.administer(resting, DatanodeAdminManager::stopMaintenance);
    awaitCounts(new Counts(1, 1, 0, 0, 0));
    repair();
  }

  /** A repair may wait for a round, until a node has deleted the bad replica that it has. */
  private void repair() throws Exception {
    BlockFileCluster.await(
        "all blocks",
        () -> {
          computeWork();
          return cluster.mini().getNamesystem().getLowRedundancyECBlockGroups() == 0;
        });
    HealthChecks.awaitWhole(cluster, file, bytes);
    awaitCounts(Counts.NONE);
  }

  private static void computeWork() {
    BlockManagerTestUtil.computeAllPendingWork(
        cluster.mini().getNamesystem().getBlockManager());
  }

  /** A lost stripe is missing; parity alone never is. */
  @ParameterizedTest
  @CsvSource({
    "0 1 3, 1, 1, 0",
    "0 2 3, 1, 2, 0",
    "2 3 4, 1, 1, 1",
    "0 1 2 3 4, 1, 2, 1"
  })
  void whatCannotBeRebuiltIsMissingUntilItsNodesComeBack(
      String members, long low, long missing, long unprotected) throws Exception {
    kill(members);
    awaitCounts(new Counts(low, 0, missing, 0, unprotected));
    cluster.restartStopped();
    HealthChecks.awaitWhole(cluster, file, bytes);
    awaitCounts(Counts.NONE);
  }

  @ParameterizedTest
  @CsvSource({"0 1 3, 1, 2, 1, 0", "0 2 3, 1, 3, 2, 0", "0 1 2 3 4, 1, 3, 2, 1"})
  void whatCannotBeRebuiltIsForgottenWithItsFile(
      String members, long low, long corrupt, long missing, long unprotected) throws Exception {
    cluster.reportCorrupt(replicas(members));
    awaitCounts(new Counts(low, corrupt, missing, 0, unprotected));
  }

  /** The first of two stripes has members 0 to 2 of group 0, and 0 and 1 of group 1. */
  @Test
  void whatElseALostStripeMissesIsRebuiltOrCopiedAndItStaysCountedAsLost() throws Exception {
    Path wide = new Path(cluster.directory(POLICY, 5), WIDE);
    byte[] content = BlockFileCluster.bytes(6L * BLOCK, 7);
    cluster.write(wide, content);
    cluster.checkBlocks(wide, content);
    Replica other = cluster.member(wide, 1, 0);
    List<Replica> untouched = new ArrayList<>();
    for (int member = 1; member < 5; member++) {
      untouched.add(cluster.member(wide, 1, member));
    }
    cluster.reportCorrupt(
        List.of(
            cluster.member(wide, 0, 0), cluster.member(wide, 0, 1), cluster.member(wide, 0, 3),
            other));
    Counts oneLost = new Counts(1, 2, 1, 0, 0);
    awaitCounts(oneLost);

    computeWork();
    DatanodeInfo rebuilt = awaitOtherHolder(wide, 3, other.node());
    assertThat(cluster.replica(cluster.dataStripes(wide).get(0), 3, rebuilt))
        .isEqualTo(new BlockOracle(cluster.layout(wide), content).data(3));
    for (int member = 1; member < 5; member++) {
      assertThat(cluster.member(wide, 1, member)).isEqualTo(untouched.get(member - 1));
    }
    // It may share a node with another member, which then counts as low redundancy until it moves.
    BlockFileCluster.await("no member to be moved", () -> {
      computeWork();
      return counts().equals(oneLost);
    });
    awaitCounts(oneLost);
    FsckRun.Outcome check = FsckRun.run(cluster, wide.toString());
    assertThat(check.exitCode()).isOne();
    assertThat(check.line("Corrupt block groups:")).endsWith("1");

    DatanodeInfo leaving = cluster.member(wide, 1, 1).node();
    cluster.administer(leaving, DatanodeAdminManager::startDecommission);
    computeWork();
    awaitOtherHolder(wide, 4, leaving);
    cluster.administer(leaving, DatanodeAdminManager::stopDecommission);
    BlockFileCluster.await("nothing under way", () -> {
      computeWork();
      return cluster.mini().getNamesystem().getPendingReconstructionBlocks() == 0;
    });
    awaitCounts(oneLost);
    cluster.fs().delete(wide, false);
    awaitCounts(Counts.NONE);
  }

  /** Of a lost stripe the NameNode shows bad replicas, too. */
  private static DatanodeInfo awaitOtherHolder(Path path, int index, DatanodeInfo known)
      throws Exception {
    AtomicReference<DatanodeInfo> other = new AtomicReference<>();
    BlockFileCluster.await("another replica of block " + index + " of " + path, () -> {
      LocatedStripedBlock stripe = cluster.dataStripes(path).get(0);
      for (int i = 0; i < stripe.getBlockIndices().length; i++) {
        if (stripe.getBlockIndices()[i] == index && !stripe.getLocations()[i].equals(known)) {
          other.set(stripe.getLocations()[i]);
        }
      }
      return other.get() != null;
    });
    return other.get();
  }

  @Test
  void blocksOfTheHighestPriorityAreCountedOnceAfterAFailover() throws Exception {
    Configuration conf = cluster.mini().getConfiguration(0);
    cluster.reportCorrupt(replicas("0 1"));
    awaitCounts(new Counts(1, 1, 0, 1, 0));
    conf.setBoolean(UpstreamFix.HIGHEST_PRIORITY_COUNT.key(), false);
    try {
      fillQueuesAnew();
      awaitCounts(new Counts(1, 1, 0, 2, 0));
    } finally {
      conf.setBoolean(UpstreamFix.HIGHEST_PRIORITY_COUNT.key(), true);
    }
    fillQueuesAnew();
    awaitCounts(new Counts(1, 1, 0, 1, 0));
    repair();
  }

  /** What a NameNode does with its queues when it becomes active, for the second time, too. */
  private static void fillQueuesAnew() {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    namesystem.writeLock();
    try {
      namesystem.getBlockManager().initializeReplQueues();
    } finally {
      namesystem.writeUnlock();
    }
  }

  private List<Replica> replicas(String members) throws Exception {
    List<Replica> replicas = new ArrayList<>();
    for (int member : Arrays.stream(members.split(" ")).mapToInt(Integer::parseInt).toArray()) {
      replicas.add(cluster.member(file, 0, member));
    }
    return replicas;
  }

  private void kill(String members) throws Exception {
    for (Replica replica : replicas(members)) {
      cluster.kill(replica.node());
    }
  }

  private static void awaitCounts(Counts expected) throws Exception {
    Counts[] last = new Counts[1];
    try {
      BlockFileCluster.await(expected.toString(), () -> {
        last[0] = counts();
        return last[0].equals(expected);
      });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", but " + last[0], e);
    }
    assertThat(bean("LowRedundancyECBlockGroups")).isEqualTo(expected.low);
    assertThat(bean("CorruptECBlockGroups")).isEqualTo(expected.corrupt);
    assertThat(bean("MissingECBlockGroups")).isEqualTo(expected.missing);
    String report = dfsadmin();
    assertThat(report)
        .contains("Low redundancy block groups: " + expected.low + "\n")
        .contains("Block groups with corrupt internal blocks: " + expected.corrupt + "\n")
        .contains("Missing block groups: " + expected.missing + "\n");
    String highest = "highest priority to recover: ";
    assertThat(report.substring(report.indexOf("Erasure Coded Block Groups")))
        .contains(highest + expected.highest + "\n");
  }

  private static Counts counts() throws Exception {
    ECBlockGroupStats stats = HealthChecks.stats(cluster);
    return new Counts(
        stats.getLowRedundancyBlockGroups(), stats.getCorruptBlockGroups(),
        stats.getMissingBlockGroups(), stats.getHighestPriorityLowRedundancyBlocks(),
        BlockFileCluster.stateOf("UnprotectedGroups"));
  }

  private static long bean(String attribute) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name =
        server.queryNames(new ObjectName("Hadoop:service=NameNode,name=ECBlockGroupsState"), null)
            .iterator().next();
    return (long) server.getAttribute(name, attribute);
  }

  private static String dfsadmin() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream real = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(ToolRunner.run(new DFSAdmin(cluster.fs().getConf()), new String[] {"-report"}))
          .isZero();
    } finally {
      System.setOut(real);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
