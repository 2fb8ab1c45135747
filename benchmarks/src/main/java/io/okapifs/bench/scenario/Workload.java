package io.okapifs.bench.scenario;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.bench.stats.PairedRatio;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What an operator does with files, in one page: they are written, read, read at random places,
 * read and repaired with a node dead, and given another code; in several layouts by turns.
 */
@Command(
    name = "workload",
    description = "Write, read, random read, degraded read, repair and change of the code, by"
        + " layout, on modelled disks. bench without a command runs it.",
    footer = "Takes about 5 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class Workload implements Callable<Integer> {

  private static final double MIB = 1 << 20;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--layouts",
      split = ",",
      description = "As in RS-6-3-64k, HDFS's own, and RS-6-3-64k@1; the others are compared with"
          + " the first one (default: ${DEFAULT-VALUE}).",
      defaultValue = "RS-6-3-64k,RS-6-3-64k@1,LESS4-10-4-64k@1")
  private List<String> layouts;

  @Option(
      names = "--then",
      description = "The policy that files get (default: ${DEFAULT-VALUE}).")
  private String then = "RS-12-3-64k";

  @Option(names = "--rounds", description = "Of all layouts in turn (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(names = "--warm-ups", description = "Rounds before (default: ${DEFAULT-VALUE}).")
  private int warmUps = 0;

  @Option(names = "--nodes", description = "DataNodes of each cluster (default: ${DEFAULT-VALUE}).")
  private int nodes = 18;

  @Option(names = "--files", description = "Files (default: ${DEFAULT-VALUE}).")
  private int files = 4;

  @Option(names = "--file-blocks", description = "Blocks of a file (default: ${DEFAULT-VALUE}).")
  private int fileBlocks = 24;

  @Option(names = "--block-kib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockKib = 512;

  @Option(names = "--readers", description = "Readers at a time (default: ${DEFAULT-VALUE}).")
  private int readers = 18;

  @Option(
      names = "--reads",
      description = "Reads of a block's bytes of each reader (default: ${DEFAULT-VALUE}).")
  private int reads = 8;

  @Option(
      names = "--disk",
      description = "As in other commands; by default one of 10 ms and 143 MiB/s and blocks of 8"
          + " MiB, 16 times smaller (default: ${DEFAULT-VALUE}).")
  private String disk = "10000,8.9375,256";

  @Option(
      names = "--seed",
      description = "Of places, order and the intervals (default: by the clock).")
  private long seed = System.nanoTime() >>> 20;

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    DiskModel.parse(disk);
    List<ProfiledLayout> parsed = layouts.stream().map(Workload::coded).toList();
    int widest =
        Math.max(
            coded(then).width(),
            parsed.stream().mapToInt(ProfiledLayout::width).max().orElseThrow());
    if (rounds < 1 || warmUps < 0 || files < 1 || fileBlocks < 1 || blockKib < 1 || readers < 1
        || reads < 1 || nodes <= widest) {
      throw new IllegalArgumentException(
          "out of range: rounds=" + rounds + ", warmUps=" + warmUps + ", files=" + files
              + ", fileBlocks=" + fileBlocks + ", blockKib=" + blockKib + ", readers=" + readers
              + ", reads=" + reads + ", nodes=" + nodes + " (more than " + widest + ")");
    }
    workspace.with(folder -> run(folder, parsed));
    return 0;
  }

  private static ProfiledLayout coded(String name) {
    ProfiledLayout layout = ProfiledLayout.parse(name);
    if (layout.codec() == null) {
      throw new IllegalArgumentException(
          "copies have no code to change: " + name + " (RS-6-3-1024k or RS-6-3-1024k@2)");
    }
    return layout;
  }

  private void run(Path folder, List<ProfiledLayout> parsed) throws Exception {
    report.line(Report.machine(folder));
    report.line(setup());
    List<WorkloadCluster> clusters = new ArrayList<>();
    Map<String, Map<String, double[]>> mibPerSecond = new LinkedHashMap<>();
    try {
      for (ProfiledLayout layout : parsed) {
        WorkloadCluster.Setting setting =
            new WorkloadCluster.Setting(
                layout, ProfiledLayout.parse(then), nodes, (long) blockKib << 10, disk, files,
                (long) fileBlocks * blockKib << 10, readers, reads);
        clusters.add(new WorkloadCluster(setting, folder.resolve(layout.name())));
      }
      Random random = new Random(seed);
      for (int round = -warmUps; round < rounds; round++) {
        run(clusters, round, random, mibPerSecond);
      }
    } finally {
      for (WorkloadCluster cluster : clusters) {
        cluster.close();
      }
    }
    for (Map.Entry<String, Map<String, double[]>> operation : mibPerSecond.entrySet()) {
      tell(operation.getKey(), operation.getValue());
    }
  }

  /**
   * Every operation, of all layouts in turn; results are by operation and layout, one per round.
   */
  private void run(
      List<WorkloadCluster> clusters, int round, Random random,
      Map<String, Map<String, double[]>> results)
      throws Exception {
    for (WorkloadCluster.Operation operation : WorkloadCluster.Operation.values()) {
      List<WorkloadCluster> order = new ArrayList<>(clusters);
      Collections.shuffle(order, random);
      for (WorkloadCluster cluster : order) {
        WorkloadCluster.Amount amount = cluster.run(operation, seed + round);
        if (round >= 0) {
          results
              .computeIfAbsent(operation.words(), words -> new LinkedHashMap<>())
              .computeIfAbsent(cluster.name(), name -> new double[rounds])[round] =
              amount.bytes() / MIB / (amount.nanos() / NANOS_PER_SECOND);
        }
      }
    }
  }

  private Map<String, Object> setup() {
    Map<String, Object> setup = Report.values("setup");
    setup.put(
        "cluster",
        "a MiniDFSCluster for each layout on modelled disks, client and daemons in one JVM");
    setup.put("disk", disk);
    setup.put("nodes", nodes);
    setup.put("files", files);
    setup.put("fileBlocks", fileBlocks);
    setup.put("blockKib", blockKib);
    setup.put("readers", readers);
    setup.put("reads", reads);
    setup.put("then", then);
    setup.put("rounds", rounds);
    setup.put("seed", seed);
    return setup;
  }

  /** A line for each layout, beside the first one. */
  private void tell(String operation, Map<String, double[]> byLayout) throws Exception {
    double[] first = byLayout.get(layouts.get(0));
    for (String layout : layouts) {
      Map<String, Object> values = Report.values(operation);
      values.put("layout", layout);
      values.put("mibPerSecond", PairedRatio.median(byLayout.get(layout)));
      if (!layout.equals(layouts.get(0))) {
        Report.put(values, PairedRatio.of(byLayout.get(layout), first, seed));
      }
      report.line(values);
    }
  }
}
