package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.own.BackFillDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** That a NameNode with very many groups to encode floods no DataNode, and hands out each once. */
@Command(
    name = "back-fill",
    description = "Repairs that a NameNode hands out while very many groups have no parity.",
    footer = "Takes about a minute, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class BackFill implements Callable<Integer> {

  private static final String POLICY = "RS-3-2-1024k";
  private static final int GROUP_WIDTH = 3;
  private static final int PARITIES = 2;
  private static final int GROUPS_PER_FILE = 10;
  private static final long BLOCK_BYTES = 1L << 20;

  @Option(names = "--groups", description = "Parity groups (default: ${DEFAULT-VALUE}).")
  private int groups = 10_000;

  @Option(names = "--stripe-width", description = "s (default: ${DEFAULT-VALUE}).")
  private int stripeWidth = 2;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 40;

  @Option(
      names = "--max-streams",
      description = "dfs.namenode.replication.max-streams (default: ${DEFAULT-VALUE}).")
  private int maxStreams = 2;

  @Option(
      names = "--hard-limit",
      description = "dfs.namenode.replication.max-streams-hard-limit (default: ${DEFAULT-VALUE}).")
  private int hardLimit = 4;

  @Option(names = "--heap", description = "-Xmx of the NameNode (default: ${DEFAULT-VALUE}).")
  private String heap = "1g";

  @Option(
      names = "--seed",
      description = "Of the order in which repairs end (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    if (groups < GROUPS_PER_FILE || groups % GROUPS_PER_FILE != 0) {
      throw new IllegalArgumentException(
          "groups must be a multiple of " + GROUPS_PER_FILE + ": groups=" + groups);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "a NameNode, DataNodes in their calls alone");
    setup.put("policy", POLICY);
    setup.put("stripeWidth", stripeWidth);
    setup.put("nodes", nodes);
    setup.put("maxStreams", maxStreams);
    setup.put("hardLimit", hardLimit);
    setup.put("seed", seed);
    report.line(setup);
    try (ChildJvm child = new ChildJvm(Jars.OURS, BackFillDriver.class, folder, "-Xmx" + heap)) {
      long fileBytes = GROUPS_PER_FILE * GROUP_WIDTH * BLOCK_BYTES;
      JsonNode filled =
          child.ask(
              "fill", POLICY + "@" + stripeWidth, groups / GROUPS_PER_FILE, fileBytes, BLOCK_BYTES,
              nodes, maxStreams, hardLimit);
      if (filled.get("unprotectedGroups").asInt() != groups) {
        throw new IOException("not the groups that were made: " + filled);
      }
      report(child.ask("back-fill", seed));
    }
  }

  /** What is pending waits in a node's queue, which is as long as the limit, or is under way. */
  private void report(JsonNode answer) throws IOException {
    long pendingAllowed = (long) nodes * (hardLimit + maxStreams);
    Map<String, Object> values = Report.values("back-fill");
    values.put("groups", groups);
    for (String name :
        new String[] {
          "rounds", "membersIssued", "membersIssuedTwice", "atOneNodeMax", "pendingMax",
          "unprotectedGroups", "wholeParityGroups"
        }) {
      values.put(name, answer.get(name).asLong());
    }
    values.put("pendingAllowed", pendingAllowed);
    values.put("planMicrosPerGroup", answer.get("planNanos").asDouble() / 1e3 / groups);
    values.put(
        "passes",
        answer.get("membersIssued").asLong() == (long) groups * PARITIES
            && answer.get("membersIssuedTwice").asLong() == 0
            && answer.get("atOneNodeMax").asLong() <= maxStreams
            && answer.get("pendingMax").asLong() <= pendingAllowed
            && answer.get("unprotectedGroups").asLong() == 0
            && answer.get("wholeParityGroups").asLong() == groups);
    report.line(values);
  }
}
