package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.repair.BackFillTest;
import io.okapifs.hdfs.testing.AbandonedFiles;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ForeignClient;
import io.okapifs.hdfs.testing.FsckRun;
import io.okapifs.hdfs.testing.StreamFaults;
import io.okapifs.hdfs.testing.StreamFaults.Member;
import io.okapifs.hdfs.testing.StreamFaults.Point;
import io.okapifs.hdfs.testing.WriterThreads;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.StreamerSockets;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writers of codes with sub-blocks that lose streams, memory or their life. Another sample with
 * -Dio.okapifs.seed=N.
 */
class VectorCodesWriteFailureTest {

  private static final long SEED = Seed.get();

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Loggers of the client, as against those of daemons in this JVM. */
  private static final Pattern CLIENT = Pattern.compile("org\\.apache\\.hadoop\\.hdfs\\.[^.]+");

  @TempDir static java.nio.file.Path temporary;

  @Cluster(dataNodes = 16, settings = StreamerSockets.SETTING)
  private static BlockFileCluster cluster;
  private static StreamFaults faults;

  @BeforeAll
  static void startFaults() throws Exception {
    System.out.println("io.okapifs.seed=" + SEED);
    faults = new StreamFaults(cluster);
  }

  @AfterAll
  static void endFaults() {
    faults.close();
  }

  /** Every way to end gives the memory back and ends the threads. */
  @AfterEach
  void nothingStaysBehind() throws Exception {
    assertThat(ParityMemory.ofProcess().reservedBytes()).isZero();
    assertThat(ParityMemory.ofProcess().allocatedBytes()).isZero();
    WriterThreads.awaitEnd();
  }

  @ParameterizedTest
  @CsvSource({
    "LESS4-10-4, 10, 4", "LESS4-10-4, 4, 5", "LESS3-6-3, 6, 3", "LESS3-6-3, 9, 4",
    "BUTTERFLY-5-2, 3, 2", "HHXORPLUS-10-4, 10, 1", "PMRBT-5-4, 5, 4"
  })
  void brokenStreamsLeaveTheWholeFileOrAnException(String code, int s, int losses)
      throws Exception {
    Random random = new Random(SEED + code.hashCode() + s);
    Path directory = cluster.directory(cluster.addPolicy(code), s);
    for (Point point : List.of(Point.FIRST_ROW, Point.MIDDLE, Point.LAST_ROW, Point.END)) {
      Path file = new Path(directory, "broken-at-" + point);
      FSDataOutputStream out = cluster.create(file);
      FileLayout layout = cluster.layout(file);
      byte[] bytes = bytes(layout, random);
      Map<Member, Point> victims = victims(layout, losses, point, random);
      faults.arm(file, victims);
      if (losses > layout.policy().r()) {
        assertThatThrownBy(() -> writeAndClose(out, bytes)).isInstanceOf(IOException.class)
            .hasMessageContaining("parity group 0 of " + file + " lost more members than");
      } else {
        writeAndClose(out, bytes);
        assertThat(faults.broken()).as("%s, %s", file, victims).isEqualTo(victims.keySet());
        assertThat(cluster.read(file)).as("%s without %s", file, victims).isEqualTo(bytes);
        checkMembers(file, bytes, victims);
      }
      assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).as("lease").isTrue();
      faults.disarm();
      cluster.fs().delete(file, false);
    }
  }

  /** A whole group in whole stripes, whose members have all their rows, and a tail. */
  private static byte[] bytes(FileLayout layout, Random random) {
    int width = layout.stripeWidth();
    int stripes = (layout.policy().k() + width - 1) / width;
    int length = stripes * width * BLOCK + 1 + random.nextInt(width * BLOCK);
    return BlockFileCluster.bytes(length, random.nextLong());
  }

  private static Map<Member, Point> victims(
      FileLayout layout, int losses, Point point, Random random) {
    List<Integer> members = new ArrayList<>();
    IntStream.range(0, layout.policy().n()).forEach(members::add);
    Collections.shuffle(members, random);
    Map<Member, Point> victims = new HashMap<>();
    members.subList(0, losses).forEach(member -> victims.put(new Member(0, member), point));
    return victims;
  }

  private static void writeAndClose(FSDataOutputStream out, byte[] bytes) throws IOException {
    try (out) {
      out.write(bytes);
    }
  }

  /** All members are right but those that were broken before their end, which are not shown. */
  private static void checkMembers(Path file, byte[] bytes, Map<Member, Point> victims)
      throws Exception {
    FileLayout layout = cluster.layout(file);
    BlockOracle oracle = new BlockOracle(layout, bytes);
    int k = layout.policy().k();
    assertThat(cluster.fs().getFileStatus(file).getLen()).isEqualTo(bytes.length);
    for (int g = 0; g < layout.groupCount(bytes.length); g++) {
      long parityLength = cluster.parityGroups(file, g + 1).get(g).getBlockSize();
      byte[][] parities = oracle.parities(g, (int) parityLength);
      for (int member = 0; member < layout.policy().n(); member++) {
        Member id = new Member(g, member);
        if (member >= k || member < layout.dataMembers(g, bytes.length)) {
          checkMember(
              file, id, victims.get(id),
              member < k ? oracle.data((long) g * k + member) : parities[member - k]);
        }
      }
    }
  }

  private static void checkMember(Path file, Member id, Point broken, byte[] expected)
      throws Exception {
    boolean mayBeThere = broken == null || broken == Point.END;
    if (broken == null) {
      BlockFileCluster.await(id + " of " + file + " reported",
          () -> cluster.memberIfAny(file, id.group(), id.member()).node() != null);
    }
    BlockFileCluster.Replica replica = cluster.memberIfAny(file, id.group(), id.member());
    assertThat(replica.node() == null || mayBeThere).as("broken %s of %s is shown", id, file)
        .isTrue();
    if (replica.node() != null) {
      assertThat(cluster.blockFile(replica)).as("%s of %s", id, file)
          .hasBinaryContent(expected);
    }
  }

  /** A client with another limit than the cluster's. */
  private static FileSystem withMemory(long bytes) throws IOException {
    return withMemory(Long.toString(bytes));
  }

  private static FileSystem withMemory(String bytes) throws IOException {
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.set(ParityMemory.MAX_KEY, bytes);
    return FileSystem.newInstance(cluster.fs().getUri(), conf);
  }

  private static FSDataOutputStream create(FileSystem fs, Path file) throws IOException {
    return fs.create(file, true, 4096, (short) 1, BLOCK);
  }

  @Test
  void groupsWithoutMemoryAreLeftToBeEncodedLaterAndShowAsUnprotected() throws Exception {
    Path file = new Path(cluster.directory(cluster.addPolicy("LESS2-10-4"), 10), "no-memory");
    byte[] bytes = BlockFileCluster.bytes(13L * BLOCK, 1);
    try (FileSystem fs = withMemory(0)) {
      assertThat(warnings(file, () -> writeAndClose(create(fs, file), bytes)))
          .singleElement().asString()
          .contains(file + " was written with 2 of 2 parity groups unprotected: ")
          .contains("neededBytes=", ParityMemory.MAX_KEY + "=0")
          .contains("DataNodes encode them now that the file is closed")
          .contains("raise " + ParityMemory.MAX_KEY);
    }
    assertThat(cluster.read(file)).isEqualTo(bytes);
    assertThat(cluster.parityGroups(file, 3)).hasSize(2)
        .allSatisfy(group -> assertThat(group.getLocations()).isEmpty());
    assertThat(BackFillTest.unprotectedGroups()).isEqualTo(2);
    assertThat(EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString()).out())
        .filteredOn(line -> line.contains(": unprotected, waiting for encoding, ")).hasSize(2);
    assertThat(FsckRun.run(cluster, file.toString(), "-files").line(" Decoupled: "))
        .contains("unprotected groups=2", "waiting for encoding=2");
    cluster.fs().delete(file, false);
  }

  @Test
  void aWriterThatLosesAllParitiesOfGroupsTellsSoOnceAtItsEnd() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "no-parity-streams");
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK, 1);
    Map<Member, Point> victims = new HashMap<>();
    for (int group = 0; group < 2; group++) {
      for (int parity = 0; parity < 2; parity++) {
        victims.put(new Member(group, 3 + parity), Point.MIDDLE);
      }
    }
    FSDataOutputStream out = cluster.create(file);
    faults.arm(file, victims);
    assertThat(warnings(file, () -> writeAndClose(out, bytes)))
        .filteredOn(line -> line.contains("unprotected")).singleElement().asString()
        .contains(file + " was written with 2 of 3 parity groups unprotected: ")
        .contains("all streams of its parity were lost")
        .doesNotContain(ParityMemory.MAX_KEY);
    faults.disarm();
    assertThat(cluster.read(file)).isEqualTo(bytes);
    cluster.fs().delete(file, false);
  }

  @Test
  void aWriterWhoseGroupsAllHaveParityWarnsOfNothing() throws Exception {
    Path file = new Path(cluster.directory(cluster.addPolicy("LESS2-10-4"), 10), "protected");
    byte[] bytes = BlockFileCluster.bytes(13L * BLOCK, 1);
    assertThat(warnings(file, () -> cluster.write(file, bytes))).isEmpty();
    cluster.fs().delete(file, false);
  }

  /** What a client's console shows of a file meanwhile: lines at WARN, not those of daemons. */
  private static List<String> warnings(Path file, ThrowingCallable action) throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    AppenderSkeleton console = new AppenderSkeleton() {
      @Override
      protected void append(LoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)
            && CLIENT.matcher(event.getLoggerName()).matches()
            && event.getRenderedMessage().contains(file.toString())) {
          lines.add(event.getRenderedMessage());
        }
      }

      @Override
      public void close() {}

      @Override
      public boolean requiresLayout() {
        return false;
      }
    };
    Logger.getRootLogger().addAppender(console);
    try {
      action.call();
    } catch (Throwable e) {
      throw new AssertionError("writing " + file, e);
    } finally {
      Logger.getRootLogger().removeAppender(console);
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "plenty"})
  void aBudgetThatIsNoneIsRefusedBeforeAnythingIsCreatedOrReplaced(String budget)
      throws Exception {
    Path directory = cluster.directory(cluster.addPolicy("LESS4-10-4"), 10);
    Path old = new Path(directory, "old");
    byte[] bytes = BlockFileCluster.bytes(CELL, 1);
    cluster.write(old, bytes);
    try (FileSystem fs = withMemory(budget)) {
      for (Path file : List.of(old, new Path(directory, "new"))) {
        assertThatThrownBy(() -> create(fs, file)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(ParityMemory.MAX_KEY + "=" + budget);
      }
      assertThat(cluster.fs().listStatus(directory)).singleElement()
          .satisfies(status -> assertThat(status.getPath().getName()).isEqualTo("old"));
      try (InputStream in = fs.open(old)) {
        assertThat(in.readAllBytes()).isEqualTo(bytes);
      }
    }
    cluster.fs().delete(directory, true);
  }

  /** Of 16 MiB, where one group wants 16 MiB and the budget is 256 MiB. */
  @Test
  void aJvmWithLessDirectMemoryThanTheBudgetLeavesGroupsThatDoNotFit() throws Exception {
    Path directory = cluster.directory(cluster.addPolicy("LESS4-10-4"), 10);
    int large = 43 << 20;
    try (ChildJvm client = ChildJvm.woven(
        temporary.resolve("client.log"),
        List.of("-XX:MaxDirectMemorySize=16m", "-D" + ForeignClient.BLOCK_SIZE_KEY + "=4194304"),
        ForeignClient.class.getName(), cluster.fs().getUri().toString())) {
      assertThat(client.ask("write " + directory + "/large 1 " + large, LIMIT))
          .startsWith("written");
      assertThat(client.ask("write " + directory + "/small 2 " + CELL, LIMIT))
          .startsWith("written");
      assertThat(client.log()).contains("neededBytes=16777216")
          .contains("directMemoryBytes=16777216");
    }
    Path file = new Path(directory, "large");
    assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(large, 1));
    assertThat(cluster.parityGroups(file, 3)).hasSize(2).first()
        .satisfies(group -> assertThat(group.getLocations()).isEmpty());
    cluster.checkBlocks(new Path(directory, "small"), BlockFileCluster.bytes(CELL, 2));
    cluster.fs().delete(directory, true);
  }

  /** What another writer holds is missing in the first stripe only. */
  @Test
  void aGroupBehindOneThatWasLeftIsEncodedWhereThereIsMemoryAgain() throws Exception {
    Path directory = cluster.directory(cluster.addPolicy("LESS4-10-4"), 10);
    byte[] bytes = BlockFileCluster.bytes(33L * BLOCK, 1);
    Path file = new Path(directory, "second-writer");
    try (FileSystem fs = withMemory(4 * BLOCK)) {
      FSDataOutputStream first = create(fs, new Path(directory, "first-writer"));
      first.write(bytes, 0, 10 * CELL);
      first.flush();
      try (FSDataOutputStream out = create(fs, file)) {
        out.write(bytes, 0, 10 * BLOCK);
        first.close();
        out.write(bytes, 10 * BLOCK, 15 * BLOCK);
        restartAndCompare(file);
        out.write(bytes, 25 * BLOCK, 8 * BLOCK);
      }
    }
    assertThat(cluster.read(file)).isEqualTo(bytes);
    checkParitiesBehindTheFirst(file, bytes);
    cluster.saveNamespace();
    restartAndCompare(file);
    checkParitiesBehindTheFirst(file, bytes);
    cluster.fs().delete(directory, true);
  }

  private static void restartAndCompare(Path file) throws Exception {
    List<String> before = BlockFileCluster.describe(cluster.mini().getNamesystem(), file);
    cluster.restartNameNode();
    assertThat(BlockFileCluster.describe(cluster.mini().getNamesystem(), file)).isEqualTo(before);
  }

  private static void checkParitiesBehindTheFirst(Path file, byte[] bytes) throws Exception {
    BlockFileCluster.await("parities reported", () -> cluster.parityGroups(file, 5).stream()
        .mapToInt(group -> group.getLocations().length).sum() == 3 * 4);
    List<LocatedStripedBlock> groups = cluster.parityGroups(file, 5);
    assertThat(groups).hasSize(4);
    assertThat(groups.get(0).getLocations()).isEmpty();
    BlockOracle oracle = new BlockOracle(cluster.layout(file), bytes);
    for (int g = 1; g < 4; g++) {
      byte[][] expected = oracle.parities(g, (int) groups.get(g).getBlockSize());
      for (int i = 0; i < 4; i++) {
        assertThat(cluster.blockFile(cluster.member(file, g, 10 + i)))
            .as("parity %s of group %s", i, g).hasBinaryContent(expected[i]);
      }
    }
  }

  @Test
  void aGroupThatWasLeftDoesNotSurviveTheLossOfData() throws Exception {
    Path file = new Path(cluster.directory(cluster.addPolicy("LESS4-10-4"), 5), "no-parity");
    try (FileSystem fs = withMemory(0)) {
      FSDataOutputStream out = create(fs, file);
      faults.arm(file, Map.of(new Member(0, 7), Point.MIDDLE));
      assertThatThrownBy(() -> writeAndClose(out, BlockFileCluster.bytes(11L * BLOCK, 1)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("parity group 0 of " + file + " lost more members than")
          .hasMessageContaining(ParityMemory.MAX_KEY + "=0");
    }
    faults.disarm();
    cluster.fs().delete(file, false);
  }

  @Test
  void aWriterThatIsKilledLeavesWholeGroupsProtectedAndTheOpenOneUnprotected() throws Exception {
    AbandonedFiles files = new AbandonedFiles(cluster);
    Path file = new Path(cluster.directory(cluster.addPolicy("LESS4-10-4"), 10), "killed");
    byte[] bytes = BlockFileCluster.bytes(10L * BLOCK + 25 * CELL, 1);
    files.abandon(file, bytes);
    files.awaitSilence();
    long left = files.prefix(file);
    files.recover(file);
    assertThat(cluster.fs().getFileStatus(file).getLen()).isEqualTo(left).isGreaterThan(
        10L * BLOCK);
    assertThat(cluster.read(file)).isEqualTo(Arrays.copyOf(bytes, (int) left));
    List<LocatedStripedBlock> groups = cluster.parityGroups(file, 3);
    assertThat(groups).hasSize(2);
    assertThat(groups.get(0).getLocations()).hasSize(4);
    assertThat(groups.get(1).getLocations()).isEmpty();
    assertThat(groups.get(1).getBlockSize())
        .isEqualTo(cluster.layout(file).parityLength(1, left));
    assertThat(EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString()).out())
        .filteredOn(line -> line.contains("unprotected")).hasSize(1);
    cluster.fs().delete(file, false);
  }
}
