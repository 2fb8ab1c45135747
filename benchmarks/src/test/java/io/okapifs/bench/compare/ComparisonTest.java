package io.okapifs.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final FieldChoice DEFAULT = new FieldChoice(List.of(), List.of());

  private static List<JsonNode> lines(String... texts) throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String text : texts) {
      lines.add(new ObjectMapper().readTree(text.replace('\'', '"')));
    }
    return lines;
  }

  @Test
  void linesArePairedByAllThatWasNotMeasured() throws Exception {
    Comparison comparison =
        Comparison.of(
            lines(
                "{'result':'machine','speed':1.5}", "{'code':'RS','window':64,'gb_per_s':10.0}",
                "{'code':'LESS','window':64,'gb_per_s':4.0}"),
            lines(
                "{'code':'LESS','window':64,'gb_per_s':6.0}",
                "{'code':'RS','window':64,'gb_per_s':11.0}",
                "{'code':'RS','window':256,'gb_per_s':12.0}"),
            DEFAULT, 1);
    assertThat(comparison.ratios())
        .extracting(ratio -> ratio.key().get("code"), ratio -> ratio.ratio().median())
        .containsExactly(
            tuple("RS", 1.1),
            tuple("LESS", 1.5));
    assertThat(comparison.over()).hasSize(1);
    assertThat(comparison.over().get(0).ratio().median()).isCloseTo(1.3, within(1e-9));
    assertThat(comparison.over().get(0).ratio().pairs()).isEqualTo(2);
    assertThat(comparison.onlyFirst()).isEmpty();
    assertThat(comparison.onlySecond()).containsExactly(Map.of("code", "RS", "window", "256"));
  }

  @Test
  void samplesOfOneKeyGiveAnInterval() throws Exception {
    String[] first = new String[20];
    String[] second = new String[20];
    for (int i = 0; i < first.length; i++) {
      first[i] = "{'result':'pair','pair':" + i + ",'seconds':2.0}";
      second[i] = "{'result':'pair','pair':" + i + ",'seconds':" + (3 + i % 3 * 0.1) + "}";
    }
    Comparison comparison = Comparison.of(lines(first), lines(second), DEFAULT, 1);
    assertThat(comparison.ratios()).hasSize(1);
    Comparison.Ratio ratio = comparison.ratios().get(0);
    assertThat(ratio.ratio().pairs()).isEqualTo(20);
    assertThat(ratio.ratio().median()).isCloseTo(1.55, within(1e-9));
    assertThat(ratio.ratio().low()).isBetween(1.5, 1.55);
    assertThat(ratio.ratio().high()).isBetween(1.55, 1.6);
  }

  @Test
  void keysAndValuesMayBeNamed() throws Exception {
    Comparison comparison =
        Comparison.of(
            lines("{'policy':'RS','seed':1,'bytes':100}"),
            lines("{'policy':'RS','seed':2,'bytes':50}"),
            new FieldChoice(List.of("policy"), List.of("bytes")), 1);
    assertThat(comparison.ratios().get(0).ratio().median()).isEqualTo(0.5);
  }

  @Test
  void filesWithoutACommonKeyAreRefusedWithTheirKeys() throws Exception {
    List<JsonNode> first = lines("{'policy':'RS','seconds':1.5}");
    List<JsonNode> second = lines("{'policy':'LESS','seconds':1.5}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Comparison.of(first, second, DEFAULT, 1))
        .withMessageContaining("[{policy=RS}], of the second=[{policy=LESS}]")
        .withMessageContaining("--by");
  }
}
