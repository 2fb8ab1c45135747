package io.okapifs.ec.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON and CSV of codes, describe and tables, read by other code than what writes them. */
class FormsTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  @TempDir private Path folder;

  private static JsonNode json(Object... args) throws IOException {
    Answer answer = Answer.of(args);
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.err()).isEmpty();
    return JSON.readTree(answer.out());
  }

  /** A row is a value by column; each has all columns. */
  private static List<Map<String, String>> csv(String text) {
    List<List<String>> lines = new ArrayList<>(List.of(new ArrayList<>()));
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (char c : text.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == '\n')) {
        lines.get(lines.size() - 1).add(field.toString());
        field.setLength(0);
        if (c == '\n') {
          lines.add(new ArrayList<>());
        }
      } else {
        field.append(c);
      }
    }
    assertThat(lines.remove(lines.size() - 1)).as("a last line without an end").isEmpty();
    List<Map<String, String>> rows = new ArrayList<>();
    for (List<String> line : lines.subList(1, lines.size())) {
      assertThat(line).hasSameSizeAs(lines.get(0));
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < line.size(); i++) {
        row.put(lines.get(0).get(i), line.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  @Test
  void allCodesAreComparedInJsonAndCsv() throws IOException {
    JsonNode codes = json("codes", "--json");
    List<Map<String, String>> rows = csv(Answer.of("codes", "--csv").out());
    assertThat(rows).hasSize(codes.size()).hasSizeGreaterThan(30);
    for (int i = 0; i < codes.size(); i++) {
      JsonNode code = codes.get(i);
      rows.get(i).forEach((column, text) ->
          assertThat(code.get(column).asText()).as(column).isEqualTo(text));
    }
    assertThat(rows).anySatisfy(row -> assertThat(row)
        .containsEntry("code", "LESS4-10-4").containsEntry("k", "10").containsEntry("mds", "true")
        .containsEntry("overhead", "1.4").containsEntry("io_max", "4.75"));
    assertThat(rows).anySatisfy(row -> assertThat(row.get("not_stored")).contains(" "));
  }

  @Test
  void aCodeIsDescribedWithGroupsAndWhatEachRepairReads() throws IOException {
    JsonNode code = json("describe", "LESS4-10-4", "--json");
    assertThat(code.get("alpha").asInt()).isEqualTo(4);
    assertThat(code.get("groups").get(0).toString()).isEqualTo("[0,1,2]");
    assertThat(code.get("repairs")).hasSize(14);
    assertThat(code.get("repairs").get(0).get("io").asDouble()).isEqualTo(4.75);
    List<Map<String, String>> rows = csv(Answer.of("describe", "LESS4-10-4", "--csv").out());
    assertThat(rows).hasSize(14);
    assertThat(rows.get(0))
        .containsEntry("kind", "data").containsEntry("read_0", "0").containsEntry("read_1", "4");
    assertThat(rows.get(13)).containsEntry("lost", "13").containsEntry("kind", "parity");
  }

  @Test
  void aPlanIsToldRunByRun() throws IOException {
    JsonNode plan = json("describe", "LESS2-4-2", "--lost", "0", "--json");
    assertThat(plan.get("lost").toString()).isEqualTo("[0]");
    int read = 0;
    for (JsonNode run : plan.get("runs")) {
      read += run.get("sub_blocks").asInt();
    }
    assertThat(read).isEqualTo(plan.get("sub_blocks").asInt()).isPositive();
    List<Map<String, String>> rows =
        csv(Answer.of("describe", "LESS2-4-2", "--lost", "0", "--csv").out());
    assertThat(rows).hasSize(plan.get("runs").size());
  }

  @Test
  void thePapersValuesStandBesideOurs() throws IOException {
    JsonNode table = json("tables", "less-table-2", "--json").get(0);
    assertThat(table.get("name").asText()).isEqualTo("less-table-2");
    assertThat(table.get("paper")).hasSameSizeAs(table.get("rows"));
    JsonNode row = table.get("rows").get(0);
    assertThat(row.get("code").asText()).isEqualTo("RS");
    assertThat(row.get("io_avg").isNumber()).isTrue();
    assertThat(table.get("paper").get(0).get("io_avg").asDouble()).isEqualTo(10);
    assertThat(table.get("paper").get(0).has("code")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--csv", "--json"})
  void everyTableIsWrittenIntoAFolder(String form) throws IOException {
    Path out = folder.resolve("new");
    Answer answer = Answer.of("tables", form, "--out", out);
    assertThat(answer.code()).as(answer.err()).isZero();
    List<Path> files =
        answer.out().lines().map(line -> Path.of(line.replaceFirst("^wrote ", ""))).toList();
    for (Path file : files) {
      String text = Files.readString(file);
      if (form.equals("--json")) {
        assertThat(JSON.readTree(text)).hasSizeGreaterThan(5);
      } else {
        assertThat(csv(text)).as(file.toString()).isNotEmpty();
      }
    }
    assertThat(files.get(0)).isEqualTo(
        out.resolve(form.equals("--json") ? "tables.json" : "butterfly.csv"));
  }

  @Test
  void noFileIsWrittenOver() throws IOException {
    Answer answer = Answer.of("tables", "less-table-2", "--csv", "--out", folder);
    assertThat(answer.out()).isEqualTo("wrote " + folder.resolve("less-table-2.csv") + "\n");
    Answer again = Answer.of("tables", "less-table-2", "--csv", "--out", folder);
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("exists already", "less-table-2.csv");
    assertThat(again.out()).isEmpty();
  }
}
