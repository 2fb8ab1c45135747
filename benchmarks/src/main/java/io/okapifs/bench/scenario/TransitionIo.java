package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.ClusterDriver;
import io.okapifs.bench.own.TransitionDriver;
import io.okapifs.bench.paper.TransitionBytes;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What it costs to give a file other groups: by new parity out of data (regroup), out of old parity
 * (convertible), and on stock HDFS by a copy through a client (rewrite). Bytes are those of blocks,
 * as DataNodes count them (Okapi, OSDI'25, section 6.3 and Figure 8).
 */
@Command(
    name = "transition-io",
    description = "Bytes that a file's change of its groups moves, beside those of a copy.",
    footer = "Takes some minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class TransitionIo implements Callable<Integer> {

  private static final String REGROUP = "regroup";
  private static final String CONVERTIBLE = "convertible";
  private static final String REWRITE = "rewrite";
  private static final String LOOKAHEAD_KEY = "dfs.namenode.ec.placement.lookahead-groups";

  /** Stock HDFS has no larger groups. */
  private static final int STOCK_MEMBERS_MAX = 16;

  private static final int CHUNK = 512;
  private static final int CHECKSUM = 4;
  private static final String FILE = "/files/file";

  @Option(names = "--k", description = "Data members before (default: ${DEFAULT-VALUE}).")
  private int k = 6;

  @Option(names = "--r", description = "Parity members (default: ${DEFAULT-VALUE}).")
  private int r = 3;

  @Option(
      names = "--to",
      split = ",",
      description = "Data members behind, and back (default: ${DEFAULT-VALUE}).",
      defaultValue = "8,9,12,15")
  private List<Integer> targets;

  @Option(
      names = "--analytic",
      split = ",",
      description = "The same, calculated only (default: ${DEFAULT-VALUE}).",
      defaultValue = "20,30,50")
  private List<Integer> calculated;

  @Option(names = "--file-blocks", description = "Blocks of a file (default: ${DEFAULT-VALUE}).")
  private long fileBlocks = 360;

  @Option(names = "--block-kib", description = "Of that file (default: ${DEFAULT-VALUE}).")
  private long smallBlockKib = 128;

  @Option(
      names = "--file-mib",
      description = "Of a second file, which may end within a group; 0 is none"
          + " (default: ${DEFAULT-VALUE}).")
  private long fileMib = 1024;

  @Option(
      names = "--large-block-kib",
      description = "Blocks of the second file (default: ${DEFAULT-VALUE}).")
  private long largeBlockKib = 8192;

  @Option(names = "--cell-kib", description = "Cell (default: ${DEFAULT-VALUE}).")
  private int cellKib = 64;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 20;

  @Option(
      names = "--lookahead",
      description = "Groups that placement looks ahead in one of two runs, the other has none"
          + " (default: ${DEFAULT-VALUE}).")
  private int lookahead = 3;

  @Option(names = "--heap", description = "-Xmx of each cluster (default: ${DEFAULT-VALUE}).")
  private String heap = "2g";

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  /** A file. */
  private record Shape(long length, long blockSize) {}

  /** How a file gets from one policy to another, and what that moves by the layout's arithmetic. */
  private record Change(String method, String codec, int from, int to, TransitionBytes bytes) {

    double ratio(long length) {
      return bytes.perByte(length);
    }
  }

  @Override
  public Integer call() throws Exception {
    if (k < 1 || r < 1 || fileBlocks < 1 || cellKib < 1 || fileMib < 0) {
      throw new IllegalArgumentException(
          "out of range: k=" + k + ", r=" + r + ", fileBlocks=" + fileBlocks + ", cellKib="
              + cellKib + ", fileMib=" + fileMib);
    }
    int widest = Math.max(k, targets.stream().mapToInt(Integer::intValue).max().orElseThrow());
    if (nodes < widest + r) {
      throw new IllegalArgumentException(
          "too few for a group: nodes=" + nodes + ", k=" + widest + ", r=" + r);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "two MiniDFSClusters, client and daemons in one JVM each");
    setup.put("nodes", nodes);
    setup.put("stripeWidth", k);
    setup.put("cellKib", cellKib);
    report.line(setup);
    measure(
        folder.resolve("blocks"),
        new Shape(fileBlocks * smallBlockKib << 10, smallBlockKib << 10));
    if (fileMib > 0) {
      measure(folder.resolve("file"), new Shape(fileMib << 20, largeBlockKib << 10));
    }
    for (int to : calculated) {
      for (String method : List.of(REGROUP, CONVERTIBLE, REWRITE)) {
        // As many whole groups of both as there are.
        Shape shape = new Shape((long) k * to * cellKib << 10, (long) cellKib << 10);
        Optional<Change> change = change(method, k, to, shape);
        if (change.isPresent()) {
          calculated(change.get(), shape);
        }
      }
    }
  }

  private void measure(Path folder, Shape shape) throws Exception {
    for (int groups : new int[] {lookahead, 0}) {
      try (ChildJvm ours =
          start(
              Jars.OURS, TransitionDriver.class, folder.resolve("ours" + groups), shape,
              LOOKAHEAD_KEY + "=" + groups)) {
        for (int to : targets) {
          for (String method : List.of(REGROUP, CONVERTIBLE)) {
            Optional<Change> there = change(method, k, to, shape);
            if (there.isPresent()) {
              Change back = change(REGROUP, there.get().codec(), to, k, shape);
              transition(ours, List.of(there.get(), back), shape, groups);
            }
          }
        }
      }
    }
    try (ChildJvm stock =
        start(Jars.STOCK, ClusterDriver.class, folder.resolve("stock"), shape)) {
      for (int to : targets) {
        for (Change change :
            List.of(
                change(REWRITE, k, to, shape).orElseThrow(),
                change(REWRITE, to, k, shape).orElseThrow())) {
          if (Math.max(change.from(), change.to()) + r > STOCK_MEMBERS_MAX) {
            calculated(change, shape);
          } else {
            rewrite(stock, change, shape);
          }
        }
      }
    }
  }

  private ChildJvm start(
      Jars jars, Class<?> driver, Path folder, Shape shape, String... settings)
      throws IOException {
    ChildJvm child = new ChildJvm(jars, driver, folder, "-Xmx" + heap);
    List<Object> words = new ArrayList<>(List.of("start", nodes, shape.blockSize()));
    words.addAll(List.of(settings));
    child.ask(words.toArray());
    return child;
  }

  // --- what it costs by the layout

  private FileLayout layout(String codec, int members, int stripeWidth, Shape shape) {
    GroupPolicy policy =
        new GroupPolicy(name(codec, members), codec, members, r, 1, cellKib << 10);
    return new FileLayout(policy, stripeWidth, shape.blockSize());
  }

  private String name(String codec, int members) {
    return codec.toUpperCase(Locale.ROOT) + "-" + members + "-" + r + "-" + cellKib + "k";
  }

  /** Empty where there is no such way. */
  private Optional<Change> change(String method, int from, int to, Shape shape) {
    boolean possible = !method.equals(CONVERTIBLE) || to % from == 0;
    return possible
        ? Optional.of(
            change(method, method.equals(CONVERTIBLE) ? "rs-vand" : "rs", from, to, shape))
        : Optional.empty();
  }

  private Change change(String method, String codec, int from, int to, Shape shape) {
    FileLayout old = layout(codec, from, k, shape);
    // Stock HDFS stripes over what it codes; what is wider is of whole groups, and calculated only.
    boolean coupled = method.equals(REWRITE) && to <= FileLayout.MAX_STRIPE_WIDTH;
    FileLayout next = layout(codec, to, coupled ? to : k, shape);
    long length = shape.length();
    TransitionBytes bytes =
        switch (method) {
          case REGROUP -> TransitionBytes.regroup(next, length);
          case REWRITE -> TransitionBytes.rewrite(next, length);
          default -> TransitionBytes.merge(old, next, length);
        };
    return new Change(method, codec, from, to, bytes);
  }

  // --- what it costs

  private void transition(
      ChildJvm ours, List<Change> changes, Shape shape, int lookaheadGroups) throws IOException {
    for (Change change : changes) {
      addPolicies(ours, change);
    }
    Change first = changes.get(0);
    write(ours, name(first.codec(), first.from()) + "@" + k, shape);
    for (Change change : changes) {
      ours.ask("traffic");
      double cpuBefore = ours.cpuSeconds();
      JsonNode moved = ours.ask("transition", FILE, name(change.codec(), change.to()));
      double cpu = ours.cpuSeconds() - cpuBefore;
      JsonNode traffic = ours.ask("traffic");
      ours.ask("verify", FILE, shape.length());
      ours.ask("verify-parity", FILE);
      Map<String, Object> values = line(change, shape);
      values.put("lookahead_groups", lookaheadGroups);
      long read = blockBytes(traffic);
      long written = traffic.get("repairsWrittenBytes").asLong();
      long relocated = moved.get("movedBytes").asLong();
      values.put("read_bytes", read);
      values.put("written_bytes", written);
      values.put("relocated_bytes", relocated);
      values.put("network_bytes", moved.get("networkBytes").asLong());
      values.put(
          "data_bytes_rewritten",
          Math.max(
              moved.get("newDataBytes").asLong(),
              traffic.get("writtenBytes").asLong() - written - relocated));
      values.put("cpu_seconds", cpu);
      finish(values, change, shape, traffic, read, written, moved.get("nanos").asLong());
    }
    ours.ask("delete", "/files");
    ours.ask("settle");
  }

  private void rewrite(ChildJvm stock, Change change, Shape shape) throws IOException {
    addPolicies(stock, change);
    write(stock, name(change.codec(), change.from()), shape);
    stock.ask("directory", "/copies", name(change.codec(), change.to()));
    stock.ask("traffic");
    double cpuBefore = stock.cpuSeconds();
    JsonNode copy = stock.ask("copy", FILE, "/copies/file");
    double cpu = stock.cpuSeconds() - cpuBefore;
    JsonNode traffic = stock.ask("traffic");
    stock.ask("verify", "/copies/file", shape.length());
    Map<String, Object> values = line(change, shape);
    long read = blockBytes(traffic);
    long written = traffic.get("writtenBytes").asLong();
    values.put("read_bytes", read);
    values.put("written_bytes", written);
    values.put("relocated_bytes", 0);
    // The client is on no DataNode.
    values.put("network_bytes", read + written);
    values.put("data_bytes_rewritten", shape.length());
    values.put("cpu_seconds", cpu);
    finish(values, change, shape, traffic, read, written, copy.get("nanos").asLong());
    stock.ask("delete", "/copies");
    stock.ask("delete", "/files");
    stock.ask("settle");
  }

  private void addPolicies(ChildJvm child, Change change) throws IOException {
    for (int members : List.of(change.from(), change.to())) {
      child.ask("policy", change.codec(), members, r, cellKib << 10);
    }
  }

  private void write(ChildJvm child, String policy, Shape shape) throws IOException {
    child.ask("directory", "/files", policy);
    child.ask("write", FILE, shape.length());
    child.ask("settle");
  }

  /** DataNodes count a checksum with every chunk that they read for others. */
  private static long blockBytes(JsonNode traffic) {
    return traffic.get("readBytes").asLong() * CHUNK / (CHUNK + CHECKSUM);
  }

  private Map<String, Object> line(Change change, Shape shape) {
    Map<String, Object> values = Report.values("transition-io");
    values.put("from", name(change.codec(), change.from()));
    values.put("to", name(change.codec(), change.to()));
    values.put("method", change.method());
    values.put("file_bytes", shape.length());
    values.put("block_bytes", shape.blockSize());
    return values;
  }

  private void finish(
      Map<String, Object> values, Change change, Shape shape, JsonNode traffic, long read,
      long written, long nanos) throws IOException {
    values.put("ratio", (read + written) / (double) shape.length());
    values.put("expected_ratio", change.ratio(shape.length()));
    values.put("exact", new TransitionBytes(read, written).equals(change.bytes()));
    values.put("client_bytes", traffic.get("clientBytes").asLong());
    values.put("max_node_bytes", traffic.get("maxNodeBytes").asLong());
    values.put("seconds", nanos / 1e9);
    report.line(values);
  }

  private void calculated(Change change, Shape shape) throws IOException {
    Map<String, Object> values = Report.values("transition-io-calculated");
    values.put("from", name(change.codec(), change.from()));
    values.put("to", name(change.codec(), change.to()));
    values.put("method", change.method());
    values.put("file_bytes", shape.length());
    values.put("expected_ratio", change.ratio(shape.length()));
    report.line(values);
  }
}
