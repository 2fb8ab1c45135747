package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.tools.FailureTable.Rate;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Failure rates that are counted from an export of SMART data: comma-separated lines below one of
 * names, of which {@code host} and {@code failures} (or {@code failure}) are needed.
 *
 * <p>Without {@code drive_days} each line is one drive on one day, as Backblaze publishes them.
 * With {@code model} drives of a model have one rate on all hosts, and a host the mean of its
 * drives; without it each host has a rate of its own. A rate is (failures + 1) / drive days * 365:
 * the one more keeps a few days without a failure from being taken for safety. Read once, by one
 * thread.
 */
final class DriveDays {

  private static final double DAYS = 365;

  private final Path file;
  private final List<String> names;
  private final int host;
  private final int failures;
  private final int days;
  private final int model;

  /** Drive days of each host, by model. */
  private final Map<String, Map<String, Double>> daysByHost = new TreeMap<>();
  private final Map<String, Double> failuresOfModel = new HashMap<>();
  private final Map<String, Double> daysOfModel = new HashMap<>();

  private DriveDays(Path file, String header) throws IOException {
    this.file = file;
    names = Arrays.stream(header.toLowerCase(Locale.ROOT).split(",")).map(String::strip).toList();
    host = names.indexOf("host");
    failures = Math.max(names.indexOf("failures"), names.indexOf("failure"));
    days = names.indexOf("drive_days");
    model = names.indexOf("model");
    if (host < 0 || failures < 0) {
      throw FailureTable.bad(
          file, 1, "the columns host and failures are needed, with drive_days unless each line is"
              + " one drive on one day; here are " + String.join(",", names));
    }
  }

  /** A rate of each host. */
  static Map<String, Rate> rates(Path file, String header, BufferedReader lines)
      throws IOException {
    DriveDays counted = new DriveDays(file, header);
    int number = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank()) {
        counted.add(number, line);
      }
    }
    return counted.rates();
  }

  private void add(int number, String line) throws IOException {
    String[] fields = line.split(",", -1);
    if (fields.length != names.size()) {
      throw FailureTable.bad(
          file, number, "has " + fields.length + " fields, and the first line " + names.size());
    }
    String on = fields[host].strip();
    if (on.isEmpty()) {
      throw FailureTable.bad(file, number, "has no host: " + line);
    }
    String of = model < 0 ? on : fields[model].strip();
    double more = days < 0 ? 1 : number(number, fields, days);
    daysByHost.computeIfAbsent(on, name -> new TreeMap<>()).merge(of, more, Double::sum);
    daysOfModel.merge(of, more, Double::sum);
    failuresOfModel.merge(of, number(number, fields, failures), Double::sum);
  }

  private double number(int number, String[] fields, int column) throws IOException {
    double value = Double.NaN;
    try {
      value = Double.parseDouble(fields[column].strip());
    } catch (NumberFormatException e) {
      // Said below.
    }
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw FailureTable.bad(
          file, number, names.get(column) + " is a number, 0 or more, not " + fields[column]);
    }
    return value;
  }

  private Map<String, Rate> rates() throws IOException {
    Map<String, Rate> rates = new TreeMap<>();
    for (Map.Entry<String, Map<String, Double>> each : daysByHost.entrySet()) {
      double of = 0;
      double drives = 0;
      for (Map.Entry<String, Double> ofModel : each.getValue().entrySet()) {
        drives += ofModel.getValue();
        of += ofModel.getValue() * perYear(ofModel.getKey());
      }
      if (!(drives > 0 && of / drives <= 1)) {
        throw new IOException(
            file + " tells too little of host " + each.getKey() + ": by " + drives
                + " drive days all its disks could fail in a year; give more days, or a column"
                + " model, whose drives are counted together");
      }
      rates.put(each.getKey(), new Rate(each.getKey(), 0, of / drives));
    }
    return rates;
  }

  private double perYear(String ofModel) {
    return (failuresOfModel.get(ofModel) + 1) / daysOfModel.get(ofModel) * DAYS;
  }
}
