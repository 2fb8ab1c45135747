package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.ClusterDriver;
import io.okapifs.bench.driver.WriteLock;
import io.okapifs.bench.own.TransitionDriver;
import io.okapifs.bench.stats.Interleaving;
import io.okapifs.bench.stats.PairedRatio;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Many files of mixed sizes get other groups by one request: how long the NameNode's write lock is
 * held at a time and what waiting files cost in memory, beside a stock NameNode that has as many
 * blocks of such files rebuilt. Then back again, and so on, in pairs. With a balancer the other one
 * is our NameNode again, with the same transitions and no balancer; both have a processor for
 * themselves, and the first way there and back does not count.
 */
@Command(
    name = "transition-many",
    description = "The NameNode's lock and memory while many files change their groups.",
    footer = "Takes tens of minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class TransitionMany implements Callable<Integer> {

  private static final String DIRECTORY = "/files";
  private static final String CODEC = "RS";
  private static final double RATIO_WANTED = 1;
  private static final int WARM_UPS = 2;
  private static final String WINDOW_KEY = "dfs.namenode.ec.transition.window";

  @Option(names = "--files", description = "Files on each side (default: ${DEFAULT-VALUE}).")
  private int files = 10_000;

  @Option(names = "--k", description = "Data members before (default: ${DEFAULT-VALUE}).")
  private int k = 3;

  @Option(names = "--to", description = "Data members behind (default: ${DEFAULT-VALUE}).")
  private int to = 6;

  @Option(names = "--r", description = "Parity members (default: ${DEFAULT-VALUE}).")
  private int r = 2;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 9;

  @Option(names = "--block-kib", description = "Block and cell (default: ${DEFAULT-VALUE}).")
  private int blockKib = 16;

  @Option(
      names = "--most-blocks",
      description = "Of a file; each length up to that is as likely (default: ${DEFAULT-VALUE}).")
  private int mostBlocks = 12;

  @Option(
      names = "--max-concurrent",
      description = "Transitions that have begun at a time (default: ${DEFAULT-VALUE}).")
  private int maxConcurrent = 200;

  @Option(names = "--singly", description = "Each file is asked for, instead of their tree.")
  private boolean singly;

  @Option(
      names = "--balancer",
      description =
          "HDFS's balancer moves blocks all the time, and what it costs is told: the other side is"
              + " ours without it. Takes two processors and taskset: each NameNode is alone on the"
              + " first one.")
  private boolean balancer;

  @Option(names = "--pairs", description = "Measured pairs (default: ${DEFAULT-VALUE}).")
  private int pairs = 3;

  @Option(names = "--seed", description = "Of the order and the interval (default: by the clock).")
  private long seed = System.nanoTime();

  @Option(names = "--heap", description = "-Xmx of each cluster (default: ${DEFAULT-VALUE}).")
  private String heap = "3g";

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    if (files < 1 || k < 1 || r < 1 || blockKib < 1 || mostBlocks < 1 || nodes < to + r
        || pairs < 1) {
      throw new IllegalArgumentException(
          "out of range: files=" + files + ", k=" + k + ", to=" + to + ", r=" + r + ", nodes="
              + nodes + ", blockKib=" + blockKib + ", mostBlocks=" + mostBlocks + ", pairs="
              + pairs);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put(
        "cluster",
        balancer
            ? "two clusters, each NameNode with its client in a JVM on one processor, its DataNodes"
                + " in one on the others"
            : "two MiniDFSClusters, client and daemons in one JVM each");
    setup.put("files", files);
    setup.put("mostBlocks", mostBlocks);
    setup.put("blockKib", blockKib);
    setup.put("nodes", nodes);
    setup.put("maxConcurrent", maxConcurrent);
    setup.put("askedFor", singly ? "files" : "tree");
    setup.put("balancer", balancer);
    setup.put("seed", seed);
    report.line(setup);
    if (balancer) {
      besideOurs(folder);
    } else {
      besideStock(folder);
    }
  }

  private void besideStock(Path folder) throws Exception {
    try (ChildJvm ours = start(Jars.OURS, TransitionDriver.class, folder.resolve("ours"));
        ChildJvm stock = start(Jars.STOCK, ClusterDriver.class, folder.resolve("stock"))) {
      write(ours, name(k) + "@" + k);
      write(stock, name(k));
      judge(
          Interleaving.run(
              pairs, 0, seed,
              pair -> transition(ours, pair, Optional.empty()), pair -> loseNodes(stock, pair)));
      reportAll("full-reports", ours);
      reportAll("stock-full-reports", stock);
      verify(ours);
    }
  }

  private void besideOurs(Path folder) throws Exception {
    try (ApartCluster balanced = startApart(folder.resolve("balanced"));
        ApartCluster alone = startApart(folder.resolve("alone"))) {
      write(balanced.nameNode(), name(k) + "@" + k);
      write(alone.nameNode(), name(k) + "@" + k);
      judge(
          Interleaving.run(
              pairs, WARM_UPS, seed,
              pair -> transition(balanced.nameNode(), pair, Optional.of(balanced.dataNodes())),
              pair -> transition(alone.nameNode(), pair, Optional.empty())));
      verify(balanced.nameNode());
      verify(alone.nameNode());
    }
  }

  private ApartCluster startApart(Path folder) throws IOException {
    List<Object> settings = settings();
    // A DataNode that fetches a block wants as much room.
    settings.add("dfs.blocksize=" + blockBytes());
    return ApartCluster.start(folder, heap, nodes, blockBytes(), settings);
  }

  private void verify(ChildJvm ours) throws IOException {
    ours.ask("verify-mixed", DIRECTORY, files, mostBytes());
    ours.ask("verify-parity", DIRECTORY);
  }

  private void judge(Interleaving.Pairs millis) throws IOException {
    PairedRatio longestHolds = PairedRatio.of(millis.ours(), millis.stock(), seed);
    Map<String, Object> values = Report.values("longest-write-lock");
    Report.put(values, longestHolds);
    values.put("ratioWanted", RATIO_WANTED);
    values.put("passes", longestHolds.median() <= RATIO_WANTED);
    report.line(values);
  }

  private ChildJvm start(Jars jars, Class<?> driver, Path folder) throws IOException {
    ChildJvm child = new ChildJvm(jars, driver, folder, "-Xmx" + heap);
    List<Object> words = new ArrayList<>(List.of("start", nodes, blockBytes()));
    words.addAll(settings());
    child.ask(words.toArray());
    return child;
  }

  private List<Object> settings() {
    List<Object> settings = new ArrayList<>(WriteLock.SETTINGS);
    // Else one may come by chance, on either side.
    settings.add("dfs.blockreport.intervalMsec=" + TimeUnit.DAYS.toMillis(20));
    settings.add("dfs.namenode.ec.transition.max-concurrent=" + maxConcurrent);
    // By default a NameNode hands out two blocks per node and second.
    settings.add("dfs.namenode.replication.work.multiplier.per.iteration=20");
    settings.add("dfs.namenode.replication.max-streams=20");
    settings.add("dfs.namenode.replication.max-streams-hard-limit=40");
    return settings;
  }

  private long blockBytes() {
    return (long) blockKib << 10;
  }

  private String name(int members) {
    return CODEC + "-" + members + "-" + r + "-" + blockKib + "k";
  }

  private long mostBytes() {
    return (long) mostBlocks * blockKib << 10;
  }

  private void write(ChildJvm child, String layout) throws IOException {
    for (int members : List.of(k, to)) {
      child.ask("policy", CODEC.toLowerCase(Locale.ROOT), members, r, blockKib << 10);
    }
    child.ask("directory", DIRECTORY, layout);
    child.ask("write-mixed", DIRECTORY, files, mostBytes());
    child.ask("settle");
    child.ask("listen-to-lock");
  }

  /** Data members of groups behind a pair: files go there and back. */
  private int membersBehind(int pair) {
    return pair % 2 == 0 ? to : k;
  }

  /**
   * All are accepted before the first one begins.
   *
   * @param balancing DataNodes where the balancer runs while they are carried out
   * @return the longest time that the lock was held, in milliseconds, while they were carried out;
   *     where no side has a balancer, or while they were accepted
   */
  private double transition(ChildJvm ours, int pair, Optional<ChildJvm> balancing)
      throws IOException {
    ours.ask("settle");
    ours.ask("live", WINDOW_KEY, closedWindow());
    final long before = heap(ours);
    ours.ask("write-lock");
    String target = name(membersBehind(pair));
    String ask = singly ? "transition-singly" : "transition-tree";
    double accepting = ours.ask(ask, DIRECTORY, target).get("nanos").asDouble();
    final JsonNode lockAccepting = ours.ask("write-lock");
    final long waiting = heap(ours);
    // Forgets the collections of that.
    ours.ask("write-lock");
    if (balancing.isPresent()) {
      balancing.get().ask("balance");
    }
    long start = System.nanoTime();
    ours.ask("live", WINDOW_KEY);
    JsonNode end = ours.ask("await-transitions");
    double seconds = (System.nanoTime() - start) / 1e9;
    final JsonNode lockWorking = ours.ask("write-lock");
    Map<String, Object> values = Report.values("transition-many");
    values.put("pair", pair);
    if (balancing.isPresent()) {
      JsonNode ended = balancing.get().ask("end-balance");
      values.put("balancerRuns", ended.get("runs").asInt());
      values.put("balancerMoves", ended.get("moves").asLong());
    }
    ours.ask("settle");
    values.put("from", name(membersBehind(pair + 1)));
    values.put("to", target);
    values.put("files", files);
    values.put("newGroups", newGroups(pair));
    values.put("givenUp", end.get("givenUp").asLong());
    values.put("secondsToAccept", accepting / 1e9);
    values.put("seconds", seconds);
    values.put("filesPerSecond", files / seconds);
    putLock(values, "Accepting", lockAccepting);
    putLock(values, "Working", lockWorking);
    values.put("heapBytesPerWaitingFile", (waiting - before) / (double) files);
    values.put("heapBytesPerFileAfterwards", (heap(ours) - before) / (double) files);
    report.line(values);
    // The balancer begins behind the accepting.
    return balancer
        ? longestMillis(lockWorking)
        : Math.max(longestMillis(lockAccepting), longestMillis(lockWorking));
  }

  /** Of a minute half a day away. */
  private static String closedWindow() {
    LocalTime then =
        LocalTime.now().plusHours(12).truncatedTo(ChronoUnit.MINUTES);
    return then + "-" + then.plusMinutes(1);
  }

  private long newGroups(int pair) {
    int members = membersBehind(pair);
    FileLayout layout =
        new FileLayout(
            new GroupPolicy(name(members), "rs", members, r, 1, blockKib << 10), k,
            (long) blockKib << 10);
    return LongStream.of(ClusterDriver.mixedLengths(files, mostBytes()))
        .map(layout::groupCount)
        .sum();
  }

  private static long heap(ChildJvm child) throws IOException {
    return child.ask("heap").get("usedBytes").asLong();
  }

  private static void putLock(Map<String, Object> values, String when, JsonNode lock) {
    values.put("longestWriteLockMillis" + when, lock.get("longestMillis").asLong());
    values.put("longestWriteLockHolder" + when, lock.get("holder").asText());
    values.put("writeLockMillisByHolder" + when, lock.get("millisByHolder"));
    values.put("medianWriteLockMillis" + when, lock.get("medianMillis").asLong());
    values.put("longestCollectionMillis" + when, lock.get("longestCollectionMillis").asLong());
    values.put("longestStallMillis" + when, lock.get("longestStallMillis").asLong());
  }

  /** HDFS tells whole milliseconds; what is less than one counts as one. */
  private static long longestMillis(JsonNode lock) {
    return Math.max(1, lock.get("longestMillis").asLong());
  }

  /** What the lock is held for when every DataNode reports all it has. */
  private void reportAll(String result, ChildJvm child) throws IOException {
    child.ask("settle");
    child.ask("write-lock");
    long replicas = child.ask("report-all").get("replicas").asLong();
    Map<String, Object> values = Report.values(result);
    values.put("replicasPerNode", replicas / (double) nodes);
    putLock(values, "", child.ask("write-lock"));
    report.line(values);
  }

  /**
   * One node after the other, until as many blocks were rebuilt as the transitions encoded.
   *
   * @return the longest time that the lock was held, in milliseconds
   */
  private double loseNodes(ChildJvm stock, int pair) throws IOException {
    stock.ask("settle");
    stock.ask("write-lock");
    long rebuilt = 0;
    int lost = 0;
    double seconds = 0;
    while (rebuilt < r * newGroups(pair)) {
      JsonNode recovery = stock.ask("recover");
      rebuilt += recovery.get("lostBlocks").asLong();
      seconds += recovery.get("nanos").asDouble() / 1e9;
      lost++;
    }
    Map<String, Object> values = Report.values("stock-recovery");
    values.put("policy", name(k));
    values.put("files", files);
    values.put("nodesLost", lost);
    values.put("blocksRebuilt", rebuilt);
    values.put("seconds", seconds);
    JsonNode lock = stock.ask("write-lock");
    putLock(values, "", lock);
    report.line(values);
    return longestMillis(lock);
  }
}
