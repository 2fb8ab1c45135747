package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.disk.DiskModel;
import io.okapifs.bench.disk.ModelledDiskFactory;
import io.okapifs.bench.own.TransitionDriver;
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
 * What readers notice of transitions that are held to a share of the DataNodes' other work, on
 * modelled disks: how long reads last that all but a hundredth are shorter than, with transitions
 * and without, in pairs.
 */
@Command(
    name = "transition-share",
    description = "The 99th percentile of reads beside transitions with a share, on modelled"
        + " disks.",
    footer = "Takes about 7 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class TransitionShare implements Callable<Integer> {

  private static final String FOREGROUND = "/foreground";
  private static final String BACKGROUND = "/background";
  private static final String FROM = "RS-3-2-64k";
  private static final String TO = "RS-6-2-64k";
  private static final int WIDTH = 3;
  private static final int CELL = 64 << 10;
  private static final int NODES = 9;
  private static final double RATIO_WANTED = 1.2;

  @Option(names = "--pairs", description = "Measured pairs (default: ${DEFAULT-VALUE}).")
  private int pairs = 8;

  @Option(names = "--warm-ups", description = "Pairs before (default: ${DEFAULT-VALUE}).")
  private int warmUps = 1;

  @Option(names = "--share", description = "Percent; 0 is no limit (default: ${DEFAULT-VALUE}).")
  private int share = 5;

  @Option(names = "--seconds", description = "Of each half of a pair (default: ${DEFAULT-VALUE}).")
  private int seconds = 20;

  @Option(names = "--reads", description = "Reads per second (default: ${DEFAULT-VALUE}).")
  private int reads = 180;

  @Option(names = "--files", description = "Files of each kind (default: ${DEFAULT-VALUE}).")
  private int files = 16;

  @Option(names = "--file-mib", description = "Size of a file (default: ${DEFAULT-VALUE}).")
  private int fileMib = 24;

  @Option(
      names = "--block-kib",
      description = "Block size; a group must be done within seconds (default: ${DEFAULT-VALUE}).")
  private int blockKib = 512;

  @Option(
      names = "--disk",
      description = "hdd, ssd or MICROSECONDS,MIB_PER_SECOND (default: ${DEFAULT-VALUE}).")
  private String disk = "hdd";

  @Option(names = "--seed", description = "Of the order and the interval (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  private long encodedBytes;

  @Override
  public Integer call() throws Exception {
    DiskModel.parse(disk);
    if (share < 0 || share > 100 || seconds < 1 || reads < 1 || files < 1 || fileMib < 1
        || blockKib < 64) {
      throw new IllegalArgumentException(
          "out of range: share=" + share + ", seconds=" + seconds + ", reads=" + reads + ", files="
              + files + ", fileMib=" + fileMib + ", blockKib=" + blockKib);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "a MiniDFSCluster on modelled disks, client and daemons in one JVM");
    setup.put("disk", DiskModel.parse(disk).toString());
    setup.put("nodes", NODES);
    setup.put("sharePercent", share);
    setup.put("secondsOfEachHalf", seconds);
    setup.put("readsPerSecond", reads);
    setup.put("readBytes", CELL);
    setup.put("transitions", FROM + " to " + TO);
    setup.put("seed", seed);
    report.line(setup);
    try (ChildJvm cluster = start(folder)) {
      Interleaving.Pairs p99 =
          Interleaving.run(
              pairs, warmUps, seed, pair -> besideTransitions(cluster), pair -> idle(cluster));
      PairedRatio ratio = PairedRatio.of(p99.ours(), p99.stock(), seed);
      Map<String, Object> values = Report.values("transition-share");
      Report.put(values, ratio);
      values.put("p99MillisBeside", PairedRatio.median(p99.ours()) / 1e6);
      values.put("p99MillisIdle", PairedRatio.median(p99.stock()) / 1e6);
      values.put(
          "encodedBytesPerSecond",
          encodedBytes / (double) ((long) seconds * (pairs + warmUps)));
      values.put("ratioWanted", RATIO_WANTED);
      values.put("passes", ratio.median() <= RATIO_WANTED);
      report.line(values);
    }
  }

  private ChildJvm start(Path folder) throws IOException {
    ChildJvm child = new ChildJvm(Jars.OURS, TransitionDriver.class, folder, "-Xmx2g");
    List<Object> words = new ArrayList<>(List.of("start", NODES, (long) blockKib << 10));
    ModelledDiskFactory.settings(disk).forEach((key, value) -> words.add(key + "=" + value));
    words.add("dfs.namenode.ec.transition.datanode.io-share-percent=" + share);
    words.add("dfs.namenode.ec.placement.lookahead-groups=3");
    words.add("dfs.block.scanner.volume.bytes.per.second=0");
    child.ask(words.toArray());
    child.ask("policy", "rs", 3, 2, CELL);
    child.ask("policy", "rs", 6, 2, CELL);
    for (String directory : List.of(FOREGROUND, BACKGROUND)) {
      child.ask("directory", directory, FROM + "@" + WIDTH);
      child.ask("write-many", directory, files, (long) fileMib << 20);
    }
    child.ask("settle");
    return child;
  }

  /** Nanoseconds. What is not done at the end is taken back, and what is done is changed back. */
  private double besideTransitions(ChildJvm cluster) throws IOException {
    cluster.ask("traffic");
    cluster.ask("transition-tree", BACKGROUND, TO);
    double p99 = idle(cluster);
    JsonNode left = cluster.ask("cancel-transitions");
    long encoded = cluster.ask("traffic").get("repairsWrittenBytes").asLong();
    if (left.get("files").asInt() == 0 || encoded == 0) {
      throw new IOException(
          "transitions were not at work all the time: filesLeft=" + left.get("files")
              + ", encodedBytes=" + encoded + "; choose other sizes");
    }
    encodedBytes += encoded;
    cluster.ask("transition-tree", BACKGROUND, FROM);
    cluster.ask("await-transitions");
    cluster.ask("settle");
    return p99;
  }

  private double idle(ChildJvm cluster) throws IOException {
    return cluster.ask("foreground", FOREGROUND, seconds, reads, CELL).get("p99Nanos").asDouble();
  }
}
