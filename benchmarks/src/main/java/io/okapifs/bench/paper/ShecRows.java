package io.okapifs.bench.paper;

import static io.okapifs.bench.paper.SourcePaper.SHEC;

import java.util.List;
import java.util.OptionalDouble;

/** SHEC, HotDep'14. */
final class ShecRows {
  private static final double READS = 0.74;
  private static final double DISK_IDLE = 0.35;

  private ShecRows() {}

  static List<Row> all() {
    return List.of(
        Row.table(
            "shec-table-1", SHEC, "Table 1, section 2.3",
            "Parameters with about the durability of RAID 6: space, and what recovery reads.",
            Label.COMPUTED,
            CodeTable.of("shec-table-1").keys("k", "m", "l")
                .because("k=6 m=4 l=3, overhead_2", "202/270 is 0.748; the paper has cut it.")),
        Row.table(
            "shec-table-2", SHEC, "Table 2, section 2.3",
            "Parameters with about the space of RAID 6.", Label.COMPUTED,
            CodeTable.of("shec-table-2").keys("k", "m", "l")),
        Row.table(
            "shec-durability", SHEC, "Equation 1 with Tables 1 and 2, section 2.1",
            "The probability of data loss in a year; only ratios can be compared, since the paper"
                + " does not print its rates of failure and repair.",
            Label.COMPUTED, CodeTable.of("shec-durability").keys("k", "m", "l")),
        Row.table(
            "shec-figure-2", SHEC, "Figure 2, section 2.2",
            "The layout of SHEC(10,6,5): three losses are survived, D1/P1/P5/P6 are not; D6 and D9"
                + " are recovered from a union of six.",
            Label.COMPUTED,
            Computed.by("plans of SHEC5-10-6")
                .value(
                    "", "fatal losses of three", "0",
                    () -> CodeCounts.undecodable("SHEC5-10-6", 3))
                .word(
                    "", "D1/P1/P5/P6 is decodable", "no",
                    () -> CodeCounts.decodable("SHEC5-10-6", 0, 10, 14, 15))
                .value(
                    "", "members read for D6 and D9", "6",
                    () -> CodeCounts.blocksRead("SHEC5-10-6", 5, 8))),
        Row.table(
            "shec-figure-3", SHEC, "Figure 3, section 2.2",
            "SHEC(6,4,3) has half as many fatal losses as simple local groups.", Label.COMPUTED,
            CodeTable.of("shec-figure-3").keys("losses")),
        Row.figure(
            "shec-figure-4", SHEC, "Figure 4, section 2.2",
            "The more parities per block, the larger that gain.", Label.COMPUTED,
            CodeTable.of("shec-figure-4").keys("k", "m", "l")),
        Row.table(
            "shec-figure-5", SHEC, "Figure 5, section 2.2",
            "The generator of SHEC(6,4,3) is that of RS(6,4) with half of it zero.",
            Label.COMPUTED,
            Computed.by("generators of RS-6-4 and SHEC3-6-4")
                .value("RS-6-4", "elements that cost a product", "24",
                    () -> CodeCounts.nonZeros("RS-6-4"))
                .value("SHEC3-6-4", "elements that cost a product", "12",
                    () -> CodeCounts.nonZeros("SHEC3-6-4"))),
        Row.figure(
            "shec-figure-6", SHEC, "Figure 6, section 2.4",
            "From two losses on SHEC reads less than RS, MS-LRC and Xorbas.", Label.COMPUTED,
            CodeTable.of("shec-figure-6")),
        Row.figure(
            "shec-figure-10", SHEC, "Figures 8 to 12 and Equation 2, section 3.4",
            "Recovery of two lost disks on Ceph: reads, processor, time.", Label.COUNTED,
            recovery()),
        Row.table(
            "shec-section-3-4", SHEC, "end of section 3.4",
            "RS(5,3) and SHEC(5,3,3) with one lost disk: a similar result, without numbers.",
            Label.COUNTED,
            CountedRepairs.run()
                .value("SHEC3-5-3 over RS-5-3", "blocks read, counted by DataNodes", null,
                    lines -> CountedRepairs.over(lines, "SHEC3-5-3", "RS-5-3"))));
  }

  private static Source recovery() {
    return Sources.of(
        CountedRepairs.ofPairs()
            .value("SHEC3-6-4 over the 6 blocks of RS-6-4", "blocks read of disks", "0.74",
                lines ->
                    ResultLines.over(
                        CountedRepairs.blocks(lines, "SHEC3-6-4"), OptionalDouble.of(6)))
            .because("0.748 on average over all pairs; the paper has cut it."),
        Computed.by("arithmetic")
            .value("", "time by Equation 2", "0.831",
                () -> READS * (1 - DISK_IDLE) + DISK_IDLE),
        Measured.in("codes-shec.jsonl", "codes", "--codes RS-6-4,SHEC3-6-4 --window-kib 64")
            .value("SHEC3-6-4 over RS-6-4", "processor time per byte encoded", "about 0.8",
                lines -> ResultLines.over(encode(lines, "RS-6-4"), encode(lines, "SHEC3-6-4")))
            .because(
                "The paper's is of all of Ceph while it recovers; ours of the coder alone, which"
                    + " has half the products."),
        Measured.in(
                "repair-time-pairs.jsonl", "repair-time",
                "--losses 2 --policy RS-6-4,SHEC3-6-4 --repetitions 20")
            .value("SHEC3-6-4 over RS-6-4", "time", "0.814",
                lines ->
                    lines.result("ratio").with("policy", "SHEC3-6-4").with("to", "RS-6-4")
                        .number("ratio"))
            .because(
                "In the paper disks were idle for 35 percent of the time; here the links are the"
                    + " only limit, and 0.748 of the bytes go over them."));
  }

  private static OptionalDouble encode(ResultLines lines, String code) {
    return lines.with("code", code).with("op", "encode").with("working_set", "4MiB")
        .max("gb_per_s");
  }
}
