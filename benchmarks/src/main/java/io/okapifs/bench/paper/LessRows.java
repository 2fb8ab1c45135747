package io.okapifs.bench.paper;

import static io.okapifs.bench.paper.SourcePaper.LESS;

import java.util.List;
import java.util.OptionalDouble;

/** LESS, FAST'26. */
final class LessRows {

  /** Of the codes that are repaired: data and parity. */
  private static final int K = 10;

  private static final int R = 4;
  private static final String OUR_MACHINE =
      "Our processors, networks and disks are others; the ratio of one run is compared.";
  private static final String CODES =
      "RS-10-4,HHXORPLUS-10-4,HASHTAG4-10-4,ET4-10-4,CLAY-10-4,LESS4-10-4";
  private static final String SAVED = "time saved by LESS4, percent";

  private static final String READ_NOT_SENT =
      "Some parity is repaired from k blocks here; less than that is only sent, not read.";
  private static final String CLAY =
      "Our repairs read a run of a block at once where the paper's prototype reads one in every"
          + " packet, and Clay has the most runs.";

  private LessRows() {}

  static List<Row> all() {
    return List.of(
        Row.table(
            "less-table-1", LESS, "Table 1, section 2.3",
            "Properties of ten families of codes.", Label.COMPUTED,
            CodeTable.of("less-table-1")
                .because("PM-RBT n=10 k=5 alpha=4, reduced", READ_NOT_SENT)
                .because("BUTTERFLY n=6 k=4 alpha=8, reduced", READ_NOT_SENT)
                .because("PM-RBT n=10 k=5, reduced_read", READ_NOT_SENT)
                .because("BUTTERFLY n=6 k=4, reduced_read", READ_NOT_SENT)),
        Row.table(
            "less-figure-1", LESS, "Figure 1, section 3.2",
            "With (n,k,alpha) = (6,4,2) every repair of a block reads 6 sub-blocks instead of 8.",
            Label.COMPUTED, example()),
        Row.table(
            "less-equations-3-7", LESS, "Equations 3, 4 and 7, section 3.5",
            "Sizes of groups and extended sub-stripes; what a repair reads, from k + alpha - 1"
                + " places.",
            Label.COMPUTED,
            Computed.by("plans of all LESS codes with r = 2..4 and n up to 16")
                .word(
                    "", "a code whose plans differ from the equations", "none",
                    () -> CodeCounts.lessThatBreakTheEquations(16))),
        Row.table(
            "less-figure-2", LESS, "Figure 2, section 3.4",
            "With (14,10,2) the repair of two blocks of one group reads 15 sub-blocks, 25 percent"
                + " less.",
            Label.COMPUTED, twoOfOneGroup()),
        Row.table(
            "less-table-2", LESS, "Table 2, Exp#A1, section 4.1",
            "Repair of one block of (14,10): blocks read, and seeks.", Label.COMPUTED, table2()),
        Row.table(
            "less-table-3", LESS, "Table 3, Exp#A1, section 4.1",
            "Repair of one block of wide codes.", Label.COMPUTED, CodeTable.of("less-table-3")),
        Row.figure(
            "less-figure-3", LESS, "Figure 3, Exp#A2, section 4.1",
            "Repair of two blocks by LESS2 beside the k blocks of RS.", Label.COMPUTED,
            CodeTable.of("less-figure-3")
                .keys("code", "n", "k", "alpha")
                .because(
                    "LESS n=14 k=10 alpha=2, saved_percent",
                    "7.473 is cut to 7.4 in the paper, not rounded.")
                .because(
                    "LESS n=124 k=120 alpha=2, saved_percent",
                    "10.748 rounds to 10.7; the paper has rounded up.")),
        Row.figure(
            "less-figure-4a", LESS, "Figure 4a, Exp#B1, section 4.2",
            "Time of the repair of one block of (14,10) at 1 Gbit/s.", Label.RATIO,
            Measured.by("repair-time", "--policy " + CODES)
                .value("RS-10-4", SAVED, "50.8", lines -> savedOfBlock(lines, "RS-10-4"))
                .value(
                    "HHXORPLUS-10-4", SAVED, "35.9", lines -> savedOfBlock(lines, "HHXORPLUS-10-4"))
                .value(
                    "HASHTAG4-10-4", SAVED, "21.5", lines -> savedOfBlock(lines, "HASHTAG4-10-4"))
                .value("ET4-10-4", SAVED, "21.5", lines -> savedOfBlock(lines, "ET4-10-4"))
                .value("CLAY-10-4", SAVED, "33.9", lines -> savedOfBlock(lines, "CLAY-10-4"))
                .because(
                    OUR_MACHINE + " A repetition loses one block, which is drawn: times of data"
                        + " blocks and of parity count as there are such blocks in a group.")
                .because("CLAY-10-4, " + SAVED, CLAY)),
        Row.figure(
            "less-figure-4b", LESS, "Figure 4b, Exp#B2, section 4.2, and the abstract",
            "Time to recover a node with 20 blocks; 36.6 percent less than Clay is a headline.",
            Label.RATIO,
            Sources.of(
                Measured.in(
                        "repair-time-node.jsonl", "repair-time",
                        "--experiment node --disk hdd --files 10 --repetitions 10 --warm-ups 0"
                            + " --policy " + CODES)
                    .value("RS-10-4", SAVED, "48.3", lines -> saved(lines, "RS-10-4"))
                    .value("HHXORPLUS-10-4", SAVED, "34.3", lines -> saved(lines, "HHXORPLUS-10-4"))
                    .value("HASHTAG4-10-4", SAVED, "17.8", lines -> saved(lines, "HASHTAG4-10-4"))
                    .value("ET4-10-4", SAVED, "19.4", lines -> saved(lines, "ET4-10-4"))
                    .value("CLAY-10-4", SAVED, "36.6", lines -> saved(lines, "CLAY-10-4"))
                    .because(OUR_MACHINE)
                    .because("CLAY-10-4, " + SAVED, CLAY),
                Simulated.of("less-b2").prints("LESS4 below Clay, percent", "36.6"))),
        Row.figure(
            "less-figure-4c", LESS, "Figure 4c, Exp#B3, section 4.2",
            "Encoding in memory: LESS4 beside RS, packets of 256 KiB.", Label.RATIO, encoding()),
        Row.figure(
            "less-figure-5a", LESS, "Figure 5a, Exp#B4, section 4.2, and the abstract",
            "Repair time from 1 to 10 Gbit/s; 83.3 percent less than Clay is a headline.",
            Label.MODELLED, bandwidth()),
        Row.figure(
            "less-figure-5b", LESS, "Figure 5b, Exp#B5, section 4.2",
            "Repair time with packets of 128 to 1024 KiB.", Label.MODELLED, packets()),
        Row.table(
            "less-table-4", LESS, "Table 4, appendix A",
            "Fields and elements with which LESS is MDS.", Label.COMPUTED,
            CodeTable.of("less-table-4")),
        Row.table(
            "less-theorem-1", LESS, "Theorem 1 with Figures 6 and 7, appendix A",
            "A field so large always has coefficients.", Label.COMPUTED,
            CodeTable.of("less-theorem-1").keys("n_minus_k", "alpha", "n")));
  }

  private static Source example() {
    return Computed.by("plans of LESS2-4-2 and RS-4-2")
        .value("LESS2-4-2", "sub-blocks read", "6", () -> 2 * CodeCounts.blocksRead("LESS2-4-2"))
        .value("RS-4-2", "the same amount", "8", () -> 2 * CodeCounts.blocksRead("RS-4-2"))
        .value(
            "LESS2-4-2", "saved for every block, percent", "25",
            () -> CodeCounts.percentSavedAtLeast("LESS2-4-2"));
  }

  private static Source twoOfOneGroup() {
    return Computed.by("the plan of LESS2-10-4 without its blocks 1 and 2")
        .value("LESS2-10-4", "sub-blocks read", "15",
            () -> 2 * CodeCounts.blocksRead("LESS2-10-4", 0, 1))
        .value(
            "LESS2-10-4", "saved, percent", "25",
            () -> 10 * (10 - CodeCounts.blocksRead("LESS2-10-4", 0, 1)));
  }

  private static Source table2() {
    return Sources.of(
        CodeTable.of("less-table-2")
            .because("HASHTAG n=14 k=10 alpha=3, io_min", "13/3; the paper has rounded up."),
        counted("RS-10-4", "10.00"), counted("CLAY-10-4", "3.25"),
        counted("LESS2-10-4", "7.36"), counted("LESS3-10-4", "5.71"),
        counted("LESS4-10-4", "4.64"));
  }

  /** The same by DataNodes. */
  private static Source counted(String code, String printed) {
    return CountedRepairs.run()
        .value(code, "blocks read, counted by DataNodes", printed,
            lines -> CountedRepairs.blocks(lines, code));
  }

  /** By the mean time of all blocks of a group. */
  private static OptionalDouble savedOfBlock(ResultLines lines, String than) {
    return ResultLines.percentLess(ofBlock(lines, "LESS4-10-4"), ofBlock(lines, than));
  }

  private static OptionalDouble ofBlock(ResultLines lines, String code) {
    ResultLines repetitions = lines.result("repetition").with("policy", code);
    OptionalDouble data =
        repetitions.where("position", position -> position < K).mean("seconds");
    OptionalDouble parity =
        repetitions.where("position", position -> position >= K).mean("seconds");
    return data.isPresent() && parity.isPresent()
        ? OptionalDouble.of((K * data.getAsDouble() + R * parity.getAsDouble()) / (K + R))
        : OptionalDouble.empty();
  }

  private static OptionalDouble saved(ResultLines lines, String than) {
    OptionalDouble ratio =
        lines.result("ratio").with("policy", "LESS4-10-4").with("to", than).number("ratio");
    return ResultLines.percentLess(ratio, OptionalDouble.of(1));
  }

  private static Source encoding() {
    return Measured.in(
            "codes-packets.jsonl", "codes",
            "--codes RS-10-4,LESS4-10-4,RS-120-4,LESS4-120-4 --window-kib 64,256 --rounds 5")
        .value("(14,10)", "LESS4 over RS", "0.57", lines -> encode(lines, "-10-4"))
        .value("(124,120)", "LESS4 over RS", "0.42", lines -> encode(lines, "-120-4"))
        .because(
            "The paper's coder is Jerasure; ours shares sums between sub-blocks. A packet of"
                + " 256 KiB is four sub-blocks of 64 KiB in LESS4.");
  }

  private static OptionalDouble encode(ResultLines lines, String size) {
    return ResultLines.over(
        speed(lines, "LESS4" + size, 64 << 10), speed(lines, "RS" + size, 256 << 10));
  }

  /** Of the fastest kernel, out of memory. */
  private static OptionalDouble speed(ResultLines lines, String code, int window) {
    return lines.with("code", code).with("op", "encode")
        .with("window_bytes", Integer.toString(window)).with("working_set", "1GiB streamed")
        .max("gb_per_s");
  }

  private static Source bandwidth() {
    Measured measured =
        Measured.in(
            "repair-time-bandwidth.jsonl", "repair-time",
            "--disk hdd --mbit 50,100,250,500 --repetitions 4 --warm-ups 0");
    for (int mbit : List.of(50, 100, 250, 500)) {
      measured =
          measured.value(mbit + " Mbit/s, LESS4-10-4 over RS-10-4", "time on modelled disks", null,
              lines ->
                  lines.result("ratio").with("policy", "LESS4-10-4").with("to", "RS-10-4")
                      .with("mbit", Integer.toString(mbit)).number("ratio"));
    }
    return Sources.of(
        Simulated.of("less-b4")
            .prints("LESS4 below RS at 10 Gbit/s, percent", "28.6")
            .prints("LESS4 below Clay at 10 Gbit/s, percent", "83.3"),
        measured);
  }

  private static Source packets() {
    Measured measured =
        Measured.in(
            "repair-time-packets.jsonl", "repair-time",
            "--disk hdd --spooled-window 0,32768,65536 --repetitions 3 --warm-ups 0");
    for (int window : List.of(0, 32768, 65536)) {
      measured =
          measured.value(
              "window " + window + ", LESS4-10-4 over RS-10-4", "time on modelled disks", null,
              lines ->
                  lines.result("ratio").with("policy", "LESS4-10-4").with("to", "RS-10-4")
                      .with("spooledWindow", Integer.toString(window)).number("ratio"));
    }
    return Sources.of(
        Simulated.of("less-b5")
            .prints("LESS4 below RS with packets of 128 KiB, percent", "59.1")
            .prints("LESS4 below Clay with packets of 128 KiB, percent", "50.4"),
        measured);
  }
}
