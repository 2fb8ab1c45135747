package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.testing.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the benchmark of reads beside transitions runs and says what it should. */
final class TransitionShareScenariosTest extends ScenarioRun {

  @Test
  @Turn(1)
  void transitionShareComparesReadsBesideTransitionsWithReadsAlone() throws Exception {
    List<JsonNode> lines =
        run("transition-share --pairs 2 --warm-ups 0 --seconds 5 --reads 20 --files 12"
            + " --file-mib 8 --block-kib 128 --disk 1000,200");
    JsonNode line = result(lines, "transition-share");
    checkRatio(line, 2);
    assertThat(line.get("p99MillisIdle").asDouble()).as("a positioning").isGreaterThan(1);
    assertThat(line.get("encodedBytesPerSecond").asDouble()).isPositive();
  }
}
