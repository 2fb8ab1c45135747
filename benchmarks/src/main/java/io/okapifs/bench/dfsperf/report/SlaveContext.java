package io.okapifs.bench.dfsperf.report;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one slave has to tell of a run, as a file with one value on each line: suite, id, node,
 * success, begin and end in milliseconds; the number of keys, and each with its value behind it;
 * the number of statistics, and each with the number of threads and a number of each behind it. A
 * value.
 *
 * @param statistics of each thread by what they are of, in the order of the report
 */
public record SlaveContext(
    String suite, int id, String node, boolean success, long beginMillis, long endMillis,
    Map<String, String> keys, Map<String, List<Double>> statistics) {

  private static final int ENTRIES_MAX = 100_000;

  public SlaveContext {
    keys = new LinkedHashMap<>(keys);
    statistics = new LinkedHashMap<>(statistics);
  }

  /** The same of a slave that has failed. */
  public SlaveContext failed() {
    return new SlaveContext(suite, id, node, false, beginMillis, endMillis, keys, statistics);
  }

  /** As in {@code 0@host}. */
  public String slave() {
    return id + "@" + node;
  }

  /** The name that the file has in its folder. */
  public String fileName() {
    return "context" + suite + "-" + slave();
  }

  /** The file's text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, suite);
    line(text, id);
    line(text, node);
    line(text, success);
    line(text, beginMillis);
    line(text, endMillis);
    line(text, keys.size());
    keys.forEach(
        (key, value) -> {
          line(text, key);
          line(text, value);
        });
    line(text, statistics.size());
    statistics.forEach(
        (name, numbers) -> {
          line(text, name);
          line(text, numbers.size());
          numbers.forEach(number -> line(text, number));
        });
    return text.toString();
  }

  /** Line ends would make two values of one. */
  private static void line(StringBuilder text, Object value) {
    text.append(value.toString().replaceAll("[\\r\\n]+", " ")).append('\n');
  }

  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(fileName()), text());
  }

  /**
   * Reads a file.
   *
   * @throws IOException also where it is not of this format, naming file and line
   */
  public static SlaveContext read(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      return read(reader, file.toString());
    }
  }

  public static SlaveContext parse(String text, String from) throws IOException {
    return read(new StringReader(text), from);
  }

  private static SlaveContext read(Reader text, String from) throws IOException {
    Lines lines = new Lines(new BufferedReader(text));
    try {
      String suite = lines.next();
      int id = Integer.parseInt(lines.next());
      String node = lines.next();
      boolean success = Boolean.parseBoolean(lines.next());
      long begin = Long.parseLong(lines.next());
      long end = Long.parseLong(lines.next());
      Map<String, String> keys = new LinkedHashMap<>();
      for (int left = lines.count(); left > 0; left--) {
        keys.put(lines.next(), lines.next());
      }
      Map<String, List<Double>> statistics = new LinkedHashMap<>();
      for (int left = lines.count(); left > 0; left--) {
        String name = lines.next();
        List<Double> numbers = new ArrayList<>();
        for (int threads = lines.count(); threads > 0; threads--) {
          numbers.add(Double.parseDouble(lines.next()));
        }
        statistics.put(name, numbers);
      }
      return new SlaveContext(suite, id, node, success, begin, end, keys, statistics);
    } catch (NumberFormatException | EOFException e) {
      throw new IOException(
          "not the context of a slave: file=" + from + ", line=" + lines.number + ", reason="
              + e.getMessage(), e);
    }
  }

  private static final class Lines {
    private final BufferedReader reader;
    private int number;

    Lines(BufferedReader reader) {
      this.reader = reader;
    }

    String next() throws IOException {
      number++;
      String line = reader.readLine();
      if (line == null) {
        throw new EOFException("the file ends here");
      }
      return line;
    }

    int count() throws IOException {
      int count = Integer.parseInt(next());
      if (count < 0 || count > ENTRIES_MAX) {
        throw new NumberFormatException("no number of entries: " + count);
      }
      return count;
    }
  }
}
