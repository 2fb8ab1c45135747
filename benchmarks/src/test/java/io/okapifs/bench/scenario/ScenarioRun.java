package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.bench.Bench;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands of the benchmarks; with the sizes of tests their numbers say nothing. */
abstract class ScenarioRun {

  @TempDir Path folder;

  List<JsonNode> run(String command) throws Exception {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--json", "--dir", folder.toString()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream outBefore = System.out;
    PrintStream errorsBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    int exit;
    try {
      exit = Bench.run(words.toArray(new String[0]));
    } finally {
      System.setOut(outBefore);
      System.setErr(errorsBefore);
    }
    assertThat(exit).as("%s", errors.toString(StandardCharsets.UTF_8)).isZero();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).as("what the run left behind").isEmpty();
    }
    List<JsonNode> lines = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      lines.add(new ObjectMapper().readTree(line));
    }
    assertThat(lines.get(0).get("result").asText()).isEqualTo("machine");
    return lines;
  }

  static List<JsonNode> results(List<JsonNode> lines, String name) {
    return lines.stream().filter(line -> line.get("result").asText().equals(name)).toList();
  }

  static JsonNode result(List<JsonNode> lines, String name) {
    assertThat(results(lines, name)).as(name).hasSize(1);
    return results(lines, name).get(0);
  }

  static void checkRatio(JsonNode line, int pairs) {
    assertThat(line.get("pairs").asInt()).isEqualTo(pairs);
    assertThat(line.get("low95").asDouble()).isPositive()
        .isLessThanOrEqualTo(line.get("ratio").asDouble());
    assertThat(line.get("high95").asDouble()).isFinite()
        .isGreaterThanOrEqualTo(line.get("ratio").asDouble());
  }
}
