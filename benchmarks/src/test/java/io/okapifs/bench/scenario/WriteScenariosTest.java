package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.Bench;
import io.okapifs.testing.Turn;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the benchmarks of writing and reading run and say what they should. */
final class WriteScenariosTest extends ScenarioRun {

  @ParameterizedTest
  @ValueSource(strings = {"--stock-coder rs_okapi", "--stock-jars"})
  @Turn(2)
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
  @Turn(0)
  void stockPathComparesOurJarsWithTheStockJars() throws Exception {
    List<JsonNode> lines = run("stock-path --files 4 --pairs 2 --warm-ups 0");
    for (String what : List.of("create", "read")) {
      checkRatio(result(lines, what), 2);
      assertThat(result(lines, what).get("filesEach").asInt()).isEqualTo(4);
    }
  }

  @Test
  @Turn(2)
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
  @Turn(1)
  void writeLatencyIsThatOfEveryCode() throws Exception {
    List<JsonNode> lines =
        run("write-latency --policy none,RS-2-1,XOR-2-1 --nodes 4 --files 3 --warm-ups 0"
            + " --file-kib 256");
    assertThat(results(lines, "write-latency")).hasSize(3).allSatisfy(line -> {
      double median = line.get("p50Millis").asDouble();
      assertThat(median).isPositive().isLessThanOrEqualTo(line.get("p99Millis").asDouble());
      assertThat(line.get("medianOverNone").asDouble()).isPositive();
    });
  }

  @Test
  void badArgumentsAreOneError() {
    assertRefused("write-latency --nodes 13", "nodes=13");
    assertRefused("stripe-throughput --policy RS-12-3-1024k", "nodes=9");
    assertRefused("stripe-throughput --policy LESS4-10-4-1024k", "LESS4-10-4-1024k");
    assertRefused("namenode-heap --policy RS-17-3", "RS-17-3");
    assertRefused("repair-time --losses 2 --experiment node", "2");
    assertThat(Bench.run("namenode-heap", "--files", "many")).isEqualTo(2);
    assertRefused("stripe-throughput --stock-jars --stock-coder rs_okapi", "rs_okapi");
    assertRefused("stock-path --files 3 --pairs 4", "3");
    assertRefused("back-fill --groups 11", "11");
    assertRefused("transition-io --nodes 14 --to 12", "14");
    assertRefused("transition-io --file-blocks 0", "fileBlocks=0");
    assertRefused("transition-many --nodes 7 --to 6", "nodes=7");
    assertRefused("transition-many --pairs 0", "pairs=0");
    assertRefused("workload --nodes 14", "nodes=14");
    assertRefused("workload --layouts RS-6-3-64k,REPLICATION-3", "REPLICATION-3");
    assertRefused("workload --then REPLICATION-2", "REPLICATION-2");
    assertRefused("reads --layouts 1,17", "17");
    assertRefused("reads --layouts 1,wide", "wide");
    assertRefused("reads --sizes 8,49", "49");
    assertRefused("reads --nodes 9", "9");
    assertRefused("reads --scale 3000", "3000");
    assertRefused("transition-share --share 101", "share=101");
    assertRefused("profile --layouts RS-6-3", "RS-6-3");
    assertRefused("profile --interval-ms 0", "intervalMillis=0");
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
}
