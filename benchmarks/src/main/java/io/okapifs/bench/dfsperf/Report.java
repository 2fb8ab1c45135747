package io.okapifs.bench.dfsperf;

import io.okapifs.bench.dfsperf.cluster.Assignment;
import io.okapifs.bench.dfsperf.cluster.Master;
import io.okapifs.bench.dfsperf.cluster.Tally;
import io.okapifs.bench.dfsperf.config.Slave;
import io.okapifs.bench.dfsperf.report.JsonReport;
import io.okapifs.bench.dfsperf.report.SlaveContext;
import io.okapifs.bench.dfsperf.report.TotalReport;
import io.okapifs.bench.dfsperf.suite.Statistic;
import io.okapifs.bench.dfsperf.suite.Suite;
import io.okapifs.bench.paper.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a run leaves: contexts and the report as the original has them, and lines of JSON. */
final class Report {

  private static final double MIB = 1 << 20;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final Suite suite;
  private final Assignment assignment;
  private final List<Slave> slaves;
  private final JsonReport json = new JsonReport();
  private int repetitions;

  Report(Suite suite, Assignment assignment, List<Slave> slaves) {
    this.suite = suite;
    this.assignment = assignment;
    this.slaves = slaves;
  }

  /** Writes what a repetition came to; lines of JSON keep those before. */
  void write(Master master, Path folder, PrintWriter text) throws IOException {
    List<SlaveContext> contexts = master.contexts();
    for (SlaveContext context : contexts) {
      context.write(folder.resolve("contexts_" + suite.name()));
    }
    TotalReport total = TotalReport.of(contexts, master.tally().percentiles(suite));
    total.write(folder);
    if (repetitions == 0) {
      begin();
    }
    add(contexts, total, master.tally());
    json.write(folder, total.fileName());
    total.total().forEach((name, value) -> text.printf("%s: %.3f%n", name, value));
    text.println("Report: " + folder.resolve(total.fileName()));
    text.flush();
  }

  private void begin() throws IOException {
    Map<String, Object> environment = json.add("environment");
    environment.putAll(Environment.now(Path.of("").toAbsolutePath()));
    Map<String, Object> setup = json.add("setup");
    setup.put("suite", suite.name());
    setup.put("address", assignment.address());
    setup.put("slaves", slaves.size());
    setup.put("threads", assignment.threads());
    setup.putAll(assignment.keys());
  }

  private void add(List<SlaveContext> contexts, TotalReport total, Tally tally) {
    for (SlaveContext context : contexts) {
      Map<String, Object> line = json.add("slave");
      line.put("repetition", repetitions);
      line.put("slave", context.slave());
      line.put("success", context.success());
      line.put("seconds", seconds(List.of(context)));
      line.putAll(total.slaves().get(context.slave()));
    }
    Map<String, Object> line = json.add("total");
    line.put("repetition", repetitions++);
    line.put("failedSlaves", total.failed().size());
    line.putAll(total.total());
    double seconds = seconds(contexts);
    line.put("seconds", seconds);
    for (Statistic statistic : suite.statistics()) {
      double amount =
          statistic.isOfBytes() ? tally.bytes(statistic) / MIB : tally.operations(statistic);
      line.put(statistic.base() + "Operations", tally.operations(statistic));
      line.put(statistic.base() + "Bytes", tally.bytes(statistic));
      line.put(statistic.base() + "PerSecondOfRun", seconds == 0 ? 0 : amount / seconds);
    }
  }

  /** From when the first slave began to when the last one ended. */
  private static double seconds(List<SlaveContext> contexts) {
    long begin = contexts.stream().mapToLong(SlaveContext::beginMillis).min().orElse(0);
    long end = contexts.stream().mapToLong(SlaveContext::endMillis).max().orElse(0);
    return (end - begin) / MILLIS_PER_SECOND;
  }
}
