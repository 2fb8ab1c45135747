package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.testing.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the benchmark of reads by layout and size runs and says what it should. */
final class ReadsScenariosTest extends ScenarioRun {

  private static final String SMALL =
      "reads --policy RS-2-1 --nodes 4 --files 4 --block-mib 1"
          + " --cell-kib 128 --scale 2 --disk 500,143 --repetitions 1 --warm-up 0.2 --seconds 1"
          + " --clients 3 ";

  @Test
  @Turn(1)
  void disksReadWhatIsPlannedAndAStripeWidthOfOnePositionsOnce() throws Exception {
    List<JsonNode> lines = run(SMALL + "--layouts coupled,1 --sizes 1,mix");
    List<JsonNode> reads = results(lines, "reads");
    assertThat(reads).hasSize(4).allSatisfy(line -> {
      assertThat(line.get("reads").asLong()).as("%s", line)
          .isGreaterThanOrEqualTo(line.get("readsInTime").asLong());
      assertThat(line.get("p99Millis").asDouble())
          .isGreaterThanOrEqualTo(line.get("p50Millis").asDouble());
    });
    assertThat(reads).filteredOn(line -> line.get("layout").asText().equals("1"))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line.get("exact").asBoolean()).as("%s", line).isTrue());
    assertThat(reads).filteredOn(line -> line.get("sizeMib").asText().equals("1"))
        .hasSize(2)
        .allSatisfy(line ->
            assertThat(line.get("plannedPositioningsPerRead").asDouble()).as("%s", line)
                .isEqualTo(line.get("layout").asText().equals("1") ? 1 : 2));
    assertThat(results(lines, "throughput beside coupled")).hasSize(2);
    assertThat(results(lines, "throughput beside simulation")).hasSize(4);
  }

  /** Blocks have 1 MiB: a read of one block is of a narrow file, a longer one of a wide one. */
  @Test
  @Turn(1)
  void eachReadIsOfFilesOfTheWidthThatFitsIt() throws Exception {
    List<JsonNode> lines = run(SMALL + "--layouts advised --sizes 1,2");
    assertThat(results(lines, "reads")).hasSize(2).allSatisfy(line -> {
      assertThat(line.get("exact").asBoolean()).as("%s", line).isTrue();
      assertThat(line.get("plannedPositioningsPerRead").asDouble()).as("%s", line)
          .isEqualTo(line.get("sizeMib").asDouble());
      assertThat(line.get("simulatedMibPerSecond").asDouble()).isPositive();
    });
  }

  @Test
  @Turn(2)
  void aroundADeadNodeDisksReadWhatIsPlannedToo() throws Exception {
    List<JsonNode> lines = run(SMALL + "--layouts coupled,1 --file-mib 8 --sizes 1 --lost block --open-loop 20");
    JsonNode narrow =
        results(lines, "reads").stream()
            .filter(line -> line.get("layout").asText().equals("1")).findFirst().orElseThrow();
    assertThat(narrow.get("exact").asBoolean()).as("%s", narrow).isTrue();
    assertThat(narrow.get("plannedPositioningsPerRead").asDouble()).as("helpers").isEqualTo(2);
    assertThat(narrow.get("diskBytesPerByte").asDouble()).isEqualTo(2);
  }
}
