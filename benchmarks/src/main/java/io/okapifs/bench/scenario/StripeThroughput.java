package io.okapifs.bench.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Throughput of a file with s = k beside the same policy as HDFS writes and reads it. */
@Command(
    name = "stripe-throughput",
    description = "Write and read throughput of s = k against the stock path.",
    footer = "Takes about a minute, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class StripeThroughput implements Callable<Integer> {

  private static final double LOWER_BOUND_WANTED = 0.95;
  private static final String OUR_CODER = "rs_okapi";
  private static final String HDFS_CODER = "rs_java";
  private static final Pattern POLICY = Pattern.compile("RS-(\\d{1,2})-(\\d)-(\\d{1,5})k");
  private static final String OURS = "/decoupled";
  private static final String STOCK = "/coupled";

  @Option(names = "--pairs", description = "Measured pairs (default: ${DEFAULT-VALUE}).")
  private int pairs = 20;

  @Option(names = "--warm-ups", description = "Pairs before (default: ${DEFAULT-VALUE}).")
  private int warmUps = 3;

  @Option(names = "--policy", description = "RS-k-r-CELLk (default: ${DEFAULT-VALUE}).")
  private String policy = "RS-6-3-1024k";

  @Option(names = "--stripe-width", description = "s (default: ${DEFAULT-VALUE}).")
  private int stripeWidth = 6;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 9;

  @Option(names = "--block-mib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockMib = 16;

  @Option(names = "--file-mib", description = "File size (default: ${DEFAULT-VALUE}).")
  private int fileMib = 192;

  @Option(
      names = "--stock-jars",
      description =
          "The stock path on the stock jars in a JVM of its own; without it both are measured on"
              + " our jars, in one JVM and one cluster.")
  private boolean stockJars;

  @Option(
      names = "--stock-coder",
      description =
          "Who encodes on the stock path: rs_okapi (default), our coder below HDFS's own path, so"
              + " that paths are compared and not coders; rs_java, HDFS's own.")
  private String stockCoder;

  @Option(
      names = "--kernel",
      description = "Kernel of our coder, native or java (default: ${DEFAULT-VALUE}).")
  private String kernel = "native";

  @Option(names = "--seed", description = "Of the order and the interval (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  private long fileBytes;

  @Override
  public Integer call() throws Exception {
    fileBytes = (long) fileMib << 20;
    if (stockCoder == null) {
      stockCoder = stockJars ? HDFS_CODER : OUR_CODER;
    }
    if (stockJars && !stockCoder.equals(HDFS_CODER)) {
      throw new IllegalArgumentException(
          "the stock jars have no such coder: stockCoder=" + stockCoder);
    }
    Matcher parts = POLICY.matcher(policy);
    if (!parts.matches()
        || Integer.parseInt(parts.group(1)) + Integer.parseInt(parts.group(2)) > nodes) {
      throw new IllegalArgumentException(
          "--policy is RS-k-r-CELLk, as in RS-12-3-1024k, with at least k + r --nodes: policy="
              + policy + ", nodes=" + nodes);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    report.line(setup());
    try (ChildJvm ours = start(Jars.OURS, folder.resolve("ours"))) {
      ours.ask("directory", OURS, policy + "@" + stripeWidth);
      if (stockJars) {
        try (ChildJvm stock = start(Jars.STOCK, folder.resolve("stock"))) {
          compare(ours, stock);
        }
      } else {
        compare(ours, ours);
      }
    }
  }

  private Map<String, Object> setup() {
    Map<String, Object> values = Report.values("setup");
    values.put("cluster", "MiniDFSCluster, client and daemons in one JVM");
    values.put("stockPathOn", stockJars ? "stock jars, another JVM" : "our jars, the same JVM");
    values.put("stockCoder", stockCoder);
    values.put("kernel", kernel);
    values.put("policy", policy);
    values.put("stripeWidth", stripeWidth);
    values.put("nodes", nodes);
    values.put("blockMib", blockMib);
    values.put("fileMib", fileMib);
    values.put("seed", seed);
    return values;
  }

  private ChildJvm start(Jars jars, Path folder) throws IOException {
    ChildJvm child =
        new ChildJvm(
            jars, ClusterDriver.class, folder, "-Xmx2g", "-Dio.okapifs.ec.kernel=" + kernel);
    child.ask(
        "start", nodes, (long) blockMib << 20,
        "io.erasurecode.codec.rs.rawcoders=" + stockCoder);
    Matcher parts = POLICY.matcher(policy);
    if (parts.matches()) {
      child.ask(
          "policy", "rs", parts.group(1), parts.group(2), Integer.parseInt(parts.group(3)) << 10);
    }
    return child;
  }

  private void compare(ChildJvm ours, ChildJvm stock) throws Exception {
    stock.ask("directory", STOCK, policy);
    String oursRead = OURS + "/read";
    String stockRead = STOCK + "/read";
    ours.ask("write", oursRead, fileBytes);
    stock.ask("write", stockRead, fileBytes);
    ours.ask("verify", oursRead, fileBytes);
    stock.ask("verify", stockRead, fileBytes);
    Direction oursOut = new Direction("write");
    Direction stockOut = new Direction("write");
    Interleaving.Pairs written =
        Interleaving.run(
            pairs, warmUps, seed,
            pair -> oursOut.measureAndDelete(ours, OURS + "/write" + pair, pair),
            pair -> stockOut.measureAndDelete(stock, STOCK + "/write" + pair, pair));
    report("write", written, oursOut, stockOut);
    Direction oursIn = new Direction("read");
    Direction stockIn = new Direction("read");
    Interleaving.Pairs read =
        Interleaving.run(
            pairs, warmUps, seed,
            pair -> oursIn.measure(ours, oursRead, pair),
            pair -> stockIn.measure(stock, stockRead, pair));
    report("read", read, oursIn, stockIn);
  }

  /** A file's way in one direction, and the processor time that it took, pair by pair. */
  private final class Direction {

    private final String command;
    private final double[] cpuMillis = new double[pairs];

    Direction(String command) {
      this.command = command;
    }

    /** Returns MiB per second. */
    double measure(ChildJvm child, String path, int pair) throws IOException {
      JsonNode answer = child.ask(command, path, fileBytes);
      if (pair >= 0) {
        cpuMillis[pair] = answer.get("cpuNanos").asLong() / 1e6;
      }
      return fileMib / (answer.get("nanos").asLong() / 1e9);
    }

    double measureAndDelete(ChildJvm child, String path, int pair) throws IOException {
      double throughput = measure(child, path, pair);
      child.ask("delete", path);
      return throughput;
    }
  }

  private void report(
      String what, Interleaving.Pairs measured, Direction ours, Direction stock)
      throws JsonProcessingException {
    for (int i = 0; i < pairs; i++) {
      Map<String, Object> values = Report.values(what + "-pair");
      values.put("pair", i);
      values.put("oursMibPerSecond", measured.ours()[i]);
      values.put("stockMibPerSecond", measured.stock()[i]);
      values.put("oursCpuMillis", ours.cpuMillis[i]);
      values.put("stockCpuMillis", stock.cpuMillis[i]);
      report.line(values);
    }
    PairedRatio ratio = PairedRatio.of(measured.ours(), measured.stock(), seed);
    Map<String, Object> values = Report.values(what);
    values.put("oursMibPerSecond", PairedRatio.median(measured.ours()));
    values.put("stockMibPerSecond", PairedRatio.median(measured.stock()));
    Report.put(values, ratio);
    values.put(
        "cpuRatio", PairedRatio.of(ours.cpuMillis, stock.cpuMillis, seed).median());
    values.put("low95Wanted", LOWER_BOUND_WANTED);
    values.put("passes", ratio.low() >= LOWER_BOUND_WANTED);
    report.line(values);
  }
}
