package io.okapifs.bench.dfsperf.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a report line by line. Used once. */
final class ReportReader {

  private static final Pattern TITLE = Pattern.compile("(.+) Test - ID : (-?\\d+)");
  private static final Pattern FAILED = Pattern.compile("Failed: \\d+ slaves failed \\( (.*)\\)");
  private static final Pattern DETAILS = Pattern.compile("(\\S+)'s (.+) for each threads:");
  private static final Pattern NUMBER = Pattern.compile("\\[ (\\S+) \\]");
  private static final String SECTION = "**********";

  private final List<String> lines;
  private final String from;
  private int at;

  ReportReader(List<String> lines, String from) {
    this.lines = lines;
    this.from = from;
  }

  TotalReport report() throws IOException {
    try {
      Matcher title = matched(TITLE, next());
      List<String> failed = failed(next());
      section("Task Configurations");
      Map<String, String> keys = new LinkedHashMap<>();
      while (!peek().startsWith(SECTION)) {
        String[] pair = next().split("\t", 2);
        keys.put(pair[0], pair.length > 1 ? pair[1] : "");
      }
      section("Statistics");
      List<String> names = cells(next());
      Map<String, Map<String, Double>> rows = new LinkedHashMap<>();
      while (!peek().startsWith(SECTION)) {
        List<String> cells = Arrays.asList(next().split("\t"));
        rows.put(cells.get(0), numbers(names, cells.subList(1, cells.size())));
      }
      Map<String, Double> total = rows.remove("Total");
      if (total == null) {
        throw new IllegalArgumentException("no line of the total");
      }
      section("Slave Details");
      return new TotalReport(
          title.group(1), Long.parseLong(title.group(2)), failed, keys, rows, total, details());
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException(
          "not a report: file=" + from + ", line=" + at + ", reason=" + e.getMessage(), e);
    }
  }

  private String peek() {
    return lines.get(at);
  }

  private String next() {
    return lines.get(at++);
  }

  private void section(String name) {
    String line = next();
    if (!line.equals(SECTION + " " + name + " " + SECTION)) {
      throw new IllegalArgumentException("not the section " + name + ": " + line);
    }
  }

  private static Matcher matched(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not as in " + pattern + ": " + line);
    }
    return matcher;
  }

  private static List<String> failed(String line) {
    return line.equals("Finished Successfully")
        ? List.of()
        : Arrays.stream(matched(FAILED, line).group(1).split(" "))
            .filter(slave -> !slave.isEmpty())
            .toList();
  }

  private static List<String> cells(String header) {
    List<String> cells = Arrays.asList(header.split("\t"));
    return cells.subList(1, cells.size());
  }

  private static Map<String, Double> numbers(List<String> names, List<String> cells) {
    if (names.size() != cells.size()) {
      throw new IllegalArgumentException(
          names.size() + " statistics, and " + cells.size() + " numbers");
    }
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      numbers.put(names.get(i), Double.parseDouble(cells.get(i)));
    }
    return numbers;
  }

  private Map<String, Map<String, List<Double>>> details() {
    Map<String, Map<String, List<Double>>> details = new LinkedHashMap<>();
    while (at < lines.size()) {
      String line = next();
      if (!line.isBlank()) {
        Matcher heading = matched(DETAILS, line);
        List<Double> numbers = new ArrayList<>();
        Matcher number = NUMBER.matcher(next());
        while (number.find()) {
          numbers.add(Double.parseDouble(number.group(1)));
        }
        details
            .computeIfAbsent(heading.group(1), slave -> new LinkedHashMap<>())
            .put(heading.group(2), numbers);
      }
    }
    return details;
  }
}
