package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.own.RepairDriver;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What DataNodes read to repair lost members of a full group, by their own counters, beside what
 * the code's plans say (LESS, FAST'26, Tables 1 and 2). Bytes are those of blocks, without the
 * checksum files beside them.
 */
@Command(
    name = "repair-io",
    description = "Blocks and runs that repairs read, by the DataNodes' counters and by the plans.",
    footer = "Takes about 10 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class RepairIo implements Callable<Integer> {

  private static final int CELL_KIB_MIN = 64;
  private static final int KIB = 1 << 10;

  @Option(
      names = "--policy",
      split = ",",
      description = "Codes as NAME-k-r (default: ${DEFAULT-VALUE}).",
      defaultValue =
          "RS-10-4,LESS2-10-4,LESS3-10-4,LESS4-10-4,HASHTAG4-10-4,ET4-10-4,HHXORPLUS-10-4,"
              + "CLAY-10-4,SHEC3-6-4,AZURE-LRC2-12-4,BUTTERFLY-5-2")
  private List<String> codes;

  @Option(names = "--losses", description = "Members lost at a time (default: ${DEFAULT-VALUE}).")
  private int losses = 1;

  @Option(
      names = "--cheaper",
      description = "Only losses whose repair reads less than k blocks.")
  private boolean cheaper;

  @Option(
      names = "--block-cells",
      description = "Cells per block; a cell is the least multiple of the code's sub-blocks in KiB"
          + " that has 64 KiB (default: ${DEFAULT-VALUE}).")
  private int blockCells = 4;

  @Option(names = "--heap", description = "-Xmx of the cluster (default: ${DEFAULT-VALUE}).")
  private String heap = "2g";

  @Option(names = "--seed", description = "Of the content (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    if (losses < 1 || blockCells < 1) {
      throw new IllegalArgumentException(
          "must be positive: losses=" + losses + ", blockCells=" + blockCells);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    List<ErasureCode> all = codes.stream().map(CodeRegistry::byName).toList();
    int nodes = all.stream().mapToInt(ErasureCode::n).max().orElseThrow() + losses;
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "a MiniDFSCluster");
    setup.put("nodes", nodes);
    setup.put("losses", losses);
    setup.put("blockCells", blockCells);
    setup.put("seed", seed);
    report.line(setup);
    try (ChildJvm child = new ChildJvm(Jars.OURS, RepairDriver.class, folder, "-Xmx" + heap)) {
      child.ask("start", nodes);
      for (int i = 0; i < all.size(); i++) {
        measure(child, codes.get(i), all.get(i));
      }
    }
  }

  /** What was read for one set of losses, and what the plan says. */
  private record Repair(BitSet lost, RepairPlan plan, JsonNode counts) {

    long count(String name) {
      return counts.get(name).asLong();
    }
  }

  private void measure(ChildJvm child, String name, ErasureCode code) throws IOException {
    int cellKib = (CELL_KIB_MIN + code.alpha() - 1) / code.alpha() * code.alpha();
    long blockBytes = (long) blockCells * cellKib * KIB;
    JsonNode written =
        child.ask(
            "write", CodecName.of(name, code), code.k(), code.r(), cellKib * KIB, blockBytes, seed);
    List<Repair> repairs = new ArrayList<>();
    for (BitSet lost : MemberSets.ofSize(code.n(), losses).toList()) {
      BitSet live = MemberSets.others(lost, code.n());
      if (!code.decodable(live)) {
        continue;
      }
      RepairPlan plan = code.repair(lost, live);
      if (!cheaper || plan.cost() < code.k() * code.alpha()) {
        String members =
            lost.stream().mapToObj(String::valueOf).collect(Collectors.joining(","));
        repairs.add(new Repair(lost, plan, child.ask("repair", members)));
      }
    }
    JsonNode wrong = child.ask("verify").get("wrong");
    if (!wrong.isEmpty()) {
      throw new IOException("wrong bytes behind the repairs: code=" + name + ", in=" + wrong);
    }
    report(name, written.get("policy").asText(), code, blockBytes, repairs);
  }

  private void report(
      String name, String policy, ErasureCode code, long blockBytes, List<Repair> repairs)
      throws IOException {
    if (repairs.isEmpty()) {
      throw new IOException("nothing to repair: code=" + name + ", losses=" + losses);
    }
    long subBlockBytes = blockBytes / code.alpha();
    Map<String, Object> values = Report.values("repair-io");
    values.put("policy", name);
    values.put("cells", policy);
    values.put("repairs", repairs.size());
    put(values, "blocks", repairs, repair -> repair.count("BYTES_READ"), blockBytes);
    put(values, "runs", repairs, repair -> repair.count("RUNS"), 1);
    values.put(
        "expected_blocks_avg",
        average(repairs, repair -> repair.plan().cost()) / code.alpha());
    values.put("expected_runs_avg", average(repairs, repair -> repair.plan().seeks()));
    values.put(
        "positionings_avg", average(repairs, repair -> repair.count("POSITIONINGS")));
    values.put(
        "exact",
        repairs.stream()
            .allMatch(
                repair ->
                    repair.count("BYTES_READ") == repair.plan().cost() * subBlockBytes
                        && repair.count("RUNS") == repair.plan().seeks()
                        && repair.count("BYTES_REBUILT") == losses * blockBytes));
    report.line(values);
  }

  private static void put(
      Map<String, Object> values, String name, List<Repair> repairs,
      ToLongFunction<Repair> count, double unit) {
    DoubleSummaryStatistics statistics =
        repairs.stream().mapToDouble(repair -> count.applyAsLong(repair) / unit)
            .summaryStatistics();
    values.put(name + "_avg", statistics.getAverage());
    values.put(name + "_min", statistics.getMin());
    values.put(name + "_max", statistics.getMax());
  }

  private static double average(List<Repair> repairs, ToLongFunction<Repair> count) {
    return repairs.stream().mapToLong(count).average().orElseThrow();
  }
}
