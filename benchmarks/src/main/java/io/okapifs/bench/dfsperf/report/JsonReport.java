package io.okapifs.bench.dfsperf.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The same run as lines of JSON: what it ran on, its keys, each slave, and the total. */
public final class JsonReport {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RESULT = "result";

  private final List<Map<String, Object>> lines = new ArrayList<>();

  /**
   * A line.
   *
   * @param kind what it is of
   */
  public Map<String, Object> add(String kind) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put(RESULT, kind);
    lines.add(line);
    return line;
  }

  /** Writes beside a report. */
  public void write(Path folder, String reportName) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map<String, Object> line : lines) {
      text.append(JSON.writeValueAsString(line)).append('\n');
    }
    Files.writeString(folder.resolve(reportName + ".jsonl"), text);
  }
}
