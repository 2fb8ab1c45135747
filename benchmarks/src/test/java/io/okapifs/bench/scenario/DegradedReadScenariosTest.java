package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.testing.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the benchmark of reads around a dead node runs and says what it should. */
final class DegradedReadScenariosTest extends ScenarioRun {

  private static final int K = 6;

  @Test
  @Turn(0)
  void degradedReadComparesLostBlocksWithOthersAndWidthOneWithTheOwnLayoutOfHdfs() throws Exception {
    List<JsonNode> lines =
        run("degraded-read --pairs 2 --warm-ups 0 --nodes 10 --files 4 --file-mib 6"
            + " --block-kib 512 --reads 5 --readers 4 --disk 500,200");
    JsonNode latency = result(lines, "latency of a lost block beside one that is there");
    checkRatio(latency, 2);
    assertThat(latency.get("wholePositionings").asDouble()).as("a file's one reader")
        .isBetween(1.0, 3.0);
    assertThat(latency.get("lostPositionings").asDouble())
        .isEqualTo(K * latency.get("wholePositionings").asDouble());
    JsonNode throughput = result(lines, "throughput at width 1 beside HDFS's own layout");
    checkRatio(throughput, 2);
    assertThat(throughput.get("coupledPositionings").asDouble())
        .isGreaterThan(throughput.get("decoupledPositionings").asDouble());
  }
}
