package io.okapifs.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;

/** Lengths of blocks of four cells. */
final class StripedLengthsTest {

  private static final int CELL = 1024;

  private static StripedLengths lengths(long cells, int width) {
    return new StripedLengths(
        cells * CELL, 4 * CELL, new ErasureCodingPolicy(new ECSchema("rs", width, 2), CELL));
  }

  @Test
  void aFullStripeHasFullBlocks() {
    StripedLengths lengths = lengths(24, 3);
    assertThat(lengths.stripes()).isEqualTo(2);
    assertThat(lengths.blocks()).isEqualTo(6);
    assertThat(lengths.blocksBefore(1)).isEqualTo(3);
    assertThat(lengths.ofMember(1, 2)).isEqualTo(4 * CELL);
    assertThat(lengths.ofMember(1, 4)).as("a parity").isEqualTo(4 * CELL);
    assertThat(lengths.longest(0, 6)).isEqualTo(4 * CELL);
  }

  @Test
  void theLastStripeMayHaveFewerAndShorterBlocks() {
    StripedLengths lengths = lengths(14, 3);
    assertThat(lengths.stripes()).isEqualTo(2);
    assertThat(lengths.ofStripe(1)).isEqualTo(2 * CELL);
    assertThat(lengths.blocks()).isEqualTo(5);
    assertThat(lengths.ofMember(1, 0)).isEqualTo(1 * CELL);
    assertThat(lengths.ofMember(1, 2)).isZero();
    assertThat(lengths.longest(2, 6)).as("a block of the first stripe").isEqualTo(4 * CELL);
    assertThat(lengths.longest(3, 9)).isEqualTo(1 * CELL);
  }

  @Test
  void anEmptyFileHasNoBlocks() {
    assertThat(lengths(0, 3).stripes()).isZero();
    assertThat(lengths(0, 3).blocks()).isZero();
  }
}
