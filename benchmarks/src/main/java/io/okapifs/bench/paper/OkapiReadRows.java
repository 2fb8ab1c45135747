package io.okapifs.bench.paper;

import static io.okapifs.bench.paper.SourcePaper.OKAPI;

import java.util.List;
import java.util.OptionalDouble;

/** Okapi, OSDI'25: layouts and reads (sections 3, 4, 6.2 and 6.5). */
final class OkapiReadRows {
  private OkapiReadRows() {}

  static List<Row> all() {
    return List.of(
        Row.table(
            "okapi-figure-1", OKAPI, "Figures 1, 3 and 4, sections 1, 2 and 4",
            "Which stripe and which group a block is in; a naive writer keeps 34 cells.",
            Label.COMPUTED,
            Computed.by("`FileLayout`, the product's layout")
                .value("4-of-6, 4-wide", "of 12 blocks, those elsewhere", "0",
                    () -> LayoutCounts.blocksElsewhere(4, 2, 4, 12))
                .value("6-of-8, 4-wide", "of 12 blocks, those elsewhere", "0",
                    () -> LayoutCounts.blocksElsewhere(6, 2, 4, 12))
                .value("3-of-5, 4-wide", "of 12 blocks, those elsewhere", "0",
                    () -> LayoutCounts.blocksElsewhere(3, 2, 4, 12))
                .value("6-of-8, 4-wide", "cells before the first parity", "34",
                    () -> LayoutCounts.cellsBeforeTheFirstParity(6, 2, 4))),
        Row.table(
            "okapi-section-3", OKAPI, "example in section 3",
            "To read 12 MB from six disks takes 40 percent more disk time than from two.",
            Label.COMPUTED,
            Computed.by("the disk model: 10 ms per positioning, 150 MB/s")
                .value("6 disks", "ms", null, () -> LayoutCounts.diskMillis(6, 12))
                .value("2 disks", "ms", null, () -> LayoutCounts.diskMillis(2, 12))
                .value(
                    "6 disks over 2", "percent more", "40",
                    () ->
                        100 * (LayoutCounts.diskMillis(6, 12) / LayoutCounts.diskMillis(2, 12)
                            - 1))),
        Row.table(
            "okapi-google", OKAPI, "sections 1 and 3",
            "At Google 64 to 94 percent of files are read with one size over 150 days, codes change"
                + " up to 4 times, over 100,000 files a day change theirs, and 65 percent of bytes"
                + " are read by requests of 1 to 50 MB.",
            Label.SUBSTITUTED,
            new Unavailable(
                "these are facts of Google's own clusters.",
                "all simulations state their sizes of reads and their policies.")),
        Row.figure(
            "okapi-figure-2", OKAPI, "Figure 2, section 1",
            "Reads of 8 MB of 12-of-15: up to 115 percent more throughput.", Label.MODELLED,
            Simulated.of("okapi-5").panel("okapi-2")
                .prints("throughput, most over 12-of-15, percent more", "115")),
        Row.figure(
            "okapi-figure-5a", OKAPI, "Figure 5a, section 6.2, and the abstract",
            "Throughput of reads of 2 to 48 MB: up to 80 percent more is a headline.",
            Label.MODELLED,
            Simulated.of("okapi-5").panel("okapi-5a")
                .prints("throughput, most over 6-of-9, percent more", "80")
                .prints("throughput at 48 MB over 6-of-9, percent more", "0")
                .prints("throughput at 24 MB over 3-of-6, percent more", "0")
                .prints("3-of-6 below Okapi, most, percent", "34")),
        Row.figure(
            "okapi-figure-5b", OKAPI, "Figure 5b, section 6.2, and the abstract",
            "Seeks per second: up to 70 percent less is a headline.", Label.MODELLED,
            Simulated.of("okapi-5").panel("okapi-5b")
                .prints("seeks per second, most below 6-of-9, percent", "70")
                .prints("most seeks per second of all sizes, below 6-of-9, percent", "60")),
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
            Simulated.of("okapi-6b")
                .prints("throughput, percent more", "55")
                .prints("seeks, percent less", "65")
                .prints("seeks per second, percent less", "35")
                .prints("time, percent less", "36")),
        Row.figure(
            "okapi-figure-7", OKAPI, "Figure 7, section 6.2",
            "Reads of 16 MB while files go from replicas to 5-of-8 and 10-of-13: half the seeks.",
            Label.MODELLED, reads(List.of("10-of-13 coupled over Okapi"), "seeks", "2")),
        Row.figure(
            "okapi-figure-12", OKAPI, "Figure 12 left and middle, section 6.4",
            "What a degraded read fetches with groups of 12: 3.23 percent more 18-wide, 4 percent"
                + " less 24-wide; 2.73 percent more disks 18-wide.",
            Label.COMPUTED,
            Sources.of(
                reads(List.of("18-wide"), "bytes beside coupled, percent", "3.23"),
                reads(List.of("24-wide"), "bytes beside coupled, percent", "-4"),
                reads(List.of("18-wide"), "disks beside coupled, percent", "2.73"))),
        Row.figure(
            "okapi-figure-12-right", OKAPI, "Figure 12 right, section 6.4",
            "Latency of degraded reads of 1, 24 and 96 MB of 6-of-9 by width.", Label.RATIO,
            Sources.of(
                reads(List.of("24 MB, 3-wide"), "latency beside 6-wide, percent", "33"),
                reads(List.of("24 MB, 12-wide"), "latency beside 6-wide, percent", "16"))),
        Row.figure(
            "okapi-figure-13", OKAPI, "Figure 13, section 6.5",
            "Reads of 12 and 24 MB by width and load, healthy and with one dead disk of 19.",
            Label.MODELLED,
            Simulated.of("okapi-13")
                .prints("12 MB, heavy load: 2-wide over 6-wide, percent more", "about 40")
                .prints("12 MB, heavy load: p99 2-wide below 6-wide, percent", "6.8")
                .prints("12 MB, one dead disk: p99 2-wide above 6-wide, percent", "about 9")
                .prints("12 MB, one dead disk: 6-wide below 2-wide, percent", "about 16.6")),
        Row.figure(
            "okapi-figure-14", OKAPI, "Figure 14, section 6.5",
            "The same with sizes spread around 12 and 24 MB.", Label.MODELLED,
            Simulated.of("okapi-14")),
        Row.table(
            "okapi-section-6-5", OKAPI, "section 6.5",
            "The width to choose is the median read over the block size; so with blocks of up to"
                + " 128 MB.",
            Label.MODELLED,
            reads(List.of("blocks of 128 MB"), "best width over the rule's", null)),
        Row.table(
            "okapi-appendix-a", OKAPI, "section 4 and appendix A",
            "Blocks of a stripe, and blocks of a group, lie on nodes of their own.",
            Label.COMPUTED,
            new HeldByTest(
                "io.okapifs.hdfs.RackPlacementTest",
                "members of a group lie on nodes of their own at several widths")));
  }

  /** Of a command that reads by layout and size. */
  private static Source reads(List<String> items, String metric, String printed) {
    Measured measured = Measured.by("reads", "");
    for (String item : items) {
      measured = measured.value(item, metric, printed, lines -> OptionalDouble.empty());
    }
    return measured;
  }
}
