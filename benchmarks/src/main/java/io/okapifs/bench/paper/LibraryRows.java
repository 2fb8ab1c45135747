package io.okapifs.bench.paper;

import static io.okapifs.bench.paper.SourcePaper.LIBRARIES;

import java.util.List;
import java.util.OptionalDouble;

/** A performance evaluation of erasure coding libraries, DAIS'16. */
final class LibraryRows {
  private static final String FOUR_MB = "4000000";
  private static final String OTHER_WAY =
      "The paper measured through Python, objects copied between processes, on processors of 2016;"
          + " ours are calls of the libraries.";

  private LibraryRows() {}

  static List<Row> all() {
    return List.of(
        Row.table(
            "dais-table-1", LIBRARIES, "Table 1, section 3",
            "Seven encoders of four libraries.", Label.COUNTED, encoders()),
        Row.figure(
            "dais-figure-6", LIBRARIES, "Figure 6, section 5.2",
            "Throughput of encoding, and of decoding with nothing missing, objects of 4, 16 and"
                + " 64 MB.",
            Label.RATIO,
            Measured.by("libraries", "")
                .value("jerasure rs_vand over liberasurecode rs_vand", "encode, 4 MB", "1.66",
                    lines -> encode(lines, "jerasure rs_vand", "liberasurecode rs_vand"))
                .value("isa_l rs_vand over liberasurecode rs_vand", "encode, 4 MB", "2.04",
                    lines -> encode(lines, "isa_l rs_vand", "liberasurecode rs_vand"))
                .value("least of all libraries", "decode with nothing missing, MB/s",
                    "at least 157",
                    lines -> lines.with("op", "decode").with("missing", "0").min("mb_per_s"))
                .because(OTHER_WAY)),
        Row.figure(
            "dais-figure-7", LIBRARIES, "Figure 7, section 5.2",
            "Throughput with 1 to 4 blocks missing; liberasurecode's own code is the fastest with"
                + " one missing of 4 MB.",
            Label.RATIO,
            Measured.by("libraries", "")
                .value(
                    "liberasurecode rs_vand over jerasure rs_vand", "decode, 1 missing, 4 MB",
                    "at least 1",
                    lines ->
                        ResultLines.over(
                            speed(lines, "liberasurecode rs_vand", "decode", "1"),
                            speed(lines, "jerasure rs_vand", "decode", "1")))
                .because(OTHER_WAY)),
        Row.table(
            "dais-profile", LIBRARIES, "end of section 5.2",
            "More than 99 percent of the time is spent in the native code of the libraries.",
            Label.RATIO,
            Measured.in("codes-jni.jsonl", "codes", "--codes RS-10-4 --window-kib 64")
                .value("RS-10-4", "time in native code, percent", "at least 99",
                    LibraryRows::nativeShare)
                .because("Ours is one call per window of 64 KiB, theirs one per object of 4 MB.")),
        Row.figure(
            "dais-figure-8", LIBRARIES, "Figure 8, section 5.3",
            "Latencies of 500 writes of 4 MB through a proxy, by library, with bypass and"
                + " striping.",
            Label.RATIO,
            Measured.by("write-latency", "")
                .value("Cauchy over Reed-Solomon, median", "times", "0.95",
                    lines -> latency(lines, "p50Millis"))
                .value("Cauchy over Reed-Solomon, p99", "times", "0.94",
                    lines -> latency(lines, "p99Millis"))
                .value("RS-10-4 over files without a code, median", "times", null,
                    lines ->
                        lines.result("write-latency").with("policy", "RS-10-4")
                            .number("medianOverNone"))
                .because(
                    "The paper's are of longhair (1.133 and 2.482 s) over ISA-L (1.192 and 2.645"
                        + " s), through a proxy that encodes one object at a time. In HDFS the"
                        + " streams to the DataNodes take the time, not the code.")),
        Row.figure(
            "dais-figure-9", LIBRARIES, "Figure 9, section 5.3",
            "Space that 500 files of 4 MB take; flat XOR takes 8 percent more than the others.",
            Label.COMPUTED,
            Computed.by("codes of the registry")
                .value("RS-10-4", "bytes stored per byte", "about 1.4",
                    () -> CodeCounts.stored("RS-10-4"))
                .value("FLATXOR3-10-5", "bytes stored per byte", "about 1.63",
                    () -> CodeCounts.stored("FLATXOR3-10-5"))
                .value("flat XOR over RS", "percent more", "8",
                    () ->
                        100 * (CodeCounts.stored("FLATXOR3-10-5") / CodeCounts.stored("RS-10-4")
                            - 1))
                .because(
                    "FLATXOR3-10-5, bytes stored per byte",
                    "The paper measures the memory that Redis takes; ours is n over k.")
                .because(
                    "flat XOR over RS, percent more",
                    "The same: 1.5 over 1.4 is 7.1 percent.")));
  }

  private static Source encoders() {
    Measured measured = Measured.by("libraries", "");
    for (String library :
        List.of(
            "liberasurecode rs_vand", "liberasurecode flat_xor_3", "liberasurecode flat_xor_4",
            "jerasure rs_vand", "jerasure rs_cauchy", "isa_l rs_vand", "longhair cauchy_256")) {
      measured =
          measured.value(library, "cells of the grid that are measured", null,
              lines -> cells(lines, library));
    }
    return measured;
  }

  /** None where the library is not installed. */
  private static OptionalDouble cells(ResultLines lines, String library) {
    int count = lines.with("library", library).lines().size();
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(count);
  }

  private static OptionalDouble encode(ResultLines lines, String library, String other) {
    return ResultLines.over(
        speed(lines, library, "encode", "0"), speed(lines, other, "encode", "0"));
  }

  private static OptionalDouble speed(
      ResultLines lines, String library, String op, String missing) {
    return lines.with("library", library).with("object_bytes", FOUR_MB).with("op", op)
        .with("missing", missing).number("mb_per_s");
  }

  private static OptionalDouble nativeShare(ResultLines lines) {
    OptionalDouble ratio = ButterflyRows.jni(lines);
    return ratio.isPresent()
        ? OptionalDouble.of(100 * Math.min(1, ratio.getAsDouble()))
        : OptionalDouble.empty();
  }

  private static OptionalDouble latency(ResultLines lines, String field) {
    ResultLines writes = lines.result("write-latency");
    return ResultLines.over(
        writes.with("policy", "CAUCHY-XOR-10-4").number(field),
        writes.with("policy", "RS-10-4").number(field));
  }
}
