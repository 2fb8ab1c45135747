package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RepairSumsTest {

  private static final long MIB = 1 << 20;

  @Test
  void countersOfPoliciesAreShownAsRatios() {
    Map<String, Long> less =
        Map.ofEntries(
            Map.entry("Repairs", 4L), Map.entry("BytesRead", 4 * MIB),
            Map.entry("RemoteBytesRead", MIB), Map.entry("Runs", 52L),
            Map.entry("Positionings", 78L), Map.entry("BytesRebuilt", 4 * MIB),
            Map.entry("Windows", 8L), Map.entry("SpooledBytes", 4 * MIB),
            Map.entry("TailDataBytes", 2000L), Map.entry("TailParityBytes", 1600L),
            Map.entry("ReadNanos", 6_000_000L), Map.entry("ComputeNanos", 4_000_000L),
            Map.entry("WriteNanos", 2_000_000L));
    Map<String, Long> rs =
        Map.of("Repairs", 1L, "BytesRead", 600L, "BytesRebuilt", 100L, "Runs", 6L);
    assertThat(
            RepairSums.toText(Map.of("RS-6-3-1024k", rs, "LESS4-10-4-1024k", less)).lines())
        .containsExactly(
            "LESS4-10-4-1024k: 4 repairs, 4194304 bytes rebuilt",
            "  read       1.000 bytes per byte rebuilt, 25.0% from other nodes",
            "  runs       13.000 per repair, 1.500 positionings per run",
            "  time       1.500 ms reading, 1.000 computing, 0.500 writing per MiB rebuilt",
            "  spooled    1.000 bytes per byte rebuilt, in 8 windows",
            "  tails      0.800 bytes of parity per byte of data, of 2000 bytes",
            "RS-6-3-1024k: 1 repairs, 100 bytes rebuilt",
            "  read       6.000 bytes per byte rebuilt, 0.0% from other nodes",
            "  runs       6.000 per repair, 0.000 positionings per run",
            "  time       0.000 ms reading, 0.000 computing, 0.000 writing per MiB rebuilt",
            "  spooled    0.000 bytes per byte rebuilt, in 0 windows",
            "  tails      0.000 bytes of parity per byte of data, of 0 bytes");
  }

  @Test
  void contradictionsAreShownWhereHelpersWereCompared() {
    Map<String, Long> counts =
        Map.of("Repairs", 1L, "SpareBytesRead", 512L, "Contradictions", 2L);
    assertThat(RepairSums.toText(Map.of("P", counts)))
        .contains("  compared   512 bytes with one more member, 2 contradictions\n");
  }

  @Test
  void withoutRepairsThereIsNothingToShow() {
    assertThat(RepairSums.toText(Map.of()))
        .isEqualTo("No DataNode has told the NameNode of a repair.\n");
  }
}
