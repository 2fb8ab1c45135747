package io.okapifs.bench.paper;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder with a CSV and a JSON file of each row, and rows.json, which names them. rows.json is
 * written anew after every row and says whether all are there, so that a run which is interrupted
 * leaves rows that are complete and an index that tells. One thread may call it.
 */
public final class PaperFolder {
  private static final ObjectWriter JSON = new ObjectMapper().writerWithDefaultPrettyPrinter();
  private static final String HEADER = "item,metric,paper,ours,difference,label,reason\n";

  private final Path folder;
  private final Map<String, Object> environment;
  private final List<String> wanted;
  private final List<Map<String, String>> written = new ArrayList<>();

  /**
   * Makes the folder where it is not there.
   *
   * @param environment machine, commit, load and seed
   * @param rows that will be written
   */
  public PaperFolder(Path folder, Map<String, Object> environment, List<Row> rows)
      throws IOException {
    this.folder = Files.createDirectories(folder);
    this.environment = environment;
    this.wanted = rows.stream().map(Row::id).toList();
    writeIndex();
  }

  /** Writes a row, and the index with it. */
  public void write(RowResult result) throws IOException {
    String id = result.row().id();
    Map<String, Object> values = result.values();
    values.put("environment", environment);
    replace(id + ".json", JSON.writeValueAsString(values) + "\n");
    replace(id + ".csv", csv(result));
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put("id", id);
    entry.put("state", result.outcome().state().text());
    written.add(entry);
    writeIndex();
  }

  private void writeIndex() throws IOException {
    Map<String, Object> index = new LinkedHashMap<>();
    index.put("complete", written.size() == wanted.size());
    index.put("environment", environment);
    index.put("rows", written);
    index.put("missing", wanted.subList(written.size(), wanted.size()));
    replace("rows.json", JSON.writeValueAsString(index) + "\n");
  }

  /** Whole or not at all. */
  private void replace(String name, String text) throws IOException {
    Path next = folder.resolve(name + KeptResults.PARTIAL);
    Files.writeString(next, text);
    Files.move(
        next, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static String csv(RowResult result) {
    String label = result.row().label().text();
    return result.outcome().values().stream()
        .map(
            value ->
                Stream.of(
                        value.item(), value.metric(), value.printed().orElse(""),
                        value.ours().orElse(""), value.difference().orElse(""), label,
                        value.reason())
                    .map(PaperFolder::quoted)
                    .collect(Collectors.joining(",", "", "\n")))
        .collect(Collectors.joining("", HEADER, ""));
  }

  /** RFC 4180: what has a comma, a quote or a line's end stands in quotes. */
  private static String quoted(String text) {
    return text.matches("(?s).*[,\"\\r\\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
