package io.okapifs.hdfs.verify;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.FsckRun;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.tools.DebugAdmin;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** `hdfs ec -verify` on files that are whole, and on files of which the test has spoilt a part. */
class VerifyTest {

  private static final String POLICY = "RS-3-2-64k";

  @Cluster(dataNodes = 10, failRepairs = true)
  private static BlockFileCluster cluster;
  private static int directories;

  @AfterEach
  void restart() throws Exception {
    cluster.restartStopped();
  }

  private static Path directory(int stripeWidth) throws IOException {
    return directory(stripeWidth == 0 ? POLICY : POLICY + "@" + stripeWidth);
  }

  private static Path directory(String policy) throws IOException {
    Path directory = new Path("/verify-" + directories++);
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, policy);
    return directory;
  }

  private static Path write(Path file, long length) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(length, length);
    cluster.write(file, bytes);
    if (length > 0) {
      cluster.checkBlocks(file, bytes);
    }
    return file;
  }

  private static Outcome verify(Path path) throws Exception {
    return EcRun.run(cluster.fs().getConf(), "-verify", "-path", path.toString());
  }

  private static void assertFindings(Path path, int exitCode, String... begins)
      throws Exception {
    Outcome outcome = verify(path);
    assertThat(outcome.out()).as("%s", outcome).hasSize(begins.length + 1);
    for (int i = 0; i < begins.length; i++) {
      assertThat(outcome.out().get(i)).startsWith(begins[i]);
    }
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(exitCode);
  }

  private static String node(Replica replica) {
    return "blk_" + replica.block().getBlockId() + " on " + replica.node().getXferAddr();
  }

  @ParameterizedTest
  @CsvSource({
    "RS-3-2, 1", "RS-3-2, 2", "RS-3-2, 3", "RS-3-2, 5", "RS-3-2, 8", "LESS2-4-2, 4", "CLAY-4-2, 3"
  })
  void wholeTreesAreRightWithTailsOfEveryKind(String code, int stripeWidth) throws Exception {
    Path root = directory(cluster.addPolicy(code) + "@" + stripeWidth);
    long stripe = (long) stripeWidth * BLOCK;
    long[] lengths = {0, 1, CELL + 7, 2L * BLOCK + 3, stripe, stripe + CELL + 5};
    long groups = 0;
    long data = 0;
    for (long length : lengths) {
      Path file = write(new Path(root, "sub-" + length % 2 + "/length-" + length), length);
      groups += cluster.layout(file).groupCount(length);
      data += length;
    }
    Outcome outcome = verify(root);
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.out()).singleElement().asString()
        .startsWith("6 files verified, " + groups + " groups, ")
        .endsWith(
            "bad: 0, unreachable: 0, unverified: 0, skipped files: 0, files without parity: 0");
    long read = Long.parseLong(outcome.out().get(0).split(" ")[5].replace(",", ""));
    assertThat(read).as("all data and at most two parities of it").isBetween(data + 1, 3 * data);
  }

  /** Blocks are rewritten with checksums that match: only the other members can tell. */
  @ParameterizedTest
  @CsvSource({
    "RS-3-2, 1, 0, 0, 0", "RS-3-2, 1, 1, 4, 100", "RS-3-2, 2, 0, 3, 131072",
    "RS-3-2, 2, 1, 2, 261000", "RS-3-2, 3, 1, 1, 70000", "RS-3-2, 3, 1, 3, 511",
    "RS-3-2, 5, 0, 2, 512", "RS-3-2, 8, 1, 0, 195000", "RS-3-2, 8, 0, 4, 1",
    "LESS2-4-2, 4, 0, 1, 200000", "LESS2-4-2, 2, 1, 5, 70", "CLAY-4-2, 3, 1, 0, 100000",
  })
  void aRewrittenMemberIsNamedWithItsFirstWrongByte(
      String code, int stripeWidth, int group, int member, int offset) throws Exception {
    Path directory = directory(cluster.addPolicy(code) + "@" + stripeWidth);
    Path file = write(new Path(directory, "file"), 6L * BLOCK + 2 * CELL + 9);
    Replica replica = cluster.member(file, group, member);
    cluster.rewrite(replica, offset, offset + 300);
    int k = cluster.layout(file).policy().k();
    String role = member < k ? "data block " + (group * k + member) : "parity " + (member - k);
    assertFindings(
        file.getParent(), 2,
        "BAD " + file + " group " + group + " member " + member + " (" + role + ", "
            + node(replica) + "): does not fit all the others from offset " + offset + " on");
  }

  @Test
  void twoRewrittenMembersAreNamedWhereTheyDiffer() throws Exception {
    Path file = write(new Path(directory(4), "file"), 3L * BLOCK);
    cluster.rewrite(cluster.member(file, 0, 0), 10, 20);
    cluster.rewrite(cluster.member(file, 0, 4), 150_000, 150_001);
    assertFindings(
        file, 2, "BAD " + file + " group 0 member 0 (data block 0, ",
        "BAD " + file + " group 0 member 4 (parity 1, ");
  }

  @Test
  void whereOneMemberIsLostAnotherWrongOneAccusesTheGroup() throws Exception {
    Path file = write(new Path(directory(4), "file"), 3L * BLOCK);
    cluster.rewrite(cluster.member(file, 0, 0), 1000, 1001);
    cluster.delete(cluster.member(file, 0, 1));
    Outcome outcome = verify(file);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).hasSize(3);
    assertThat(outcome.out().get(0))
        .startsWith("UNREACHABLE " + file + " group 0 member 1 (data block 1, ");
    assertThat(outcome.out().get(1))
        .startsWith("BAD " + file + " group 0: its members contradict each other from offset 1000")
        .contains("member 0 (").contains("member 4 (").doesNotContain("member 1 (");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aReplicaWithAWrongStoredChecksumIsNamedWithItsNode(int member) throws Exception {
    Path file = write(new Path(directory(2), "file"), 5L * BLOCK);
    Replica replica = cluster.member(file, 0, member);
    cluster.corruptLastByte(replica);
    assertFindings(
        file, 2,
        "BAD " + file + " group 0 member " + member + " ("
            + (member < 3 ? "data block " + member : "parity 0") + ", " + node(replica)
            + "): its stored checksums do not match, from offset 0 on at the latest, on "
            + replica.node().getXferAddr());
  }

  @Test
  void aNodeThatDoesNotAnswerIsUnreachableAndNothingIsBad() throws Exception {
    Path file = write(new Path(directory(3), "file"), 3L * BLOCK);
    Replica data = cluster.member(file, 0, 0);
    cluster.stop(data.node());
    assertFindings(
        file, 3,
        "UNREACHABLE " + file + " group 0 member 0 (data block 0, " + node(data)
            + "): Connection refused");
    assertThat(verify(file).out()).last().asString()
        .contains("bad: 0, unreachable: 1, unverified: 0");
    cluster.rewrite(cluster.member(file, 0, 1), 0, 1);
    assertThat(verify(file).exitCode()).as("what is wrong counts more").isEqualTo(2);
  }

  @Test
  void lossesTheNameNodeKnowsAreMissingOrUnprotectedOrLost() throws Exception {
    Path file = write(new Path(directory(3), "file"), 3L * BLOCK);
    String group = file + " group 0: ";
    cluster.kill(cluster.member(file, 0, 3).node());
    assertFindings(file, 3, "MISSING " + group + "member 3 (parity 0");
    cluster.kill(cluster.member(file, 0, 4).node());
    assertFindings(
        file, 4,
        "UNPROTECTED " + group + "it has no parity and waits for encoding: member 3 (");
    Replica data = cluster.member(file, 0, 0);
    cluster.delete(data);
    assertFindings(
        file, 3, "UNPROTECTED " + group,
        "UNREACHABLE " + file + " group 0 member 0 (data block 0, " + node(data) + "): ",
        "LOST " + group + "more is missing than can be recovered: member 0 (");
  }

  /** Whoever finds a corrupt replica tells the NameNode; then all commands know of it. */
  @ParameterizedTest
  @CsvSource({"0, data block 0", "3, parity 0"})
  void verificationLayoutAndFsckAgreeOnACorruptReplica(int member, String name)
      throws Exception {
    Path file = write(new Path(directory(2), "file"), 3L * BLOCK);
    Replica replica = cluster.member(file, 0, member);
    String node = replica.node().getXferAddr();
    assertThat(layout(file)).noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("corrupt"));
    assertThat(FsckRun.run(cluster, file.toString(), "-files").line(" Decoupled: "))
        .endsWith(", corrupt replicas=0");
    cluster.corrupt(replica);
    String found = "BAD " + file + " group 0 member " + member + " (" + name + ", ";
    assertFindings(file, 2, found);
    assertThat(layout(file))
        .anyMatch(line -> line.contains("CORRUPT"))
        .anyMatch(line -> line.equals("  corrupt: " + name + " on " + node))
        .noneMatch(line -> line.contains("MISSING"));
    assertThat(FsckRun.run(cluster, file.toString(), "-files").line(" Decoupled: "))
        .endsWith(", corrupt replicas=1");
    assertThat(FsckRun.run(cluster, file.toString()).report())
        .contains(file + ": corrupt replicas=1");
    Outcome again = verify(file);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.out()).hasSize(2).first().asString()
        .startsWith(found)
        .endsWith("its replica is known to be corrupt, on " + node + "; it will be rebuilt");
  }

  private static List<String> layout(Path file) throws Exception {
    return EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString()).out();
  }

  @Test
  void layoutTellsHowLongANodeHasBeenSilent() throws Exception {
    Path file = write(new Path(directory(2), "file"), 3L * BLOCK);
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.set("dfs.heartbeat.interval", "1");
    cluster.stop(cluster.member(file, 0, 0).node());
    BlockFileCluster.await("a word on the silent node", () -> {
      List<String> text = EcRun.run(conf, "-layout", "-path", file.toString()).out();
      return text.stream().anyMatch(line -> line.matches("  n0\\d was last heard of \\d+ s ago"))
          && text.stream().anyMatch(line -> line.endsWith("; 1 member on a silent node"));
    });
  }

  @ParameterizedTest
  @CsvSource({"1, data block 1", "4, parity 1"})
  void filesInTheStockLayoutAreVerifiedAsWell(int member, String name) throws Exception {
    Path file = new Path(directory(0), "coupled");
    cluster.write(file, BlockFileCluster.bytes(4L * BLOCK + CELL + 3, 1));
    BlockFileCluster.await("all blocks of both stripes", () ->
        cluster.dataStripes(file).stream().mapToInt(s -> s.getLocations().length).sum()
            == 2 * 3 + 4);
    assertFindings(file.getParent(), 0);
    Replica replica = cluster.blockOf(cluster.dataStripes(file).get(0), member);
    cluster.rewrite(replica, 77, 99);
    assertFindings(
        file.getParent(), 2,
        "BAD " + file + " group 0 member " + member + " (" + name + ", " + node(replica)
            + "): does not fit all the others from offset 77 on");
  }

  @Test
  void whatHasNoParityIsRefusedAndCountedInTrees() throws Exception {
    Path plain = new Path("/plain/file");
    cluster.write(plain, new byte[10]);
    Outcome file = verify(plain);
    assertThat(file.exitCode()).as("nothing was looked at").isOne();
    assertThat(file.err())
        .containsExactly("-verify: /plain/file is not erasure coded: it has no parity to verify");
    assertThat(verify(plain.getParent()).err())
        .containsExactly("-verify: there is no erasure coded file below /plain");
    assertThat(verify(new Path("/none")).err()).containsExactly("-verify: /none does not exist");
    Path root = directory(2);
    write(new Path(root, "file"), BLOCK);
    Path copy = new Path(root, "plain");
    cluster.fs().mkdirs(copy);
    assertThat(cluster.fs().rename(plain, new Path(copy, "file"))).isTrue();
    assertThat(verify(root).out()).singleElement().asString()
        .endsWith("files without parity: 1");
  }

  /** The first finding is told while later groups and files have been listed and not yet read. */
  @Test
  void filesThatAreDeletedOrReplacedMeanwhileAreSkipped() throws Exception {
    Path root = directory(2);
    Path first = write(new Path(root, "a"), 6L * BLOCK);
    Path deleted = write(new Path(root, "b"), 3L * BLOCK);
    Path replaced = write(new Path(root, "c"), 3L * BLOCK);
    write(new Path(root, "d"), 3L * BLOCK);
    cluster.rewrite(cluster.member(first, 0, 0), 0, 1);
    List<String> findings = new ArrayList<>();
    PrintStream told = new PrintStream(OutputStream.nullOutputStream()) {
      @Override
      public void println(String line) {
        if (findings.isEmpty()) {
          try {
            cluster.fs().delete(first, false);
            cluster.fs().delete(deleted, false);
            cluster.write(replaced, new byte[BLOCK]);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
        findings.add(line);
      }
    };
    VerifyReport report = new VerifyReport(told, System.err);
    new TreeVerifier(cluster.fs(), report, VerifyOptions.DEFAULT).verify(root);
    assertThat(findings).hasSize(4);
    assertThat(findings.subList(1, 4))
        .containsExactly(
            "SKIPPED " + first + ": it was deleted or renamed meanwhile",
            "SKIPPED " + deleted + ": it was deleted or renamed meanwhile",
            "SKIPPED " + replaced + ": it was replaced meanwhile");
    assertThat(report.summary(Sample.ALL)).startsWith("1 files verified, ");
    assertThat(report.foundUnreachable()).isFalse();
    assertThat(report.foundUnverified()).isFalse();
  }

  @Test
  void filesThatAreBeingWrittenAreSkipped() throws Exception {
    Path root = directory(2);
    write(new Path(root, "closed"), 3L * BLOCK);
    Path open = new Path(root, "open");
    try (FSDataOutputStream out = cluster.create(open)) {
      out.write(BlockFileCluster.bytes(5L * BLOCK, 1));
      out.hflush();
      Outcome outcome = verify(root);
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      assertThat(outcome.out())
          .hasSize(2).first().isEqualTo("SKIPPED " + open + ": it is being written");
    }
    assertFindings(root, 0);
  }

  @Test
  void upstreamsCommandVerifiesDecoupledFilesByOurs() throws Exception {
    Path file = write(new Path(directory(2), "file"), 4L * BLOCK);
    assertThat(debug("verifyEC", "-file", file.toString())).isZero();
    cluster.rewrite(cluster.member(file, 0, 3), 5, 6);
    assertThat(debug("verifyEC", "-file", file.toString())).isOne();
    Path coupled = new Path(directory(0), "coupled");
    cluster.write(coupled, BlockFileCluster.bytes(3L * BLOCK, 1));
    BlockFileCluster.await("all blocks", () ->
        cluster.dataStripes(coupled).get(0).getLocations().length == 5);
    assertThat(debug("verifyEC", "-file", coupled.toString())).isZero();
  }

  @Test
  void upstreamsCommandOnBlockFilesKnowsThoseOfDecoupledFiles() throws Exception {
    Path file = write(new Path(directory(2), "file"), 4L * BLOCK + 5);
    for (int member : new int[] {0, 3}) {
      Replica replica = cluster.member(file, 1, member);
      String block = cluster.blockFile(replica).getPath();
      java.nio.file.Path sums = cluster.checksumFile(replica).toPath();
      assertThat(debug("verifyMeta", "-meta", sums.toString(), "-block", block)).isZero();
    }
  }

  private static int debug(String... args) throws Exception {
    return ToolRunner.run(new DebugAdmin(cluster.fs().getConf()), args);
  }

  /** The layout is the only thing that says how many members there are. */
  @Test
  void everyGroupOfAFileIsVerified() throws Exception {
    Path file = write(new Path(directory(5), "file"), 14L * BLOCK);
    FileLayout layout = cluster.layout(file);
    long groups = layout.groupCount(14L * BLOCK);
    String[] expected = new String[(int) groups];
    for (int group = 0; group < groups; group++) {
      cluster.rewrite(cluster.member(file, group, group % 5), group, group + 1);
      expected[group] = "BAD " + file + " group " + group + " member " + group % 5 + " (";
    }
    assertFindings(file, 2, expected);
  }
}
