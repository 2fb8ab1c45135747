package io.okapifs.bench.dfsperf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The report of a run, in the original's format. The total of a statistic is the sum over all
 * threads of all slaves, where it is not given: percentiles cannot be added. A value.
 *
 * @param id the earliest begin of a slave, milliseconds
 * @param failed slaves, as in {@code 0@host}
 * @param slaves sums over threads by slave and statistic
 * @param total by statistic
 * @param details of each thread by slave and statistic
 */
public record TotalReport(
    String suite, long id, List<String> failed, Map<String, String> keys,
    Map<String, Map<String, Double>> slaves, Map<String, Double> total,
    Map<String, Map<String, List<Double>>> details) {

  private static final String TITLE = " Test - ID : ";
  private static final String SUCCESS = "Finished Successfully";
  private static final String FAILED = "Failed: ";
  private static final String KEYS = "********** Task Configurations **********";
  private static final String STATISTICS = "********** Statistics **********";
  private static final String DETAILS = "********** Slave Details **********";
  private static final String SLAVE_NAME = "SlaveName";
  private static final String TOTAL = "Total";
  private static final String OF_THREADS = " for each threads:";

  /**
   * Adds up.
   *
   * @param contexts at least one
   * @param ofAll totals that are not sums, by statistic; their rows have the worst thread's
   */
  public static TotalReport of(List<SlaveContext> contexts, Map<String, Double> ofAll) {
    SlaveContext first = contexts.get(0);
    Set<String> names = new LinkedHashSet<>();
    contexts.forEach(context -> names.addAll(context.statistics().keySet()));
    Map<String, Map<String, Double>> slaves = new LinkedHashMap<>();
    Map<String, Map<String, List<Double>>> details = new LinkedHashMap<>();
    Map<String, Double> total = new LinkedHashMap<>();
    List<String> failed = new ArrayList<>();
    long id = Long.MAX_VALUE;
    for (SlaveContext context : contexts) {
      id = Math.min(id, context.beginMillis());
      if (!context.success()) {
        failed.add(context.slave());
      }
      Map<String, Double> row = new LinkedHashMap<>();
      names.forEach(
          name -> {
            List<Double> threads = context.statistics().getOrDefault(name, List.of());
            double ofSlave =
                ofAll.containsKey(name)
                    ? threads.stream().mapToDouble(Double::doubleValue).max().orElse(0)
                    : threads.stream().mapToDouble(Double::doubleValue).sum();
            row.put(name, ofSlave);
            total.merge(name, ofSlave, Double::sum);
          });
      slaves.put(context.slave(), row);
      details.put(context.slave(), context.statistics());
    }
    total.replaceAll(ofAll::getOrDefault);
    return new TotalReport(first.suite(), id, failed, first.keys(), slaves, total, details);
  }

  /** The name that the file has in its folder. */
  public String fileName() {
    return "DfsPerfReport-" + suite;
  }

  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(fileName()), text());
  }

  /** The file's text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(suite).append(TITLE).append(id).append('\n');
    if (failed.isEmpty()) {
      text.append(SUCCESS).append('\n');
    } else {
      text.append(FAILED).append(failed.size()).append(" slaves failed ( ");
      failed.forEach(slave -> text.append(slave).append(' '));
      text.append(")\n");
    }
    text.append(KEYS).append('\n');
    keys.forEach((key, value) -> text.append(key).append('\t').append(value).append('\n'));
    text.append(STATISTICS).append('\n').append(SLAVE_NAME);
    total.keySet().forEach(name -> text.append('\t').append(name));
    text.append('\n');
    slaves.forEach((slave, row) -> row(text, slave, row));
    row(text, TOTAL, total);
    text.append(DETAILS).append('\n');
    details.forEach(
        (slave, statistics) -> {
          statistics.forEach((name, numbers) -> details(text, slave, name, numbers));
          text.append('\n');
        });
    return text.toString();
  }

  private static void row(StringBuilder text, String name, Map<String, Double> numbers) {
    text.append(name);
    numbers.values().forEach(number -> text.append('\t').append(number));
    text.append('\n');
  }

  private static void details(
      StringBuilder text, String slave, String name, List<Double> numbers) {
    text.append(slave).append("'s ").append(name).append(OF_THREADS).append("\n\t");
    numbers.forEach(number -> text.append("[ ").append(number).append(" ]"));
    text.append('\n');
  }

  /**
   * Reads a file.
   *
   * @throws IOException also where it is not of this format, naming file and line
   */
  public static TotalReport read(Path file) throws IOException {
    return new ReportReader(Files.readAllLines(file), file.toString()).report();
  }
}
