package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.testing.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That the profile of writing, reading and repairing tells ours from Hadoop's. */
final class ProfileScenariosTest extends ScenarioRun {

  private static final String CODES = "io.okapifs.ec.";

  @Test
  @Turn(1)
  void profileSharesTheProcessorTimeOfEveryOperationAmongMethods() throws Exception {
    List<JsonNode> lines =
        run("profile --layouts RS-2-1-64k@1,REPLICATION-2 --nodes-min 3 --files 2 --file-mib 16"
            + " --block-mib 1 --warm-ups 0 --interval-ms 4 --methods 100000 --kernel java");
    List<JsonNode> profiles = results(lines, "profile");
    assertThat(profiles)
        .extracting(line -> line.get("layout").asText() + " " + line.get("operation").asText())
        .containsExactly(
            "RS-2-1-64k@1 write", "RS-2-1-64k@1 read", "RS-2-1-64k@1 degraded-read",
            "RS-2-1-64k@1 repair", "REPLICATION-2 write", "REPLICATION-2 read",
            "REPLICATION-2 degraded-read", "REPLICATION-2 repair");
    for (JsonNode line : profiles) {
      assertThat(line.get("samples").asLong()).as("%s", line).isPositive();
      for (String how : List.of("charged", "running")) {
        double all = line.get("nanosPerByte").asDouble();
        assertThat(owners(line, how)).as("%s", line).isCloseTo(all, within(all * 1e-9));
        double ofMethods = all - line.get(how + "_jvm").asDouble();
        assertThat(methods(lines, line, how).mapToDouble(ProfileScenariosTest::nanos).sum())
            .as("%s", line).isCloseTo(ofMethods, within(all * 1e-9));
      }
      assertThat(line.get("charged_hadoop").asDouble()).as("%s", line).isPositive();
    }
    assertThat(decoding(lines, profiles.get(2))).as("of a lost block").isPositive();
    assertThat(decoding(lines, profiles.get(6))).as("of copies nothing is decoded").isZero();
  }

  private static double owners(JsonNode line, String how) {
    List<String> names = new ArrayList<>();
    line.fieldNames().forEachRemaining(names::add);
    return names.stream().filter(name -> name.startsWith(how + "_"))
        .mapToDouble(name -> line.get(name).asDouble()).sum();
  }

  private static double decoding(List<JsonNode> lines, JsonNode of) {
    return methods(lines, of, "charged")
        .filter(line -> line.get("method").asText().startsWith(CODES))
        .peek(line -> assertThat(line.get("owner").asText()).isEqualTo("ours"))
        .mapToDouble(ProfileScenariosTest::nanos).sum();
  }

  private static Stream<JsonNode> methods(List<JsonNode> lines, JsonNode of, String how) {
    return results(lines, how).stream()
        .filter(line -> line.get("layout").equals(of.get("layout")))
        .filter(line -> line.get("operation").equals(of.get("operation")));
  }

  private static double nanos(JsonNode line) {
    return line.get("nanosPerByte").asDouble();
  }
}
