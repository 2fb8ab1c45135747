package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.disk.DiskModel;
import io.okapifs.bench.disk.ModelledDiskFactory;
import io.okapifs.bench.own.DegradedReadDriver;
import io.okapifs.bench.stats.Interleaving;
import io.okapifs.bench.stats.PairedRatio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Positional reads on modelled disks with one DataNode dead and nothing repaired yet, of files with
 * a stripe width of 1: how long one of a lost block lasts beside one of a block that is there, and
 * what many readers get beside files in HDFS's own layout.
 */
@Command(
    name = "degraded-read",
    description = "Positional reads with one DataNode of twelve dead, on modelled disks.",
    footer = "Takes about 4 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class DegradedRead implements Callable<Integer> {

  private static final String DECOUPLED = "/decoupled";
  private static final String COUPLED = "/coupled";
  private static final int K = 6;
  private static final int R = 3;
  private static final double LATENCY_WANTED = 1.3;
  private static final double THROUGHPUT_WANTED = 1.3;

  @Option(names = "--pairs", description = "Measured pairs (default: ${DEFAULT-VALUE}).")
  private int pairs = 12;

  @Option(names = "--warm-ups", description = "Pairs before (default: ${DEFAULT-VALUE}).")
  private int warmUps = 3;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 12;

  @Option(names = "--files", description = "Files of each kind (default: ${DEFAULT-VALUE}).")
  private int files = 8;

  @Option(names = "--file-mib", description = "Size of a file (default: ${DEFAULT-VALUE}).")
  private int fileMib = 48;

  @Option(names = "--block-kib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockKib = 4096;

  @Option(names = "--cell-kib", description = "Cell size (default: ${DEFAULT-VALUE}).")
  private int cellKib = 64;

  @Option(
      names = "--cells",
      description = "Cells that a read asks for (default: ${DEFAULT-VALUE}).")
  private int cells = 8;

  @Option(
      names = "--reads",
      description = "Reads of each half of a pair, one by one (default: ${DEFAULT-VALUE}).")
  private int reads = 40;

  @Option(names = "--readers", description = "Readers at a time (default: ${DEFAULT-VALUE}).")
  private int readers = 24;

  @Option(
      names = "--disk",
      description = "hdd, ssd or MICROSECONDS,MIB_PER_SECOND (default: ${DEFAULT-VALUE}).")
  private String disk = "hdd";

  @Option(
      names = "--seed",
      description = "Of places, order and the interval (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    DiskModel.parse(disk);
    if (nodes <= K + R || cells < 1 || reads < 1 || readers < 1 || files < 1
        || blockKib % (cells * cellKib) != 0) {
      throw new IllegalArgumentException(
          "out of range: nodes=" + nodes + " (more than " + (K + R) + "), cells=" + cells
              + ", reads=" + reads + ", readers=" + readers + ", files=" + files + ", blockKib="
              + blockKib + " (a multiple of cells * cellKib), cellKib=" + cellKib);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "a MiniDFSCluster on modelled disks, client and daemons in one JVM");
    setup.put("disk", DiskModel.parse(disk).toString());
    setup.put("policy", policy());
    setup.put("nodes", nodes);
    setup.put("deadNodes", 1);
    setup.put("readBytes", readBytes());
    setup.put("readers", readers);
    setup.put("seed", seed);
    report.line(setup);
    try (ChildJvm cluster = start(folder)) {
      latency(cluster);
      throughput(cluster);
    }
  }

  private int readBytes() {
    return cells * cellKib << 10;
  }

  private String policy() {
    return "RS-" + K + "-" + R + "-" + cellKib + "k";
  }

  private ChildJvm start(Path folder) throws IOException {
    ChildJvm child = new ChildJvm(Jars.OURS, DegradedReadDriver.class, folder, "-Xmx2g");
    List<Object> words = new ArrayList<>(List.of("start", nodes, (long) blockKib << 10));
    ModelledDiskFactory.settings(disk).forEach((key, value) -> words.add(key + "=" + value));
    // Nothing is repaired meanwhile.
    words.add("dfs.namenode.redundancy.interval.seconds=86400");
    words.add("dfs.block.scanner.volume.bytes.per.second=0");
    child.ask(words.toArray());
    child.ask("policy", "rs", K, R, cellKib << 10);
    child.ask("directory", DECOUPLED, policy() + "@1");
    child.ask("directory", COUPLED, policy());
    for (String directory : List.of(DECOUPLED, COUPLED)) {
      child.ask("write-many", directory, files, (long) fileMib << 20);
    }
    child.ask("settle");
    child.ask("stop-node", DECOUPLED, readBytes());
    return child;
  }

  /** What a kind of reads came to in all measured pairs. */
  private final class Side {

    private final ChildJvm cluster;
    private final String command;
    private final String nanos;
    private double positionings;

    Side(ChildJvm cluster, String command, String nanos) {
      this.cluster = cluster;
      this.command = command;
      this.nanos = nanos;
    }

    double run(int pair) throws IOException {
      JsonNode answer = cluster.ask(command, seed + pair);
      positionings += pair >= 0 ? answer.get("positioningsPerRead").asDouble() / pairs : 0;
      return answer.get(nanos).asDouble();
    }
  }

  private void latency(ChildJvm cluster) throws Exception {
    String each = " " + reads + " " + readBytes();
    Side lost = new Side(cluster, "read-lost" + each, "medianNanos");
    Side whole = new Side(cluster, "read-whole" + each, "medianNanos");
    Interleaving.Pairs nanos = Interleaving.run(pairs, warmUps, seed, lost::run, whole::run);
    PairedRatio ratio = PairedRatio.of(nanos.ours(), nanos.stock(), seed);
    Map<String, Object> values = Report.values("latency of a lost block beside one that is there");
    Report.put(values, ratio);
    values.put("lostMillis", PairedRatio.median(nanos.ours()) / 1e6);
    values.put("wholeMillis", PairedRatio.median(nanos.stock()) / 1e6);
    values.put("lostPositionings", lost.positionings);
    values.put("wholePositionings", whole.positionings);
    values.put("ratioWanted", LATENCY_WANTED);
    values.put("passes", ratio.median() <= LATENCY_WANTED);
    report.line(values);
  }

  private void throughput(ChildJvm cluster) throws Exception {
    String each = " " + readers + " " + reads + " " + readBytes();
    Side decoupled = new Side(cluster, "read-together " + DECOUPLED + each, "nanos");
    Side coupled = new Side(cluster, "read-together " + COUPLED + each, "nanos");
    Interleaving.Pairs nanos =
        Interleaving.run(pairs, warmUps, seed, decoupled::run, coupled::run);
    // Of throughputs: as many bytes in either.
    PairedRatio ratio = PairedRatio.of(nanos.stock(), nanos.ours(), seed);
    double bytes = (double) readers * reads * readBytes();
    Map<String, Object> values = Report.values("throughput at width 1 beside HDFS's own layout");
    Report.put(values, ratio);
    values.put("decoupledMibPerSecond", mib(bytes, nanos.ours()));
    values.put("coupledMibPerSecond", mib(bytes, nanos.stock()));
    values.put("decoupledPositionings", decoupled.positionings);
    values.put("coupledPositionings", coupled.positionings);
    values.put("ratioWanted", THROUGHPUT_WANTED);
    values.put("passes", ratio.median() >= THROUGHPUT_WANTED);
    report.line(values);
  }

  private static double mib(double bytes, double[] nanos) {
    return bytes / (1 << 20) / (PairedRatio.median(nanos) / 1e9);
  }
}
