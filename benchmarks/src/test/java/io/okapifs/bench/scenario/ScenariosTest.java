package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.bench.Bench;
import io.okapifs.bench.testbed.LimitedNetwork;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the benchmarks run and say what they should; with these sizes their numbers say nothing. */
final class ScenariosTest {

  @TempDir Path folder;

  private List<JsonNode> run(String command) throws Exception {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--json", "--dir", folder.toString()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream outBefore = System.out;
    PrintStream errorsBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    int exit;
    try {
      exit = Bench.run(words.toArray(new String[0]));
    } finally {
      System.setOut(outBefore);
      System.setErr(errorsBefore);
    }
    assertThat(exit).as("%s", errors.toString(StandardCharsets.UTF_8)).isZero();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).as("what the run left behind").isEmpty();
    }
    List<JsonNode> lines = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      lines.add(new ObjectMapper().readTree(line));
    }
    assertThat(lines.get(0).get("result").asText()).isEqualTo("machine");
    return lines;
  }

  private static List<JsonNode> results(List<JsonNode> lines, String name) {
    return lines.stream().filter(line -> line.get("result").asText().equals(name)).toList();
  }

  private static JsonNode result(List<JsonNode> lines, String name) {
    assertThat(results(lines, name)).as(name).hasSize(1);
    return results(lines, name).get(0);
  }

  private static void checkRatio(JsonNode line, int pairs) {
    assertThat(line.get("pairs").asInt()).isEqualTo(pairs);
    assertThat(line.get("low95").asDouble()).isPositive()
        .isLessThanOrEqualTo(line.get("ratio").asDouble());
    assertThat(line.get("high95").asDouble()).isFinite()
        .isGreaterThanOrEqualTo(line.get("ratio").asDouble());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--stock-coder rs_okapi", "--stock-jars"})
  void stripeThroughputComparesBothDirections(String sides) throws Exception {
    List<JsonNode> lines =
        run("stripe-throughput --pairs 2 --warm-ups 0 --block-mib 1 --file-mib 7 --seed 5"
            + " --kernel java " + sides);
    assertThat(result(lines, "setup").get("seed").asLong()).isEqualTo(5);
    for (String what : List.of("write", "read")) {
      assertThat(results(lines, what + "-pair")).hasSize(2);
      checkRatio(result(lines, what), 2);
    }
  }

  @Test
  void stockPathComparesOurJarsWithTheStockJars() throws Exception {
    List<JsonNode> lines = run("stock-path --files 4 --pairs 2 --warm-ups 0");
    for (String what : List.of("create", "read")) {
      checkRatio(result(lines, what), 2);
      assertThat(result(lines, what).get("filesEach").asInt()).isEqualTo(4);
    }
  }

  @Test
  void nameNodeHeapCountsEveryBlockGroup() throws Exception {
    List<JsonNode> lines = run("namenode-heap --files 20 --heap 512m");
    for (String map : List.of("BlocksMap", "INodeMap")) {
      JsonNode line = result(lines, map);
      assertThat(line.get("stockBytesPerFile").asDouble()).isPositive();
      assertThat(line.get("ratio").asDouble()).isFinite().isGreaterThan(1);
    }
    // 25 blocks of 8 MiB are 5 stripes and 5 parity groups; as many files again warmed up.
    String inodes = "org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped";
    List<JsonNode> classes = results(lines, "classes");
    assertThat(classes.get(0).get("objectsAndBytes").get(inodes).get(0).asInt()).isEqualTo(200);
    assertThat(classes.get(2).get("objectsAndBytes").get(inodes + "Data").get(0).asInt())
        .isEqualTo(200);
    assertThat(classes.get(2).get("objectsAndBytes").get(inodes + "Parity").get(0).asInt())
        .isEqualTo(200);
  }

  @Test
  void nodeRecoveryReadsKBytesForEachByteThatItRebuilds() throws Exception {
    List<JsonNode> lines =
        run("node-recovery --policy RS-3-2-1024k --stripe-width 3 --nodes 7 --files 12"
            + " --file-mib 6 --block-mib 2 --pairs 2 --warm-ups 0");
    JsonNode recovery = result(lines, "recovery");
    checkRatio(recovery, 2);
    for (String side : List.of("ours", "stock")) {
      long lost = recovery.get(side + "LostBytes").asLong();
      assertThat(lost).isPositive();
      assertThat(recovery.get(side + "WrittenBytes").asLong()).as(side).isEqualTo(lost);
      assertThat(recovery.get(side + "ReadBytes").asLong()).as(side).isEqualTo(3 * lost);
    }
  }

  @Test
  void redundancyScanLooksAtAsManyBlockGroupsOnBothSides() throws Exception {
    List<JsonNode> lines =
        run("redundancy-scan --block-groups 40 --pairs 2 --warm-ups 0 --heap 512m");
    checkRatio(result(lines, "scan"), 2);
  }

  @Test
  void tenThousandGroupsWithoutParityFloodNoNodeAndNothingIsHandedOutTwice() throws Exception {
    JsonNode line = result(run("back-fill --groups 10000"), "back-fill");
    assertThat(line.get("membersIssued").asInt()).isEqualTo(20_000);
    assertThat(line.get("membersIssuedTwice").asInt()).isZero();
    assertThat(line.get("atOneNodeMax").asInt()).isBetween(1, 2);
    assertThat(line.get("pendingMax").asInt()).isPositive()
        .isLessThanOrEqualTo(line.get("pendingAllowed").asInt());
    assertThat(line.get("unprotectedGroups").asInt()).isZero();
    assertThat(line.get("wholeParityGroups").asInt()).isEqualTo(10_000);
    assertThat(line.get("passes").asBoolean()).isTrue();
  }

  @Test
  void streamMemoryFindsThePartialParitiesOfANarrowStripe() throws Exception {
    List<JsonNode> lines = run("stream-memory --streams 1 --block-mib 2 --stripe-widths 2,6");
    assertThat(results(lines, "readers")).hasSize(3);
    List<JsonNode> writers = results(lines, "writers");
    assertThat(writers).hasSize(3);
    // Groups that go on behind a stripe keep r blocks; those inside one keep rows.
    assertThat(writers.get(1).get("boundBytes").asLong()).isEqualTo((3L * 2 + 6 + 2) << 20);
    assertThat(writers.get(2).get("boundBytes").asLong()).isEqualTo((3L + 6 + 6) << 20);
    assertThat(writers).allSatisfy(line -> assertThat(line.get("bytes").asLong()).isPositive());
  }

  @Test
  void badArgumentsAreOneError() {
    assertThat(Bench.run("namenode-heap", "--files", "many")).isEqualTo(2);
    assertRefused("stripe-throughput --stock-jars --stock-coder rs_okapi", "rs_okapi");
    assertRefused("stock-path --files 3 --pairs 4", "3");
    assertRefused("back-fill --groups 11", "11");
    assertRefused("transition-io --nodes 14 --to 12", "14");
    assertRefused("transition-io --file-blocks 0", "fileBlocks=0");
    assertRefused("transition-many --nodes 7 --to 6", "nodes=7");
    assertRefused("transition-many --pairs 0", "pairs=0");
    assertRefused("transition-share --share 101", "share=101");
    assertRefused("repair-time --policy FOO-1-2", "codec=foo, k=1, r=2");
    assertRefused("repair-time --disk tape", "tape");
    assertRefused("repair-time --repetitions 0", "--repetitions");
    assertRefused("repair-time --mbit 100,-5", "-5");
    assertRefused("repair-time --nodes 14", "14");
    assertRefused("repair-time --block-kib 100 --cell-kib 64", "100");
    assertRefused("repair-time --cell-kib 0", "--cell-kib");
    assertRefused("repair-time --spooled-window 0,-1", "--spooled-window");
  }

  /** One sentence that names what is wrong. */
  private static void assertRefused(String command, String named) {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(Bench.run(command.split(" "))).isEqualTo(1);
    } finally {
      System.setErr(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .startsWith("bench: ")
        .containsOnlyOnce("\n")
        .contains(named);
  }

  @Test
  void repairIoIsThatOfThePlans() throws Exception {
    List<JsonNode> lines = run("repair-io --policy RS-4-2,LESS2-4-2,BUTTERFLY-5-2 --block-cells 1");
    assertThat(results(lines, "repair-io")).hasSize(3).allSatisfy(line -> {
      assertThat(line.get("exact").asBoolean()).as("%s", line).isTrue();
      assertThat(line.get("blocks_avg").asDouble())
          .isEqualTo(line.get("expected_blocks_avg").asDouble());
    });
    JsonNode butterfly = results(lines, "repair-io").get(2);
    assertThat(butterfly.get("blocks_min").asDouble()).isEqualTo(3);
    assertThat(butterfly.get("blocks_max").asDouble()).isEqualTo(5);
    assertThat(butterfly.get("runs_avg").asDouble()).isEqualTo(18);
  }

  /** Two groups of two, and a tail: every byte is one of those that the layout tells. */
  @Test
  void transitionIoIsThatOfTheLayout() throws Exception {
    List<JsonNode> lines =
        run("transition-io --k 2 --r 1 --to 4 --nodes 6 --file-blocks 8 --file-mib 1"
            + " --large-block-kib 192 --heap 1g");
    List<JsonNode> changes = results(lines, "transition-io");
    assertThat(changes).extracting(line -> line.get("method").asText())
        .containsExactly(
            "regroup", "regroup", "convertible", "regroup", "regroup", "regroup", "convertible",
            "regroup", "rewrite", "rewrite", "regroup", "regroup", "convertible", "regroup",
            "regroup", "regroup", "convertible", "regroup", "rewrite", "rewrite");
    assertThat(changes).allSatisfy(line -> {
      assertThat(line.get("exact").asBoolean()).as("%s", line).isTrue();
      boolean rewritten = line.get("method").asText().equals("rewrite");
      assertThat(line.get("data_bytes_rewritten").asLong())
          .as("%s", line).isEqualTo(rewritten ? line.get("file_bytes").asLong() : 0);
      assertThat(line.get("client_bytes").asLong())
          .as("%s", line).isEqualTo(rewritten ? 2 * line.get("file_bytes").asLong() : 0);
      // With one parity block per group it is encoded where it will lie; what was parity there,
      // and is merged, need not be fetched.
      long moved = line.get(rewritten ? "written_bytes" : "relocated_bytes").asLong();
      long read = line.get("read_bytes").asLong();
      long fetched = line.get("network_bytes").asLong() - moved;
      if (line.get("method").asText().equals("convertible")) {
        assertThat(fetched).as("%s", line).isBetween(0L, read);
      } else {
        assertThat(fetched).as("%s", line).isEqualTo(read);
      }
    });
    assertThat(changes.get(0).get("ratio").asDouble()).isEqualTo(1.25);
    assertThat(changes.get(2).get("ratio").asDouble()).isEqualTo(0.75);
    assertThat(changes.get(8).get("ratio").asDouble()).isEqualTo(2.25);
    // The first cluster looks ahead: all groups of four lie where they shall.
    assertThat(changes.get(0).get("relocated_bytes").asLong()).isZero();
    assertThat(results(lines, "transition-io-calculated")).isNotEmpty();
  }

  @Test
  void transitionManyTellsOfLockAndMemory() throws Exception {
    List<JsonNode> lines =
        run("transition-many --files 12 --k 2 --to 4 --r 1 --nodes 6 --most-blocks 7 --heap 1g"
            + " --pairs 2");
    checkRatio(result(lines, "longest-write-lock"), 2);
    List<JsonNode> thereAndBack = results(lines, "transition-many");
    assertThat(thereAndBack).extracting(line -> line.get("to").asText())
        .containsExactly("RS-4-1-16k", "RS-2-1-16k");
    JsonNode ours = thereAndBack.get(0);
    assertThat(ours.get("newGroups").asLong()).isBetween(12L, 24L);
    assertThat(ours.get("givenUp").asLong()).isZero();
    assertThat(ours.get("filesPerSecond").asDouble()).isPositive();
    assertThat(ours.get("longestWriteLockMillisWorking").asLong()).isNotNegative();
    assertThat(ours.get("longestWriteLockHolderWorking").asText())
        .startsWith("org.apache.hadoop.hdfs.server");
    List<JsonNode> stock = results(lines, "stock-recovery");
    for (int pair = 0; pair < 2; pair++) {
      assertThat(stock.get(pair).get("blocksRebuilt").asLong())
          .isGreaterThanOrEqualTo(thereAndBack.get(pair).get("newGroups").asLong());
    }
    for (String side : List.of("full-reports", "stock-full-reports")) {
      // So few replicas may take less than the millisecond of which a holder is told.
      assertThat(result(lines, side).get("longestWriteLockMillis").asLong()).isNotNegative();
    }
  }

  @Test
  void transitionShareComparesReadsBesideTransitionsWithReadsAlone() throws Exception {
    List<JsonNode> lines =
        run("transition-share --pairs 2 --warm-ups 0 --seconds 5 --reads 20 --files 12"
            + " --file-mib 8 --block-kib 128 --disk 1000,200");
    JsonNode line = result(lines, "transition-share");
    checkRatio(line, 2);
    assertThat(line.get("p99MillisIdle").asDouble()).as("a positioning").isGreaterThan(1);
    assertThat(line.get("encodedBytesPerSecond").asDouble()).isPositive();
  }

  @Test
  void repairTimeOnModelledDisksReadsWhatThePlansSay() throws Exception {
    List<JsonNode> lines =
        run("repair-time --mbit 0 --disk 3000,100 --spooled-window 0,4096 --block-kib 512"
            + " --cell-kib 64 --policy RS-2-2,BUTTERFLY-2-2 --repetitions 2 --warm-ups 0");
    assertThat(results(lines, "setup")).hasSize(2);
    assertThat(results(lines, "repetition")).hasSize(8).allSatisfy(line -> {
      assertThat(line.get("blocksRebuilt").asInt()).isEqualTo(1);
      // Positionings of helpers overlap; the target's own follows.
      assertThat(line.get("seconds").asDouble()).isGreaterThanOrEqualTo(0.003);
    });
    List<JsonNode> times = results(lines, "repair-time");
    assertThat(times).hasSize(4);
    for (JsonNode line : times.subList(0, 2)) {
      assertThat(line.get("mode").asText()).isEqualTo("accumulate");
      assertThat(line.get("diskReadBlocks").asDouble()).as("%s", line)
          .isEqualTo(line.get("plannedBlocks").asDouble());
      assertThat(line.get("diskWritePositionings").asDouble()).isEqualTo(1);
    }
    JsonNode windowed = times.get(3);
    assertThat(windowed.get("mode").asText()).isEqualTo("windowed");
    assertThat(windowed.get("policy").asText()).isEqualTo("BUTTERFLY-2-2");
    assertThat(windowed.get("diskReadPositionings").asDouble()).as("the windows' jumps")
        .isGreaterThan(times.get(1).get("diskReadPositionings").asDouble());
    List<JsonNode> counts = results(lines, "repair-counts");
    assertThat(counts).hasSize(4);
    for (int i = 0; i < counts.size(); i++) {
      assertThat(counts.get(i).get("blocksRead").asDouble()).as("%s", counts.get(i))
          .isEqualTo(times.get(i).get("plannedBlocks").asDouble());
      assertThat(counts.get(i).get("blocksSpooled").asDouble()).isEqualTo(i == 3 ? 1 : 0);
    }
    assertThat(results(lines, "ratio")).hasSize(2).allSatisfy(line -> {
      assertThat(line.get("ratio").asDouble()).isPositive();
      assertThat(line.get("low95").asDouble()).isLessThanOrEqualTo(line.get("ratio").asDouble());
    });
  }

  @Test
  void repairTimeRecoversWholeNodes() throws Exception {
    // One file leaves most nodes without a block, and these have nothing to recover.
    List<JsonNode> lines =
        run("repair-time --experiment node --files 1 --mbit 0 --block-kib 512 --cell-kib 64"
            + " --policy RS-2-1 --repetitions 1 --warm-ups 0");
    assertThat(result(lines, "repetition").get("blocksRebuilt").asInt()).isEqualTo(1);
    assertThat(result(lines, "repair-time").get("secondsPerBlock").asDouble()).isPositive();
  }

  @Test
  void repairTimeIsBoundByTheLinksThatTcLimits() throws Exception {
    Optional<String> missing = LimitedNetwork.missing();
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    List<JsonNode> lines =
        run("repair-time --mbit 40 --block-kib 2048 --cell-kib 64 --policy RS-2-1"
            + " --repetitions 1 --warm-ups 0");
    JsonNode repair = result(lines, "repair-time");
    // Two blocks come over the link of the node that rebuilds, but for the bucket's first tokens.
    double bytes = 2 * 2048 * 1024 - 128 * 1024;
    assertThat(repair.get("secondsPerBlock").asDouble()).isGreaterThan(bytes * 8 / 40e6);
    assertThat(repair.get("linkBusy").asDouble()).isBetween(0.1, 1.2);
    assertThat(repair.get("cpu").asDouble()).isBetween(0.0, 1.0);
    try (Stream<Path> namespaces = Files.list(Path.of("/run/netns"))) {
      String ours = LimitedNetwork.prefix();
      assertThat(namespaces.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.startsWith(ours));
    }
  }
}
