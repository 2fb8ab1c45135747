package io.okapifs.bench.paper;

import static io.okapifs.bench.paper.SourcePaper.BUTTERFLY;

import io.okapifs.ec.code.CodeRegistry;
import java.util.List;
import java.util.OptionalDouble;

/** The slides on Butterfly codes in HDFS and Ceph, FAST'16. */
final class ButterflyRows {
  private static final String READ_SHARE =
      "share of the surviving blocks that DataNodes read, on average";
  private static final double MEGA = 1e6;
  private static final int OBJECTS = 20_000;
  private static final int OBJECT_MB = 64;
  private static final int NODES = 12;

  private ButterflyRows() {}

  static List<Row> all() {
    return List.of(
        Row.table(
            "butterfly-construction", BUTTERFLY, "construction and encoder, example with k = 4",
            "Parities H and B out of XOR alone, 2^(k-1) elements per column.", Label.COMPUTED,
            Sources.of(
                elements(4, "8"), elements(5, "16"), elements(7, "64"),
                new HeldByTest(
                    "io.okapifs.ec.code.ButterflyTest",
                    "the code of two columns is the slides' to the bit, and encoding takes"
                        + " 2(k-1) XORs per row"))),
        Row.table(
            "butterfly-theorem-1", BUTTERFLY, "Theorem 1",
            "Any two lost columns can be decoded.", Label.COMPUTED,
            Sources.of(pairs(4), pairs(5), pairs(7))),
        Row.table(
            "butterfly-theorem-2", BUTTERFLY, "Theorem 2",
            "A lost column takes half of what survives over the network, and as little is read"
                + " unless it is B.",
            Label.COMPUTED, CodeTable.of("butterfly").keys("n", "k", "alpha", "member")),
        Row.table(
            "butterfly-setup", BUTTERFLY, "experimental setup, and element sizes in Ceph",
            "20,000 objects of 64 MB on 12 nodes; overhead; sizes of elements.", Label.COMPUTED,
            setup()),
        Row.figure(
            "butterfly-repair-throughput", BUTTERFLY, "repair throughput in HDFS",
            "Butterfly repairs 1.6 times as fast as RS with k = 5, twice with k = 7.", Label.RATIO,
            Sources.of(
                throughput("repair-time-butterfly-5.jsonl", 5, "1.6"),
                throughput("repair-time-butterfly-7.jsonl", 7, "about 2"))),
        Row.table(
            "butterfly-ceph", BUTTERFLY, "repair throughput in Ceph",
            "Small elements make repairs slow and uneven, large stripes make them steady.",
            Label.MODELLED,
            Sources.of(elementSize(64, 1024), elementSize(1024, 16384))),
        Row.table(
            "butterfly-cpu", BUTTERFLY, "processor use in HDFS and Ceph",
            "In HDFS Butterfly takes 2.1 (k = 5) and 1.7 (k = 7) times the cycles of RS; in Ceph as"
                + " many.",
            Label.RATIO,
            Measured.in(
                    "codes-butterfly.jsonl", "codes",
                    "--codes RS-5-2,BUTTERFLY-5-2,RS-7-2,BUTTERFLY-7-2 --window-kib 2")
                .value("BUTTERFLY-5-2 over RS-5-2", "processor time per byte rebuilt", "2.1",
                    lines -> cycles(lines, 5))
                .value("BUTTERFLY-7-2 over RS-7-2", "processor time per byte rebuilt", "1.7",
                    lines -> cycles(lines, 7))
                .because(
                    "The slides' is of Java tasks with their copies, ours of the coder alone;"
                        + " a repair by Butterfly reads less per byte rebuilt.")),
        Row.figure(
            "butterfly-traffic", BUTTERFLY, "network traffic and storage reads",
            "Both are near the theoretical minimum in HDFS.", Label.COUNTED,
            CountedRepairs.run()
                .value("BUTTERFLY-5-2", READ_SHARE, "0.50", lines -> readShare(lines, 5))
                .value("BUTTERFLY-7-2", READ_SHARE, "0.50", lines -> readShare(lines, 7))
                .because(
                    "To repair B our helpers read and send all data; all other repairs read half,"
                        + " as in the theorem.")),
        Row.table(
            "butterfly-writes", BUTTERFLY, "storage writes",
            "Both systems write about twice what was lost: a local file, a journal.",
            Label.COUNTED,
            Measured.in(
                    "repair-time-butterfly-5.jsonl", "repair-time",
                    "--policy RS-5-2,BUTTERFLY-5-2 --repetitions 5")
                .value("BUTTERFLY-5-2", "blocks written to a spool per block rebuilt", null,
                    lines ->
                        lines.result("repair-counts").with("policy", "BUTTERFLY-5-2")
                            .number("blocksSpooled"))),
        Row.table(
            "butterfly-statements", BUTTERFLY, "implementation in HDFS",
            "A pool of memory gains up to 15 percent; calls through JNI lose to copies what they"
                + " gain; unrolled loops gain nothing.",
            Label.RATIO,
            Measured.in("codes-jni.jsonl", "codes", "--codes RS-10-4 --window-kib 64")
                .value("RS-10-4 through JNI over the same call from C", "speed", null,
                    ButterflyRows::jni)));
  }

  private static Computed elements(int k, String printed) {
    String code = "BUTTERFLY-" + k + "-2";
    return Computed.by("codes of the registry")
        .value(code, "elements per column", printed,
            () -> CodeRegistry.byName(code).alpha());
  }

  private static Computed pairs(int k) {
    String code = "BUTTERFLY-" + k + "-2";
    return Computed.by("every pair of losses")
        .value(code, "pairs that cannot be decoded", "0", () -> CodeCounts.undecodable(code, 2));
  }

  private static Source setup() {
    return Computed.by("codes of the registry")
        .value("k=5", "GB per node", "about 150", () -> gigabytesPerNode("BUTTERFLY-5-2"))
        .value("k=7", "GB per node", "about 137", () -> gigabytesPerNode("BUTTERFLY-7-2"))
        .value("k=5", "bytes stored per byte", "1.4", () -> CodeCounts.stored("BUTTERFLY-5-2"))
        .value("k=7", "bytes stored per byte", "1.3", () -> CodeCounts.stored("BUTTERFLY-7-2"))
        .value("k=5, stripes of 4 MB", "element, KB", "about 50", () -> element(5, 4))
        .value("k=7, stripes of 4 MB", "element, KB", "about 9", () -> element(7, 4))
        .value("k=5, stripes of 64 MB", "element, KB", "about 800", () -> element(5, 64))
        .value("k=7, stripes of 64 MB", "element, KB", "about 143", () -> element(7, 64))
        .because("k=5, GB per node", "149.3; the slides round to tens.");
  }

  private static OptionalDouble readShare(ResultLines lines, int k) {
    return ResultLines.over(
        CountedRepairs.blocks(lines, "BUTTERFLY-" + k + "-2"), OptionalDouble.of(k + 1));
  }

  private static double gigabytesPerNode(String code) {
    return (double) OBJECTS * OBJECT_MB * CodeCounts.stored(code) / NODES / 1000;
  }

  private static double element(int k, int stripeMb) {
    return CodeCounts.subBlockBytes("BUTTERFLY-" + k + "-2", stripeMb * MEGA) / 1000;
  }

  /** Blocks of 16 elements, on modelled disks. */
  private static Measured elementSize(int elementKib, int blockKib) {
    return Measured.in(
            "repair-time-elements-" + elementKib + ".jsonl", "repair-time",
            "--policy RS-5-2,BUTTERFLY-5-2 --disk hdd --repetitions 5 --block-kib " + blockKib)
        .value("elements of " + elementKib + " KiB", "time over RS-5-2", null,
            lines ->
                lines.result("ratio").with("policy", "BUTTERFLY-5-2").with("to", "RS-5-2")
                    .number("ratio"));
  }

  private static Measured throughput(String file, int k, String printed) {
    String code = "BUTTERFLY-" + k + "-2";
    String other = "RS-" + k + "-2";
    return Measured.in(
            file, "repair-time", "--policy " + other + "," + code + " --repetitions 5")
        .value(code + " over " + other, "repair throughput", printed,
            lines ->
                ResultLines.over(
                    OptionalDouble.of(1),
                    lines.result("ratio").with("policy", code).with("to", other).number("ratio")))
        .because(
            "Ours is over limited links without disks, where the reads of the plans decide:"
                + " k over the average of what Butterfly reads.");
  }

  /** Processor time per byte rebuilt: reads per byte rebuilt over bytes read per second. */
  private static OptionalDouble cycles(ResultLines lines, int k) {
    OptionalDouble speeds =
        ResultLines.over(
            repair(lines, "RS-" + k + "-2"), repair(lines, "BUTTERFLY-" + k + "-2"));
    if (speeds.isEmpty()) {
      return speeds;
    }
    double reads = CodeCounts.blocksRead("BUTTERFLY-" + k + "-2", 0);
    return OptionalDouble.of(speeds.getAsDouble() * reads / k);
  }

  private static OptionalDouble repair(ResultLines lines, String code) {
    return lines.with("code", code).with("op", "repair").with("working_set", "4MiB")
        .max("gb_per_s");
  }

  static OptionalDouble jni(ResultLines lines) {
    ResultLines encode =
        lines.with("code", "RS-10-4").with("op", "encode").with("working_set", "4MiB");
    OptionalDouble gfni =
        ResultLines.over(
            encode.with("kernel", "gfni").number("gb_per_s"),
            encode.with("kernel", "gfni-c").number("gb_per_s"));
    return gfni.isPresent()
        ? gfni
        : ResultLines.over(
            encode.with("kernel", "isal").number("gb_per_s"),
            encode.with("kernel", "isal-c").number("gb_per_s"));
  }
}
