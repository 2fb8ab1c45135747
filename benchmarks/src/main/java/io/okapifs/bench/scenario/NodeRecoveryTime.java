package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
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

/**
 * Time and bytes from the death of a DataNode until every block that it held lies elsewhere. Both
 * sides have the same files and HDFS's own limits of repairs; each side has its own coder. Which
 * blocks a node holds is chance, so that times are per byte lost.
 */
@Command(
    name = "node-recovery",
    description = "Recovery from the loss of a DataNode, beside coupled files on the stock jars.",
    footer = "Takes about 6 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class NodeRecoveryTime implements Callable<Integer> {

  private static final String DIRECTORY = "/files";
  private static final double RATIO_WANTED = 1.05;

  @Option(names = "--pairs", description = "Measured pairs (default: ${DEFAULT-VALUE}).")
  private int pairs = 20;

  @Option(names = "--warm-ups", description = "Pairs before (default: ${DEFAULT-VALUE}).")
  private int warmUps = 1;

  @Option(names = "--policy", description = "Policy (default: ${DEFAULT-VALUE}).")
  private String policy = "RS-6-3-1024k";

  @Option(names = "--stripe-width", description = "s (default: ${DEFAULT-VALUE}).")
  private int stripeWidth = 6;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 12;

  @Option(names = "--files", description = "Files on each side (default: ${DEFAULT-VALUE}).")
  private int files = 20;

  @Option(names = "--file-mib", description = "File size (default: ${DEFAULT-VALUE}).")
  private int fileMib = 48;

  @Option(names = "--block-mib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockMib = 8;

  @Option(names = "--seed", description = "Of the order and the interval (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "two MiniDFSClusters, client and daemons in one JVM each");
    setup.put("policy", policy);
    setup.put("stripeWidth", stripeWidth);
    setup.put("nodes", nodes);
    setup.put("files", files);
    setup.put("fileMib", fileMib);
    setup.put("blockMib", blockMib);
    setup.put("seed", seed);
    report.line(setup);
    try (ChildJvm ours = start(Jars.OURS, folder.resolve("ours"), policy + "@" + stripeWidth);
        ChildJvm stock = start(Jars.STOCK, folder.resolve("stock"), policy)) {
      Side oursSide = new Side(ours);
      Side stockSide = new Side(stock);
      Interleaving.Pairs nanosPerByte =
          Interleaving.run(pairs, warmUps, seed, oursSide::recover, stockSide::recover);
      report(nanosPerByte, oursSide, stockSide);
      verify(ours);
      verify(stock);
    }
  }

  private ChildJvm start(Jars jars, Path folder, String layout) throws IOException {
    ChildJvm child = new ChildJvm(jars, ClusterDriver.class, folder, "-Xmx2g");
    child.ask("start", nodes, (long) blockMib << 20);
    child.ask("directory", DIRECTORY, layout);
    child.ask("write-many", DIRECTORY, files, (long) fileMib << 20);
    child.ask("settle");
    return child;
  }

  private void verify(ChildJvm child) throws IOException {
    for (int i = 0; i < files; i++) {
      child.ask("verify", DIRECTORY + "/f" + i, (long) fileMib << 20);
    }
  }

  /** What one of the two clusters did in all pairs. */
  private static final class Side {

    private final ChildJvm child;
    private long readBytes;
    private long writtenBytes;
    private long lostBytes;
    private long nanos;

    Side(ChildJvm child) {
      this.child = child;
    }

    /** Returns nanoseconds per byte lost. */
    double recover(int pair) throws IOException {
      JsonNode answer = child.ask("recover");
      if (pair >= 0) {
        readBytes += answer.get("readBytes").asLong();
        writtenBytes += answer.get("writtenBytes").asLong();
        lostBytes += answer.get("lostBytes").asLong();
        nanos += answer.get("nanos").asLong();
      }
      return answer.get("nanos").asDouble() / answer.get("lostBytes").asDouble();
    }

    void put(Map<String, Object> values, String name) {
      values.put(name + "Seconds", nanos / 1e9);
      values.put(name + "LostBytes", lostBytes);
      values.put(name + "WrittenBytes", writtenBytes);
      values.put(name + "ReadBytes", readBytes);
      values.put(name + "ReadPerWrittenByte", readBytes / (double) writtenBytes);
    }
  }

  private void report(Interleaving.Pairs nanosPerByte, Side ours, Side stock) throws IOException {
    PairedRatio ratio = PairedRatio.of(nanosPerByte.ours(), nanosPerByte.stock(), seed);
    Map<String, Object> values = Report.values("recovery");
    ours.put(values, "ours");
    stock.put(values, "stock");
    Report.put(values, ratio);
    values.put("ratioWanted", RATIO_WANTED);
    values.put("passes", ratio.median() <= RATIO_WANTED);
    report.line(values);
  }
}
