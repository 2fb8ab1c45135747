package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks of 128 MiB, cells of 1 MiB. */
class StoredSpaceTest {

  private static final int COUPLED = 0;
  private static final long MIB = 1 << 20;
  private static final long BLOCK = 128 * MIB;
  private static final ErasureCodingPolicy RS_6_3 =
      SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_6_3_POLICY_ID);

  private static StoredSpace space(int width) {
    return StoredSpace.of(RS_6_3, width, BLOCK);
  }

  /** One block has three times itself as parity; what is spread over blocks shares it. */
  @ParameterizedTest
  @CsvSource({
    "1, 20000000", "2, 13708544", "6, 8145728", "0, 8145728",
  })
  void fiveMegabytesTakeMoreTheNarrowerTheirStripeIs(int width, long bytes) {
    assertThat(space(width).bytes(5_000_000)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3", "6", "12"})
  void wholeGroupsTakeNineSixths(int width) {
    assertThat(space(width).perByte(12 * BLOCK)).isEqualTo(1.5);
    assertThat(space(width).bytes(0)).isZero();
    assertThat(space(width).perByte(0)).isZero();
  }

  /** One block and 64 MiB of a second one: 192 + 3 * 128 is three times 192. */
  @Test
  void theLongestFileThatTakesMoreThanReplicasIsFound() {
    assertThat(space(1).longestAbove(StoredSpace.THREE_REPLICAS)).isEqualTo(191 * MIB);
    assertThat(space(COUPLED).longestAbove(StoredSpace.THREE_REPLICAS)).isEqualTo(MIB);
    assertThat(space(1).longestAbove(10)).isZero();
  }

  @Test
  void whoGivesANarrowWidthIsWarnedOfSmallFiles() {
    assertThat(PolicyWarnings.ofSpace(RS_6_3, 1, BLOCK))
        .hasValue(
            "Files of up to 191 MB in blocks of 128 MB may take more than three replicas would:"
                + " 'hdfs ec -describePolicy RS-6-3-1024k@1' has a table by file size");
    assertThat(PolicyWarnings.ofSpace(RS_6_3, 6, BLOCK)).isEmpty();
  }

  @Test
  void aTableShowsTheFormsThatFilesCanHave() {
    assertThat(SpaceTable.of(RS_6_3, COUPLED, BLOCK).toString().lines().map(String::strip))
        .contains(
            "file size  HDFS's own     @1     @2     @3     @6",
            "16 MB       1.563  4.000  2.500  2.125  1.563");
    assertThat(SpaceTable.of(RS_6_3, 4, BLOCK).toString().lines().findFirst().orElseThrow())
        .contains("HDFS's own", "@4").doesNotContain("@1");
    ErasureCodingPolicy less =
        new ErasureCodingPolicy(
            new ECSchema("less4", 10, 4), (int) MIB);
    assertThat(SpaceTable.of(less, COUPLED, BLOCK).toString().lines().findFirst().orElseThrow())
        .contains("@10").doesNotContain("HDFS's own");
  }
}
