package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.repair.BackFillTest;
import io.okapifs.hdfs.recovery.Forgoing;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.StreamFaults;
import io.okapifs.hdfs.testing.StreamFaults.Member;
import io.okapifs.hdfs.testing.StreamFaults.Point;
import io.okapifs.hdfs.testing.WriterThreads;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.StreamerSockets;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.BeforeAll;

/**
 * Streams broken at every point of a write, for stripes narrower and wider than groups: the file is
 * complete and right and what it lacks is known, or there is an exception and nothing stays behind.
 *
 * <p>Every width and number of losses, at two points each; at all points with
 * -Dio.okapifs.exhaustive=true. Another sample with -Dio.okapifs.seed=N.
 */
abstract class WriteFailureMatrixCases {

  private static final int NODES = 11;
  private static final int[] WIDTHS = {1, 2, 3, 5, 6, 8};

  /** Of codes with sub-blocks, whose parities come at the end of a group, whatever the width. */
  private static final int[] VECTOR_WIDTHS = {1, 3, 6};
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("io.okapifs.exhaustive");
  private static final int SAMPLE = 2;
  private static final long SEED = Seed.get();

  /** Until a recovery that waits for more is tried again. */
  private static final long RECOVERY_MILLIS = 1500;

  @Cluster(
      dataNodes = NODES,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=5",
        Forgoing.WAIT_KEY + "=0",
        StreamerSockets.SETTING
      })
  private static BlockFileCluster cluster;

  /** Where the streams of a case break: points of the first group, its parity, the last group. */
  private enum Place {
    CONNECT, FIRST_ROW, MIDDLE, LAST_ROW, END, PARITY_SETUP, CLOSE
  }

  /**
   * @param losses streams that break in one group
   * @param wholeStripe whether they are the first stripe
   */
  private record Case(int s, int losses, boolean wholeStripe, Place place) {}

  /**
   * What a case has left behind.
   *
   * @param stripes data stripes that were begun, the last of which may be open
   */
  private record Outcome(
      Case tried, Path path, byte[] bytes, Map<Member, Point> victims, int stripes,
      IOException failure) {

    @Override
    public String toString() {
      return tried + " " + path + " of " + bytes.length + " bytes, broken=" + victims;
    }
  }

  @BeforeAll
  static void recoverSoon() throws IOException {
    System.out.println("io.okapifs.seed=" + SEED);
    cluster.mini().getNamesystem().getBlockManager().setBlockRecoveryTimeout(RECOVERY_MILLIS);
  }

  static void breakStreams(String name) throws Exception {
    ErasureCode code = CodeRegistry.byName(name);
    int k = code.k();
    int r = code.r();
    Random random = new Random(SEED + r);
    String policy = cluster.addPolicy(name);
    List<Outcome> outcomes = new ArrayList<>();
    try (StreamFaults faults = new StreamFaults(cluster)) {
      for (Case tried : cases(code, random)) {
        outcomes.add(write(tried, policy, faults, random));
      }
      long unprotected = 0;
      long incompleteStripes = 0;
      for (Outcome outcome : outcomes) {
        if (outcome.failure() == null) {
          checkReadable(outcome, random);
          awaitReports(outcome);
          checkTruth(outcome, false);
          unprotected += hasLostAllParity(outcome, k, r) ? 1 : 0;
          incompleteStripes += incompleteStripes(outcome.path(), outcome.bytes().length);
        }
      }
      awaitCounted(incompleteStripes);
      assertThat(BackFillTest.unprotectedGroups()).isEqualTo(unprotected);
      faults.allowRepairs();
      for (Outcome outcome : outcomes) {
        if (outcome.failure() == null) {
          checkRepaired(outcome, r);
        }
      }
    }
    checkFailed(outcomes.stream().filter(outcome -> outcome.failure() != null).toList());
    WriterThreads.awaitEnd();
    BlockFileCluster.await("protection", () -> BackFillTest.unprotectedGroups() == 0);
  }

  private static List<Case> cases(ErasureCode code, Random random) {
    List<Case> cases = new ArrayList<>();
    int r = code.r();
    for (int s : code.alpha() == 1 || EXHAUSTIVE ? WIDTHS : VECTOR_WIDTHS) {
      for (int losses : new int[] {1, r, r + 1}) {
        points(random).forEach(place -> cases.add(new Case(s, losses, false, place)));
      }
      if (s <= r) {
        points(random).stream()
            .filter(place -> place.ordinal() < Place.PARITY_SETUP.ordinal())
            .forEach(place -> cases.add(new Case(s, s, true, place)));
      }
    }
    return cases;
  }

  private static List<Place> points(Random random) {
    List<Place> points = new ArrayList<>(List.of(Place.values()));
    Collections.shuffle(points, random);
    return EXHAUSTIVE ? points : points.subList(0, SAMPLE);
  }

  private static Outcome write(Case tried, String policy, StreamFaults faults, Random random)
      throws Exception {
    Path path =
        new Path(
            cluster.directory(policy, tried.s()),
            tried.place() + "-" + tried.losses() + (tried.wholeStripe() ? "-whole" : ""));
    FSDataOutputStream out = cluster.create(path);
    FileLayout layout = cluster.layout(path);
    byte[] bytes = bytes(layout, random);
    Map<Member, Point> victims = victims(tried, layout, bytes.length, random);
    faults.arm(path, victims);
    IOException failure = null;
    try (out) {
      out.write(bytes);
    } catch (IOException e) {
      failure = e;
    }
    Outcome outcome =
        new Outcome(tried, path, bytes, victims, cluster.dataStripes(path).size(), failure);
    assertThat(faults.broken()).as("broken by %s", outcome)
        .isEqualTo(victims.keySet());
    assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).as("lease of %s", outcome)
        .isTrue();
    if (tried.losses() > layout.policy().r()) {
      assertThat(failure).as("exception of %s", outcome)
          .hasMessageContaining("lost more members than");
    } else {
      assertThat(failure).as("exception of %s", outcome).isNull();
    }
    return outcome;
  }

  /** A whole group and a tail, the last stripe of which is short. */
  private static byte[] bytes(FileLayout layout, Random random) {
    int s = layout.stripeWidth();
    int stripes = (layout.policy().k() + s) / s;
    int length = stripes * s * BLOCK + 1 + random.nextInt(s * BLOCK - 1);
    return BlockFileCluster.bytes(length, random.nextLong());
  }

  private static Map<Member, Point> victims(
      Case tried, FileLayout layout, long length, Random random) {
    int group = tried.place() == Place.CLOSE ? (int) layout.groupCount(length) - 1 : 0;
    int k = layout.policy().k();
    int present = layout.dataMembers(group, length);
    List<Integer> members = new ArrayList<>();
    IntStream.range(0, layout.policy().n())
        .filter(member -> member < present || member >= k).forEach(members::add);
    if (!tried.wholeStripe()) {
      Collections.shuffle(members, random);
    }
    if (tried.place() == Place.PARITY_SETUP) {
      members.sort((a, b) -> Boolean.compare(a < k, b < k));
    }
    Map<Member, Point> victims = new HashMap<>();
    for (int member : members.subList(0, tried.losses())) {
      victims.put(new Member(group, member), point(tried.place(), member >= k));
    }
    return victims;
  }

  private static Point point(Place place, boolean isParity) {
    return switch (place) {
      case PARITY_SETUP -> isParity ? Point.CONNECT : Point.MIDDLE;
      case CLOSE -> Point.END;
      default -> Point.valueOf(place.name());
    };
  }

  private static void checkReadable(Outcome outcome, Random random) throws IOException {
    byte[] bytes = outcome.bytes();
    assertThat(cluster.fs().getFileStatus(outcome.path()).getLen()).isEqualTo(bytes.length);
    assertThat(cluster.read(outcome.path())).as("content of %s", outcome).isEqualTo(bytes);
    try (FSDataInputStream in = cluster.fs().open(outcome.path())) {
      int from = random.nextInt(bytes.length);
      byte[] part = new byte[1 + random.nextInt(bytes.length - from)];
      in.readFully(from, part);
      assertThat(part).as("%s bytes at %s of %s", part.length, from, outcome)
          .isEqualTo(Arrays.copyOfRange(bytes, from, from + part.length));
    }
  }

  /**
   * Every member that the NameNode shows is whole, and no broken one is shown unless it was
   * repaired.
   */
  private static void checkTruth(Outcome outcome, boolean repaired) throws Exception {
    FileLayout layout = cluster.layout(outcome.path());
    BlockOracle oracle = new BlockOracle(layout, outcome.bytes());
    int k = layout.policy().k();
    List<LocatedStripedBlock> stripes = cluster.dataStripes(outcome.path());
    for (long x = 0; x < layout.blockCount(outcome.bytes().length); x++) {
      check(
          outcome, member(layout, x), stripes.get((int) layout.stripeOf(x)),
          layout.indexInStripe(x), oracle.data(x), repaired);
    }
    int groups = (int) layout.groupCount(outcome.bytes().length);
    List<LocatedStripedBlock> parities = cluster.parityGroups(outcome.path(), groups + 1);
    assertThat(parities).as("parity groups of %s", outcome).hasSize(groups);
    for (int g = 0; g < groups; g++) {
      byte[][] expected = oracle.parities(g, (int) parities.get(g).getBlockSize());
      for (int i = 0; i < expected.length; i++) {
        check(outcome, new Member(g, k + i), parities.get(g), i, expected[i], repaired);
      }
    }
  }

  private static Member member(FileLayout layout, long x) {
    return new Member((int) layout.groupOf(x), layout.memberOf(x));
  }

  private static void check(
      Outcome outcome, Member member, LocatedStripedBlock group, int index, byte[] expected,
      boolean repaired) throws IOException {
    DatanodeInfo node = BlockFileCluster.nodesByIndex(group, 16)[index];
    Point point = outcome.victims().get(member);
    if (node != null) {
      assertThat(cluster.replica(group, index, node)).as("%s of %s", member, outcome)
          .isEqualTo(expected);
      if (!repaired) {
        assertThat(point).as("broken %s of %s is shown", member, outcome).isIn(null, Point.END);
      }
    } else {
      assertThat(point).as("missing %s of %s was broken", member, outcome).isNotNull();
    }
  }

  /** Reports of parity may come after the close. */
  private static void awaitReports(Outcome outcome) throws Exception {
    FileLayout layout = cluster.layout(outcome.path());
    int groups = (int) layout.groupCount(outcome.bytes().length);
    long broken =
        outcome.victims().keySet().stream()
            .filter(victim -> victim.member() >= layout.policy().k()).count();
    BlockFileCluster.await("reports of " + outcome, () -> {
      int shown = 0;
      for (LocatedStripedBlock group : cluster.parityGroups(outcome.path(), groups)) {
        shown += group.getLocations().length;
      }
      return shown >= groups * layout.policy().r() - broken;
    });
  }

  /** Data stripes without a node for each of their blocks. */
  private static long incompleteStripes(Path path, long length) throws IOException {
    FileLayout layout = cluster.layout(path);
    return lostBlocks(path, layout, length).stream().map(layout::stripeOf).distinct().count();
  }

  /** Lost data is counted as low redundancy, or is on its way. */
  private static void awaitCounted(long stripes) throws Exception {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockFileCluster.await(
        stripes + " incomplete stripes are counted",
        () -> namesystem.getLowRedundancyBlocks() + namesystem.getPendingReconstructionBlocks()
            >= stripes);
  }

  private static boolean hasLostAllParity(Outcome outcome, int k, int r) {
    return outcome.victims().entrySet().stream()
        .filter(victim -> victim.getKey().member() >= k && victim.getValue() != Point.END)
        .count() == r;
  }

  private static void checkRepaired(Outcome outcome, int r) throws Exception {
    long groups = cluster.layout(outcome.path()).groupCount(outcome.bytes().length);
    cluster.awaitParityGroups(outcome.path(), groups, r);
    checkTruth(outcome, true);
  }

  /**
   * A file whose writer gave up can be recovered and deleted. It is read as it was written, but for
   * lost blocks of a group that lost too much: that shows, and there is an exception.
   */
  private static void checkFailed(List<Outcome> outcomes) throws Exception {
    Map<String, Outcome> open = new TreeMap<>();
    outcomes.forEach(outcome -> open.put(outcome.toString(), outcome));
    BlockFileCluster.await("recovery of " + open.keySet(), () -> {
      List<String> closed = new ArrayList<>();
      for (Map.Entry<String, Outcome> entry : open.entrySet()) {
        if (cluster.fs().recoverLease(entry.getValue().path())) {
          closed.add(entry.getKey());
        }
      }
      closed.forEach(open::remove);
      return open.isEmpty();
    });
    for (Outcome outcome : outcomes) {
      checkRecovered(outcome);
      assertThat(cluster.fs().delete(outcome.path(), false)).isTrue();
    }
  }

  /**
   * Lost are at most blocks that were broken in stripes that were finished before: lease recovery
   * ends the file in front of the first gap of the stripe that was open.
   */
  private static void checkRecovered(Outcome outcome) throws IOException {
    int length = (int) cluster.fs().getFileStatus(outcome.path()).getLen();
    FileLayout layout = cluster.layout(outcome.path());
    Set<Long> lost = lostBlocks(outcome.path(), layout, length);
    assertThat(lost).as("lost blocks of %s bytes of %s", length, outcome)
        .allMatch(x -> layout.stripeOf(x) < outcome.stripes() - 1)
        .allMatch(x -> outcome.victims().containsKey(member(layout, x)));
    if (lost.isEmpty()) {
      assertThat(cluster.read(outcome.path())).as("content of %s", outcome)
          .isEqualTo(Arrays.copyOf(outcome.bytes(), length));
    }
    try (FSDataInputStream in = cluster.fs().open(outcome.path())) {
      for (long x = 0; x < layout.blockCount(length); x++) {
        try {
          checkFirstCell(outcome, in, layout, x, length);
        } catch (IOException e) {
          assertThat(lost).as("lost blocks of %s, which throws %s", outcome, e).contains(x);
        }
      }
    }
  }

  private static void checkFirstCell(
      Outcome outcome, FSDataInputStream in, FileLayout layout, long x, int length)
      throws IOException {
    int from = (int) layout.fileOffset(x, 0);
    byte[] cell = new byte[Math.min(BlockFileCluster.CELL, length - from)];
    in.readFully(from, cell);
    assertThat(cell).as("data block %s of %s", x, outcome)
        .isEqualTo(Arrays.copyOfRange(outcome.bytes(), from, from + cell.length));
  }

  /** Where a stripe is shown as corrupt HDFS lists bad replicas, too. */
  private static Set<Long> lostBlocks(Path path, FileLayout layout, long length)
      throws IOException {
    List<LocatedStripedBlock> stripes = cluster.dataStripes(path);
    int s = layout.stripeWidth();
    Set<Long> lost = new TreeSet<>();
    for (long x = 0; x < layout.blockCount(length); x++) {
      LocatedStripedBlock stripe = stripes.get((int) layout.stripeOf(x));
      int index = layout.indexInStripe(x);
      DatanodeInfo node = BlockFileCluster.nodesByIndex(stripe, s)[index];
      if (node == null || stripe.isCorrupt() && cluster.replica(stripe, index, node) == null) {
        lost.add(x);
      }
    }
    return lost;
  }
}
