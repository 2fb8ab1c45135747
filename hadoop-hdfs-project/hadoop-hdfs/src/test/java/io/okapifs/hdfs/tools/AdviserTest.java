package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.hdfs.trace.TracedRead;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RS-6-3 with blocks of 8 MiB and cells of 1 MiB; files have 480 MiB where nothing is said. */
class AdviserTest {

  private static final long MIB = 1 << 20;
  private static final long BLOCK = 8 * MIB;
  private static final long FILE = 480 * MIB;
  private static final ErasureCodingPolicy RS_6_3 =
      SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_6_3_POLICY_ID);

  private static final Advice.Candidates NONE = new Advice.Candidates(1, 1, List.of());

  private static TracedRead read(long file, long offset, long length) {
    return new TracedRead(0, "/f" + file, file, offset, length);
  }

  /** One behind the other through a file, as many as there is room for. */
  private static List<TracedRead> reads(long length) {
    return IntStream.range(0, (int) (FILE / length))
        .mapToObj(i -> read(FILE, i * length, length)).toList();
  }

  private static Advice advise(List<TracedRead> reads, int today) {
    return new Adviser(RS_6_3, today, BLOCK)
        .advise(reads, Adviser.filesOf(reads), List.of(), NONE);
  }

  private static Advice advise(List<TracedRead> reads) {
    return advise(reads, 0);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "8, 1", "12, 2", "24, 3", "48, 6"})
  void theWidthIsAsManyBlocksAsTheMedianReadFills(long median, int width) {
    assertThat(advise(reads(median * MIB)).stripeWidth()).isEqualTo(width);
  }

  @Test
  void itIsTheMedianAndNotTheMean() {
    List<TracedRead> reads =
        Stream.of(8, 8, 8, 480, 480).map(size -> read(FILE, 0, size * MIB)).toList();
    assertThat(advise(reads).stripeWidth()).isOne();
  }

  @Test
  void itIsNoMoreThanKWhereHdfsHasALayoutOfThatWidthAndNeverMoreThanSixteen() {
    assertThat(advise(reads(240 * MIB)).stripeWidth()).isEqualTo(6);
    ErasureCodingPolicy wide = new ErasureCodingPolicy(new ECSchema("rs", 29, 4), (int) MIB);
    List<TracedRead> reads = reads(240 * MIB);
    Advice advice =
        new Adviser(wide, 0, BLOCK).advise(reads, Adviser.filesOf(reads), List.of(), NONE);
    assertThat(advice.stripeWidth()).isEqualTo(16);
    assertThat(advice.today()).isEqualTo("RS-29-4-1024k@16");
  }

  /** A read of a whole block: one disk instead of six. */
  @Test
  void readsOfABlockAtWidthOneTakeOnePositioningEach() {
    Advice advice = advise(reads(BLOCK));
    assertThat(advice.today()).isEqualTo("RS-6-3-1024k");
    Advice.Reads coupled = advice.of("RS-6-3-1024k").reads();
    Advice.Reads one = advice.of("RS-6-3-1024k@1").reads();
    assertThat(coupled.positionings()).isEqualTo(6);
    assertThat(coupled.fromOneBlock()).isEqualTo(2 * MIB);
    assertThat(one.positionings()).isOne();
    assertThat(one.fromOneBlock()).isEqualTo(BLOCK);
    assertThat(one.bytes()).isEqualTo(coupled.bytes()).isEqualTo(BLOCK);
    assertThat(advice.saved()).isCloseTo(5.0 / 6, within(1e-9));
    assertThat(advice.clearGain()).isTrue();
  }

  /** Five other members and one parity block, eight cells each. */
  @Test
  void aReadOfALostBlockAtWidthOneReadsSixBlocks() {
    Advice.Reads one = advise(reads(BLOCK)).of("RS-6-3-1024k@1").reads();
    assertThat(one.bytesAfterLoss()).isEqualTo(6 * BLOCK);
    assertThat(one.positioningsAfterLoss()).isEqualTo(6);
    assertThat(one.bytesAfterLossP99()).isEqualTo(6 * BLOCK);
  }

  /** From the start of files: at width 3 half of them run into a second stripe. */
  @Test
  void sizesThatAreUniformOverAWideRangeAreNoClearGain() {
    List<TracedRead> reads =
        IntStream.rangeClosed(1, 48).mapToObj(size -> read(FILE, 0, size * MIB)).toList();
    Advice advice = advise(reads);
    assertThat(advice.stripeWidth()).isEqualTo(3);
    assertThat(advice.of("RS-6-3-1024k@3").reads().positionings()).isEqualTo(210.0 / 48);
    assertThat(advice.of("RS-6-3-1024k").reads().positionings()).isEqualTo(273.0 / 48);
    assertThat(advice.clearGain()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"48", "96", "192"})
  void norAreTheyWhereReadsBeginAnywhere(int largest) {
    Random random = new Random(7);
    List<TracedRead> reads =
        IntStream.range(0, 400)
            .mapToObj(i -> (1 + random.nextInt(largest)) * MIB)
            .map(size -> read(FILE, (long) (random.nextDouble() * (FILE - size)), size))
            .toList();
    assertThat(advise(reads).clearGain()).isFalse();
  }

  @Test
  void readsThatTodaysWidthFitsAreNoGain() {
    Advice advice = advise(reads(48 * MIB));
    assertThat(advice.saved()).isZero();
    assertThat(advice.clearGain()).isFalse();
    assertThat(advise(reads(12 * MIB), 2).saved()).isZero();
  }

  /** One block of 5 MiB has 3 * 5 MiB of parity; two of 3 and 2 MiB have 3 * 3 MiB. */
  @Test
  void filesOfFiveMegabytesAreBetterReplicatedOrWidened() {
    List<TracedRead> reads =
        IntStream.range(0, 10)
            .mapToObj(i -> new TracedRead(0, "/f" + i, 5 * MIB, 0, 5 * MIB)).toList();
    Advice advice = advise(reads);
    assertThat(advice.stripeWidth()).isOne();
    assertThat(advice.smallFiles()).isTrue();
    assertThat(advice.widenTo()).isEqualTo(2);
    assertThat(advice.of("RS-6-3-1024k@1").storedPerByte()).isEqualTo(4);
    assertThat(advice.of("RS-6-3-1024k@2").storedPerByte()).isEqualTo(14.0 / 5);
    assertThat(advice.of("RS-6-3-1024k@1").objectsPerFile()).isEqualTo(3);
    assertThat(advice.of("RS-6-3-1024k").objectsPerFile()).isEqualTo(2);
    assertThat(advice.files().count()).isEqualTo(10);
  }

  @Test
  void noWidthHelpsFilesOfOneCell() {
    Advice advice = advise(List.of(new TracedRead(0, "/f", MIB, 0, MIB)));
    assertThat(advice.smallFiles()).isTrue();
    assertThat(advice.widenTo()).isNull();
  }

  @Test
  void largeFilesAreNotSmallAndTakeWhatTheCodeTakes() {
    Advice advice = advise(reads(BLOCK));
    assertThat(advice.smallFiles()).isFalse();
    assertThat(advice.widths()).extracting(Advice.Width::storedPerByte).containsOnly(1.5);
  }

  @Test
  void widthsAreOneTheAdvisedOneItsNeighboursAndKBesideHdfsOwn() {
    assertThat(advise(reads(24 * MIB)).widths().stream().map(Advice.Width::stripeWidth))
        .containsExactly(0, 1, 2, 3, 4, 6);
  }

  @Test
  void withoutReadsNoWidthIsAdvisedAndFilesAreJudgedAtTodays() {
    Advice advice =
        new Adviser(RS_6_3, 1, BLOCK)
            .advise(List.of(), new long[] {0, 5 * MIB}, List.of(), NONE);
    assertThat(advice.stripeWidth()).isNull();
    assertThat(advice.saved()).isNull();
    assertThat(advice.reads()).isNull();
    assertThat(advice.files().count()).isOne();
    assertThat(advice.smallFiles()).isTrue();
    assertThat(advice.widenTo()).isEqualTo(2);
    assertThat(advice.widths()).allSatisfy(width -> assertThat(width.reads()).isNull());
  }

  @Test
  void percentilesAreSizesThatThereAre() {
    long[] hundred = IntStream.rangeClosed(1, 100).mapToLong(i -> 101 - i).toArray();
    assertThat(Sizes.of(hundred)).isEqualTo(new Sizes(100, 5050, 1, 50, 90, 99, 100));
    assertThat(Sizes.of(new long[] {7})).isEqualTo(new Sizes(1, 7, 7, 7, 7, 7, 7));
  }

  @Test
  void readsAreOfAnyLength() {
    long large = 5L << 30;
    Advice advice = advise(List.of(new TracedRead(0, "/f", large, 1, large - 1)));
    assertThat(advice.reads().max()).isEqualTo(large - 1);
    assertThat(advice.of("RS-6-3-1024k@1").reads().bytes()).isEqualTo(large - 1);
    assertThat(advice.of("RS-6-3-1024k@1").reads().positionings()).isEqualTo(large / BLOCK);
  }

  @Test
  void badInputIsRefusedWithItsValues() {
    assertThatThrownBy(() -> new Adviser(RS_6_3, 0, BLOCK + 1))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("blockSize=8388609");
    assertThatThrownBy(
            () -> new Adviser(RS_6_3, 0, BLOCK)
                .advise(List.of(), new long[] {0}, List.of(), NONE))
        .hasMessage("no file has a byte: there is nothing to advise");
  }
}
