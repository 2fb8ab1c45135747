package io.okapifs.hdfs.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.GlobPattern;

/**
 * How often disks fail, by the nodes that they are in, as an operator writes it down. Immutable.
 *
 * <p>A line is {@code WHAT PERCENT [DATE]}: a node or a rack, or a pattern of either, the share of
 * its disks that fails in a year, and the day from which on that holds. A rack begins with a slash.
 * Empty lines and what follows a # count for nothing. A file whose first line has commas before
 * that is a {@link DriveDays} instead.
 */
final class FailureTable {

  private static final double MOST_PERCENT = 100;

  /**
   * The rate of some nodes.
   *
   * @param line of the file, from 1 on; 0 where it is made of many
   * @param perYear share of disks, above 0
   */
  record Rate(String what, int line, double perYear) {}

  /** A rate that may have a day from which on it holds. */
  private record Dated(LocalDate from, Rate rate) {}

  /** By what they are of, in the order of the file. */
  private final Map<String, Rate> rates;
  private final Map<String, GlobPattern> patterns = new HashMap<>();

  private FailureTable(Map<String, Rate> rates) {
    this.rates = rates;
    rates.keySet().forEach(what -> patterns.put(what, new GlobPattern(what)));
  }

  /**
   * @param today rates that hold from a later day on are left out
   * @throws IOException naming the first line that makes no sense, with its number
   */
  static FailureTable of(Path file, LocalDate today) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("failure rates are a file, and " + file + " is a directory");
    }
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      String first = lines.readLine();
      Map<String, Rate> rates =
          first != null && withoutComment(first).contains(",")
              ? DriveDays.rates(file, first, lines)
              : rates(file, first, lines, today);
      if (rates.isEmpty()) {
        throw new IOException(file + " has no failure rate that holds on " + today);
      }
      return new FailureTable(rates);
    } catch (NoSuchFileException e) {
      throw new IOException("no failure rates " + file + " on this machine", e);
    } catch (AccessDeniedException e) {
      throw new IOException("this user may not read the failure rates " + file, e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + " has no failure rates: not UTF-8", e);
    }
  }

  private static Map<String, Rate> rates(
      Path file, String first, BufferedReader lines, LocalDate today) throws IOException {
    Map<String, List<Dated>> all = new LinkedHashMap<>();
    int number = 0;
    for (String line = first; line != null; line = lines.readLine()) {
      number++;
      String text = withoutComment(line);
      if (!text.isEmpty()) {
        add(all, parse(file, number, text), file);
      }
    }
    Map<String, Rate> rates = new LinkedHashMap<>();
    all.forEach((what, dated) -> holding(dated, today).ifPresent(rate -> rates.put(what, rate)));
    return rates;
  }

  private static String withoutComment(String line) {
    return line.replaceFirst("#.*", "").strip();
  }

  private static void add(Map<String, List<Dated>> all, Dated next, Path file)
      throws IOException {
    List<Dated> same = all.computeIfAbsent(next.rate.what, what -> new ArrayList<>());
    for (Dated other : same) {
      if (other.from.equals(next.from)) {
        throw bad(
            file, next.rate.line, next.rate.what + " has a rate for the same day in line "
                + other.rate.line);
      }
    }
    same.add(next);
  }

  /** The last one that holds. */
  private static Optional<Rate> holding(List<Dated> dated, LocalDate today) {
    return dated.stream()
        .filter(each -> !each.from.isAfter(today))
        .max(Comparator.comparing(Dated::from))
        .map(Dated::rate);
  }

  private static Dated parse(Path file, int number, String text) throws IOException {
    String[] words = text.split("\\s+");
    if (words.length < 2 || words.length > 3) {
      throw bad(file, number, "not WHAT PERCENT [DATE]: " + text);
    }
    LocalDate from = LocalDate.MIN;
    try {
      if (words.length == 3) {
        from = LocalDate.parse(words[2]);
      }
      new GlobPattern(words[0]);
    } catch (DateTimeParseException e) {
      throw bad(file, number, "a date is like 2026-01-31, not " + words[2]);
    } catch (RuntimeException e) {
      throw bad(file, number, "no pattern of a host or rack: " + words[0]);
    }
    return new Dated(from, new Rate(words[0], number, percent(file, number, words[1]) / 100));
  }

  private static double percent(Path file, int number, String word) throws IOException {
    double percent = Double.NaN;
    try {
      percent = Double.parseDouble(word.replaceFirst("%$", ""));
    } catch (NumberFormatException e) {
      // Said below.
    }
    if (!(percent > 0 && percent <= MOST_PERCENT)) {
      throw bad(
          file, number, "a failure rate is a percentage of disks per year, above 0 and at most "
              + (int) MOST_PERCENT + ", not " + word);
    }
    return percent;
  }

  static IOException bad(Path file, int number, String why) {
    return new IOException(file + ", line " + number + ": " + why);
  }

  /** All rates, in the order of the file. */
  List<Rate> rates() {
    return List.copyOf(rates.values());
  }

  /**
   * The rate of a node: that of the first line that fits it.
   *
   * @param address of transfers, with its port
   */
  Optional<Rate> of(String host, String address, String rack) {
    String ip = address.replaceFirst(":\\d+$", "");
    List<String> names = List.of(host, host + address.substring(ip.length()), ip, address);
    return rates.values().stream()
        .filter(
            rate -> {
              GlobPattern pattern = patterns.get(rate.what);
              return rate.what.startsWith("/")
                  ? pattern.matches(rack)
                  : names.stream().anyMatch(pattern::matches);
            })
        .findFirst();
  }
}
