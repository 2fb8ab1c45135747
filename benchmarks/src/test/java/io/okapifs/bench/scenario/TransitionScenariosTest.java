package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.testing.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the benchmark of many transitions runs and says what it should. */
final class TransitionScenariosTest extends ScenarioRun {

  private static final String MANY =
      "transition-many --k 2 --to 4 --r 1 --nodes 6 --most-blocks 7 --heap 1g --pairs 2";

  @Test
  @Turn(1)
  void transitionHeapWeighsFilesThatWaitSinglyAndAsATree() throws Exception {
    List<JsonNode> waiting =
        results(run("transition-heap --files 3000 --heap 512m"), "waiting");
    assertThat(waiting).extracting(line -> line.get("askedFor").asText())
        .containsExactly("tree", "singly");
    double tree = waiting.get(0).get("bytes").asDouble();
    assertThat(waiting.get(1).get("bytes").asDouble()).isGreaterThan(tree);
  }

  @Test
  @Turn(2)
  void transitionManyTellsOfLockAndMemoryBesideStock() throws Exception {
    List<JsonNode> lines = run(MANY + " --files 12");
    checkRatio(result(lines, "longest-write-lock"), 2);
    List<JsonNode> thereAndBack = thereAndBack(lines);
    assertThat(thereAndBack.get(0).get("newGroups").asLong()).isBetween(12L, 24L);
    List<JsonNode> stock = results(lines, "stock-recovery");
    for (int pair = 0; pair < 2; pair++) {
      assertThat(stock.get(pair).get("blocksRebuilt").asLong())
          .isGreaterThanOrEqualTo(thereAndBack.get(pair).get("newGroups").asLong());
    }
    for (String side : List.of("full-reports", "stock-full-reports")) {
      // A block of each file at least, and the parity of each group, on 6 nodes.
      assertThat(result(lines, side).get("replicasPerNode").asDouble() * 6)
          .isGreaterThanOrEqualTo(12 + thereAndBack.get(1).get("newGroups").asLong());
    }
  }

  @Test
  @Turn(0)
  void transitionManyTellsOfTheLockWithABalancerAndWithout() throws Exception {
    List<JsonNode> lines = run(MANY + " --files 40 --balancer");
    checkRatio(result(lines, "longest-write-lock"), 2);
    List<JsonNode> transitions = results(lines, "transition-many");
    List<JsonNode> balanced =
        transitions.stream().filter(line -> line.has("balancerRuns")).toList();
    // The first way there and back does not count.
    assertThat(balanced).extracting(line -> line.get("pair").asInt()).containsExactly(-2, -1, 0, 1);
    assertThat(balanced)
        .allMatch(line -> line.get("balancerRuns").asInt() > 0)
        .allMatch(line -> line.has("balancerMoves"));
    assertThat(transitions).hasSize(2 * balanced.size());
  }

  private static List<JsonNode> thereAndBack(List<JsonNode> lines) {
    List<JsonNode> found = results(lines, "transition-many");
    assertThat(found).extracting(line -> line.get("to").asText())
        .containsExactly("RS-4-1-16k", "RS-2-1-16k");
    JsonNode ours = found.get(0);
    assertThat(ours.get("givenUp").asLong()).isZero();
    assertThat(ours.get("filesPerSecond").asDouble()).isPositive();
    assertThat(ours.get("longestWriteLockMillisWorking").asLong()).isNotNegative();
    assertThat(ours.get("longestWriteLockHolderWorking").asText())
        .matches("(org\\.apache\\.hadoop\\.hdfs\\.server|io\\.okapifs\\.hdfs\\.namenode)\\..*");
    return found;
  }
}
