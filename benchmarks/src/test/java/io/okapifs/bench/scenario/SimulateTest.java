package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.bench.Bench;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the command prints; few reads give no values to rely on. */
final class SimulateTest {

  private record Output(int exit, String out, String errors) {

    List<JsonNode> lines() throws Exception {
      List<JsonNode> lines = new ArrayList<>();
      for (String line : out.split("\n")) {
        lines.add(new ObjectMapper().readTree(line));
      }
      return lines;
    }
  }

  private static Output run(String command) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream outBefore = System.out;
    PrintStream errorsBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int exit = Bench.run(("simulate " + command).strip().split(" "));
      return new Output(
          exit, out.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(outBefore);
      System.setErr(errorsBefore);
    }
  }

  @Test
  void figuresAreListed() throws Exception {
    assertThat(run("--list --json").lines())
        .extracting(line -> line.get("figure").asText())
        .containsExactly(
            "okapi-5", "okapi-6b", "okapi-13", "okapi-14", "okapi-dare", "less-b2", "less-b4",
            "less-b5");
  }

  @Test
  void everyLineSaysWhereItIsFromAndHowItDiffers() throws Exception {
    Output output = run("okapi-5 okapi-6b okapi-13 okapi-14 less-b2 --json --reads 40");
    assertThat(output.exit()).as(output.errors()).isZero();
    assertThat(output.lines())
        .hasSizeGreaterThan(1_000)
        .allSatisfy(
            line -> {
              assertThat(line.get("label").asText()).startsWith("modelled");
              assertThat(line.get("what").asText()).isNotEmpty();
              assertThat(line.get("value").asDouble()).isFinite();
              assertThat(line.has("difference")).isEqualTo(line.has("paper"));
              if (line.has("paper") && Math.abs(line.get("difference").asDouble()) > 0.5) {
                assertThat(line.get("reason").asText()).isNotEmpty();
              }
            });
    assertThat(output.lines())
        .filteredOn(line -> line.has("paper"))
        .extracting(line -> line.get("figure").asText())
        .contains(
            "okapi-2", "okapi-5a", "okapi-5b", "okapi-6b", "okapi-13a", "okapi-13b", "okapi-14",
            "less-b2");
  }

  @Test
  void theSeedDecides() {
    String first = run("okapi-6b --json --reads 100 --seed 3").out();
    assertThat(run("okapi-6b --json --reads 100 --seed 3").out()).isEqualTo(first);
    assertThat(run("okapi-6b --json --reads 100 --seed 4").out()).isNotEqualTo(first);
  }

  @Test
  void badArgumentsAreOneError() {
    assertThat(run("okapi-99").errors())
        .contains("no such figure: figure=okapi-99", "okapi-5")
        .doesNotContain("\tat ");
    assertThat(run("").errors()).contains("name figures or give --all");
    assertThat(run("okapi-5 --all").errors()).contains("name figures or give --all");
    assertThat(run("okapi-5 --reads 0").errors()).contains("reads=0");
    assertThat(run("okapi-5 --reads 0").exit()).isEqualTo(1);
    assertThat(run("okapi-5 --reads some").exit()).isEqualTo(2);
  }
}
