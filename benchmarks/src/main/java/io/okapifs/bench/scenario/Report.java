package io.okapifs.bench.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.bench.stats.PairedRatio;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Where results go: one line each, as text or as JSON. */
public final class Report {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  @Option(names = "--json", description = "Prints one JSON object per line.")
  private boolean json;

  /** Prints a line of named values in the order in which they were given. */
  void line(Map<String, ?> values) throws JsonProcessingException {
    System.out.println(json ? JSON.writeValueAsString(values) : text(values));
    System.out.flush();
  }

  /** For what is no result: where results are JSON, they stand alone on standard output. */
  void note(Map<String, ?> values) throws JsonProcessingException {
    PrintStream notes = json ? System.err : System.out;
    notes.println(json ? JSON.writeValueAsString(values) : text(values));
    notes.flush();
  }

  /** Prints a text for readers; where results are JSON it has nothing that they have not. */
  void table(String text) {
    if (!json) {
      System.out.println(text);
      System.out.flush();
    }
  }

  private static String text(Map<String, ?> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
        .collect(Collectors.joining("  "));
  }

  private static String text(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.4g", number)
        : String.valueOf(value);
  }

  /** The beginning of a line. */
  static Map<String, Object> values(String what) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("result", what);
    return values;
  }

  static void put(Map<String, Object> values, PairedRatio ratio) {
    values.put("pairs", ratio.pairs());
    values.put("ratio", ratio.median());
    values.put("low95", ratio.low());
    values.put("high95", ratio.high());
  }

  /** What the machine is, as far as results depend on it. */
  static Map<String, Object> machine(Path store) throws IOException {
    Map<String, Object> values = values("machine");
    values.put("processor", processor());
    values.put("processors", Runtime.getRuntime().availableProcessors());
    values.put("java", System.getProperty("java.vm.version"));
    values.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    values.put("store", store.toString());
    values.put("storeType", Files.getFileStore(store).type());
    return values;
  }

  /** The model, as Linux names it; elsewhere the architecture. */
  private static String processor() throws IOException {
    if (Files.isReadable(PROCESSORS)) {
      for (String line : Files.readAllLines(PROCESSORS)) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    }
    return System.getProperty("os.arch");
  }
}
