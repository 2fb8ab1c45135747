package io.okapifs.hdfs.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;

/** The prefix of a stripe, against counting byte by byte, for all lengths of small blocks. */
class StripePrefixTest {

  private static final int CELL = 3;
  private static final int ROWS = 2;

  @Test
  void everyCombinationOfLengthsHasThePrefixThatCountingFinds() {
    for (int width = 1; width <= 4; width++) {
      long[] lengths = new long[width];
      do {
        check(lengths);
      } while (next(lengths));
    }
  }

  private static boolean next(long[] lengths) {
    for (int i = 0; i < lengths.length; i++) {
      if (++lengths[i] <= CELL * ROWS) {
        return true;
      }
      lengths[i] = 0;
    }
    return false;
  }

  private static void check(long[] lengths) {
    StripePrefix prefix = StripePrefix.of(lengths, CELL);
    long bytes = 0;
    boolean gapFound = false;
    boolean behind = false;
    for (int row = 0; row < ROWS; row++) {
      for (int i = 0; i < lengths.length; i++) {
        for (int b = 0; b < CELL; b++) {
          boolean there = row * CELL + b < lengths[i];
          if (!there && !gapFound) {
            gapFound = true;
            assertThat(prefix.gap()).as(Arrays.toString(lengths)).isEqualTo(i);
          }
          bytes += gapFound ? 0 : 1;
          behind |= gapFound && there;
        }
      }
    }
    assertThat(prefix.bytes()).as(Arrays.toString(lengths)).isEqualTo(bytes);
    assertThat(prefix.bytesBehind()).as(Arrays.toString(lengths)).isEqualTo(behind);
    for (int i = 0; i < lengths.length; i++) {
      assertThat(StripedBlockUtil.getInternalBlockLength(bytes, CELL, lengths.length, i))
          .as("block %s of %s", i, Arrays.toString(lengths)).isLessThanOrEqualTo(lengths[i]);
    }
  }

  @Test
  void whatIsNoStripeIsRefused() {
    assertThatThrownBy(() -> StripePrefix.of(new long[0], CELL))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("lengths=[]");
    assertThatThrownBy(() -> StripePrefix.of(new long[] {1, -1}, CELL))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("lengths=[1, -1]");
    assertThatThrownBy(() -> StripePrefix.of(new long[] {1}, 0))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cellSize=0");
  }

  @Test
  void theMarkThatForgoesSilentNodesSurvivesTheWire() {
    ErasureCodingPolicy policy =
        new ErasureCodingPolicy(
            "okapi-none-2-1", new ECSchema("okapi-none", 2, 1), 64 << 10, (byte) 61);
    assertThat(Forgoing.isMarked(sent(policy))).isFalse();
    assertThat(Forgoing.isMarked(sent(Forgoing.mark(policy)))).isTrue();
    assertThat(sent(Forgoing.mark(policy)).getNumDataUnits()).isEqualTo(2);
  }

  private static ErasureCodingPolicy sent(ErasureCodingPolicy policy) {
    return PBHelperClient.convertErasureCodingPolicy(
        PBHelperClient.convertErasureCodingPolicy(policy));
  }
}
