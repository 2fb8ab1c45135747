package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.testbed.LimitedNetwork;
import io.okapifs.testing.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That the benchmarks of repairs run and say what they should. */
final class RepairScenariosTest extends ScenarioRun {

  @Test
  @Turn(0)
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

  @Test
  @Turn(1)
  void repairTimeOnModelledDisksReadsWhatThePlansSay() throws Exception {
    List<JsonNode> lines =
        run("repair-time --mbit 0 --disk 3000,100 --spooled-window 0,4096 --block-kib 512"
            + " --cell-kib 64 --policy RS-2-2,BUTTERFLY-2-2 --repetitions 1 --warm-ups 0 --nodes 5");
    assertThat(results(lines, "setup")).hasSize(2);
    assertThat(results(lines, "repetition")).hasSize(4).allSatisfy(line -> {
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
  @Turn(0)
  void repairTimeOfTwoLossesRebuildsBothAtOnce() throws Exception {
    List<JsonNode> lines =
        run("repair-time --losses 2 --mbit 0 --block-kib 512 --cell-kib 64 --policy RS-2-2"
            + " --repetitions 1 --warm-ups 0 --nodes 5");
    JsonNode repetition = result(lines, "repetition");
    assertThat(repetition.get("blocksRebuilt").asInt()).isEqualTo(2);
    assertThat(repetition.get("position").asText()).matches("\\d,\\d");
    assertThat(repetition.get("plannedBlocks").asDouble()).as("read for each").isEqualTo(1);
    assertThat(result(lines, "repair-counts").get("blocksRead").asDouble()).isEqualTo(2);
  }

  @Test
  @Turn(2)
  void repairTimeRecoversWholeNodes() throws Exception {
    // One file leaves most nodes without a block, and these have nothing to recover.
    List<JsonNode> lines =
        run("repair-time --experiment node --files 1 --mbit 0 --block-kib 512 --cell-kib 64"
            + " --policy RS-2-1 --repetitions 1 --warm-ups 0 --nodes 5");
    assertThat(result(lines, "repetition").get("blocksRebuilt").asInt()).isEqualTo(1);
    assertThat(result(lines, "repair-time").get("secondsPerBlock").asDouble()).isPositive();
  }

  @Test
  @Turn(2)
  void repairTimeIsBoundByTheLinksThatTcLimits() throws Exception {
    Optional<String> missing = LimitedNetwork.missing();
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    List<JsonNode> lines =
        run("repair-time --mbit 40 --block-kib 2048 --cell-kib 64 --policy RS-2-1"
            + " --repetitions 1 --warm-ups 0 --nodes 5");
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
