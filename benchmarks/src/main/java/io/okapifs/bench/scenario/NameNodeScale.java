package io.okapifs.bench.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What it costs a NameNode that a replica comes or goes, and that a file is written, in HDFS's own
 * layout on the stock jars and on ours, and with stripe widths. The NameNodes have the same events
 * in the same order; their DataNodes exist in their calls alone.
 */
@Command(
    name = "namenode-scale",
    description = "What replicas, nodes and files cost a NameNode, beside the stock jars.",
    footer = "Takes about 3 minutes, with --quick less than one,"
        + " by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class NameNodeScale implements Callable<Integer> {

  private static final int WIDTH_MAX = 16;

  @Option(
      names = "--policy",
      description = "RS-k-r, with cells of 1 MiB (default: ${DEFAULT-VALUE}).")
  private String policy = "RS-6-3";

  @Option(
      names = "--layouts",
      split = ",",
      description =
          "stock and coupled: HDFS's own on its jars and on ours; @s: stripe width s"
              + " (default: stock,coupled,@1,@2,@k).")
  private List<String> layouts = List.of();

  @Option(
      names = "--files",
      split = ",",
      description = "The sizes that each namespace grows to (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes = List.of(4000, 16000);

  @Option(names = "--file-blocks", description = "Data blocks of a file (default: k).")
  private int fileBlocks;

  @Option(names = "--block-mib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockMib = 8;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 30;

  @Option(
      names = "--deaths",
      description = "Nodes that die, one after the other (default: ${DEFAULT-VALUE}).")
  private int deaths = 10;

  @Option(
      names = "--events",
      split = ",",
      description = "What is measured, of: ${COMPLETION-CANDIDATES} (default: all).",
      completionCandidates = Events.class)
  private List<String> events = ScaleRun.EVENTS;

  @Option(
      names = "--rounds",
      description = "Times that each event happens at a size (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(
      names = "--warm-up-files",
      description = "All happens twice with so many, not counted (default: ${DEFAULT-VALUE}).")
  private int warmUpFiles = 300;

  @Option(names = "--quick", description = "Some seconds: 300 files, 3 deaths, one round.")
  private boolean quick;

  @Option(names = "--heap", description = "-Xmx of each NameNode (default: ${DEFAULT-VALUE}).")
  private String heap = "1g";

  @Option(
      names = "--seed",
      description = "Of the order, the nodes that die, and the interval (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  /** What {@code --events} takes. */
  static final class Events implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return ScaleRun.EVENTS.iterator();
    }
  }

  @Override
  public Integer call() throws Exception {
    if (quick) {
      sizes = List.of(300);
      warmUpFiles = 100;
      deaths = 3;
      rounds = 1;
    }
    check();
    if (layouts.isEmpty()) {
      layouts =
          Stream.of(ScaleSide.STOCK, ScaleSide.COUPLED, "@1", "@2", "@" + k()).distinct().toList();
    }
    workspace.with(this::run);
    return 0;
  }

  private int k() {
    return Integer.parseInt(policy.split("-")[1]);
  }

  private int r() {
    return Integer.parseInt(policy.split("-")[2]);
  }

  private void check() {
    if (!policy.matches("RS-([2-9]|1[0-6])-[1-4]")) {
      throw new IllegalArgumentException(
          "--policy is RS-k-r with k from 2 to 16 and r from 1 to 4, not " + policy);
    }
    for (String layout : layouts) {
      if (!layout.matches("stock|coupled|@([1-9]|1[0-6])")) {
        throw new IllegalArgumentException(
            "--layouts are stock, coupled and @1 to @" + WIDTH_MAX + ", not " + layout);
      }
    }
    for (String event : events) {
      if (!ScaleRun.EVENTS.contains(event)) {
        throw new IllegalArgumentException(
            "--events are " + String.join(", ", ScaleRun.EVENTS) + ", not " + event);
      }
    }
    checkNumbers();
    checkSizes();
  }

  private void checkSizes() {
    int before = warmUpFiles;
    for (int size : sizes) {
      if (size - before < rounds) {
        throw new IllegalArgumentException(
            "each size must be above the one before by a file for each round: warmUpFiles="
                + warmUpFiles + ", files=" + sizes + ", rounds=" + rounds);
      }
      before = size;
    }
  }

  private void checkNumbers() {
    int least = k() + r() + 1;
    require(nodes >= least, "--nodes is at least k + r + 1, " + least, nodes);
    require(deaths >= 1 && deaths < nodes, "--deaths is 1 to " + (nodes - 1), deaths);
    require(warmUpFiles >= 2, "--warm-up-files is at least 2", warmUpFiles);
    require(rounds >= 1, "--rounds is at least 1", rounds);
    require(blockMib >= 1, "--block-mib is at least 1", blockMib);
    require(fileBlocks >= 0, "--file-blocks is at least 0", fileBlocks);
  }

  private static void require(boolean holds, String rule, int value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", not " + value);
    }
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    report.line(setup());
    List<ScaleSide> sides = new ArrayList<>();
    try {
      for (String layout : layouts) {
        ScaleSide side = new ScaleSide(layout, folder.resolve("nn" + sides.size()), heap);
        sides.add(side);
        side.ask("start", side.policy(policy + "-1024k"), nodes, (long) blockMib << 20);
      }
      measure(sides);
    } finally {
      sides.forEach(ScaleSide::close);
    }
  }

  private Map<String, Object> setup() {
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "a NameNode each, DataNodes in their calls alone");
    setup.put("policy", policy + "-1024k");
    setup.put("layouts", layouts);
    setup.put("fileBlocks", blocks());
    setup.put("blockMib", blockMib);
    setup.put("nodes", nodes);
    setup.put("rounds", rounds);
    setup.put("warmUpFiles", warmUpFiles);
    setup.put("heap", heap);
    setup.put("seed", seed);
    return setup;
  }

  private int blocks() {
    return fileBlocks == 0 ? k() : fileBlocks;
  }

  private void measure(List<ScaleSide> sides) throws IOException {
    Set<String> chosen = new LinkedHashSet<>(events);
    long fileBytes = (long) blocks() * blockMib << 20;
    ScaleRun run = new ScaleRun(sides, chosen, nodes, deaths, fileBytes, seed);
    run.grow(warmUpFiles, 2);
    List<ScaleRow> rows = new ArrayList<>();
    for (int size : sizes) {
      List<ScaleRow> grown = run.grow(size, rounds);
      for (ScaleRow row : grown) {
        for (Map<String, Object> line : row.lines(seed)) {
          report.line(line);
        }
      }
      rows.addAll(grown);
    }
    report.table(new ScaleTable(rows, layouts, seed).text());
  }
}
