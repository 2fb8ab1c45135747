package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.bench.Bench;
import io.okapifs.bench.codes.CodeSubjects;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.kernel.Kernels;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That every code is measured and every target checked; such short runs say nothing of speed. */
final class CodesTest {
  private static final String TINY =
      "codes --json --rounds 1 --millis 2 --cached-kib 512 --streamed-kib 1024 --window-kib 4";

  private record Output(List<JsonNode> results, List<JsonNode> notes) {}

  private static Output run(String command) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(results, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(notes, true, StandardCharsets.UTF_8));
    try {
      assertThat(Bench.run(command.split(" "))).isZero();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return new Output(lines(results), lines(notes));
  }

  /** What is no JSON is a warning of the JVM's. */
  private static List<JsonNode> lines(ByteArrayOutputStream bytes) throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : bytes.toString(StandardCharsets.UTF_8).split("\n")) {
      if (line.startsWith("{")) {
        lines.add(new ObjectMapper().readTree(line));
      }
    }
    return lines;
  }

  private static void assertMeasured(List<JsonNode> lines, String code, String kernel) {
    for (String op : List.of("encode", "decode", "repair")) {
      assertThat(lines)
          .as("%s %s on %s", code, op, kernel)
          .filteredOn(line -> line.get("code").asText().equals(code))
          .filteredOn(line -> line.get("op").asText().equals(op))
          .filteredOn(line -> line.get("kernel").asText().equals(kernel))
          .hasSize(2)
          .allSatisfy(
              line -> {
                assertThat(line.get("gb_per_s").asDouble()).isPositive().isFinite();
                assertThat(line.get("window_bytes").asInt()).isEqualTo(4096);
                assertThat(line.get("n").asInt()).isGreaterThan(line.get("k").asInt());
                assertThat(line.get("alpha").asInt()).isPositive();
              });
    }
  }

  @Test
  void everyKernelIsMeasuredBesideItsPeers() throws Exception {
    Output output = run(TINY + " --codes RS-10-4,LESS4-10-4");
    for (String kernel : Kernels.names()) {
      assertMeasured(output.results(), "RS-10-4", kernel);
      assertMeasured(output.results(), "LESS4-10-4", kernel);
    }
    assertMeasured(output.results(), "hadoop-rs", "hadoop-java");
    assertThat(output.notes()).filteredOn(note -> note.has("target")).hasSize(13);
    if (Kernels.names().contains("isal")) {
      assertMeasured(output.results(), "isal-raw", "isal-c");
    }
    if (Kernels.names().contains("gfni")) {
      assertThat(output.notes())
          .filteredOn(note -> note.has("target"))
          .allSatisfy(
              note -> assertThat(note.get("ratio").asDouble()).isPositive().isFinite());
    }
  }

  @Test
  void everyCodecOfTheRegistryIsMeasured() {
    List<ErasureCode> codes = CodeSubjects.registered();
    for (String codec : CodeRegistry.codecNames()) {
      String letters = codec.replaceFirst("<.*", "").toUpperCase(java.util.Locale.ROOT);
      assertThat(codes).as(codec).anyMatch(code -> code.name().startsWith(letters));
    }
  }

  @Test
  void aGroupThatDoesNotFitIsSkippedAndNamed() throws Exception {
    Output output =
        run(
            "codes --json --rounds 1 --millis 1 --cached-kib 64 --streamed-kib 64 --window-kib 16"
                + " --codes XOR-2-1");
    assertThat(output.results()).extracting(line -> line.get("code").asText())
        .containsOnly("XOR-2-1");
    assertThat(output.notes())
        .filteredOn(note -> note.has("groupsThatDoNotFit"))
        .isNotEmpty()
        .allSatisfy(
            note -> assertThat(note.get("groupsThatDoNotFit").asText()).contains("hadoop-rs"));
  }

  @Test
  void otherLibrariesAreMeasuredWhereTheyAreInstalled() throws Exception {
    Output output = run("libraries --json --runs 1 --size-kb 40");
    assumeFalse(output.results().isEmpty(), () -> "scripts/setup --benchmarks: " + output.notes());
    assertThat(output.results())
        .allSatisfy(line -> assertThat(line.get("mb_per_s").asDouble()).isPositive().isFinite());
    assertThat(output.results())
        .filteredOn(line -> line.get("library").asText().equals("liberasurecode rs_vand"))
        .extracting(line -> line.get("op").asText() + line.get("missing").asInt())
        .containsExactly("encode0", "decode0", "decode1", "decode2", "decode3", "decode4");
  }

  @Test
  void badArgumentsAreOneError() {
    assertThat(Bench.run("codes", "--codes", "ABACUS-1-1")).isEqualTo(1);
    assertThat(Bench.run("codes", "--rounds", "0")).isEqualTo(1);
    assertThat(Bench.run("codes", "--window-kib", "-4")).isEqualTo(1);
    assertThat(Bench.run("codes", "--millis", "many")).isEqualTo(2);
  }
}
