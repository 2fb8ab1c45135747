package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.testing.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the canonical workload runs and tells of every operation and layout. */
final class WorkloadScenariosTest extends ScenarioRun {

  @Test
  @Turn(0)
  void everyOperationIsToldOfEveryLayoutBesideTheFirstOne() throws Exception {
    List<JsonNode> lines =
        run("workload --rounds 1 --warm-ups 0 --nodes 6 --layouts RS-2-1-64k,RS-2-1-64k@1"
            + " --then RS-4-1-64k --file-blocks 4 --files 2 --block-kib 128 --readers 2 --reads 2"
            + " --disk 500,50");
    for (WorkloadCluster.Operation operation : WorkloadCluster.Operation.values()) {
      List<JsonNode> told = results(lines, operation.words());
      assertThat(told).as("%s", operation)
          .extracting(line -> line.get("layout").asText())
          .containsExactly("RS-2-1-64k", "RS-2-1-64k@1");
      assertThat(told)
          .allSatisfy(line -> assertThat(line.get("mibPerSecond").asDouble()).isPositive());
      checkRatio(told.get(1), 1);
    }
  }
}
