package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.datanode.repair.RepairCount.BYTES_READ;
import static io.okapifs.hdfs.datanode.repair.RepairCount.BYTES_REBUILT;
import static io.okapifs.hdfs.datanode.repair.RepairCount.POSITIONINGS;
import static io.okapifs.hdfs.datanode.repair.RepairCount.REPAIRS;
import static io.okapifs.hdfs.datanode.repair.RepairCount.RUNS;
import static io.okapifs.hdfs.datanode.repair.RepairCount.SPOOLED_BYTES;
import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.GroupFiles;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.PolicyRepairs;
import io.okapifs.hdfs.testing.StreamFaults;
import io.okapifs.hdfs.testing.StreamFaults.Member;
import io.okapifs.hdfs.testing.StreamFaults.Point;
import io.okapifs.testing.Seed;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.StreamerSockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Repairs of codes with sub-blocks: block files afterwards, and what was read for them. Another
 * sample of positions with -Dio.okapifs.seed=N, all with -Dio.okapifs.exhaustive=true.
 */
class VectorRepairTest {

  private static final long SEED = Seed.get();
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("io.okapifs.exhaustive");

  /** LESS2-6-6 is over GF(2^16). */
  private static final List<String> CODES =
      List.of(
          "LESS2-10-4", "LESS3-10-4", "LESS4-10-4", "LESS2-6-3", "LESS3-6-3", "LESS2-6-6",
          "CLAY-6-3", "HASHTAG3-6-3", "ET3-6-3", "BUTTERFLY-5-2", "HHXORPLUS-6-3", "PMRBT-5-4");

  @Cluster(
      dataNodes = 16,
      settings = {
        ClusterSettings.MANY_REPAIRS_AT_A_TIME,
        // Long enough that no repair is asked for twice on a busy machine.
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=30",
        StreamerSockets.SETTING
      })
  private static BlockFileCluster cluster;

  @BeforeAll
  static void addPolicies() throws Exception {
    for (String code : CODES) {
      cluster.addPolicy(code);
    }
  }

  @AfterEach
  void deleteFiles() throws Exception {
    cluster.deleteFiles();
  }

  private static Path newPath(String name, int stripeWidth, String file) throws Exception {
    return new Path(cluster.directory(name + "-64k", stripeWidth), file);
  }

  private static GroupFiles write(Path path, byte[] content, int group) throws Exception {
    cluster.write(path, content);
    GroupFiles files = new GroupFiles(cluster, path, group, content.length);
    files.check(content);
    return files;
  }

  private static PolicyRepairs repairs(String name) {
    return PolicyRepairs.of(cluster, name + "-64k");
  }

  private static PolicyRepairs awaitRepairs(String name, PolicyRepairs before, long count)
      throws Exception {
    BlockFileCluster.await(count + " repairs of " + name,
        () -> repairs(name).since(before).get(REPAIRS) >= count);
    return repairs(name).since(before);
  }

  /** What is counted from then on is the test's own. */
  private static void awaitNothingToRepair() throws Exception {
    BlockFileCluster.await("nothing to repair", () ->
        cluster.mini().getNamesystem().getPendingReconstructionBlocks() == 0
            && HealthChecks.stats(cluster).getLowRedundancyBlockGroups() == 0
            && cluster.mini().getDataNodes().stream()
                .allMatch(node -> node.getXmitsInProgress() == 0));
  }

  /** The plan for full groups, whose helpers are all there. */
  static RepairPlan plan(ErasureCode code, int... lost) {
    return code.repair(MemberSets.of(lost), MemberSets.others(MemberSets.of(lost), code.n()));
  }

  /** What a plan reads; data blocks end before their last sub-block does where alpha is odd. */
  static long bytesOf(RepairPlan plan, GroupFiles files, ErasureCode code) throws Exception {
    long u = files.parityLength() / code.alpha();
    long bytes = 0;
    for (SubBlockRun run : plan.runs()) {
      long end = run.member() < code.k() ? BLOCK : files.parityLength();
      bytes += Math.min(end, run.endSubBlock() * u) - run.firstSubBlock() * u;
    }
    return bytes;
  }

  /** A full group. */
  private static byte[] content(ErasureCode code) {
    return BlockFileCluster.bytes((long) code.k() * BLOCK, code.n());
  }

  private static Set<Integer> positions(ErasureCode code) {
    Set<Integer> positions =
        new TreeSet<>(Set.of(0, code.k() - 1, code.k(), code.n() - 1));
    positions.add(new Random(SEED + code.name().hashCode()).nextInt(code.n()));
    for (int member = 0; EXHAUSTIVE && member < code.n(); member++) {
      positions.add(member);
    }
    return positions;
  }

  private static final class Expected {
    private final PolicyRepairs before;
    private long repairs;
    private long bytes;
    private long runs;
    private long rebuilt;

    Expected(String name) {
      before = repairs(name);
    }
  }

  /** One file for each position, of all codes, so that the repairs run side by side. */
  @Test
  void everyPositionIsRebuiltFromTheBytesAndRunsOfThePlanAndNoMore() throws Exception {
    Map<GroupFiles, Integer> lost = new LinkedHashMap<>();
    for (String name : CODES) {
      ErasureCode code = CodeRegistry.byName(name);
      for (int member : positions(code)) {
        Path path = newPath(name, code.k(), "lost-" + member);
        cluster.write(path, content(code));
        lost.put(new GroupFiles(cluster, path, 0, content(code).length), member);
      }
    }
    Map<GroupFiles, byte[][]> whole = new LinkedHashMap<>();
    for (GroupFiles files : lost.keySet()) {
      files.check(content(files.layout().policy().code()));
      whole.put(files, files.read());
    }
    awaitNothingToRepair();
    Map<String, Expected> expected = new LinkedHashMap<>();
    Map<GroupFiles, List<Replica>> losses = new LinkedHashMap<>();
    for (Map.Entry<GroupFiles, Integer> loss : lost.entrySet()) {
      GroupFiles files = loss.getKey();
      ErasureCode code = files.layout().policy().code();
      RepairPlan plan = plan(code, loss.getValue());
      Expected sums = expected.computeIfAbsent(code.name(), Expected::new);
      sums.repairs++;
      sums.bytes += bytesOf(plan, files, code);
      sums.runs += plan.seeks();
      sums.rebuilt += whole.get(files)[loss.getValue()].length;
      losses.put(files, files.lose(loss.getValue()));
    }
    for (Map.Entry<GroupFiles, List<Replica>> loss : losses.entrySet()) {
      loss.getKey().await(loss.getValue());
      assertThat(loss.getKey().read()).as("%s", loss).isEqualTo(whole.get(loss.getKey()));
    }
    for (Map.Entry<String, Expected> each : expected.entrySet()) {
      Expected sums = each.getValue();
      PolicyRepairs counted = awaitRepairs(each.getKey(), sums.before, sums.repairs);
      assertThat(counted.sums()).as("%s, seed=%s", each.getKey(), SEED)
          .containsEntry(REPAIRS, sums.repairs)
          .containsEntry(BYTES_READ, sums.bytes)
          .containsEntry(RUNS, sums.runs)
          .containsEntry(POSITIONINGS, sums.runs)
          .containsEntry(BYTES_REBUILT, sums.rebuilt)
          .containsEntry(SPOOLED_BYTES, 0L);
    }
  }

  /** A cell, a few cells, some blocks, a group and a bit; narrow and wide stripes. */
  @ParameterizedTest
  @ValueSource(strings = {"LESS4-10-4", "LESS3-6-3", "CLAY-6-3", "LESS2-6-6"})
  void groupsWithZerosAreRepaired(String name) throws Exception {
    ErasureCode code = CodeRegistry.byName(name);
    int k = code.k();
    Map<GroupFiles, byte[][]> whole = new LinkedHashMap<>();
    Map<GroupFiles, List<Replica>> losses = new LinkedHashMap<>();
    for (long length :
        List.of(1L, (long) CELL, CELL + 1L, 2L * BLOCK + 3, k * BLOCK - 7L, k * BLOCK + 70_000L)) {
      byte[] content = BlockFileCluster.bytes(length, length);
      int group = (int) ((length - 1) / ((long) k * BLOCK));
      Path path = newPath(name, length % 2 == 0 ? k : 3, "length-" + length);
      GroupFiles files = write(path, content, group);
      whole.put(files, files.read());
      List<Integer> members = files.members();
      losses.put(files, files.lose(members.get(0), members.get(members.size() - 1)));
    }
    for (Map.Entry<GroupFiles, List<Replica>> loss : losses.entrySet()) {
      loss.getKey().await(loss.getValue());
      assertThat(loss.getKey().read()).as("%s", loss).isEqualTo(whole.get(loss.getKey()));
    }
  }

  /** LESS rebuilds neighbours of one of its groups for less than all. */
  @ParameterizedTest
  @ValueSource(strings = {"LESS2-10-4", "LESS4-10-4", "CLAY-6-3"})
  void lossesOfOneGroupAreRebuiltInOnePass(String name) throws Exception {
    ErasureCode code = CodeRegistry.byName(name);
    byte[] content = content(code);
    for (int[] lost : new int[][] {{0, 1}, {0, code.n() - 1}}) {
      GroupFiles files = write(newPath(name, code.k(), "with-" + lost[1]), content, 0);
      awaitNothingToRepair();
      PolicyRepairs before = repairs(name);
      List<Replica> losses = files.lose(lost);
      files.await(losses);
      files.check(content);
      RepairPlan plan = plan(code, lost);
      assertThat(awaitRepairs(name, before, 1).sums())
          .containsEntry(REPAIRS, 1L)
          .containsEntry(BYTES_READ, bytesOf(plan, files, code))
          .containsEntry(RUNS, (long) plan.seeks());
    }
  }

  /** No parity was ever there; the data is read once. */
  @ParameterizedTest
  @ValueSource(strings = {"LESS4-10-4", "LESS3-6-3", "CLAY-6-3"})
  void aGroupThatWasNotEncodedIsEncodedFromItsDataReadOnce(String name) throws Exception {
    ErasureCode code = CodeRegistry.byName(name);
    for (long length : List.of((long) code.k() * BLOCK, 2L * BLOCK + CELL + 5)) {
      byte[] content = BlockFileCluster.bytes(length, 3);
      Path path = newPath(name, code.k(), "not-encoded-" + length);
      GroupFiles files = new GroupFiles(cluster, path, 0, length);
      PolicyRepairs before = repairs(name);
      try (StreamFaults faults = new StreamFaults(cluster)) {
        faults.allowRepairs();
        try (FSDataOutputStream out = cluster.create(path)) {
          Map<Member, Point> parities = new HashMap<>();
          for (int member = code.k(); member < code.n(); member++) {
            parities.put(new Member(0, member), Point.CONNECT);
          }
          faults.arm(path, parities);
          out.write(content);
        }
        files.check(content);
      }
      assertThat(files.parityLength())
          .isEqualTo(files.layout().parityLength(0, length));
      PolicyRepairs counted = awaitRepairs(name, before, 1);
      assertThat(counted.sums())
          .containsEntry(BYTES_READ, length)
          .containsEntry(RUNS, (long) files.layout().dataMembers(0, length))
          .containsEntry(BYTES_REBUILT, code.r() * files.parityLength());
    }
  }
}
