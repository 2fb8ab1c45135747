package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.disk.ModelledDiskFactory;
import io.okapifs.bench.own.RepairTimeDriver;
import io.okapifs.bench.testbed.DataNodes;
import io.okapifs.bench.testbed.NodeBed;
import io.okapifs.bench.testbed.RepairLog;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.datanode.repair.RepairCount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster whose DataNodes are processes under one setting of networks and disks. */
final class RepairBed implements AutoCloseable {

  /** The model of disks that are what they are. */
  static final String NO_DISK = "none";

  /** Of what a repair of one sub-block per block holds of each member. */
  private static final long WINDOW_BYTES = 256 << 10;

  private static final long POLL_MILLIS = 50;
  private static final long NANOS_MAX = 60L * 1_000_000_000;
  private static final int BITS = 8;
  private static final double MEGA = 1e6;

  /**
   * What all nodes of a cluster have.
   *
   * @param members of the longest code
   * @param megabits per second and direction, 0 for the loopback without limits
   * @param disk model, or {@link #NO_DISK}
   * @param spooledWindow bytes of each sub-block in windows of repairs that are spooled; 0: none is
   */
  record Setting(
      int nodes, int members, long blockBytes, int megabits, String disk, int spooledWindow) {

    boolean hasDisk() {
      return !disk.equals(NO_DISK);
    }

    /** Of all repairs of a node: no image fits, so that windows are used. */
    long spooledMemory() {
      return Math.max(blockBytes, members * WINDOW_BYTES);
    }
  }

  /** What one repair, or one recovery of a node, took. */
  record Measured(
      RepairLog.Repair repair, double cpu, double linkBusy, long readBytes,
      long readPositionings, long writePositionings) {}

  private final Setting setting;
  private final NodeBed bed;
  private final RepairLog log;

  /** Names of HDFS's policies by those of codes. */
  private final Map<String, String> policies = new TreeMap<>();

  /** Starts it. */
  RepairBed(Setting setting, Path folder, String heap) throws Exception {
    this.setting = setting;
    bed =
        new NodeBed(
            RepairTimeDriver.class, setting.nodes(), setting.megabits(), List.of(), settings(),
            folder, heap);
    log = new RepairLog(bed.nodes().logs());
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("dfs.datanode.ec.group-repair.window-bytes", String.valueOf(WINDOW_BYTES));
    // Disks shall do what the plan says, and nothing to check it.
    settings.put("dfs.datanode.ec.group-repair.check-spare-percent", "0");
    if (setting.spooledWindow() > 0) {
      settings.put(
          "dfs.datanode.ec.group-repair.memory-bytes", String.valueOf(setting.spooledMemory()));
      settings.put(
          "dfs.datanode.ec.group-repair.spooled-window-bytes",
          String.valueOf(setting.spooledWindow()));
    }
    if (setting.hasDisk()) {
      settings.putAll(ModelledDiskFactory.settings(setting.disk()));
    }
    return settings;
  }

  /** Writes files of one full group each. */
  void write(String name, ErasureCode code, int cellKib, long seed, int files)
      throws IOException {
    JsonNode answer =
        bed.child().ask(
            "write", name, CodecName.of(name, code), code.k(), code.r(), cellKib << 10,
            setting.blockBytes(), seed, files);
    policies.put(name, answer.get("policy").asText());
  }

  /** Has members of the file rebuilt. */
  Measured repairMembers(String name, BitSet members) throws Exception {
    bed.child().ask("settle");
    String list =
        members.stream().mapToObj(String::valueOf).collect(Collectors.joining(","));
    return measured(
        () -> {
          JsonNode blocks = bed.child().ask("repair", name, list).get("blockIds");
          if (blocks.size() == 1) {
            return () -> log.ofBlock(blocks.get(0).asLong());
          }
          return () -> atLeast(blocks.size());
        });
  }

  /** All that was rebuilt, or null where there is less. */
  private RepairLog.Repair atLeast(int replicas) throws IOException {
    RepairLog.Repair all = log.ofAll();
    return all == null || all.replicas() < replicas ? null : all;
  }

  /** A node on which blocks lie, about as many as the mean, of those the one of a number drawn. */
  private int holder(int draw) throws IOException {
    int[] blocks = new int[setting.nodes()];
    for (int node = 0; node < blocks.length; node++) {
      blocks[node] =
          bed.child().ask("blocks", bed.nodes().transferAddress(node)).get("blocks").asInt();
    }
    double mean = Arrays.stream(blocks).average().orElseThrow();
    IntToDoubleFunction distance = node -> Math.abs(blocks[node] - mean);
    double least =
        IntStream.range(0, blocks.length)
            .filter(node -> blocks[node] > 0)
            .mapToDouble(distance)
            .min()
            .orElseThrow();
    List<Integer> holders =
        IntStream.range(0, blocks.length)
            .filter(node -> blocks[node] > 0 && distance.applyAsDouble(node) == least)
            .boxed()
            .toList();
    return holders.get(draw % holders.size());
  }

  /**
   * Kills a node, and starts it with an empty disk when all that it held lies elsewhere.
   *
   * @param draw which node among those that hold about as many blocks as the mean: codes are
   *     compared by how long one block takes, and that depends on how many there are
   */
  Measured recoverNode(int draw) throws Exception {
    bed.child().ask("settle");
    int node = holder(draw);
    Measured measured =
        measured(
            () -> {
              bed.nodes().kill(node);
              JsonNode answer = bed.child().ask("die", bed.nodes().transferAddress(node));
              int blocks = answer.get("blocks").asInt();
              return () -> atLeast(blocks);
            });
    bed.start(node);
    bed.awaitNodes();
    return measured;
  }

  /** Counters of all nodes that run; of one that was killed nobody knows any. */
  private record Counters(long[] linkBytes, Map<Integer, Map<String, Long>> disks) {

    /** By how much one has grown since then, on the nodes that have run all the time. */
    long growth(Counters before, String counter) {
      return disks.entrySet().stream()
          .filter(node -> before.disks.containsKey(node.getKey()))
          .mapToLong(
              node ->
                  node.getValue().get(counter) - before.disks.get(node.getKey()).get(counter))
          .sum();
    }
  }

  private Counters counters() throws IOException {
    long[] linkBytes = new long[setting.nodes()];
    for (int node = 0; node < linkBytes.length; node++) {
      linkBytes[node] = bed.network().bytes(node);
    }
    return new Counters(
        linkBytes,
        setting.hasDisk() ? bed.nodes().numbers(ModelledDiskFactory.BEAN) : Map.of());
  }

  /** What is measured; tells where its times will be. */
  @FunctionalInterface
  private interface Work {
    Callable<RepairLog.Repair> run() throws Exception;
  }

  private Measured measured(Work work) throws Exception {
    Counters before = counters();
    log.mark();
    RepairLog.Repair repair = await(work.run());
    bed.nodes().check();
    Counters after = counters();
    long linkBytesMax = 0;
    for (int node = 0; node < setting.nodes(); node++) {
      linkBytesMax = Math.max(linkBytesMax, after.linkBytes[node] - before.linkBytes[node]);
    }
    double possible = setting.megabits() * MEGA / BITS * repair.seconds();
    return new Measured(
        repair, bed.cpu().between(repair.beginMillis(), repair.endMillis()),
        setting.megabits() == 0 ? Double.NaN : linkBytesMax / possible,
        after.growth(before, "ReadBytes"), after.growth(before, "ReadPositionings"),
        after.growth(before, "WritePositionings"));
  }

  /** What DataNodes have counted of all repairs of a code; they show it some seconds late. */
  Map<String, Long> counts(String name, int repairs) throws Exception {
    return await(
        () -> {
          Map<String, Long> sums = bed.nodes().sums("GroupRepairs-" + policies.get(name));
          long counted = sums.getOrDefault(RepairCount.REPAIRS.info().name(), 0L);
          return counted < repairs ? null : sums;
        });
  }

  /** A line of a log, or a counter, may come a moment after what it tells of. */
  private static <T> T await(Callable<T> source) throws Exception {
    long begin = System.nanoTime();
    T found;
    while ((found = source.call()) == null) {
      if (System.nanoTime() - begin > NANOS_MAX) {
        throw new TimeoutException("the DataNodes do not tell of the repair");
      }
      Thread.sleep(POLL_MILLIS);
    }
    return found;
  }

  /** Fails where bytes are not those that were written. */
  void verify(String name) throws IOException {
    JsonNode wrong = bed.child().ask("verify", name).get("wrong");
    if (!wrong.isEmpty()) {
      throw new IOException("wrong bytes behind the repairs: code=" + name + ", in=" + wrong);
    }
  }

  void delete(String name) throws IOException {
    bed.child().ask("delete", name);
  }

  @Override
  public void close() {
    bed.close();
  }
}
