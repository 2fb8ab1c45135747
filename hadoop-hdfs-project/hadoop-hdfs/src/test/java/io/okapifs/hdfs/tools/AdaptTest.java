package io.okapifs.hdfs.tools;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.adapt.Adaptation;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** `hdfs ec -adapt` as it changes files, by rates that rise and fall. */
class AdaptTest {

  private static final String WIDE = "RS-3-2-64k";
  private static final String SAFE = "RS-6-3-64k";
  private static final long AGE = 70;

  @Cluster(
      dataNodes = 9,
      settings = {
        ClusterSettings.RETRY_SOON,
        ClusterSettings.MANY_REPAIRS_AT_A_TIME,
        TransitionService.INTERVAL_KEY + "=100"
      })
  private static BlockFileCluster cluster;

  @TempDir private java.nio.file.Path folder;

  private TransitionClient client;
  private Path directory;

  @BeforeEach
  void connect(TestInfo test) throws IOException {
    cluster.directory(SAFE, 3);
    client = new Transitions(cluster, "none", () -> {}).client();
    directory = new Path(cluster.directory(WIDE, 3), test.getTestMethod().get().getName());
  }

  @AfterEach
  void endAll() throws Exception {
    BlockFileCluster.allowRepairs();
    ec("-cancelTransition", "-all");
    client.close();
  }

  private static Outcome ec(String... command) throws Exception {
    return EcRun.run(cluster.fs().getConf(), command);
  }

  /** Two data blocks: 5 of 3 + 2 members, 8 of 6 + 3. */
  private Path write(String name) throws IOException {
    Path file = new Path(directory, name);
    cluster.write(file, BlockFileCluster.bytes(2L * BLOCK, 2));
    return file;
  }

  private List<String> adapt(double percent, String... more) throws Exception {
    String table = Files.writeString(folder.resolve("afr"), "* " + percent).toString();
    String[] command = new String[more.length + 4];
    System.arraycopy(
        new String[] {"-adapt", directory.toString(), "-afr", table}, 0, command, 0, 4);
    System.arraycopy(more, 0, command, 4, more.length);
    Outcome outcome = ec(command);
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    return outcome.out();
  }

  private static String policy(Path file) throws IOException {
    return cluster.layout(file).policy().name();
  }

  private static void awaitPolicy(Path file, String policy) throws Exception {
    BlockFileCluster.await(policy, () -> policy(file).equals(policy));
  }

  @Test
  void filesFollowTheRatesAndRest() throws Exception {
    Path file = write("f");
    assertThat(adapt(5)).anyMatch(
        line -> line.startsWith("Begun by the name adapt-" + LocalDate.now() + ": 1 file, 0"));
    awaitPolicy(file, SAFE);
    assertThat(adapt(5)).as("a second run").contains("Nothing is proposed.")
        .noneMatch(line -> line.startsWith("Begun"));
    assertThat(adapt(0.2)).anyMatch(line -> line.startsWith("To save space: 1 file"));
    awaitPolicy(file, WIDE);
    assertThat(adapt(0.2)).contains("Nothing is proposed.");
    assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(2L * BLOCK, 2));
  }

  @Test
  void oneNameIsForAllOfARun() throws Exception {
    BlockFileCluster.failRepairs();
    Path first = write("a");
    Path second = write("b");
    adapt(5, "-name", "old-disks");
    assertThat(client.status(directory)).extracting(TransitionStatus::name)
        .containsExactly("old-disks", "old-disks");
    assertThat(client.status(directory)).extracting(TransitionStatus::priority)
        .containsOnly(TransitionRecord.URGENT);
    assertThat(adapt(5)).contains("Nothing is proposed.")
        .anyMatch(line -> line.contains("passed over: 2 in transitions"));
    ec("-pauseTransition", "-name", "old-disks");
    assertThat(client.status(directory)).allMatch(TransitionStatus::paused);
    ec("-cancelTransition", "-name", "old-disks");
    assertThat(client.status(directory)).isEmpty();
    assertThat(List.of(policy(first), policy(second))).containsOnly(WIDE);
  }

  @Test
  void aRunBeginsNoMoreThanADay() throws Exception {
    BlockFileCluster.failRepairs();
    write("a");
    write("b");
    write("c");
    // Two blocks are read and three are written for each.
    String budget = Long.toString(11L * BLOCK);
    assertThat(adapt(5, "-budget", budget))
        .anyMatch(line -> line.contains("done on " + LocalDate.now().plusDays(1) + ", day 2."));
    assertThat(client.status(directory)).hasSize(2);
    adapt(5, "-budget", budget);
    assertThat(client.status(directory)).as("those are under way").hasSize(2);
    ec("-cancelTransition", "-all");
    adapt(5, "-budget", Long.toString(4L * BLOCK));
    assertThat(client.status(directory)).as("each takes more").isEmpty();
  }

  /** Under the policy that it has: by that alone nothing would change. */
  @Test
  void aFileThatATreeBringsToHdfssOwnLayoutIsUnderWay() throws Exception {
    TransitionService service = TransitionService.of(cluster.mini().getNamesystem());
    // Nothing is begun meanwhile.
    service.stop();
    try {
      write("f");
      client.beginTree(
          directory, TransitionGoal.of(WIDE, TransitionRecord.NORMAL).coupling(true), 0);
      assertThat(adapt(5)).contains("Nothing is proposed.")
          .anyMatch(line -> line.contains("passed over: 1 in transitions"));
    } finally {
      service.start();
    }
  }

  /** Else the two would change it in turns. */
  @Test
  void aFileOfARuleIsLeftToIt() throws Exception {
    Path file = write("ruled/f");
    Path other = write("f");
    ec("-setRule", "-path", file.getParent().toString(), "-olderThan", "90d", "-policy", WIDE);
    BlockFileCluster.failRepairs();
    assertThat(adapt(5)).anyMatch(line -> line.startsWith("Urgent: 1 file,"))
        .contains(
            "1 file of directories with a rule, which decides, 1 of them below the target:"
                + " hdfs ec -setRule gives them a safer policy.");
    assertThat(client.status(directory)).extracting(TransitionStatus::path)
        .containsExactly(other.toString());
    ec("-removeRule", "-path", file.getParent().toString());
  }

  @Test
  void aFileThatIsRefusedIsNamed() throws Exception {
    Path file = write("f");
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 5L * BLOCK);
    String table = Files.writeString(folder.resolve("afr"), "* 5").toString();
    Outcome outcome = ec("-adapt", directory.toString(), "-afr", table);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).hasSize(1).first().asString().startsWith(file + ": ")
        .contains("quota");
    assertThat(outcome.out()).anyMatch(line -> line.contains("0 files, 1 refused"));
    assertThat(client.status(directory)).isEmpty();
  }

  /** With a tree of few files, which the command asks for one by one. */
  @Test
  void aDirectoryWhoseFilesAllChangeIsOneRequest() throws Exception {
    BlockFileCluster.failRepairs();
    Path first = write("tree/a");
    Path second = write("tree/b");
    // Else they were too young, and the request would end.
    cluster.fs().setTimes(first, 1, -1);
    cluster.fs().setTimes(second, 1, -1);
    TransitionSummary summary =
        plan(5, first, second).begin(
            new AdaptBegin(client, "n", 2), OptionalLong.empty(), List.of(directory.toString()),
            AGE);
    assertThat(summary.outcome().requests()).hasSize(1);
    assertThat(summary.outcome().files().get("queued")).isZero();
    assertThat(client.trees(directory)).hasSize(1);
    assertThat(client.trees(directory).get(0).getPath()).isEqualTo(directory.toString());
    TreeTransitionStatusProto request = client.trees(directory).get(0);
    assertThat(request.getGoal().getName()).isEqualTo("n");
    assertThat(request.getGoal().getPriority()).isEqualTo(TransitionRecord.URGENT);
    assertThat(request.getSinceMs() - request.getChangedUntilMs())
        .as("files that were written meanwhile were not looked at").isEqualTo(AGE);
    assertThat(adapt(5)).contains("Nothing is proposed.");
  }

  @Test
  void aFileOfAnotherDayMakesADirectoryNoWholeTree() throws Exception {
    BlockFileCluster.failRepairs();
    Path first = write("a");
    Path second = write("b");
    TransitionSummary summary =
        plan(5, first, second).begin(
            new AdaptBegin(client, "n", 1), OptionalLong.of(6L * BLOCK),
            List.of(directory.toString()), 0);
    assertThat(summary.outcome().requests()).isEmpty();
    assertThat(summary.outcome().files().get("queued")).isEqualTo(1);
    assertThat(client.status(directory)).hasSize(1);
  }

  private AdaptPlan plan(double percent, Path... files) throws IOException {
    AdaptPlan plan = plan(percent);
    for (Path file : files) {
      plan.add(cluster.layout(file).policy(), read(file));
    }
    return plan;
  }

  private AdaptPlan plan(double percent) throws IOException {
    FailureTable table =
        FailureTable.of(
            Files.writeString(folder.resolve("afr"), "* " + percent), LocalDate.now());
    return new AdaptPlan(
        AdaptNodes.of(client, table), new Adaptation(1e9), 24,
        AdaptCommand.enabled(cluster.fs()));
  }

  private static FileLayoutReport read(Path file) throws IOException {
    return LayoutReader.read(
        cluster.fs().getClient(), cluster.fs().getConf(), file.toUri().getPath());
  }
}
