package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.ClusterDriver;
import io.okapifs.bench.driver.StreamDriver;
import io.okapifs.bench.paper.WriterMemory;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Client memory of an open stream at several stripe widths, beside HDFS's own and the bound. */
@Command(
    name = "stream-memory",
    description = "Client memory per open stream against the bound.",
    footer = "Takes about a minute, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class StreamMemory implements Callable<Integer> {

  private static final int HDFS = 0;
  private static final int K = 6;
  private static final int R = 3;
  private static final long CELL = 1 << 20;
  private static final String POLICY = "RS-6-3-1024k";

  @Option(
      names = "--stripe-widths",
      split = ",",
      description = "Values of s (default: ${DEFAULT-VALUE}).")
  private List<Integer> stripeWidths = List.of(1, 2, 3, 4, 6, 12);

  @Option(names = "--streams", description = "Open at a time (default: ${DEFAULT-VALUE}).")
  private int streams = 3;

  @Option(names = "--block-mib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockMib = 8;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 12;

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
    setup.put("client", "alone in a JVM on our jars; the cluster is another one");
    setup.put("policy", POLICY);
    setup.put("blockMib", blockMib);
    setup.put("streams", streams);
    report.line(setup);
    try (ChildJvm cluster =
            new ChildJvm(Jars.OURS, ClusterDriver.class, folder.resolve("c"), "-Xmx2g")) {
      String uri = cluster.ask("start", nodes, (long) blockMib << 20).get("uri").asText();
      measure(cluster, uri, folder, HDFS);
      for (int stripeWidth : stripeWidths) {
        measure(cluster, uri, folder, stripeWidth);
      }
    }
  }

  private void measure(ChildJvm cluster, String uri, Path folder, int stripeWidth)
      throws Exception {
    String directory = "/s" + stripeWidth;
    cluster.ask(
        "directory", directory, stripeWidth == HDFS ? POLICY : POLICY + "@" + stripeWidth);
    for (String what : new String[] {"writers", "readers"}) {
      long blockSize = (long) blockMib << 20;
      // Positions within every second row or so, over a group and the stripe behind it.
      long end = (long) (K + Math.max(stripeWidth, 1)) * blockSize;
      long step = 2 * CELL * Math.max(stripeWidth, K);
      JsonNode held;
      try (ChildJvm client =
          new ChildJvm(Jars.OURS, StreamDriver.class, folder.resolve("s"), "-Xmx1g")) {
        client.ask("connect", uri);
        held = client.ask(what, directory, streams, blockSize, step, end);
      }
      Map<String, Object> values = Report.values(what);
      values.put("stripeWidth", stripeWidth == HDFS ? "HDFS" : stripeWidth);
      values.put("heapBytes", held.get("heapBytes").asLong());
      values.put("directBytes", held.get("directBytes").asLong());
      long bytes = held.get("heapBytes").asLong() + held.get("directBytes").asLong();
      values.put("bytes", bytes);
      values.put("atPosition", held.get("position").asLong());
      if (stripeWidth != HDFS && what.equals("writers")) {
        long bound = writerBound(stripeWidth, blockSize);
        values.put("boundBytes", bound);
        values.put("ofBound", bytes / (double) bound);
      }
      report.line(values);
    }
  }

  /** The design's bound. */
  private static long writerBound(int stripeWidth, long blockSize) {
    GroupPolicy policy = new GroupPolicy(POLICY, "rs", K, R, 1, (int) CELL);
    return WriterMemory.boundBytes(new FileLayout(policy, stripeWidth, blockSize));
  }
}
