package io.okapifs.bench.paper;

import static io.okapifs.bench.paper.SourcePaper.OKAPI;

import java.util.List;

/** Okapi, OSDI'25: reads (sections 1, 6.2, 6.4 and 6.5). */
final class OkapiReadRows {
  private static final String THROUGHPUT = "throughput beside coupled, percent more";
  private static final String LATENCY = "median latency beside coupled 6-wide, percent more";
  private static final String POSITIONINGS = "positionings of disks per read, times";
  private static final String FEWER = "positionings of disks per read, percent fewer";
  /** 25 clients per disk, as long as each waits for seconds. */
  private static final String BUSY =
      "--nodes 19 --clients 475 --files 76 --scale 32 --warm-up 10 --seconds 30 --repetitions 3";
  private static final String SIZES =
      "The paper's sizes of reads are not printed; ours are 1 to 24 MiB.";
  private static final String DISKS =
      "Our disks are modelled: 10 ms per positioning and 143 MiB/s, nothing else takes time.";

  private OkapiReadRows() {}

  static List<Row> all() {
    return List.of(
        Row.figure(
            "okapi-figure-2", OKAPI, "Figure 2, section 1",
            "Reads of 8 MB of 12-of-15: up to 115 percent more throughput.", Label.MODELLED,
            Sources.of(
                Simulated.of("okapi-5").panel("okapi-2")
                    .prints("throughput, most over 12-of-15, percent more", "115"),
                Measured.in(
                        "reads-12.jsonl", "reads", "--policy RS-12-3 " + BUSY)
                    .value("8 MiB, 1-wide, 25 clients per disk", THROUGHPUT, "115",
                        lines -> MeasuredReads.throughput(lines, "8", "1"))
                    .because(
                        DISKS + " Runs that begin where the last one on their block ended cost no"
                            + " positioning: HDFS's own layout has 6.7 per read instead of 8."))),
        Row.figure(
            "okapi-figure-5a", OKAPI, "Figure 5a, section 6.2, and the abstract",
            "Throughput of reads of 2 to 48 MB: up to 80 percent more is a headline.",
            Label.MODELLED,
            Sources.of(
                Simulated.of("okapi-5").panel("okapi-5a")
                    .prints("throughput, most over 6-of-9, percent more", "80")
                    .prints("throughput at 48 MB over 6-of-9, percent more", "0")
                    .prints("throughput at 24 MB over 3-of-6, percent more", "0")
                    .prints("3-of-6 below Okapi, most, percent", "34"),
                Measured.by("reads", "")
                    .value("8 MiB, 1-wide, 3 clients per disk", THROUGHPUT, "about 80",
                        lines -> MeasuredReads.throughput(lines, "8", "1"))
                    .because(DISKS),
                Measured.in("reads-busy.jsonl", "reads", BUSY)
                    .value("8 MiB, 1-wide, 25 clients per disk", THROUGHPUT, "about 80",
                        lines -> MeasuredReads.throughput(lines, "8", "1"))
                    .because(DISKS))),
        Row.figure(
            "okapi-figure-5b", OKAPI, "Figure 5b, section 6.2, and the abstract",
            "Seeks per second: up to 70 percent less is a headline.", Label.MODELLED,
            Sources.of(
                Simulated.of("okapi-5").panel("okapi-5b")
                    .prints("seeks per second, most below 6-of-9, percent", "70")
                    .prints("most seeks per second of all sizes, below 6-of-9, percent", "60"),
                Measured.by("reads", "")
                    .value("8 MiB, 1-wide", FEWER, null,
                        lines -> MeasuredReads.positionings(lines, "8", "1")))),
        Row.figure(
            "okapi-figure-5c", OKAPI, "Figure 5c, section 6.2",
            "Median latency of reads falls.", Label.MODELLED,
            Simulated.of("okapi-5").panel("okapi-5c")),
        Row.figure(
            "okapi-figure-5d", OKAPI, "Figure 5d, section 6.2",
            "95th percentile of latency falls less.", Label.MODELLED,
            Simulated.of("okapi-5").panel("okapi-5d")),
        Row.table(
            "okapi-figure-6a", OKAPI, "Figure 6a, section 6.2",
            "Sizes of reads above 1 MB and up to 48 MB of erasure-coded files at Google.",
            Label.SUBSTITUTED,
            new Unavailable(
                "the trace is Google's.",
                "a log-normal of sizes between 1 and 48 MB, median 4 MB, sigma 0.6, calibrated by"
                    + " the results of Figure 6b: `okapi-figure-6b`.")),
        Row.figure(
            "okapi-figure-6b", OKAPI, "Figure 6b, section 6.2",
            "64 threads with 10,000 reads each: 55 percent more throughput, 65 percent fewer seeks,"
                + " 35 percent fewer per second, 36 percent faster.",
            Label.SUBSTITUTED,
            Sources.of(
                Simulated.of("okapi-6b")
                    .prints("throughput, percent more", "55")
                    .prints("seeks, percent less", "65")
                    .prints("seeks per second, percent less", "35")
                    .prints("time, percent less", "36"),
                Measured.in(
                        "reads-mix.jsonl", "reads",
                        "--sizes mix --layouts coupled,advised " + BUSY)
                    .value("widths by size, 25 clients per disk", THROUGHPUT, "55",
                        lines -> MeasuredReads.throughput(lines, "mix", "advised"))
                    .value("widths by size", FEWER, "65",
                        lines -> MeasuredReads.positionings(lines, "mix", "advised"))
                    .because(DISKS + " The sizes are a stand-in for the paper's."))),
        Row.figure(
            "okapi-figure-7", OKAPI, "Figure 7, section 6.2",
            "Reads of 16 MB while files go from replicas to 5-of-8 and 10-of-13: half the seeks.",
            Label.MODELLED, changedGroups()),
        Row.figure(
            "okapi-figure-12", OKAPI, "Figure 12 left and middle, section 6.4",
            "What a degraded read fetches with groups of 12: 3.23 percent more 18-wide, 4 percent"
                + " less 24-wide; 2.73 percent more disks 18-wide.",
            Label.COMPUTED,
            CodeTable.of("okapi-figure-12")
                .because("width=18, bytes_percent", SIZES)
                .because("width=24, bytes_percent", SIZES)
                .because(
                    "width=18, disks_percent",
                    SIZES + " With sizes up to 48 MiB it is -1.5: the longer reads are, the more of"
                        + " the coupled group they want anyway.")),
        Row.figure(
            "okapi-figure-12-right", OKAPI, "Figure 12 right, section 6.4",
            "Latency of degraded reads of 1, 24 and 96 MB of 6-of-9 by width.", Label.RATIO,
            degraded()),
        Row.figure(
            "okapi-figure-13", OKAPI, "Figure 13, section 6.5",
            "Reads of 12 and 24 MB by width and load, healthy and with one dead disk of 19.",
            Label.MODELLED,
            Sources.of(
                Simulated.of("okapi-13")
                    .prints("12 MB, heavy load: 2-wide over 6-wide, percent more", "about 40")
                    .prints("12 MB, heavy load: p99 2-wide below 6-wide, percent", "6.8")
                    .prints("12 MB, one dead disk: p99 2-wide above 6-wide, percent", "about 9")
                    .prints("12 MB, one dead disk: 6-wide below 2-wide, percent", "about 16.6"),
                Measured.in(
                        "reads-widths.jsonl", "reads",
                        "--layouts coupled,2 --sizes 12 --repetitions 5")
                    .value("12 MiB, 2-wide", THROUGHPUT, "about 40",
                        lines -> MeasuredReads.throughput(lines, "12", "2"))
                    .because(DISKS),
                Measured.in(
                        "reads-widths-lost.jsonl", "reads",
                        "--lost node --layouts coupled,1,2 --sizes 12 --repetitions 5")
                    .value("12 MiB, 2-wide, one dead node of 12", THROUGHPUT, "about 20",
                        lines -> MeasuredReads.throughput(lines, "12", "2"))
                    .value("12 MiB, 1-wide, one dead node of 12", THROUGHPUT, null,
                        lines -> MeasuredReads.throughput(lines, "12", "1"))
                    .because(
                        DISKS + " The paper has one dead disk of 19, and 6-wide 16.6 percent below"
                            + " 2-wide."))),
        Row.figure(
            "okapi-figure-14", OKAPI, "Figure 14, section 6.5",
            "The same with sizes spread around 12 and 24 MB.", Label.MODELLED,
            Simulated.of("okapi-14")),
        Row.table(
            "okapi-section-6-5", OKAPI, "section 6.5",
            "The width to choose is the median read over the block size; so with blocks of up to"
                + " 128 MB.",
            Label.MODELLED,
            Measured.in(
                    "reads-large-blocks.jsonl", "reads",
                    "--block-mib 128 --sizes 192 --layouts coupled,2 --files 6 --repetitions 5")
                .value("blocks of 128 MiB, reads of 192 MiB, 2-wide", THROUGHPUT, null,
                    lines -> MeasuredReads.throughput(lines, "192", "2"))));
  }

  /** HDFS's own files are written anew under the wider code, ours change their groups. */
  private static Source changedGroups() {
    return Measured.in(
            "reads-then.jsonl", "reads",
            "--policy RS-5-3 --then RS-10-3 --sizes 16 --layouts coupled,2 --nodes 14"
                + " --repetitions 5")
        .value("5-of-8, coupled over 2-wide", POSITIONINGS, null,
            lines -> MeasuredReads.timesFewer(lines, "RS-5-3-64k", "16", "2"))
        .value("10-of-13, coupled over 2-wide", POSITIONINGS, "2",
            lines -> MeasuredReads.timesFewer(lines, "RS-10-3-64k", "16", "2"))
        .because(
            "The paper's are seeks per second, while Okapi also reads more per second; ours are per"
                + " read, 10 beside 2.");
  }

  private static Source degraded() {
    return Measured.in(
            "reads-degraded.jsonl", "reads",
            "--lost block --layouts coupled,3,12 --sizes 1,24,96 --file-mib 192 --clients 1"
                + " --nodes 14 --repetitions 3")
        .value("1 MiB, 3-wide", LATENCY, "about 0", lines -> MeasuredReads.latency(lines, "1", "3"))
        .value("24 MiB, 3-wide", LATENCY, "33", lines -> MeasuredReads.latency(lines, "24", "3"))
        .value("24 MiB, 12-wide", LATENCY, "16", lines -> MeasuredReads.latency(lines, "24", "12"))
        .value(
            "96 MiB, 3-wide", LATENCY, "about 0",
            lines -> MeasuredReads.latency(lines, "96", "3"))
        .because(
            DISKS + " So a read takes as long as its longest block, and a narrow stripe has few"
                + " disks work at a time; at 24 MiB it also reads twice the bytes, as in the"
                + " paper.");
  }
}
