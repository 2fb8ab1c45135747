package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.NamespaceDriver;
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
 * How long a NameNode looks at the redundancy of all its blocks, as it does when it becomes active.
 * Processor times per block group: a decoupled file has about twice as many as a coupled one.
 */
@Command(
    name = "redundancy-scan",
    description = "Redundancy scan of a NameNode, decoupled beside coupled on the stock jars.",
    footer = "Takes about 2 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class RedundancyScan implements Callable<Integer> {

  private static final int STRIPE_WIDTH = 6;
  private static final double RATIO_WANTED = 1.1;
  private static final int GROUPS_PER_FILE = 5;
  private static final int BLOCK_BYTES = 8 << 20;

  @Option(
      names = "--block-groups",
      description = "Of each NameNode, at least (default: ${DEFAULT-VALUE}).")
  private int blockGroups = 100_000;

  @Option(names = "--pairs", description = "Measured pairs (default: ${DEFAULT-VALUE}).")
  private int pairs = 20;

  @Option(names = "--warm-ups", description = "Pairs before (default: ${DEFAULT-VALUE}).")
  private int warmUps = 10;

  @Option(names = "--heap", description = "-Xmx of each NameNode (default: ${DEFAULT-VALUE}).")
  private String heap = "4g";

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
    setup.put("cluster", "a NameNode each, DataNodes in their reports alone");
    setup.put("policy", "RS-6-3-1024k");
    setup.put("stripeWidth", STRIPE_WIDTH);
    setup.put("heap", heap);
    setup.put("seed", seed);
    report.line(setup);
    try (ChildJvm ours = start(Jars.OURS, folder.resolve("ours"));
        ChildJvm stock = start(Jars.STOCK, folder.resolve("stock"))) {
      int files = blockGroups / GROUPS_PER_FILE;
      fill(ours, "RS-6-3-1024k@" + STRIPE_WIDTH, (files + 1) / 2);
      fill(stock, "RS-6-3-1024k", files);
      report(
          Interleaving.run(
              pairs, warmUps, seed, pair -> nanosPerGroup(ours), pair -> nanosPerGroup(stock)));
    }
  }

  private ChildJvm start(Jars jars, Path folder) throws IOException {
    return new ChildJvm(jars, NamespaceDriver.class, folder, "-Xmx" + heap);
  }

  private static void fill(ChildJvm child, String policy, int files) throws IOException {
    long fileBytes = (long) GROUPS_PER_FILE * STRIPE_WIDTH * BLOCK_BYTES;
    child.ask("fill", policy, files, fileBytes, BLOCK_BYTES);
  }

  private double nanosPerGroup(ChildJvm child) throws IOException {
    JsonNode answer = child.ask("scan");
    if (answer.get("queued").asLong() != 0 || answer.get("blockGroups").asInt() < blockGroups) {
      throw new IOException("not the healthy namespace that was made: " + answer);
    }
    return answer.get("nanos").asDouble() / answer.get("blockGroups").asDouble();
  }

  private void report(Interleaving.Pairs nanos) throws IOException {
    PairedRatio ratio = PairedRatio.of(nanos.ours(), nanos.stock(), seed);
    Map<String, Object> values = Report.values("scan");
    values.put("oursNanosPerBlockGroup", PairedRatio.median(nanos.ours()));
    values.put("stockNanosPerBlockGroup", PairedRatio.median(nanos.stock()));
    Report.put(values, ratio);
    values.put("ratioWanted", RATIO_WANTED);
    values.put("passes", ratio.median() <= RATIO_WANTED);
    report.line(values);
  }
}
