package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.disk.DiskModel;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.commons.math3.util.ArithmeticUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Positional reads of several layouts on modelled disks: throughput, latency, and what disks
 * position and read for each (Okapi, OSDI'25, section 6.2). DataNodes are processes of their own.
 *
 * <p>Blocks, cells, reads and the rate of disks are made smaller by one factor. Times stay what
 * they would be, and two processors can serve the disks of a cluster.
 */
@Command(
    name = "reads",
    description = "Reads by layout and size on modelled disks, healthy and with a node dead.",
    footer = "Takes about 3 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class Reads implements Callable<Integer> {

  /** Which reads meet a lost block. */
  enum Lost {
    none,
    block,
    node
  }

  /** Where reads begin. */
  enum Places {
    size,
    cell
  }

  static final String COUPLED = ReadLayout.COUPLED;

  private static final int MIB = 1 << 20;
  private static final int KIB = 1 << 10;
  private static final int MIX_MOST_MIB = 48;

  @Option(
      names = "--layouts",
      split = ",",
      description = "coupled, stripe widths, and advised: each read is of files of the width that"
          + " fits it (default: ${DEFAULT-VALUE}).",
      defaultValue = "coupled,1")
  private List<String> layouts;

  @Option(names = "--policy", description = "The code (default: ${DEFAULT-VALUE}).")
  private String policy = "RS-6-3";

  @Option(
      names = "--then",
      description = "A code that all files get when reads of the first one were measured; files in"
          + " HDFS's own layout are written anew (default: none).")
  private String then;

  @Option(
      names = "--sizes",
      split = ",",
      description = "MiB of a read, or mix: log-normal, median 4 MiB, sigma 0.6, 1 to 48 MiB"
          + " (default: ${DEFAULT-VALUE}).",
      defaultValue = "8")
  private List<String> sizes;

  @Option(
      names = "--places",
      description = "Reads begin at multiples of their size, or of a cell (default: size; of a mix:"
          + " cell).")
  private Places places;

  @Option(names = "--clients", description = "Reading at a time (default: ${DEFAULT-VALUE}).")
  private int clients = 36;

  @Option(
      names = "--open-loop",
      description = "Reads that are due in a second; 0: each client reads on when it has the last"
          + " one (default: ${DEFAULT-VALUE}).")
  private double perSecond;

  @Option(names = "--lost", description = "none, node: a DataNode is dead, block: and all reads"
      + " meet a block of it (default: ${DEFAULT-VALUE}).")
  private Lost lost = Lost.none;

  @Option(names = "--nodes", description = "DataNodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 12;

  @Option(names = "--files", description = "Files of each layout (default: ${DEFAULT-VALUE}).")
  private int files = 24;

  @Option(
      names = "--file-mib",
      description = "Size of a file (default: a group of k blocks, at least 48).")
  private int fileMib;

  @Option(names = "--block-mib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockMib = 8;

  @Option(names = "--cell-kib", description = "Cell size (default: ${DEFAULT-VALUE}).")
  private int cellKib = 1024;

  @Option(
      names = "--scale",
      description = "So many times smaller are all bytes (default: ${DEFAULT-VALUE}).")
  private int scale = 16;

  @Option(
      names = "--disk",
      description = "hdd, ssd or MICROSECONDS,MIB_PER_SECOND, before it is scaled"
          + " (default: ${DEFAULT-VALUE}).")
  private String disk = "10000,143";

  @Option(
      names = "--repetitions",
      description = "Of all layouts in turn (default: ${DEFAULT-VALUE}).")
  private int repetitions = 5;

  @Option(names = "--warm-up", description = "Seconds before each (default: ${DEFAULT-VALUE}).")
  private double warmUp = 2;

  @Option(names = "--seconds", description = "Seconds of each (default: ${DEFAULT-VALUE}).")
  private double seconds = 8;

  @Option(
      names = "--heap",
      description = "-Xmx of NameNode and clients (default: ${DEFAULT-VALUE}).")
  private String heap = "2g";

  @Option(
      names = "--seed",
      description = "Of places, order and the intervals (default: by the clock).")
  private long seed = System.nanoTime() >>> 20;

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  private final List<ErasureCode> codes = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    codes.add(CodeRegistry.byName(policy));
    if (then != null) {
      codes.add(CodeRegistry.byName(then));
    }
    refuseNonsense();
    workspace.with(this::run);
    return 0;
  }

  /** Before anything is started. */
  private void refuseNonsense() {
    DiskModel.parse(disk);
    refuse(scale < 1, "--scale is at least 1, not " + scale);
    refuse(
        cellKib < 1 || cellKib * KIB % (scale * 512) != 0,
        "--cell-kib is whole chunks of 512 bytes when it is divided by --scale, not " + cellKib
            + " / "
            + scale);
    refuse(
        blockMib < 1 || blockMib * KIB % cellKib != 0,
        "--block-mib is whole cells, not " + blockMib + " of cells of " + cellKib + " KiB");
    int members = codes.stream().mapToInt(ErasureCode::n).max().orElseThrow();
    refuse(
        nodes <= members,
        "--nodes is more than the members of a group, " + members + ", not " + nodes);
    refuse(
        then != null && lost != Lost.none, "--then is of healthy files, not of --lost " + lost);
    refuse(clients < 1, "--clients is at least 1, not " + clients);
    refuse(files < 1, "--files is at least 1, not " + files);
    refuse(repetitions < 1, "--repetitions is at least 1, not " + repetitions);
    refuse(
        seconds <= 0 || warmUp < 0,
        "--seconds is above 0 and --warm-up at least 0, not " + seconds
        + " and " + warmUp);
    refuse(perSecond < 0, "--open-loop is at least 0, not " + perSecond);
    layouts.forEach(layout -> refuse(!ReadLayout.isOne(layout), ReadLayout.refusal(layout)));
    sizes.forEach(
        size ->
            refuse(
                !size.equals("mix") && !(size.matches("[1-9]\\d{0,3}") && mib(size) <= fileMib()),
                "--sizes are MiB, at most those of a file, " + fileMib() + ", or mix, not "
                    + size));
  }

  private static void refuse(boolean nonsense, String message) {
    if (nonsense) {
      throw new IllegalArgumentException(message);
    }
  }

  private static int mib(String size) {
    return Integer.parseInt(size);
  }

  /** Whole groups, so that no block is short. */
  private int fileMib() {
    int group = codes.stream().mapToInt(ErasureCode::k).reduce(blockMib, ArithmeticUtils::lcm);
    return fileMib > 0 ? fileMib : (MIX_MOST_MIB + group - 1) / group * group;
  }

  private void run(Path folder) throws Exception {
    ReadsBed.Setting setting =
        new ReadsBed.Setting(
            nodes, DiskModel.parse(disk).scaled(scale), cellBytes(), scaled(blockMib), files,
            scaled(fileMib()), lost == Lost.none, heap);
    report.line(Report.machine(folder));
    report.line(setup(setting));
    try (ReadsBed bed = new ReadsBed(setting, folder)) {
      String name = bed.policy(codes.get(0));
      for (String layout : layouts) {
        write(bed, layout, name);
      }
      if (lost != Lost.none) {
        bed.loseNode();
      }
      // Until JVMs have compiled what they do they are as busy as the processors let them be.
      bed.read(ReadLayout.paths(layouts.get(0), codes.get(0).k()), load(sizes.get(0), seed));
      measureAll(bed, name);
      if (then != null) {
        String later = bed.policy(codes.get(1));
        for (String layout : layouts) {
          change(bed, layout, later);
        }
        measureAll(bed, later);
      }
    }
  }

  private void write(ReadsBed bed, String layout, String policy) throws IOException {
    for (ReadLayout.Directory each : ReadLayout.directories(layout, codes.get(0).k())) {
      bed.write(each.path(), policy + each.suffix());
    }
  }

  /** HDFS's own files are written anew. */
  private void change(ReadsBed bed, String layout, String policy) throws IOException {
    if (layout.equals(COUPLED)) {
      write(bed, layout, policy);
      return;
    }
    for (ReadLayout.Directory each : ReadLayout.directories(layout, codes.get(0).k())) {
      bed.change(each.path(), policy);
    }
  }

  private Map<String, Object> setup(ReadsBed.Setting setting) {
    Map<String, Object> setup = Report.values("setup");
    setup.put(
        "cluster", "DataNodes as processes on modelled disks, NameNode and clients in one JVM");
    setup.put("disk", setting.disk().toString());
    setup.put("scale", scale);
    setup.put("policy", policy);
    setup.put("then", then);
    setup.put("blockMib", blockMib);
    setup.put("cellKib", cellKib);
    setup.put("nodes", nodes);
    setup.put("lost", lost.name());
    setup.put("files", files);
    setup.put("fileMib", fileMib());
    setup.put("clients", clients);
    setup.put("readsDuePerSecond", perSecond);
    setup.put("repetitions", repetitions);
    setup.put("warmUpSeconds", warmUp);
    setup.put("seconds", seconds);
    setup.put("seed", seed);
    return setup;
  }

  private int cellBytes() {
    return cellKib * KIB / scale;
  }

  private long scaled(long mib) {
    return mib * MIB / scale;
  }

  private void measureAll(ReadsBed bed, String name) throws Exception {
    for (String size : sizes) {
      measure(bed, name, size);
    }
  }

  private void measure(ReadsBed bed, String name, String size) throws Exception {
    ReadsComparison comparison = new ReadsComparison();
    List<String> order = new ArrayList<>(layouts);
    Random random = new Random(seed);
    for (int i = 0; i < repetitions; i++) {
      Collections.shuffle(order, random);
      for (String layout : order) {
        ReadsBed.Load load = load(size, seed + i);
        String paths = ReadLayout.paths(layout, codes.get(0).k());
        ReadsBed.Outcome outcome = bed.read(paths, load);
        JsonNode simulated = lost == Lost.block ? null : bed.simulate(paths, load, outcome);
        ReadsLine line = new ReadsLine(name, layout, size, outcome, simulated, seconds, scale);
        report.line(line.values());
        comparison.add(line);
      }
    }
    for (String layout : layouts) {
      if (!layout.equals(COUPLED) && layouts.contains(COUPLED)) {
        Map<String, Object> values = compared("throughput beside coupled", name, size, layout);
        comparison.put(values, layout, seed);
        report.line(values);
      }
      if (lost != Lost.block) {
        Map<String, Object> values = compared("throughput beside simulation", name, size, layout);
        comparison.putSimulated(values, layout, seed);
        report.line(values);
      }
    }
  }

  private ReadsBed.Load load(String size, long itsSeed) {
    return new ReadsBed.Load(
        sizeWord(size), step(size), lost == Lost.block, clients, warmUp, seconds, perSecond,
        itsSeed);
  }

  private Map<String, Object> compared(String result, String name, String size, String layout) {
    Map<String, Object> values = Report.values(result);
    values.put("policy", name);
    values.put("sizeMib", size);
    values.put("layout", layout);
    values.put("lost", lost.name());
    return values;
  }

  private String sizeWord(String size) {
    return size.equals("mix")
        ? "mix:" + scaled(4) + ",0.6," + scaled(1) + "," + scaled(MIX_MOST_MIB)
        : String.valueOf(scaled(mib(size)));
  }

  /** Of places; 0 stands for the size of the read. */
  private long step(String size) {
    boolean isCell = places == Places.cell || places == null && size.equals("mix");
    return isCell ? cellBytes() : 0;
  }
}
