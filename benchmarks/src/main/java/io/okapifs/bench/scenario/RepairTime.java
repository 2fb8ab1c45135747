package io.okapifs.bench.scenario;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.bench.scenario.RepairTimeLines.Repetition;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
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
 * How long repairs take (LESS, FAST'26, Exp#B1, B2, B4 and B5), from the task's arrival at a
 * DataNode to the last replica's being final. DataNodes are processes, each in a network namespace
 * whose links are limited by tc, or on modelled disks, or both; only ratios within a run are
 * claimed.
 */
@Command(
    name = "repair-time",
    description = "Times of repairs over limited networks and on modelled disks, beside RS.",
    footer = "Takes about 10 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class RepairTime implements Callable<Integer> {

  /** With fewer, rebuilt blocks may come beside other members and move away again. */
  private static final int SPARE_NODES = 6;

  /** Names of what is measured. */
  private enum Experiment {
    block,
    node
  }

  @Option(
      names = "--experiment",
      description = "block: one lost block; node: all of a lost node (default: ${DEFAULT-VALUE}).")
  private Experiment experiment = Experiment.block;

  @Option(
      names = "--policy",
      split = ",",
      description = "Codes as NAME-k-r; ratios are to the first (default: ${DEFAULT-VALUE}).",
      defaultValue = "RS-10-4,LESS4-10-4,CLAY-10-4")
  private List<String> codes;

  @Option(
      names = "--losses",
      description = "Blocks of a group that are lost at a time (default: ${DEFAULT-VALUE}).")
  private int losses = 1;

  @Option(
      names = "--mbit",
      split = ",",
      description = "Limits of each node's link in Mbit/s, one after the other; 0: the loopback"
          + " without limits, which needs no root (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private List<Integer> megabits;

  @Option(
      names = "--disk",
      description = "Modelled disk: none, hdd (10000,150), ssd (100,500) or microseconds per"
          + " positioning and MiB/s; with -sync writes are not gathered"
          + " (default: ${DEFAULT-VALUE}).")
  private String disk = RepairBed.NO_DISK;

  @Option(
      names = "--spooled-window",
      split = ",",
      description = "Bytes of each sub-block in windows of spooled repairs, one after the other;"
          + " 0: repairs accumulate in memory (default: ${DEFAULT-VALUE}).",
      defaultValue = "0")
  private List<Integer> spooledWindows;

  @Option(names = "--repetitions", description = "Measured (default: ${DEFAULT-VALUE}).")
  private int repetitions = 10;

  @Option(names = "--warm-ups", description = "Before, not counted (default: ${DEFAULT-VALUE}).")
  private int warmUps = 1;

  @Option(names = "--block-kib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockKib = 16 << 10;

  @Option(names = "--cell-kib", description = "Cell size (default: ${DEFAULT-VALUE}).")
  private int cellKib = 1 << 10;

  @Option(
      names = "--files",
      description = "Groups on the cluster whose node is lost (default: ${DEFAULT-VALUE}).")
  private int files = 20;

  @Option(
      names = "--nodes",
      description = "DataNodes (default: six more than the longest code has members).")
  private int nodes;

  @Option(names = "--heap", description = "-Xmx of the NameNode (default: ${DEFAULT-VALUE}).")
  private String heap = "2g";

  @Option(
      names = "--seed",
      description = "Of positions, order and content (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  private final Map<String, ErasureCode> byName = new LinkedHashMap<>();
  private RepairTimeLines lines;

  @Override
  public Integer call() throws Exception {
    codes.forEach(name -> byName.put(name, CodeRegistry.byName(name)));
    refuseNonsense();
    lines = new RepairTimeLines(report, experiment == Experiment.node);
    workspace.with(this::run);
    return 0;
  }

  /** Before anything is started. */
  private void refuseNonsense() {
    refuse(repetitions < 1, "--repetitions is at least 1, not " + repetitions);
    refuse(warmUps < 0, "--warm-ups is at least 0, not " + warmUps);
    int parities = byName.values().stream().mapToInt(ErasureCode::r).min().orElseThrow();
    refuse(
        losses < 1 || losses > (experiment == Experiment.node ? 1 : parities),
        "--losses is 1 with --experiment node, and else from 1 to the parities of each code, "
            + parities + ", not " + losses);
    refuse(files < 1, "--files is at least 1, not " + files);
    refuse(cellKib < 1, "--cell-kib is at least 1, not " + cellKib);
    refuse(
        blockKib < 1 || blockKib % cellKib != 0,
        "--block-kib is whole cells of " + cellKib + ", not " + blockKib);
    refuse(
        nodes != 0 && nodes <= members(),
        "--nodes is more than the members of a group, " + members() + ", not " + nodes);
    megabits.forEach(limit -> refuse(limit < 0, "--mbit is at least 0, not " + limit));
    spooledWindows.forEach(
        bytes -> refuse(bytes < 0, "--spooled-window is at least 0, not " + bytes));
    if (!disk.equals(RepairBed.NO_DISK)) {
      DiskModel.parse(disk);
    }
  }

  private static void refuse(boolean nonsense, String message) {
    if (nonsense) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Of the longest code. */
  private int members() {
    return byName.values().stream().mapToInt(ErasureCode::n).max().orElseThrow();
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    int count = nodes > 0 ? nodes : members() + SPARE_NODES;
    for (int limit : megabits) {
      for (int window : spooledWindows) {
        RepairBed.Setting setting =
            new RepairBed.Setting(
                count, members(), (long) blockKib << 10, limit, disk, window);
        run(setting, folder.resolve(limit + "-" + window));
      }
    }
  }

  private void run(RepairBed.Setting setting, Path folder) throws Exception {
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "DataNodes as processes, NameNode and client in one JVM");
    lines.putSetting(setup, setting);
    setup.put("network", setting.megabits() == 0 ? "loopback" : "namespaces with tc");
    setup.put("nodes", setting.nodes());
    setup.put("blockKib", blockKib);
    setup.put("cellKib", cellKib);
    setup.put("files", experiment == Experiment.node ? files : 1);
    setup.put("losses", losses);
    setup.put("repetitions", repetitions);
    setup.put("warmUps", warmUps);
    setup.put("seed", seed);
    report.line(setup);
    List<String> fitting = new ArrayList<>();
    for (String name : codes) {
      if (fits(name, setting)) {
        fitting.add(name);
      }
    }
    Map<String, List<Repetition>> results = new LinkedHashMap<>();
    fitting.forEach(name -> results.put(name, new ArrayList<>()));
    try (RepairBed bed = new RepairBed(setting, folder, heap)) {
      measure(bed, setting, results);
    }
    lines.results(setting, results);
  }

  /** Windows that need more memory than images would have are no choice. */
  private boolean fits(String name, RepairBed.Setting setting) throws IOException {
    ErasureCode code = byName.get(name);
    long needed = 0;
    for (int member = 0; member < code.n() && code.alpha() > 1; member++) {
      long windows = cost(code, MemberSets.of(member)) + code.alpha() + 2;
      needed = Math.max(needed, windows * setting.spooledWindow());
    }
    if (needed > setting.spooledMemory()) {
      Map<String, Object> skipped = Report.values("skipped");
      skipped.put("policy", name);
      lines.putSetting(skipped, setting);
      skipped.put("reason", "windows of " + needed + " bytes would not be less than images");
      report.note(skipped);
      return false;
    }
    return true;
  }

  /** Sub-blocks that a repair reads. */
  private static int cost(ErasureCode code, BitSet lost) {
    return code.repair(lost, MemberSets.others(lost, code.n())).cost();
  }

  private void measure(
      RepairBed bed, RepairBed.Setting setting, Map<String, List<Repetition>> results)
      throws Exception {
    List<String> order = new ArrayList<>(results.keySet());
    Random random = new Random(seed);
    if (experiment == Experiment.block) {
      for (String name : order) {
        bed.write(name, byName.get(name), cellKib, seed, 1);
      }
    }
    int positions = byName.values().stream().mapToInt(ErasureCode::n).min().orElseThrow();
    for (int i = -warmUps; i < repetitions; i++) {
      Collections.shuffle(order, random);
      BitSet drawn = draw(random, experiment == Experiment.block ? positions : setting.nodes());
      for (String name : order) {
        Repetition repetition = repetition(bed, name, drawn, i == repetitions - 1);
        if (i >= 0) {
          results.get(name).add(repetition);
          lines.repetition(setting, name, drawn, repetition);
        }
      }
    }
    if (experiment == Experiment.block) {
      for (String name : results.keySet()) {
        bed.verify(name);
        int repairs = warmUps + repetitions;
        lines.counts(setting, name, repairs, bed.counts(name, repairs));
      }
    }
  }

  /** As many members as are lost, or a node. */
  private BitSet draw(Random random, int below) {
    BitSet drawn = new BitSet();
    while (drawn.cardinality() < losses) {
      drawn.set(random.nextInt(below));
    }
    return drawn;
  }

  private Repetition repetition(RepairBed bed, String name, BitSet drawn, boolean isLast)
      throws Exception {
    ErasureCode code = byName.get(name);
    if (experiment == Experiment.block) {
      double planned = cost(code, drawn) / (double) (code.alpha() * losses);
      return new Repetition(planned, bed.repairMembers(name, drawn));
    }
    bed.write(name, code, cellKib, seed, files);
    RepairBed.Measured measured = bed.recoverNode(drawn.nextSetBit(0));
    if (isLast) {
      bed.verify(name);
    }
    bed.delete(name);
    double sum = 0;
    for (int member = 0; member < code.n(); member++) {
      sum += cost(code, MemberSets.of(member));
    }
    return new Repetition(sum / code.n() / code.alpha(), measured);
  }
}
