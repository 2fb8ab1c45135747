package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.testing.LiveFolder;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import io.okapifs.hdfs.trace.TracedRead;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ECTopologyVerifierResult;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.common.ECTopologyVerifier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** `hdfs ec` against a NameNode and seven DataNodes, upstream's words where upstream has any. */
class EcCommandTest {

  private static final int CELL = 1024 * 1024;
  private static final int BLOCK = 2 * CELL;
  private static final String POLICY = "RS-3-2-1024k";

  /** Of the same cells, for transitions that are asked for and not made. */
  private static final String OTHER = "RS-6-3-1024k";

  private static Configuration conf;
  private static MiniDFSCluster cluster;
  private static DistributedFileSystem hdfs;
  private static int directories;

  private Path directory;

  @TempDir private java.nio.file.Path traces;

  @BeforeAll
  static void startCluster() throws Exception {
    conf = new Configuration();
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    // Directories are told in pieces, as large ones are.
    conf.setInt(DFSConfigKeys.DFS_LIST_LIMIT, 3);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(7).build();
    cluster.waitActive();
    hdfs = cluster.getFileSystem();
    hdfs.enableErasureCodingPolicy(POLICY);
    hdfs.enableErasureCodingPolicy(OTHER);
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.shutdown(true);
    }
  }

  @BeforeEach
  void makeDirectory() throws Exception {
    directory = new Path("/d" + directories++);
    hdfs.mkdirs(directory);
  }

  @Test
  void policyWithStripeWidthIsSetAndToldOnTwoLines() throws Exception {
    assertThat(setWidth("2"))
        .isEqualTo(
            new Outcome(
                0, List.of("Set " + POLICY + "@2 erasure coding policy on " + directory),
                List.of()));
    assertThat(ec("-getPolicy", "-path", directory.toString()).out())
        .containsExactly(POLICY, "Stripe width: 2");
  }

  @Test
  void fileTellsThePolicyAndWidthThatItWasWrittenWith() throws Exception {
    setWidth("2");
    Path file = write("f", 10);
    assertThat(ec("-getPolicy", "-path", file.toString()).out())
        .containsExactly(POLICY, "Stripe width: 2");
  }

  @Test
  void policyWithoutStripeWidthIsToldInUpstreamsOneLine() throws Exception {
    ec("-setPolicy", "-path", directory.toString(), "-policy", POLICY);
    assertThat(ec("-getPolicy", "-path", directory.toString()).out()).containsExactly(POLICY);
  }

  @Test
  void aWidthThatTheCodeBringsIsToldWhereItIsSet() throws Exception {
    ErasureCodingPolicy less = new ErasureCodingPolicy(new ECSchema("less2", 4, 2), CELL);
    hdfs.addErasureCodingPolicies(new ErasureCodingPolicy[] {less});
    hdfs.enableErasureCodingPolicy(less.getName());
    Outcome outcome =
        ec("-setPolicy", "-path", directory.toString(), "-policy", less.getName());
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("Stripe width: 4, from the policy: none was given, and its code needs one");
    assertThat(ec("-getPolicy", "-path", directory.toString()).out())
        .containsExactly(less.getName(), "Stripe width: 4");
    for (String[] others : new String[][] {{"-policy", POLICY}, {"-replicate"}}) {
      String[] command = {"-setPolicy", "-path", directory.toString()};
      String[] all = Arrays.copyOf(command, command.length + others.length);
      System.arraycopy(others, 0, all, command.length, others.length);
      assertThat(ec(all).out()).noneMatch(line -> line.startsWith("Stripe width"));
    }
    assertThat(setWidth("2").out()).noneMatch(line -> line.startsWith("Stripe width"));
  }

  @Test
  void directoryWithoutPolicyIsToldInUpstreamsWords() throws Exception {
    assertThat(ec("-getPolicy", "-path", directory.toString()).out())
        .containsExactly("The erasure coding policy of " + directory + " is unspecified");
  }

  @Test
  void nonEmptyDirectoryBringsUpstreamsWarning() throws Exception {
    write("f", 1);
    assertThat(setWidth("2").out()).hasSize(2).last().asString()
        .startsWith("Warning: setting erasure coding policy on a non-empty directory");
  }

  @Test
  void fileAsTargetStaysRefused() throws Exception {
    Path file = write("f", 1);
    Outcome outcome =
        ec("-setPolicy", "-path", file.toString(), "-policy", POLICY, "-stripeWidth", "2");
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(outcome.err()).hasSize(1).first().asString()
        .contains("Attempt to set an erasure coding policy for a file");
  }

  /** A table by which every node has one rate. */
  private String afr(String line) throws IOException {
    return Files.writeString(traces.resolve("afr"), line).toString();
  }

  @Test
  void adaptSaysWhatRatesSpeakForAndChangesNothing() throws Exception {
    setWidth("2");
    write("f", 2 * BLOCK);
    hdfs.create(new Path(directory, "replicated"), false, 4096, (short) 1, BLOCK).close();
    String[] command = {"-adapt", directory.toString(), "-dryRun", "-json", "-afr"};
    JsonNode risen = new ObjectMapper().readTree(
        String.join("\n", ec(with(command, afr("* 5"))).out()));
    assertThat(risen.get("proposals")).hasSize(1);
    JsonNode step = risen.get("proposals").get(0);
    assertThat(step.get("path").asText()).isEqualTo(directory + "/f");
    assertThat(step.get("from").asText()).isEqualTo(POLICY);
    assertThat(step.get("to").asText()).isEqualTo(OTHER);
    assertThat(step.get("urgent").asBoolean()).isTrue();
    // Two blocks are read, three of parity written.
    assertThat(step.get("moved").asLong()).isEqualTo(5L * BLOCK);
    assertThat(step.get("saved").asLong()).isEqualTo(-BLOCK);
    JsonNode fallen = new ObjectMapper().readTree(
        String.join("\n", ec(with(command, afr("* 0.1"))).out()));
    assertThat(fallen.get("proposals")).isEmpty();
    assertThat(fallen.get("nodes").asInt()).isEqualTo(7);
    Outcome page = ec("-adapt", directory.toString(), "-dryRun", "-afr", afr("/rack77 1\n* 5"));
    assertThat(page.out())
        .contains("1 rate that no node has, or only nodes with an earlier line: /rack77");
    assertThat(page.out())
        .anyMatch(line -> line.startsWith("Urgent: 1 file, 10 MB read and written, done on "));
    assertThat(hdfs.getErasureCodingPolicy(new Path(directory, "f")).getName())
        .isEqualTo(POLICY + "@2");
    assertThat(ec("-listTransitions", directory.toString()).out())
        .containsExactly("no transitions");
  }

  /** Files in a transition, and those of a tree that is to get another policy. */
  @Test
  void adaptLeavesWhatIsUnderWayAloneAndCountsIt() throws Exception {
    setWidth("2");
    Path file = write("f", 2 * BLOCK);
    Path below = write("below/f", 2 * BLOCK);
    try (TransitionClient client = new TransitionClient(hdfs)) {
      client.begin(file, OTHER, TransitionRecord.NORMAL);
      client.pause(file);
      client.beginTree(below.getParent(), TransitionGoal.of(OTHER, TransitionRecord.NORMAL), 0);
      client.pause(below.getParent());
      // It may be queued already; what is left of it then is the request for its tree.
      client.cancel(below);
      Outcome outcome =
          ec("-adapt", directory.toString(), "-dryRun", "-budget", "11m", "-afr", afr("* 5"));
      assertThat(outcome.out()).contains("Nothing is proposed.")
          .contains("Transitions under way move 20 MB, which counts for today.")
          .anyMatch(line -> line.contains("passed over: 2 in transitions, 0 replicated"));
      write("g", 2 * BLOCK);
      assertThat(
              ec("-adapt", directory.toString(), "-dryRun", "-budget", "11m", "-afr", afr("* 5"))
                  .out())
          .anyMatch(line -> line.contains("day 2. The budget of 11 MB per day is too small"));
    } finally {
      ec("-cancelTransition", directory.toString());
    }
  }

  @Test
  void adaptWithATableThatIsWrongChangesNothing() throws Exception {
    Outcome outcome = ec("-adapt", directory.toString(), "-dryRun", "-afr", afr("* 0"));
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).containsExactly(
        "-adapt: " + traces.resolve("afr") + ", line 1: a failure rate is a percentage of disks per"
            + " year, above 0 and at most 100, not 0");
    assertThat(ec("-adapt", "-dryRun", "-afr", afr("other 1")).err()).hasSize(1).first().asString()
        .startsWith("-adapt: 7 nodes without a failure rate: ");
    assertThat(ec("-adapt", "-dryRun", "-afr", traces.toString()).err())
        .containsExactly("-adapt: failure rates are a file, and " + traces + " is a directory");
    assertThat(ec("-adapt", "-dryRun", "-afr", afr("* 1"), "-target", "0").err())
        .containsExactly("-adapt: a target is above 0: targetYears=0.0");
    assertThat(ec("-adapt", "-dryRun", "-afr", afr("* 1"), "-mttr", "0").err())
        .first().isEqualTo("-adapt: -mttr is hours above 0, not 0.0");
    assertThat(ec("-adapt", "-dryRun", "-afr", "/none").err())
        .containsExactly("-adapt: no failure rates /none on this machine");
  }

  private static String[] with(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "17", "four"})
  void badStripeWidthChangesNothing(String width) throws Exception {
    Outcome outcome = setWidth(width);
    assertThat(outcome.exitCode()).isOne();
    assertThat(outcome.err()).hasSize(2);
    assertThat(hdfs.getErasureCodingPolicy(directory)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "7, true, The cluster setup can support EC policies: RS-3-2-1024k@7",
    "8, false, 8 DataNodes are required for the stripe width of RS-3-2-1024k@8. The number of"
        + " DataNodes is only 7.",
  })
  void clusterSetupIsVerifiedForTheWiderOfStripeAndGroup(
      int width, boolean enough, String message) throws Exception {
    ErasureCodingPolicy policy =
        ErasureCodingPolicyManager.getInstance().getByName(POLICY + "@" + width);
    ECTopologyVerifierResult result =
        ECTopologyVerifier.getECTopologyVerifierResult(3, 7, List.of(policy));
    assertThat(result.isSupported()).isEqualTo(enough);
    assertThat(result.getResultMessage()).isEqualTo(message);
    // One rack is too few for a group of five; the stripe is looked at once groups are fine.
    Outcome outcome = ec("-verifyClusterSetup", "-policy", POLICY + "@" + width);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).anyMatch(line -> line.startsWith("3 racks are required"));
  }

  @Test
  void unknownPolicyWithStripeWidthChangesNothing() throws Exception {
    Outcome outcome =
        ec(
            "-setPolicy", "-path", directory.toString(), "-policy", "NO-1-1-1k",
            "-stripeWidth", "2");
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(outcome.err()).hasSize(1).first().asString().contains("NO-1-1-1k");
    assertThat(hdfs.getErasureCodingPolicy(directory)).isNull();
  }

  @Test
  void layoutNamesTheBlockFileOfEveryMember() throws Exception {
    setWidth("2");
    JsonNode layout = layout(write("f", 4 * BLOCK + 10));
    assertThat(layout.get("policy").textValue()).isEqualTo(POLICY);
    assertThat(layout.get("stripes")).hasSize(3);
    assertThat(layout.get("groups")).hasSize(2);
    for (JsonNode group : layout.get("groups")) {
      assertThat(group.at("/survives/blocks").intValue()).isEqualTo(2);
      for (JsonNode member : group.get("members")) {
        assertBlockFile(member);
      }
    }
  }

  @Test
  void aPolicyIsAddedByItsNumbers() throws Exception {
    String[] command = {"-addPolicy", "-codec", "less4", "-k", "8", "-r", "4", "-cellSize", "64k"};
    String[] dry = Arrays.copyOf(command, command.length + 1);
    dry[command.length] = "-dryRun";
    assertThat(ec(dry).out()).contains("  tolerance  any 4 losses of a group");
    assertThat(policyNames()).doesNotContain("LESS4-8-4-64k");
    assertThat(ec(command))
        .isEqualTo(
            new Outcome(
                0,
                List.of(
                    "Added LESS4-8-4-64k; 'hdfs ec -enablePolicy -policy LESS4-8-4-64k' enables"
                        + " it"),
                List.of()));
    assertThat(policyNames()).contains("LESS4-8-4-64k");
  }

  @ParameterizedTest
  @CsvSource({
    "less4, 8, 4, 1000, 1, whole k", "less4, 8, 4, much, 1, whole k",
    "less4, 0, 4, 64k, 1, at least one", "less9x, 8, 4, 64k, 2, less9x",
    "less4, 8, 300, 64k, 2, 300",
  })
  void aPolicyThatCannotBeIsRefused(
      String codec, String k, String r, String cell, int exitCode, String why) throws Exception {
    List<String> before = policyNames();
    for (List<String> more : List.of(List.<String>of(), List.of("-dryRun"))) {
      List<String> command =
          new ArrayList<>(
              List.of("-addPolicy", "-codec", codec, "-k", k, "-r", r, "-cellSize", cell));
      command.addAll(more);
      Outcome outcome = ec(command.toArray(String[]::new));
      assertThat(outcome.exitCode()).isEqualTo(exitCode);
      assertThat(outcome.err()).hasSize(exitCode == 1 ? 2 : 1).first().asString().contains(why);
    }
    assertThat(policyNames()).isEqualTo(before);
  }

  private static List<String> policyNames() throws IOException {
    return hdfs.getAllErasureCodingPolicies().stream()
        .map(info -> info.getPolicy().getName()).sorted().toList();
  }

  /** The NameNode counts the space of quotas by its blocks, the command by lengths alone. */
  @Test
  void theOverheadOfATreeIsWhatItsQuotaCounts() throws Exception {
    long data = 0;
    for (String form : List.of("", POLICY, POLICY + "@1", POLICY + "@2", POLICY + "@4")) {
      Path below = new Path(directory, "form" + form.replace('@', '-'));
      hdfs.mkdirs(below);
      if (!form.isEmpty()) {
        hdfs.setErasureCodingPolicy(below, form);
      }
      for (int length : new int[] {0, 1, CELL, 2 * BLOCK - 1, 7 * BLOCK + CELL + 3}) {
        Path file = new Path(below, "f" + length);
        try (FSDataOutputStream out = hdfs.create(file, true, CELL, (short) 2, BLOCK)) {
          out.write(new byte[length]);
        }
        data += length;
      }
    }
    Outcome outcome = ec("-overhead", "-path", directory.toString(), "-json");
    JsonNode overhead = new ObjectMapper().readTree(String.join("\n", outcome.out()));
    assertThat(overhead.at("/all/files").intValue()).isEqualTo(25);
    assertThat(overhead.at("/all/data").longValue()).isEqualTo(data);
    assertThat(overhead.at("/all/data").longValue() + overhead.at("/all/redundancy").longValue())
        .isEqualTo(hdfs.getContentSummary(directory).getSpaceConsumed());
    assertThat(overhead.at("/byForm").findValuesAsText("what"))
        .containsExactly("2 replicas", POLICY, POLICY + "@1", POLICY + "@2", POLICY + "@4");
    assertThat(overhead.at("/striped/0/files").intValue()).isEqualTo(20);
    assertThat(overhead.at("/striped").findValuesAsText("what")).contains("HDFS's own", "@1");
    assertThat(ec("-overhead", "-path", directory.toString()).out())
        .anyMatch(line -> line.matches(POLICY + "@2 +5( +\\d+){2} +\\d\\.\\d{3} *"));
    assertThat(ec("-overhead", "-path", "/nowhere").exitCode()).isEqualTo(2);
  }

  /** Reads of one cell, and of two, which are one block of 2 MiB, or cells of two blocks. */
  @Test
  void adviceIsGivenForReadsOfATrace() throws Exception {
    setWidth("3");
    String file = write("f", 12 * CELL).toString();
    String read = "\t" + file + "\t" + 12 * CELL + "\t";
    java.nio.file.Path trace =
        Files.writeString(
            traces.resolve("trace"),
            String.join(
                "\n", TracedRead.HEADER, "1" + read + "0\t" + CELL, "2" + read + "0\t" + CELL * 2,
                "3" + read + CELL * 2 + "\t" + CELL * 2, "4\t/elsewhere\t9\t0\t9", ""));
    JsonNode advice =
        new ObjectMapper().readTree(
            String.join("\n", ec("-advise", file, "-trace", trace.toString(), "-json").out()));
    assertThat(advice.at("/policy").textValue()).isEqualTo(POLICY);
    assertThat(advice.at("/today").textValue()).isEqualTo(POLICY + "@3");
    assertThat(advice.at("/blockSize").intValue()).isEqualTo(BLOCK);
    assertThat(advice.at("/reads/count").intValue()).as("reads of other paths").isEqualTo(3);
    assertThat(advice.at("/stripeWidth").intValue()).isOne();
    assertThat(advice.at("/saved").doubleValue()).isEqualTo(1 - 3 / 5.0);
    assertThat(advice.at("/forms").findValuesAsText("what")).containsExactly(POLICY + "@3");
    assertThat(advice.at("/candidates/policies").findValuesAsText("policy"))
        .contains(POLICY, OTHER);
    assertThat(ec("-advise", "-trace", trace.toString()).out())
        .as("without a path the default policy is today's")
        .anyMatch(line -> line.startsWith("Policy RS-6-3-1024k, blocks of 2 MB; today"));
    Outcome none = ec("-advise", "/", "-trace", write("g", 1) + "");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).hasSize(1).first().asString().contains("on this machine");
  }

  @Test
  void aClientWritesTheTraceThatAdviceIsFor() throws Exception {
    setWidth("2");
    Path file = write("f", 8 * CELL);
    java.nio.file.Path trace = traces.resolve("of-client");
    Configuration tracing = new Configuration(hdfs.getConf());
    tracing.set("dfs.client.ec.read-trace.file", trace.toString());
    tracing.set("dfs.client.ec.read-trace.sample-percent", "100");
    byte[] bytes = new byte[CELL];
    try (FileSystem client = FileSystem.newInstance(tracing);
        FSDataInputStream in = client.open(file)) {
      in.readFully(3L * CELL, bytes);
      in.readFully(bytes);
      in.readFully(bytes);
      in.seek(7L * CELL);
      in.readFully(bytes, 0, 10);
    }
    assertThat(ReadTrace.of(trace))
        .allSatisfy(read -> assertThat(read.path()).isEqualTo(file.toString()))
        .allSatisfy(read -> assertThat(read.fileLength()).isEqualTo(8L * CELL))
        .extracting(TracedRead::offset, TracedRead::length)
        .containsExactly(
            tuple(3L * CELL, (long) CELL), tuple(0L, 2L * CELL), tuple(7L * CELL, 10L));
    assertThat(ec("-advise", "-trace", trace.toString()).exitCode()).isZero();
  }

  @Test
  void adviceOnFilesAloneNamesNoWidth() throws Exception {
    setWidth("1");
    write("f", CELL);
    assertThat(ec("-advise", directory.toString()).out())
        .contains("No width is advised: that takes a trace of reads.")
        .anyMatch(line -> line.startsWith("Small files: the median file of 1 MB"));
    assertThat(ec("-advise", directory.toString(), "-blockSize", "3000").err())
        .hasSize(1).first().asString().contains("blockSize=3000, cellSize=1048576");
    assertThat(ec("-advise", directory.toString(), "-mttf", "0").err())
        .hasSize(1).first().asString().contains("mttfHours=0.0");
    assertThat(ec("-advise", directory.toString(), "-policy", "NONE").err())
        .hasSize(1).first().asString().contains("knows no policy NONE");
    assertThat(ec("-advise").exitCode()).isOne();
  }

  @Test
  void lostNodeShowsAsMissingBlockAndLessToSurvive() throws Exception {
    setWidth("2");
    Path file = write("f", 3 * BLOCK);
    String node = layout(file).at("/groups/0/members/1/nodes/0").textValue();
    DataNode victim = dataNodeAt(node);
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void stripedBlockReconstruction() throws IOException {
        throw new IOException("the test wants no repair");
      }
    });
    MiniDFSCluster.DataNodeProperties stopped = cluster.stopDataNode(victim.getDisplayName());
    cluster.setDataNodeDead(victim.getDatanodeId());
    try {
      JsonNode group = layout(file).at("/groups/0");
      assertThat(group.at("/members/1/state").textValue()).isEqualTo("missing");
      assertThat(group.at("/survives/blocks").intValue()).isOne();
      assertThat(ec("-layout", "-path", file.toString()).out())
          .contains("group 0: survives any 1 block, any 1 node, 0 racks");
    } finally {
      DataNodeFaultInjector.set(new DataNodeFaultInjector());
      cluster.restartDataNode(stopped, true);
      cluster.waitActive();
    }
  }

  @Test
  void pathsWithoutSuchALayoutAreRefusedInOneSentence() throws Exception {
    Path replicated = write("f", 1);
    assertRefused(replicated, "is replicated");
    assertRefused(directory, "is a directory; add -recursive");
    assertRefused(new Path(directory, "nothing"), "does not exist");
  }

  @Test
  void openFileIsRefusedUntilItIsClosed() throws Exception {
    setWidth("2");
    Path file = new Path(directory, "f");
    try (FSDataOutputStream out = hdfs.create(file)) {
      out.write(new byte[10]);
      out.hflush();
      assertRefused(file, "is still being written");
    }
    assertThat(layout(file).get("length").intValue()).isEqualTo(10);
  }

  @Test
  void filesWithAStripeWidthAreListedFromAWholeTree() throws Exception {
    setWidth("2");
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Path file = write(i % 2 == 0 ? "f" + i : "deep/er/f" + i, i);
      expected.add(String.join("\t", POLICY, "2", "" + i, file.toString()));
    }
    hdfs.mkdirs(new Path(directory, "wide"));
    hdfs.setErasureCodingPolicy(new Path(directory, "wide"), POLICY + "@5");
    Path wide = write("wide/with blank", BLOCK + 1);
    expected.add(String.join("\t", POLICY, "5", "" + (BLOCK + 1), wide.toString()));
    hdfs.mkdirs(new Path(directory, "stock"));
    hdfs.setErasureCodingPolicy(new Path(directory, "stock"), POLICY);
    Path stock = write("stock/f", 1);
    hdfs.mkdirs(new Path(directory, "empty"));

    Outcome whole = listFiles(directory);
    assertThat(whole.exitCode()).isZero();
    assertThat(whole.err()).isEmpty();
    assertThat(whole.out()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(listFiles(wide).out()).containsExactly(expected.get(8));
    assertThat(listFiles(stock)).isEqualTo(new Outcome(0, List.of(), List.of()));
    Outcome missing = listFiles(new Path(directory, "nothing"));
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).hasSize(1).first().asString()
        .contains(directory + "/nothing");
  }

  /** Of HDFS's own layout as of a decoupled one, alone and in a line for each file of a tree. */
  @Test
  void theLayoutOfATreeHasALineForEachStripedFile() throws Exception {
    write("replicated", BLOCK);
    Path own = new Path(directory, "own");
    hdfs.mkdirs(own);
    hdfs.setErasureCodingPolicy(own, POLICY);
    setWidth("2");
    Path decoupled = write("d", 3 * BLOCK);
    Path coupled = write("own/c", 3 * BLOCK + 1);
    JsonNode report = layout(coupled);
    assertThat(report.get("stripeWidth").intValue()).isEqualTo(report.get("k").intValue());
    assertThat(report.at("/groups").size()).isEqualTo(report.at("/stripes").size());
    for (JsonNode member : report.at("/groups/0/members")) {
      assertBlockFile(member);
    }
    assertThat(ec("-layout", coupled.toString()).out())
        .contains("group 0: survives any 2 blocks, any 2 nodes, 0 racks");
    List<String> lines = ec("-layout", "-recursive", directory.toString()).out();
    assertThat(lines).hasSize(2);
    assertThat(lines)
        .anyMatch(
            line -> line.startsWith(decoupled + ": " + POLICY + ", stripe width 2, ")
                && line.endsWith("; survives any 2 blocks, any 2 nodes, 0 racks"))
        .anyMatch(line -> line.startsWith(coupled + ": " + POLICY + ", stripe width 3, "));
    Outcome json = ec("-layout", "-recursive", "-json", directory + "/*");
    assertThat(json.out()).hasSize(2);
    for (String line : json.out()) {
      assertThat(new ObjectMapper().readTree(line).get("schema").textValue())
          .isEqualTo(JsonSchema.LAYOUT.toString());
    }
  }

  @Test
  void patternsNameWhatTheyMatch() throws Exception {
    setWidth("2");
    write("a1", BLOCK);
    write("a2", BLOCK);
    write("b1", BLOCK);
    assertThat(ec("-layout", directory + "/a*").out().stream()
            .filter(line -> line.startsWith(directory.toString())))
        .hasSize(2);
    assertThat(ec("-listFiles", directory + "/{a,b}1").out()).hasSize(2);
    assertThat(ec("-overhead", directory + "/a?", "-json").out()).anyMatch(
        line -> line.contains("\"data\" : " + 2 * BLOCK));
    assertThat(ec("-verify", directory + "/a*").exitCode()).isZero();
    Outcome none = ec("-layout", directory + "/c*");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err())
        .containsExactly("-layout: no file or directory matches " + directory + "/c*");
  }

  @Test
  void filesAreListedByTheirForm() throws Exception {
    Path replicated = write("replicated", 3);
    Path own = new Path(directory, "own");
    hdfs.mkdirs(own);
    hdfs.setErasureCodingPolicy(own, POLICY);
    setWidth("2");
    Path decoupled = write("d", 1);
    Path coupled = write("own/c", 2);
    String ofDecoupled = POLICY + "\t2\t1\t" + decoupled;
    String ofCoupled = POLICY + "\t-\t2\t" + coupled;
    String ofReplicated = "-\t-\t3\t" + replicated;
    assertThat(ec("-listFiles", directory.toString()).out())
        .containsExactlyInAnyOrder(ofDecoupled, ofCoupled, ofReplicated);
    assertThat(ec("-listFiles", "-coupled", directory.toString()).out())
        .containsExactly(ofCoupled);
    assertThat(ec("-listFiles", "-replicated", directory.toString()).out())
        .containsExactly(ofReplicated);
  }

  /** One object, or one object a line, with its schema first and the keys that docs/JSON.md has. */
  @Test
  void everyReportIsThereForPrograms() throws Exception {
    setWidth("2");
    Path file = write("f", 3 * BLOCK);
    String path = file.toString();
    assertJson(JsonSchema.LAYOUT, FileLayoutReport.class, "-layout", path);
    assertJson(JsonSchema.FILE, ListFilesCommand.ListedFile.class, "-listFiles", path);
    assertJson(JsonSchema.OVERHEAD, Overhead.class, "-overhead", path);
    assertJson(JsonSchema.ADVICE, Advice.class, "-advise", path);
    assertJson(JsonSchema.POLICY, PolicyReport.class, "-describePolicy", POLICY);
    assertJson(JsonSchema.REPAIRS, RepairSums.RepairReport.class, "-repairStats");
    assertJson(JsonSchema.TRANSITIONS, TransitionReport.class, "-listTransitions", path);
    assertJson(JsonSchema.TRANSITIONS, TransitionReport.class, "-listTransitions", "-history");
    assertJson(JsonSchema.VERIFICATION, VerifyCommand.VerifyOutcome.class, "-verify", path);
    assertJson(
        JsonSchema.STOP, OkToStopCommand.StopReport.class, "-okToStop",
        cluster.getDataNodes().get(0).getDisplayName());
    assertJson(JsonSchema.CODECS, ListCodecsCommand.CodecsReport.class, "-listCodecs");
    assertJson(JsonSchema.NODES, NodesCommand.NodesReport.class, "-nodes");
    assertJson(
        JsonSchema.DRY_RUN, TransitionDryRun.DryRunReport.class, "-transition", path, "-policy",
        POLICY, "-dryRun", "-bandwidth", "1m");
    assertJson(
        JsonSchema.OUTCOME, TransitionSummary.Outcome.class, "-transition", path, "-policy",
        POLICY);
    assertJson(
        JsonSchema.OUTCOME, TransitionSummary.Outcome.class, "-cancelTransition", path);
    assertJson(
        JsonSchema.POLICY, PolicyReport.class, "-addPolicy", "-codec", "less4", "-k", "10", "-r",
        "4", "-dryRun");
  }

  private static void assertJson(
      JsonSchema schema, Class<? extends Record> report, String... command) throws Exception {
    List<String> args = new ArrayList<>(List.of(command));
    args.add("-json");
    Outcome outcome = ec(args.toArray(String[]::new));
    assertThat(outcome.err()).isEmpty();
    JsonNode object = new ObjectMapper().readTree(String.join("\n", outcome.out()));
    List<String> keys = new ArrayList<>(List.of("schema"));
    Stream.of(report.getRecordComponents()).map(RecordComponent::getName).forEach(keys::add);
    assertThat(object.fieldNames()).toIterable().containsExactlyElementsOf(keys);
    assertThat(object.get("schema").textValue()).isEqualTo(schema.toString());
  }

  /** Three row groups of a file; what a task of Spark read; both where files below are listed. */
  @Test
  void readsAreTakenFromParquetAndFromSpark() throws Exception {
    setWidth("2");
    Path file = new Path(directory, "table/part.parquet");
    try (var in = EcCommandTest.class.getResourceAsStream("/parquet/spark.parquet");
        var out = hdfs.create(file)) {
      in.transferTo(out);
    }
    JsonNode advice = json("-advise", "-parquet", directory.toString(), "-columns", "word,where");
    assertThat(advice.at("/reads/count").intValue()).isEqualTo(3);
    assertThat(advice.at("/reads/max").intValue()).isEqualTo(115 + 431 + 83);
    assertThat(advice.at("/files/max").longValue())
        .isEqualTo(hdfs.getFileStatus(file).getLen());
    assertThat(advice.get("today").textValue()).isEqualTo(POLICY + "@2");
    java.nio.file.Path log = Files.createTempFile("events", "");
    Files.writeString(
        log,
        "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":1,\"Task End Reason\":{\"Reason\":"
            + "\"Success\"},\"Task Metrics\":{\"Input Metrics\":{\"Bytes Read\":5000000,"
            + "\"Records Read\":1}}}\n");
    JsonNode read = json("-advise", "-eventlog", log.toString(), directory.toString());
    assertThat(read.at("/reads/median").intValue()).isEqualTo(5_000_000);
    assertThat(read.at("/files/count").intValue()).isOne();
    for (List<String> wrong :
        List.of(
            List.of("-eventlog", log.toString()), List.of("-columns", "a", directory.toString()),
            List.of("-parquet", "/", "-trace", log.toString()))) {
      List<String> args = new ArrayList<>(List.of("-advise"));
      args.addAll(wrong);
      assertThat(ec(args.toArray(String[]::new)).exitCode()).as("%s", wrong).isEqualTo(1);
    }
    Files.delete(log);
  }

  /** Reads of a block each, of which HDFS's own layout makes three. */
  @Test
  void readsAreMeasuredInTodaysFormAndInTheAdvisedOne() throws Exception {
    hdfs.mkdirs(directory);
    java.nio.file.Path trace = Files.createTempFile("trace", "");
    List<String> lines = new ArrayList<>(List.of(TracedRead.HEADER));
    for (int i = 0; i < 12; i++) {
      lines.add(new TracedRead(0, "/f", 6L * BLOCK, (long) (i % 6) * BLOCK, BLOCK).toLine());
    }
    Files.write(trace, lines);
    List<String> advise =
        List.of(
            "-advise", "-trace", trace.toString(), "-blockSize", "" + BLOCK, "-policy", POLICY,
            "-check", directory.toString());
    JsonNode check = json(advise.toArray(String[]::new)).get("check");
    assertThat(check.get("reads").intValue()).isEqualTo(12);
    assertThat(check.get("bytes").longValue()).isEqualTo(12L * BLOCK);
    assertThat(check.get("fileBytes").longValue()).isEqualTo(6L * BLOCK);
    assertThat(check.get("forms").findValuesAsText("form")).containsExactly(POLICY, POLICY + "@1");
    for (JsonNode form : check.get("forms")) {
      assertThat(form.get("medianMs").doubleValue())
          .isPositive().isLessThanOrEqualTo(form.get("p99Ms").doubleValue());
    }
    assertThat(hdfs.listStatus(directory)).isEmpty();
    List<String> page = ec(advise.toArray(String[]::new)).out();
    assertThat(page).anyMatch(line -> line.matches("measured +median ms +p99 ms *"));
    assertCheckRefused(trace, "is no directory", write("file", 1).toString());
    assertCheckRefused(trace, "does not exist", "/nowhere");
    assertCheckRefused(
        trace, "XOR-2-1-1024k", directory.toString(), "-policy", "XOR-2-1-1024k@2");
    assertThat(hdfs.listStatus(directory)).hasSize(1);
    Files.delete(trace);
  }

  private static void assertCheckRefused(
      java.nio.file.Path trace, String why, String scratch, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of(
                "-advise", "-trace", trace.toString(), "-blockSize", "" + BLOCK, "-check",
                scratch));
    args.addAll(List.of(more));
    Outcome outcome = ec(args.toArray(String[]::new));
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).hasSize(1).first().asString().contains(why);
  }

  @Test
  void filesForATransitionAreChosen() throws Exception {
    setWidth("2");
    for (int i = 1; i <= 4; i++) {
      write("f" + i, i * BLOCK);
    }
    write("skip.tmp", 4 * BLOCK);
    String[] all = {"f1", "f2", "f3", "f4", "skip.tmp"};
    assertChosen(List.of(all));
    assertChosen(List.of("f3", "f4"), "-minSize", "" + 3 * BLOCK, "-exclude", "*.tmp");
    assertChosen(List.of("f1", "f2", "f3", "f4"), "-exclude", directory + "/skip*");
    assertChosen(List.of(all), "-from", POLICY + "@2");
    assertChosen(List.of(), "-from", POLICY + "@3");
    assertChosen(List.of(all), "-newerThan", "1h");
    assertChosen(List.of(), "-olderThan", "1h");
    assertChosen(List.of("f1", "f2"), "-limit", "2");
    assertChosen(List.of("f1", "f2"), "-maxBytes", "" + 3 * BLOCK, "-exclude", "skip*");
    java.nio.file.Path list = Files.createTempFile("paths", ".txt");
    Files.writeString(list, directory + "/f2\n\n" + directory + "/f4\n");
    assertThat(changed(ec("-transition", "-f", list.toString(), "-policy", OTHER, "-dryRun", "-json")))
        .containsExactly("f2", "f4");
    Files.delete(list);
  }

  private void assertChosen(List<String> names, String... options) throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of("-transition", "-recursive", directory.toString(), "-policy", OTHER, "-dryRun",
                "-json"));
    args.addAll(List.of(options));
    assertThat(changed(ec(args.toArray(String[]::new)))).isEqualTo(names);
  }

  private static List<String> changed(Outcome outcome) throws Exception {
    JsonNode report = new ObjectMapper().readTree(String.join("\n", outcome.out()));
    return report.get("files").findValuesAsText("path").stream()
        .map(path -> new Path(path).getName()).sorted().toList();
  }

  @Test
  void theTimeOfATransitionIsToldForABandwidth() throws Exception {
    setWidth("2");
    Path file = write("f", 6 * BLOCK);
    List<String> lines =
        ec("-transition", file.toString(), "-policy", OTHER, "-dryRun", "-h", "-bandwidth", "1k")
            .out();
    assertThat(lines.get(lines.size() - 2))
        .startsWith("at least ")
        .contains(" with " + cluster.getDataNodes().size() + " DataNodes that move 1 KB per second");
    assertThat(lines.get(lines.size() - 1))
        .startsWith("enough space: ").contains(" with old and new beside each other");
  }

  /** Old and new parity of four files beside each other. */
  @Test
  void theSpaceOfATransitionIsSetBesideWhatIsFree() throws Exception {
    setWidth("2");
    for (int i = 0; i < 4; i++) {
      write("f" + i, 6 * BLOCK);
    }
    String[] tree = {"-transition", "-recursive", directory.toString(), "-policy", OTHER, "-dryRun"};
    JsonNode report = json(tree);
    long written = report.at("/all/writtenBytes").longValue();
    JsonNode space = report.get("space");
    assertThat(space.get("peakBytes").longValue()).isPositive().isEqualTo(written);
    assertThat(space.get("endBytes").longValue())
        .isEqualTo(written - report.at("/all/freedBytes").longValue());
    assertThat(space.get("leastPeakBytes").longValue())
        .isEqualTo(Math.max(written / 4, space.get("endBytes").longValue()));
    assertThat(space.get("freeBytes").longValue()).isPositive();
    assertThat(space.get("verdict").textValue()).isEqualTo("ENOUGH");
  }

  private static JsonNode json(String... command) throws Exception {
    List<String> args = new ArrayList<>(List.of(command));
    args.add("-json");
    Outcome outcome = ec(args.toArray(String[]::new));
    assertThat(outcome.err()).isEmpty();
    return new ObjectMapper().readTree(String.join("\n", outcome.out()));
  }

  private static Outcome listFiles(Path path) throws Exception {
    return ec("-listFiles", "-decoupled", "-path", path.toString());
  }

  private static void assertRefused(Path path, String why) throws Exception {
    Outcome outcome = ec("-layout", "-path", path.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).hasSize(1).first().asString().contains(path + " " + why);
  }

  private static void assertBlockFile(JsonNode member) throws Exception {
    if (member.get("state").textValue().equals("absent")) {
      return;
    }
    DataNode node = dataNodeAt(member.at("/nodes/0").textValue());
    String name = "blk_" + member.get("blockId").longValue();
    List<java.nio.file.Path> found = new ArrayList<>();
    for (StorageLocation folder : DataNode.getStorageLocations(node.getConf())) {
      LiveFolder.files(Paths.get(folder.getUri())).stream()
          .filter(file -> file.endsWith(name))
          .forEach(found::add);
    }
    assertThat(found).as("files of %s", member).hasSize(1);
    assertThat(Files.size(found.get(0))).isEqualTo(member.get("length").longValue());
  }

  private static DataNode dataNodeAt(String address) {
    return cluster.getDataNodes().stream()
        .filter(node -> node.getDatanodeId().getXferAddr().equals(address))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no DataNode at " + address));
  }

  private Outcome setWidth(String width) throws Exception {
    return ec(
        "-setPolicy", "-path", directory.toString(), "-policy", POLICY, "-stripeWidth", width);
  }

  private Path write(String name, int length) throws Exception {
    Path file = new Path(directory, name);
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    try (FSDataOutputStream out = hdfs.create(file)) {
      out.write(content);
    }
    return file;
  }

  private static JsonNode layout(Path file) throws Exception {
    Outcome outcome = ec("-layout", "-path", file.toString(), "-json");
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    return new ObjectMapper().readTree(String.join("\n", outcome.out()));
  }

  private static Outcome ec(String... args) throws Exception {
    return EcRun.run(hdfs.getConf(), args);
  }
}
