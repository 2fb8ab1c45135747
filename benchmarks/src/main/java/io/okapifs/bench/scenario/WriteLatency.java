package io.okapifs.bench.scenario;

import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.ClusterDriver;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How long it takes to write a small file under each code, from create to close, one file at a time
 * (DAIS'16, section 5.3 and Figure 8). Files without a code have one replica.
 */
@Command(
    name = "write-latency",
    description = "Latencies of writes of small files by code.",
    footer = "Takes about 5 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class WriteLatency implements Callable<Integer> {

  private static final String NO_CODE = "none";
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  @Option(
      names = "--policy",
      split = ",",
      description = "Codes, and none (default: ${DEFAULT-VALUE}).",
      defaultValue = "none,RS-10-4,CAUCHY-XOR-10-4,FLATXOR3-10-5")
  private List<String> policies;

  @Option(names = "--files", description = "Of each (default: ${DEFAULT-VALUE}).")
  private int files = 500;

  @Option(names = "--warm-ups", description = "Files of each before (default: ${DEFAULT-VALUE}).")
  private int warmUps = 100;

  @Option(names = "--file-kib", description = "Size of a file (default: ${DEFAULT-VALUE}).")
  private int fileKib = 4096;

  @Option(names = "--cell-kib", description = "Cell (default: ${DEFAULT-VALUE}).")
  private int cellKib = 64;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 16;

  @Option(names = "--seed", description = "Of the order (default: by the clock).")
  private long seed = System.nanoTime() >>> 20;

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  private final Map<String, ErasureCode> codes = new LinkedHashMap<>();

  @Override
  public Integer call() throws Exception {
    for (String policy : policies) {
      if (!policy.equals(NO_CODE)) {
        codes.put(policy, CodeRegistry.byName(policy));
      }
    }
    int members = codes.values().stream().mapToInt(ErasureCode::n).max().orElse(1);
    if (files < 1 || warmUps < 0 || fileKib < 1 || cellKib < 1 || nodes < members) {
      throw new IllegalArgumentException(
          "out of range: files=" + files + ", warmUps=" + warmUps + ", fileKib=" + fileKib
              + ", cellKib=" + cellKib + ", nodes=" + nodes + " (at least " + members + ")");
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "a MiniDFSCluster, client and daemons in one JVM");
    setup.put("nodes", nodes);
    setup.put("fileKib", fileKib);
    setup.put("cellKib", cellKib);
    setup.put("files", files);
    setup.put("seed", seed);
    report.line(setup);
    try (ChildJvm cluster = new ChildJvm(Jars.OURS, ClusterDriver.class, folder, "-Xmx2g")) {
      cluster.ask("start", nodes, 128L << 20);
      for (Map.Entry<String, ErasureCode> code : codes.entrySet()) {
        addDirectory(cluster, code.getKey(), code.getValue());
      }
      write(cluster, warmUps);
      Map<String, Histogram> nanos = write(cluster, files);
      for (String policy : policies) {
        report.line(line(policy, nanos));
      }
    }
  }

  private void addDirectory(ChildJvm cluster, String policy, ErasureCode code) throws IOException {
    String name =
        cluster
            .ask("policy", CodecName.of(policy, code), code.k(), code.r(), cellKib << 10)
            .get("policy").asText();
    int width = Math.min(code.k(), FileLayout.MAX_STRIPE_WIDTH);
    cluster.ask("directory", "/" + policy, name + "@" + width);
  }

  /** Files of all codes in random order; each is deleted before the next one. */
  private Map<String, Histogram> write(ChildJvm cluster, int count) throws IOException {
    List<String> order = new ArrayList<>();
    Map<String, Histogram> nanos = new LinkedHashMap<>();
    for (String policy : policies) {
      order.addAll(Collections.nCopies(count, policy));
      nanos.put(policy, new Histogram(DIGITS));
    }
    Collections.shuffle(order, new Random(seed));
    for (String policy : order) {
      String file = "/" + policy + "/file";
      long took = cluster.ask("write", file, (long) fileKib << 10).get("nanos").asLong();
      nanos.get(policy).recordValue(took);
      cluster.ask("delete", file);
    }
    return nanos;
  }

  private Map<String, Object> line(String policy, Map<String, Histogram> nanos) {
    Map<String, Object> values = Report.values("write-latency");
    values.put("policy", policy);
    Histogram own = nanos.get(policy);
    for (int percentile : new int[] {50, 90, 99}) {
      values.put(
          "p" + percentile + "Millis", own.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
    }
    values.put("meanMillis", own.getMean() / NANOS_PER_MILLI);
    Histogram none = nanos.get(NO_CODE);
    if (none != null) {
      values.put(
          "medianOverNone",
          (double) own.getValueAtPercentile(50) / none.getValueAtPercentile(50));
    }
    return values;
  }
}
