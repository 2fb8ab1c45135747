package io.okapifs.bench.scenario;

import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.ClusterDriver;
import io.okapifs.bench.stats.Interleaving;
import io.okapifs.bench.stats.PairedRatio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What HDFS's own striped files cost more on our jars than on the stock jars. */
@Command(
    name = "stock-path",
    description = "Small coupled files created and read on our jars and on the stock jars.",
    footer = "Takes some minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class StockPath implements Callable<Integer> {

  private static final String DIRECTORY = "/coupled";

  @Option(names = "--files", description = "Files on each side (default: ${DEFAULT-VALUE}).")
  private int files = 10_000;

  @Option(names = "--pairs", description = "Chunks of them (default: ${DEFAULT-VALUE}).")
  private int pairs = 40;

  @Option(names = "--warm-ups", description = "Chunks before (default: ${DEFAULT-VALUE}).")
  private int warmUps = 4;

  @Option(names = "--policy", description = "Policy (default: ${DEFAULT-VALUE}).")
  private String policy = "RS-3-2-1024k";

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 5;

  @Option(names = "--file-bytes", description = "File size (default: ${DEFAULT-VALUE}).")
  private int fileBytes = 1000;

  @Option(names = "--seed", description = "Of the order and the interval (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    if (pairs < 1 || files < pairs) {
      throw new IllegalArgumentException(
          "files do not fill the pairs: files=" + files + ", pairs=" + pairs);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "two MiniDFSClusters, client and daemons in one JVM each");
    setup.put("policy", policy);
    setup.put("nodes", nodes);
    setup.put("files", files);
    setup.put("fileBytes", fileBytes);
    setup.put("seed", seed);
    report.line(setup);
    try (ChildJvm ours = start(Jars.OURS, folder.resolve("ours"));
        ChildJvm stock = start(Jars.STOCK, folder.resolve("stock"))) {
      compare("create", "write-many", ours, stock);
      compare("read", "read-many", ours, stock);
    }
  }

  private ChildJvm start(Jars jars, Path folder) throws IOException {
    ChildJvm child = new ChildJvm(jars, ClusterDriver.class, folder, "-Xmx1g");
    child.ask("start", nodes, 1 << 20);
    child.ask("directory", DIRECTORY, policy);
    return child;
  }

  private void compare(String what, String command, ChildJvm ours, ChildJvm stock)
      throws Exception {
    int chunk = files / pairs;
    Interleaving.Pairs nanos =
        Interleaving.run(
            pairs, warmUps, seed,
            pair -> nanos(ours, command, pair, chunk),
            pair -> nanos(stock, command, pair, chunk));
    for (int i = 0; i < pairs; i++) {
      Map<String, Object> values = Report.values(what + "-pair");
      values.put("pair", i);
      values.put("oursMicrosPerFile", nanos.ours()[i] / 1e3 / chunk);
      values.put("stockMicrosPerFile", nanos.stock()[i] / 1e3 / chunk);
      report.line(values);
    }
    PairedRatio ratio = PairedRatio.of(nanos.ours(), nanos.stock(), seed);
    Map<String, Object> values = Report.values(what);
    values.put("filesEach", chunk * pairs);
    values.put("oursMicrosPerFile", PairedRatio.median(nanos.ours()) / 1e3 / chunk);
    values.put("stockMicrosPerFile", PairedRatio.median(nanos.stock()) / 1e3 / chunk);
    Report.put(values, ratio);
    // No difference is measurable if no difference lies inside the interval.
    values.put("differenceMeasurable", ratio.low() > 1 || ratio.high() < 1);
    report.line(values);
  }

  private double nanos(ChildJvm child, String command, int pair, int chunk) throws IOException {
    return child.ask(command, DIRECTORY + "/chunk" + pair, chunk, fileBytes)
        .get("nanos").asDouble();
  }
}
