package io.okapifs.bench.paper;

import static io.okapifs.bench.paper.SourcePaper.OKAPI;

import java.util.List;
import java.util.OptionalDouble;

/** Okapi, OSDI'25: transitions and what decoupling costs (sections 6.3 and 6.4). */
final class OkapiCostRows {
  private static final String GIBIBYTE = Long.toString(1L << 30);
  private static final String SAVED = "bytes saved beside a copy, percent";
  private static final double BLOCKS_MAP_PERCENT = 2;
  private static final double INODE_MAP_PERCENT = 1;

  private static final String TERABYTES =
      "100,000 files of 30 MB are 3 TB; the paper's PB are TB.";
  private static final String DAYS =
      "The paper rounds 450,000 MB/s to 0.43 TB/s, which gives 21.1 and 11.5 days.";

  private OkapiCostRows() {}

  static List<Row> all() {
    return List.of(
        Row.figure(
            "okapi-figure-8-left", OKAPI, "Figure 8 left, section 6.3, and the abstract",
            "Disk and network traffic of a file of 1 GB from 6-of-9 to wider groups and back: about"
                + " 50 percent less, up to 70 with convertible codes.",
            Label.COUNTED, measuredTransitions()),
        Row.figure(
            "okapi-figure-8-right", OKAPI, "Figure 8 right, section 6.3",
            "Disk traffic to wider groups, calculated.", Label.COMPUTED,
            CodeTable.of("okapi-figure-8")),
        Row.table(
            "okapi-section-6-3", OKAPI, "section 6.3, parts 1 and 2",
            "100,000 files of 30 MB from 6-of-9 to 30-of-33: 6.3 beside 3.3 PB. An emergency on"
                + " 90,000 disks: 784.08 beside 427.68 PB, 21 beside 12 days.",
            Label.COMPUTED, examples()),
        Row.table(
            "okapi-section-6-3-3-logs", OKAPI, "section 6.3, part 3",
            "Six years of failures at Backblaze are replayed.", Label.SUBSTITUTED,
            new Unavailable(
                "the paper's selection of Backblaze's failure logs is not published.",
                "synthetic failure rates with a bathtub's shape: `okapi-section-6-3-3`.")),
        Row.figure(
            "okapi-section-6-3-3", OKAPI, "section 6.3, part 3",
            "Disk-adaptive redundancy: transitions take 38 percent less, half as many disks pass 5"
                + " percent of their I/O.",
            Label.SUBSTITUTED,
            Simulated.of("okapi-dare")
                .prints("transition I/O, percent less", "about 38")),
        Row.table(
            "okapi-section-6-3-4", OKAPI, "end of section 6.3",
            "20 transitions of 200 MB: at most 5.7 beside 13.5 percent of processors, 75 percent"
                + " less on average; no memory of clients.",
            Label.RATIO,
            transitions()
                .value("regroup", "bytes through the client", "0",
                    lines ->
                        lines.result("transition-io").with("method", "regroup")
                            .max("client_bytes"))
                .value("regroup beside a copy, 6 to 12", "processor time saved, percent",
                    "about 75", lines -> cpuSaved(lines, 12))
                .because(
                    "Ours is the processor time of the whole cluster and its client, all in one JVM"
                        + " without networks, for a file of 1 GiB. DataNodes that wait take some,"
                        + " too.")),
        Row.figure(
            "okapi-figure-9", OKAPI, "Figures 9a and 9b, section 6.4",
            "Heap of a NameNode with files of 200 MB under 6-of-9 and 12-of-15, beside HDFS.",
            Label.COUNTED, Sources.of(heap(), widerHeap())),
        Row.figure(
            "okapi-figure-10-left", OKAPI, "Figure 10 left, section 6.4",
            "Writes with s = k are as fast as HDFS's.", Label.RATIO,
            Sources.of(writes(3, 3, 3), writes(6, 3, 6), writes(12, 3, 12))),
        Row.figure(
            "okapi-figure-10-right", OKAPI, "Figure 10 right, section 6.4",
            "Writes of narrower and wider stripes than groups; of 6-of-9 as fast 8-wide as 6-wide.",
            Label.RATIO,
            Sources.of(
                writes(3, 3, 4), writes(6, 3, 3), writes(6, 3, 8), writes(12, 3, 6),
                writes(12, 3, 16))),
        Row.figure(
            "okapi-figure-11", OKAPI, "Figure 11, section 6.4",
            "Memory of a writer 6-wide: naive up to 150 MB, 25 MB with partial parities; less than"
                + " coupled from 25-of-28 on.",
            Label.COMPUTED,
            CodeTable.of("okapi-figure-11")
                .because("k=20, naive", "The paper's \"up to 150\" is rounded.")));
  }

  private static Source writes(int k, int r, int width) {
    String arguments =
        "--pairs 40 --warm-ups 4 --block-mib 4 --policy RS-" + k + "-" + r
            + "-1024k --stripe-width " + width + " --nodes " + Math.max(k + r, width);
    return Measured.in(
            "stripe-throughput-" + k + "-" + width + ".jsonl", "stripe-throughput", arguments)
        .value(k + "-of-" + (k + r) + ", " + width + "-wide", "write throughput over HDFS's layout",
            k == width || width == 8 ? "about 1.0" : null,
            lines -> lines.result("write").number("ratio"))
        .because("Our writers spend less processor time per byte than HDFS's.");
  }

  private static Source examples() {
    return CodeTable.of("okapi-section-6.3")
        .because("cooling files, rewrite, unit", TERABYTES)
        .because("cooling files, regroup, unit", TERABYTES)
        .because("emergency, rewrite at 5 %, value", DAYS)
        .because("emergency, regroup at 5 %, value", DAYS);
  }

  private static Measured transitions() {
    return Measured.by("transition-io", "");
  }

  private static Source measuredTransitions() {
    Measured measured = transitions();
    for (int k : List.of(8, 9, 12)) {
      measured =
          measured.value("6 to " + k + ", regrouped", SAVED, "about 50",
              lines -> saved(lines, "regroup", k));
    }
    return measured
        .value("6 to 12, merged", SAVED, "about 70", lines -> saved(lines, "convertible", 12))
        .because(
            "Regrouping moves 1 + 3/k bytes per byte where a copy moves 2 + 3/k, so 50 percent is"
                + " the limit of wide groups; merging moves 3/6 + 3/k, and 71 percent is the"
                + " most at k = 30.");
  }

  /** A file of 1 GiB; groups placed three ahead, so that nothing moves first. */
  private static OptionalDouble saved(ResultLines lines, String method, int k) {
    ResultLines of = lines.result("transition-io").with("file_bytes", GIBIBYTE);
    OptionalDouble ours =
        bytes(of.with("method", method).with("lookahead_groups", "3"), method, k);
    return ResultLines.percentLess(ours, bytes(of.with("method", "rewrite"), "rewrite", k));
  }

  private static OptionalDouble bytes(ResultLines lines, String method, int k) {
    return change(lines, method, k).number("ratio");
  }

  private static ResultLines change(ResultLines lines, String method, int k) {
    String codec = method.equals("convertible") ? "RS-VAND" : "RS";
    return lines.with("from", codec + "-6-3-64k").with("to", codec + "-" + k + "-3-64k");
  }

  private static OptionalDouble cpuSaved(ResultLines lines, int k) {
    ResultLines of = lines.result("transition-io").with("file_bytes", GIBIBYTE);
    ResultLines ours = of.with("method", "regroup").with("lookahead_groups", "3");
    return ResultLines.percentLess(
        change(ours, "regroup", k).number("cpu_seconds"),
        change(of.with("method", "rewrite"), "rewrite", k).number("cpu_seconds"));
  }

  private static Source heap() {
    return Measured.by("namenode-heap", "--files 30000")
        .value("BlocksMap", "percent more per file", "26", lines -> more(lines, "BlocksMap"))
        .value("INodeMap", "percent more per file", "22", lines -> more(lines, "INodeMap"))
        .value("BlocksMap", "bytes per file", "at most 1024",
            lines -> lines.result("BlocksMap").number("oursBytesPerFile"))
        .value("INodeMap", "bytes per file", "170",
            lines -> lines.result("INodeMap").number("oursBytesPerFile"))
        .value("both", "percent of the heap", "0.74", OkapiCostRows::ofHeap)
        .because("BlocksMap, percent more per file", "Groups share arrays of indices here.")
        .because(
            "BlocksMap, bytes per file",
            "Stock HDFS takes more than that here, too: all objects are counted one by one with"
                + " their real sizes, storages of blocks included.")
        .because(
            "A file keeps a list of its parity groups; lists of blocks count to the INodeMap"
                + " here.");
  }

  private static Source widerHeap() {
    return Measured.in(
            "namenode-heap-12.jsonl", "namenode-heap", "--policy RS-12-3 --files 30000")
        .value("12-of-15, BlocksMap", "percent more per file", "20",
            lines -> more(lines, "BlocksMap"))
        .value("12-of-15, INodeMap", "percent more per file", "18",
            lines -> more(lines, "INodeMap"))
        .because("As of 6-of-9.");
  }

  private static OptionalDouble more(ResultLines lines, String map) {
    OptionalDouble ratio = lines.result(map).number("ratio");
    return ratio.isPresent()
        ? OptionalDouble.of(100 * (ratio.getAsDouble() - 1))
        : OptionalDouble.empty();
  }

  /** HDFS gives the two maps 2 and 1 percent of the heap. */
  private static OptionalDouble ofHeap(ResultLines lines) {
    OptionalDouble blocks = more(lines, "BlocksMap");
    OptionalDouble inodes = more(lines, "INodeMap");
    return blocks.isPresent() && inodes.isPresent()
        ? OptionalDouble.of(
            (BLOCKS_MAP_PERCENT * blocks.getAsDouble() + INODE_MAP_PERCENT * inodes.getAsDouble())
                / 100)
        : OptionalDouble.empty();
  }
}
