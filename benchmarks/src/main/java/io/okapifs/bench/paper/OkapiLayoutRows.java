package io.okapifs.bench.paper;

import static io.okapifs.bench.paper.SourcePaper.OKAPI;

import java.util.List;

/** Okapi, OSDI'25: layouts and what motivates them (sections 1 to 4). */
final class OkapiLayoutRows {
  private OkapiLayoutRows() {}

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
        Row.table(
            "okapi-appendix-a", OKAPI, "section 4 and appendix A",
            "Blocks of a stripe, and blocks of a group, lie on nodes of their own.",
            Label.COMPUTED,
            new HeldByTest(
                "io.okapifs.hdfs.namenode.placement.RackPlacementTest",
                "members of a group lie on nodes of their own at several widths")));
  }
}
