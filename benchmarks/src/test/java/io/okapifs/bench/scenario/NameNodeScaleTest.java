package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.Bench;
import io.okapifs.testing.Turn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * That all events happen to all layouts, and to exactly the replicas that the nodes have. A run
 * fails where the NameNode knows of other replicas, or has other block groups queued, than the
 * nodes' own lists tell.
 */
final class NameNodeScaleTest extends ScenarioRun {

  private static final int FILES = 24;
  private static final int WARM_UP_FILES = 12;
  private static final List<String> OURS = List.of("coupled", "@1", "@2", "@4", "@6");

  /** What a file of as many bytes as six blocks has. */
  private record PerFile(int blockGroups, int replicas) {}

  /** Of two stripes of four the second has half blocks: two groups, of six blocks and of two. */
  private static final Map<String, PerFile> PER_FILE =
      Map.of(
          "stock", new PerFile(1, 9), "coupled", new PerFile(1, 9), "@1", new PerFile(6 + 1, 9),
          "@2", new PerFile(3 + 1, 9), "@4", new PerFile(2 + 2, 8 + 2 * 3),
          "@6", new PerFile(1 + 1, 9));

  @Test
  @Turn(1)
  void everyEventIsAboutTheReplicasThatItShouldBe() throws Exception {
    List<JsonNode> lines =
        run("namenode-scale --layouts stock,coupled,@1,@2,@4,@6 --files " + FILES
            + " --warm-up-files " + WARM_UP_FILES + " --rounds 1 --deaths 4 --nodes 11"
            + " --heap 256m");
    for (String event : List.of("first-reports", "full-reports", "redundancy-scan")) {
      checkLayouts(lines, event, true);
      assertThat(results(lines, event))
          .allSatisfy(
              line -> assertThat(line.get("units").asInt()).as("%s", line)
                  .isEqualTo(FILES * of(line).replicas()));
    }
    for (JsonNode line : results(lines, "first-reports")) {
      assertThat(line.get("safeBlocks").asInt()).as("%s", line)
          .isEqualTo(FILES * of(line).blockGroups());
    }
    for (String event : List.of("placement-sweep", "redundancy-sweep")) {
      checkLayouts(lines, event, false);
    }
    for (String event : List.of("write", "image-save", "image-load", "image-bytes", "heap")) {
      checkLayouts(lines, event, true);
    }
    checkNodes(lines);
  }

  private static void checkNodes(List<JsonNode> lines) {
    for (int dead = 1; dead <= 4; dead++) {
      for (JsonNode line : ofDead(lines, "death", dead)) {
        assertThat(line.get("lowRedundancy").asInt()).as("%s", line).isPositive()
            .isLessThanOrEqualTo(FILES * of(line).blockGroups());
      }
      for (JsonNode line : ofDead(lines, "comeback", dead)) {
        String layout = line.get("layout").asText();
        assertThat(line.get("lowRedundancy").asInt()).as("%s", line)
            .isEqualTo(
                dead == 1 ? 0 : lowRedundancy(ofDead(lines, "death", dead - 1), layout));
      }
    }
    // No two members of a group share a node: each replica of one is of another block group.
    for (JsonNode line : ofDead(lines, "death", 1)) {
      assertThat(line.get("lowRedundancy")).as("%s", line).isEqualTo(line.get("units"));
    }
    for (JsonNode line : results(lines, "decommission")) {
      assertThat(line.get("lowRedundancy")).as("%s", line).isEqualTo(line.get("units"));
    }
    for (String event : List.of("maintenance", "end-of-maintenance", "recommission")) {
      checkLayouts(lines, event, true);
      assertThat(results(lines, event))
          .allSatisfy(line -> assertThat(line.get("lowRedundancy").asInt()).isZero());
    }
  }

  private static PerFile of(JsonNode line) {
    return PER_FILE.get(line.get("layout").asText());
  }

  private static List<JsonNode> ofDead(List<JsonNode> lines, String event, int dead) {
    List<JsonNode> found =
        results(lines, event).stream().filter(line -> line.get("dead").asInt() == dead).toList();
    assertThat(found).as("%s %s", event, dead).hasSize(1 + OURS.size());
    return found;
  }

  private static int lowRedundancy(List<JsonNode> lines, String layout) {
    return lines.stream()
        .filter(line -> line.get("layout").asText().equals(layout))
        .findFirst().orElseThrow()
        .get("lowRedundancy").asInt();
  }

  /**
   * A line for each layout, and a ratio for all but stock where stock has the event. With so few
   * files a heap may shrink, or an image load in less than a millisecond: there is no ratio then.
   */
  private static void checkLayouts(List<JsonNode> lines, String event, boolean stockHasIt) {
    List<JsonNode> found = results(lines, event);
    assertThat(found).as(event).extracting(line -> line.get("layout").asText())
        .containsAll(OURS).hasSize(OURS.size() + (stockHasIt ? 1 : 0));
    for (JsonNode line : found) {
      boolean isOurs = !line.get("layout").asText().equals(ScaleSide.STOCK);
      boolean mayBeNothing = event.equals("heap") || event.equals("image-load");
      if (!stockHasIt || !isOurs) {
        assertThat(line.has("ratio")).as("%s", line).isFalse();
      } else if (!mayBeNothing || line.has("ratio")) {
        checkRatio(line, 1);
      }
    }
  }

  @Test
  void badOptionsAreRefusedWithTheirValues() {
    for (String bad : List.of(
        "--layouts stock,@17", "--layouts wide", "--policy XOR-2-1", "--events birth",
        "--files 300", "--nodes 9", "--deaths 30", "--rounds 0")) {
      assertThat(Bench.run(("namenode-scale " + bad).split(" "))).as(bad).isNotZero();
    }
  }
}
