package io.okapifs.hdfs.verify;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** `hdfs ec -verify` of trees: by threads, in samples, by age, and in parts. */
class VerifyTreeTest {

  @Cluster(dataNodes = 8)
  private static BlockFileCluster cluster;
  private static Path damaged;

  @TempDir java.nio.file.Path folder;

  /** Six files of four groups, of each of which the first member of one group is wrong. */
  @BeforeAll
  static void damageFiles() throws Exception {
    damaged = directory("/damaged");
    for (int i = 0; i < 6; i++) {
      Path file = new Path(damaged, i % 2 + "/file" + i);
      write(file, 12L * BLOCK);
      cluster.rewrite(cluster.member(file, i % 4, 0), 7, 9);
    }
  }

  private static Path directory(String name) throws IOException {
    Path directory = new Path(name);
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-64k@2");
    return directory;
  }

  private static void write(Path file, long length) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(length, length);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
  }

  private static Outcome verify(Path path, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("-verify", "-path", path.toString()));
    words.addAll(Arrays.asList(options));
    return EcRun.run(cluster.fs().getConf(), words.toArray(String[]::new));
  }

  private static String summary(Outcome outcome) {
    return outcome.out().get(outcome.out().size() - 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "5", "32"})
  void manyThreadsFindWhatOneFinds(String threads) throws Exception {
    Outcome one = verify(damaged);
    Outcome many = verify(damaged, "-threads", threads);
    assertThat(one.out()).hasSize(7);
    assertThat(summary(one)).startsWith("6 files verified, 24 groups, ").contains("bad: 6, ");
    assertThat(many.out()).containsExactlyInAnyOrderElementsOf(one.out());
    assertThat(summary(many)).isEqualTo(summary(one));
    assertThat(many.exitCode()).isEqualTo(2);
  }

  @Test
  void aSampleLooksAtAPartAndAtTheSameOneWithItsSeed() throws Exception {
    Outcome half = verify(damaged, "-sample", "50%", "-threads", "3");
    String sample = summary(half).replaceAll(".*; sample: ", "");
    assertThat(sample).matches("\\d+ of 24 groups, -seed \\d+");
    String seed = sample.replaceAll(".* ", "");
    assertThat(half.err())
        .contains("a random sample of 50% of the groups; -seed " + seed + " takes the same again");
    Outcome again = verify(damaged, "-sample", "50%", "-seed", seed);
    assertThat(again.out()).containsExactlyInAnyOrderElementsOf(half.out());
    assertThat(again.exitCode()).isEqualTo(half.exitCode());
  }

  /** Of 24 groups one is in it in four million tries. */
  @Test
  void aFileOfWhichNotAllGroupsAreInTheSampleIsNotCountedAsVerified() throws Exception {
    Outcome few = verify(damaged, "-sample", "0.000001%", "-seed", "1");
    assertThat(few.exitCode()).as("%s", few).isZero();
    assertThat(summary(few))
        .startsWith("0 files verified, 0 groups, 0 bytes read; bad: 0, ")
        .endsWith("; sample: 0 of 24 groups, -seed 1");
    assertThat(summary(verify(damaged, "-sample", "100%"))).startsWith("6 files verified, ");
  }

  @Test
  void filesThatWereChangedLateAreLeftOut() throws Exception {
    Path root = directory("/ages");
    Path old = new Path(root, "old");
    Path young = new Path(root, "young");
    write(old, BLOCK);
    write(young, BLOCK);
    long now = System.currentTimeMillis();
    cluster.fs().setTimes(old, now - TimeUnit.DAYS.toMillis(91), -1);
    cluster.fs().setTimes(young, now - TimeUnit.DAYS.toMillis(89), -1);
    Outcome outcome = verify(root, "-olderThan", "90d");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(summary(outcome)).startsWith("1 files verified, ").endsWith(", too young files: 1");
    Outcome none = verify(young, "-olderThan", "90d");
    assertThat(none.exitCode()).as("%s", none).isZero();
    assertThat(summary(none)).startsWith("0 files verified, ").endsWith(", too young files: 1");
    assertThat(summary(verify(root, "-olderThan", "0m"))).startsWith("2 files verified, ");
  }

  /** A process that ends when it is about to tell of the file with a name. */
  private VerifyState stopAt(Path root, String name) throws Exception {
    VerifyState state =
        VerifyState.open(
            folder.resolve("state"),
            new VerifyState.Request(
                cluster.fs().makeQualified(root).toString(), null, 0, null, Long.MAX_VALUE, false),
            false, System.err);
    PrintStream told = new PrintStream(OutputStream.nullOutputStream()) {
      @Override
      public void println(String line) {
        if (line.contains(name)) {
          throw new IllegalStateException("the process ends here");
        }
      }
    };
    TreeVerifier verifier =
        new TreeVerifier(
            cluster.fs(), new VerifyReport(told, System.err), VerifyOptions.DEFAULT, state);
    assertThatThrownBy(() -> verifier.verify(root)).hasMessage("the process ends here");
    return state;
  }

  @Test
  void whatWasStoppedGoesOnBehindTheLastFileThatIsFinished() throws Exception {
    assertThat(stopAt(damaged, "/file1 ").last()).isEqualTo(damaged + "/0/file4");
    Outcome rest = verify(damaged, "-resume", folder.resolve("state").toString());
    assertThat(rest.exitCode()).isEqualTo(2);
    assertThat(rest.out()).hasSize(4);
    for (int line = 0; line < 3; line++) {
      assertThat(rest.out().get(line)).startsWith("BAD " + damaged + "/1/file" + (1 + 2 * line));
    }
    assertThat(summary(rest)).as("of both parts").isEqualTo(summary(verify(damaged)));
    assertThat(folder).as("it is at its end").isEmptyDirectory();
  }

  @Test
  void whatIsDeletedRenamedOrNewMeanwhileDoesNotMoveThePlace() throws Exception {
    Path root = directory("/moves");
    for (String name : List.of("a", "b/x", "c", "d")) {
      write(new Path(root, name), BLOCK);
    }
    cluster.rewrite(cluster.member(new Path(root, "c"), 0, 3), 0, 1);
    assertThat(stopAt(root, "/c ").last()).isEqualTo(root + "/b/x");
    cluster.fs().delete(new Path(root, "b"), true);
    cluster.fs().rename(new Path(root, "a"), new Path(root, "e"));
    write(new Path(root, "aa"), BLOCK);
    Outcome rest = verify(root, "-resume", folder.resolve("state").toString());
    assertThat(rest.out()).hasSize(2);
    assertThat(rest.out().get(0)).startsWith("BAD " + root + "/c group 0 ");
    assertThat(summary(rest)).as("a, b/x, c, d and e; aa is behind").startsWith("5 files verified");
  }

  @Test
  void aVerificationThatIsNotStoppedLeavesNoFile() throws Exception {
    String state = folder.resolve("state").toString();
    Outcome outcome = verify(damaged, "-resume", state, "-threads", "4");
    assertThat(outcome.out()).hasSize(7);
    assertThat(folder).isEmptyDirectory();
    Outcome none = verify(new Path("/none"), "-resume", state);
    assertThat(none.err()).containsExactly("-verify: /none does not exist");
    assertThat(folder).as("nothing was begun").isEmptyDirectory();
  }

  @Test
  void aFileOfAnotherVerificationIsRefusedWithOneLine() throws Exception {
    stopAt(damaged, "/file1 ");
    java.nio.file.Path state = folder.resolve("state");
    byte[] before = Files.readAllBytes(state);
    Outcome other = verify(damaged, "-resume", state.toString(), "-sample", "10%");
    assertThat(other.exitCode()).isOne();
    assertThat(other.out()).isEmpty();
    assertThat(other.err())
        .containsExactly(
            "-verify: " + state + " is of another verification: -sample was null, asked=10%; ask"
                + " for the same, or name another file");
    assertThat(state).hasBinaryContent(before);
    Outcome nowhere = verify(damaged, "-resume", folder + "/none/state");
    assertThat(nowhere.exitCode()).isOne();
    assertThat(nowhere.err()).singleElement().asString()
        .startsWith("-verify: " + folder + "/none/state cannot be written: ");
  }

  /** The place is found by names alone, which must have the order in which they are listed. */
  @Test
  void namesOfEveryKindAreWalkedInTheOrderInWhichAPlaceIsFound() throws Exception {
    Path root = directory("/names");
    String[] names = {"a", "a-", "a.b", "aa", "A", "~", "1", "10", "9", "\u00e9", "\uffee", "b c"};
    for (String name : names) {
      cluster.write(new Path(root, new Path(name + "/f")), new byte[1]);
      cluster.write(new Path(root, new Path(name + "f")), new byte[1]);
    }
    List<String> order = order(root);
    assertThat(order).hasSize(2 * names.length);
    for (int i = 0; i < order.size() - 1; i++) {
      VerifyReport report = new VerifyReport(System.out, System.err);
      VerifyOptions rest = new VerifyOptions(1, Sample.ALL, Long.MAX_VALUE, false, order.get(i));
      new TreeVerifier(cluster.fs(), report, rest).verify(root);
      assertThat(report.summary(Sample.ALL))
          .as("behind %s", order.get(i))
          .startsWith(order.size() - 1 - i + " files verified, ");
    }
  }

  /** Files below a directory as they are listed, what is below directories in their places. */
  private static List<String> order(Path directory) throws IOException {
    List<String> files = new ArrayList<>();
    for (FileStatus entry : cluster.fs().listStatus(directory)) {
      if (entry.isDirectory()) {
        files.addAll(order(entry.getPath()));
      } else {
        files.add(entry.getPath().toUri().getPath());
      }
    }
    return files;
  }
}
