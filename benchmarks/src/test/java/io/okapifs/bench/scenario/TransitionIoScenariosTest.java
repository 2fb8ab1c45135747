package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.testing.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That the benchmark of what transitions move runs and says what it should. */
final class TransitionIoScenariosTest extends ScenarioRun {

  /**
   * Two groups of two, and a tail: every byte is one of those that the layout tells. Twenty changes, one
   * after the other.
   */
  @Test
  @Timeout(300)
  @Turn(0)
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
}
