package io.okapifs.bench.dfsperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.bench.Bench;
import io.okapifs.bench.dfsperf.cluster.SlaveMain;
import io.okapifs.bench.dfsperf.report.SlaveContext;
import io.okapifs.bench.dfsperf.report.TotalReport;
import io.okapifs.bench.testbed.LimitedNetwork;
import io.okapifs.testing.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs, with slaves as processes. */
final class RunSuiteTest {

  private static final String READ = "ReadThroughput(MB/s)";
  private static final long LENGTH = 100_000;
  private static final String REGISTER = "pasalab.dfs.perf.unregister.timeout.ms";

  @TempDir Path folder;

  /** On a busy machine a JVM takes longer to start than the original waits for it. */
  @BeforeAll
  static void waitLonger() {
    System.setProperty(REGISTER, "120000");
  }

  @AfterAll
  static void waitAsBefore() {
    System.clearProperty(REGISTER);
  }

  /** What a run printed, and how it ended. */
  private record Ended(int exit, String text) {}

  private List<String> words(String suite, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                suite, "--workspace", folder.resolve("files").toString(), "--threads", "2"));
    words.addAll(List.of(more));
    if (!words.contains("--out")) {
      words.addAll(List.of("--out", folder.resolve("out").toString()));
    }
    return words;
  }

  /** As a user calls it: by the script, which must know what a cluster of its own is started with. */
  private Ended call(String suite, String... more) throws IOException, InterruptedException {
    Process process = start(suite, more);
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), text);
  }

  private Process start(String suite, String... more) throws IOException {
    Path target = Path.of(System.getProperty("okapi.bench.target"));
    List<String> words = new ArrayList<>();
    words.add(target.resolve("../../bin/dfs-perf").normalize().toString());
    words.addAll(words(suite, more));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put(
        "JDK_JAVA_OPTIONS",
        "-D" + REGISTER + "=" + System.getProperty(REGISTER) + " \"-Dokapi.bench.child-options="
            + System.getProperty("okapi.bench.child-options", "") + '"');
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private Ended run(String suite, String... more) {
    List<String> words = words(suite, more);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream to = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    System.setOut(to);
    System.setErr(to);
    try {
      int exit = DfsPerf.run(words.toArray(new String[0]));
      return new Ended(exit, bytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private TotalReport report(String suite) throws IOException {
    return TotalReport.read(folder.resolve("out").resolve("DfsPerfReport-" + suite));
  }

  private JsonNode total(String suite) throws IOException {
    List<String> lines =
        Files.readAllLines(folder.resolve("out").resolve("DfsPerfReport-" + suite + ".jsonl"));
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }

  @Test
  void twoSlavesWithTwoThreadsEachWriteAndRead() throws Exception {
    String[] two = {"--fs", "file:///", "--processes", "2", "--set", "verify=true", "--set"};
    Ended written = run("SimpleWrite", with(two, "file.length.bytes=" + LENGTH));
    assertThat(written.exit()).as(written.text()).isZero();
    assertThat(written.text()).contains("master at 127.0.0.1:")
        .contains("Running: 0 slaves. Success: 2 slaves. Failed: 0 slaves.");
    Ended read = run("SimpleRead", with(two, "files.per.thread=3"));
    assertThat(read.exit()).as(read.text()).isZero();
    TotalReport report = report("SimpleRead");
    assertThat(report.failed()).isEmpty();
    assertThat(report.details().keySet()).containsExactly("0@localhost", "1@localhost");
    assertThat(report.details().get("1@localhost").get(READ)).hasSize(2)
        .allSatisfy(rate -> assertThat(rate).isPositive());
    assertThat(report.total().keySet())
        .containsExactly(READ, "ReadP50(ms)", "ReadP95(ms)", "ReadP99(ms)");
    assertThat(report.total().get("ReadP50(ms)"))
        .isPositive().isLessThanOrEqualTo(report.total().get("ReadP99(ms)"));
    assertThat(report.keys()).containsEntry("dfs.perf.dfs.address", "file:///");
    assertThat(total("SimpleRead").get("ReadBytes").asLong()).isEqualTo(2 * 2 * 3 * LENGTH);
    assertThat(read.text()).containsPattern("Success: 2 slaves. Failed: 0 slaves. [0-9.]+ s, 1 MiB");
    assertThat(total("SimpleRead").get("ReadOperations").asLong()).isEqualTo(2 * 2 * 3);
    Path context = folder.resolve("out/contexts_SimpleRead/contextSimpleRead-1@localhost");
    assertThat(SlaveContext.read(context).success()).isTrue();
  }

  private static String[] with(String[] words, String last) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(last);
    return all.toArray(new String[0]);
  }

  @Test
  void repetitionsCanBeCompared() throws Exception {
    for (String run : List.of("a", "b")) {
      Ended ended =
          run(
              "SimpleWrite", "--fs", "file:///", "--repetitions", "2", "--out",
              folder.resolve(run).toString(), "--set", "file.length.bytes=1000");
      assertThat(ended.exit()).as(ended.text()).isZero();
    }
    String name = "DfsPerfReport-SimpleWrite.jsonl";
    assertThat(Files.readAllLines(folder.resolve("a").resolve(name)))
        .filteredOn(line -> line.contains("\"result\":\"total\"")).hasSize(2);
    ByteArrayOutputStream compared = new ByteArrayOutputStream();
    PrintStream out = System.out;
    System.setOut(new PrintStream(compared, true, StandardCharsets.UTF_8));
    try {
      assertThat(
              Bench.run(
                  "compare", folder.resolve("a").resolve(name).toString(),
                  folder.resolve("b").resolve(name).toString(), "--page",
                  folder.resolve("page.md").toString()))
          .isZero();
    } finally {
      System.setOut(out);
    }
    assertThat(compared.toString(StandardCharsets.UTF_8)).contains("WriteThroughput(MB/s)");
    assertThat(folder.resolve("page.md")).content()
        .contains("The same in both: ").contains("file.length.bytes 1000")
        .contains(" | WriteThroughput(MB/s) | ").contains("| 2 | too few pairs |");
  }

  /** Threads of both slaves meet between writing and reading. */
  @Test
  @Turn(0)
  void slavesWaitForEachOther() throws Exception {
    Ended ended =
        run(
            "Iterate", "--fs", "file:///", "--processes", "2", "--set", "iterations=3", "--set",
            "shuffle.mode=true", "--set", "file.length.bytes=1000", "--set", "verify=true");
    assertThat(ended.exit()).as(ended.text()).isZero();
    assertThat(total("Iterate").get("ReadBytes").asLong()).isEqualTo(2 * 2 * 3 * 2 * 1000);
    assertThat(folder.resolve("files/iterate")).as("what later runs do not read").doesNotExist();
  }

  @Test
  @Turn(1)
  void aSlaveThatDiesIsNamedAndTheOthersResultsAreKept() throws Exception {
    CompletableFuture<Ended> running =
        CompletableFuture.supplyAsync(
            () ->
                run(
                    "Massive", "--fs", "file:///", "--processes", "2", "--set", "time.seconds=4",
                    "--set", "file.length.bytes=1000"));
    ProcessHandle second = slave(1);
    while (Files.notExists(folder.resolve("files/massive/data/1"))) {
      Thread.sleep(20);
    }
    Thread.sleep(500);
    second.destroyForcibly();
    Ended ended = running.get();
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.text()).contains("Failed: 1@localhost: its process ended with exit code");
    TotalReport report = report("Massive");
    assertThat(report.failed()).contains("1@localhost");
    assertThat(report.slaves()).containsOnlyKeys("0@localhost", "1@localhost");
  }

  /** Nobody is left who would take what they measure. */
  @Test
  @Turn(2)
  void slavesEndWithTheirMaster() throws Exception {
    Process master =
        start(
            "Massive", "--fs", "file:///", "--processes", "2", "--set", "time.seconds=600", "--set",
            "file.length.bytes=1000");
    // Behind the files that all threads wait for: from there on they ask the master for nothing.
    Path written = folder.resolve("files/massive/data/1");
    while (Files.notExists(written) || written.toFile().list().length < 20) {
      assertThat(master.isAlive()).isTrue();
      Thread.sleep(20);
    }
    List<ProcessHandle> slaves = master.descendants().filter(RunSuiteTest::isSlave).toList();
    master.destroyForcibly();
    assertThat(slaves).hasSize(2);
    for (ProcessHandle slave : slaves) {
      slave.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  /** The kernel has the whole command; a ProcessHandle only the first page of it. */
  private static ProcessHandle slave(int task) throws IOException, InterruptedException {
    while (true) {
      for (ProcessHandle each : ProcessHandle.current().children().toList()) {
        if (command(each).endsWith("\0" + task + "\0localhost\0")) {
          return each;
        }
      }
      Thread.sleep(20);
    }
  }

  /** Empty of a process that has ended. */
  private static String command(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean isSlave(ProcessHandle process) {
    return command(process).contains(SlaveMain.class.getName());
  }

  /** Their loopback is another one: the master is called where they can reach it. */
  @Test
  @Turn(0)
  void slavesOnNetworksOfTheirOwnReachTheMaster() throws Exception {
    Optional<String> missing = LimitedNetwork.missing();
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    try (LimitedNetwork network = new LimitedNetwork(2, 1000)) {
      Path slaves = folder.resolve("slaves");
      Files.write(
          slaves,
          IntStream.range(0, 2).mapToObj(node -> network.enter(node).get(3)).toList());
      Ended ended =
          run(
              "Iterate", "--fs", "file:///", "--launcher", "netns", "--slaves", slaves.toString(),
              "--master", network.hostAddress(), "--set", "shuffle.mode=true", "--set",
              "file.length.bytes=1000", "--set", "verify=true");
      assertThat(ended.exit()).as(ended.text()).isZero();
      assertThat(ended.text()).contains("master at " + network.hostAddress() + ":23333");
      assertThat(report("Iterate").slaves()).hasSize(2);
    }
  }

  @Test
  void aSlaveThatCannotBeStartedIsNamed() throws Exception {
    Path slaves = Files.writeString(folder.resolve("slaves"), "no-such-namespace\n");
    Ended ended =
        run("Metadata", "--fs", "file:///", "--launcher", "netns", "--slaves", slaves.toString());
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.text()).contains("Failed: 0@no-such-namespace: its process ended");
    assertThat(report("Metadata").failed()).containsExactly("0@no-such-namespace");
  }

  /** Without an address a run has a cluster of its own; a DataNode dies, and no byte is wrong. */
  @Test
  @Turn(2)
  void wideFilesOfAClusterOfItsOwnSurviveADataNode() throws Exception {
    String[] own = {
      "--nodes", "6", "--fault", "0.001s:kill:1", "--fault", "900s:stop:2", "--set",
      "ec.policy=RS-3-2-1024k", "--set", "ec.stripe.width=2", "--set", "verify=true", "--set",
      "block.size.bytes=1048576", "--set"
    };
    Ended ended = call("Mixture", with(own, "file.length.bytes=5000000"));
    assertThat(ended.exit()).as(ended.text()).isZero();
    assertThat(ended.text()).contains("Starting an HDFS of its own with 6 DataNodes")
        .contains("Fault: 0.001s:kill:1").contains("Fault that was not due: 900s:stop:2");
    assertThat(total("Mixture").get("BasicWriteBytes").asLong()).isEqualTo(2 * 2 * 5_000_000);
  }

  private String[] lossy(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--nodes", "7", "--set", "ec.policy=RS-3-2-1024k", "--set", "ec.stripe.width=2",
                "--set", "verify=true", "--set", "block.size.bytes=1048576", "--set",
                "file.length.bytes=9000000"));
    words.addAll(List.of(more));
    return words.toArray(new String[0]);
  }

  /** Nothing is repaired meanwhile: half of the blocks are on the nodes that are lost. */
  @Test
  @Turn(0)
  void degradedReadsOfAClusterOfItsOwnAreToldApart() throws Exception {
    Ended ended =
        call(
            "DegradedRead",
            lossy(
                "--set", "lost.nodes=2", "--set", "request.bytes=500000", "--set",
                "time.seconds=2", "--set", "warmup.seconds=0"));
    assertThat(ended.exit()).as(ended.text()).isZero();
    assertThat(ended.text()).contains("Fault: 0s:lose:0").contains("Fault: 0s:lose:1");
    assertThat(total("DegradedRead").get("DegradedReadOperations").asLong()).isPositive();
    assertThat(total("DegradedRead").get("ReadOperations").asLong()).isPositive();
  }

  /** Behind the first repetition the node is there again, and what it had is not. */
  @Test
  @Turn(1)
  void repairsOfAClusterOfItsOwnAreTimedAgainAndAgain() throws Exception {
    Ended ended = call("Repair", lossy("--repetitions", "2"));
    assertThat(ended.exit()).as(ended.text()).isZero();
    List<String> totals =
        Files.readAllLines(folder.resolve("out/DfsPerfReport-Repair.jsonl")).stream()
            .filter(line -> line.contains("\"result\":\"total\""))
            .toList();
    assertThat(totals).hasSize(2);
    for (String line : totals) {
      assertThat(new ObjectMapper().readTree(line).get("RepairBytes").asLong())
          .as(ended.text()).isBetween(1_000_000L, 4 * 15_000_000L);
    }
  }

  @Test
  @Turn(2)
  void transitionsOfAClusterOfItsOwnAreMeasured() throws Exception {
    Ended ended =
        call(
            "Transition", "--set", "verify=true", "--set", "block.size.bytes=1048576", "--set",
            "file.length.bytes=9000000");
    assertThat(ended.exit()).as(ended.text()).isZero();
    assertThat(total("Transition").get("TransitionBytes").asLong()).isEqualTo(2 * 2 * 9_000_000);
    assertThat(total("Transition").get("TransitionOperations").asLong()).isEqualTo(2 * 2);
  }

  @Test
  void whatNeedsHdfsIsSkippedElsewhere() throws Exception {
    for (String suite : List.of("DegradedRead", "Repair", "Transition")) {
      Ended ended = run(suite, "--fs", "file:///");
      assertThat(ended.exit()).as(ended.text()).isZero();
      assertThat(ended.text()).contains("Skipped: " + suite + ", which needs HDFS: fs=file:///");
    }
  }

  @Test
  void whatAFileSystemDoesNotHaveIsSkippedAndSaid() throws Exception {
    Ended ended =
        run(
            "SimpleWrite", "--fs", "file:///", "--set", "file.length.bytes=1", "--set",
            "ec.policy=RS-3-2-1024k", "--set", "file.lenght.bytes=2");
    assertThat(ended.exit()).as(ended.text()).isZero();
    assertThat(ended.text()).contains("Skipped: ec.policy=RS-3-2-1024k, which file:/// does not")
        .contains("no key file.lenght.bytes, which is ignored; the nearest is file.length.bytes");
  }

  @Test
  void badInputIsOneErrorAndStartsNothing() {
    for (Map.Entry<String, String[]> bad :
        Map.of(
                "SimpelWrite", new String[] {"SimpelWrite"},
                "files.per.thread=x", new String[] {"SimpleWrite", "--set", "files.per.thread=x"},
                "3s:burn:0", new String[] {"SimpleWrite", "--fault", "3s:burn:0"},
                "--fault is for the HDFS of its own",
                new String[] {"SimpleWrite", "--fs", "file:///", "--fault", "3s:kill:0"},
                "no slaves", new String[] {"SimpleWrite", "--slaves", "/dev/null"},
                "a DataNode must be left: lost.nodes=9",
                new String[] {"Repair", "--set", "lost.nodes=9"},
                "has no file there", new String[] {"SimpleWrite", "--conf", "/"},
                "--processes is at least 1", new String[] {"SimpleWrite", "--processes", "0"})
            .entrySet()) {
      String[] words = bad.getValue();
      Ended ended = run(words[0], Arrays.copyOfRange(words, 1, words.length));
      assertThat(ended.exit()).as(ended.text()).isEqualTo(2);
      assertThat(ended.text()).startsWith("dfs-perf: ").contains(bad.getKey());
    }
  }
}
