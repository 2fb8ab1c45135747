package io.okapifs.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page that compares two runs. */
final class ComparisonPageTest {

  private static List<JsonNode> file(int width, int samples, double rate)
      throws JsonProcessingException {
    List<JsonNode> lines = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    lines.add(json.readTree("{\"result\":\"environment\",\"processor\":\"A|B\",\"commit\":\"c1\"}"));
    lines.add(json.readTree("{\"result\":\"setup\",\"width\":" + width + "}"));
    for (int i = 0; i < samples; i++) {
      lines.add(
          json.readTree(
              "{\"result\":\"total\",\"repetition\":" + i + ",\"rate\":" + (rate + i * 0.01)
                  + ",\"wait\":" + (i % 2 == 0 ? 1.5 : 2.5) + "}"));
    }
    return lines;
  }

  private static String page(List<JsonNode> first, List<JsonNode> second) {
    return ComparisonPage.of(
        List.of("a.jsonl", "b.jsonl"), first, second,
        Comparison.of(first, second, new FieldChoice(List.of(), List.of()), 1));
  }

  @Test
  void whatDiffersIsAboveEveryRatioWithItsIntervalAndWhatItTells() throws Exception {
    List<JsonNode> second = file(2, 8, 20);
    second.add(new ObjectMapper().readTree("{\"result\":\"more\",\"rate\":1.5}"));
    String page = page(file(1, 8, 10), second);
    assertThat(page).startsWith("# b.jsonl beside a.jsonl\n")
        .contains("| width | 1 | 2 |").doesNotContain("| commit |")
        .contains("The same in both: commit c1, processor A\\|B.")
        .containsPattern(
            "\\| total \\| rate \\| 10.0\\d \\| 20.0\\d \\| 1.99\\d \\[1.99\\d, (1.99\\d|2.000)] \\| 8 "
                + "\\| more \\|")
        .contains("| total | wait | 2.000 | 2.000 | 1.000 [1.000, 1.000] | 8 | no difference told |")
        .contains("Only in the second file:\n\n* more\n");
    assertThat(page(second, file(1, 8, 10))).contains("| less |").contains("Only in the first file");
  }

  @Test
  void fewPairsTellNothing() throws Exception {
    assertThat(page(file(1, 5, 10), file(1, 5, 20))).contains("| 5 | too few pairs |");
  }
}
