package io.okapifs.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The layout's arithmetic against a model that deals out bytes one by one. */
class FileLayoutTest {

  private static final int CELL = 2;
  private static final int BLOCK = 6;
  private static final int LENGTH_MAX = 100;
  private static final int R = 2;

  static IntStream widths() {
    return IntStream.rangeClosed(1, FileLayout.MAX_STRIPE_WIDTH);
  }

  private static FileLayout layout(int stripeWidth, int k) {
    return new FileLayout(
        new GroupPolicy("RS-" + k + "-2-2", "rs", k, R, 1, CELL), stripeWidth, BLOCK);
  }

  /** Blocks of a file as lists of the file offsets of their bytes. */
  private static List<List<Integer>> model(int stripeWidth, int length) {
    List<List<Integer>> blocks = new ArrayList<>();
    int cells = 0;
    for (int offset = 0; offset < length; cells++) {
      int stripe = cells / (stripeWidth * BLOCK / CELL);
      int block = stripe * stripeWidth + cells % stripeWidth;
      while (blocks.size() <= block) {
        blocks.add(new ArrayList<>());
      }
      for (int end = offset + CELL; offset < end && offset < length; offset++) {
        blocks.get(block).add(offset);
      }
    }
    return blocks;
  }

  @ParameterizedTest
  @MethodSource("widths")
  void everyByteIsWhereTheModelPutsIt(int stripeWidth) {
    FileLayout layout = layout(stripeWidth, 3);
    List<List<Integer>> blocks = model(stripeWidth, LENGTH_MAX);
    for (int x = 0; x < blocks.size(); x++) {
      for (int at = 0; at < blocks.get(x).size(); at++) {
        int offset = blocks.get(x).get(at);
        assertThat(layout.blockAt(offset)).isEqualTo(x);
        assertThat(layout.offsetInBlock(offset)).isEqualTo(at);
        assertThat(layout.fileOffset(x, at)).isEqualTo(offset);
      }
    }
  }

  /** Blocks of 3 GiB, in a file of more than 100 GiB. */
  @ParameterizedTest
  @MethodSource("widths")
  void whatDoesNotFitInto32BitsIsExact(int stripeWidth) {
    int cell = 1 << 20;
    FileLayout layout =
        new FileLayout(
            new GroupPolicy("RS-6-2-1024k", "rs", 6, R, 1, cell), stripeWidth, 3L << 30);
    long length = (100L << 30) + 7 * cell + 5;
    assertThat(LongStream.range(0, layout.blockCount(length))
        .map(block -> layout.blockLength(block, length)).sum()).isEqualTo(length);
    for (long offset = 0; offset < length; offset += 977L * cell + 3) {
      assertThat(layout.fileOffset(layout.blockAt(offset), layout.offsetInBlock(offset)))
          .isEqualTo(offset);
      assertThat(layout.offsetInBlock(offset))
          .isEqualTo(
              offset % layout.stripeSize() / cell / stripeWidth * cell + offset % cell);
    }
  }

  @ParameterizedTest
  @MethodSource("widths")
  void countsAndLengthsAreThoseOfTheModel(int stripeWidth) {
    for (int k : new int[] {1, 2, 3, 5, 6, 7, 20}) {
      FileLayout layout = layout(stripeWidth, k);
      for (int length = 0; length <= LENGTH_MAX; length++) {
        checkLengths(layout, length, model(stripeWidth, length));
      }
    }
  }

  private static void checkLengths(FileLayout layout, int length, List<List<Integer>> blocks) {
    int k = layout.policy().k();
    assertThat(layout.blockCount(length)).isEqualTo(blocks.size());
    assertThat(layout.groupCount(length)).isEqualTo((blocks.size() + k - 1) / k);
    assertThat(layout.stripeCount(length))
        .isEqualTo((blocks.size() + layout.stripeWidth() - 1) / layout.stripeWidth());
    for (int x = 0; x < blocks.size() + 2; x++) {
      assertThat(layout.blockLength(x, length))
          .isEqualTo(x < blocks.size() ? blocks.get(x).size() : 0);
    }
    for (int g = 0; g < layout.groupCount(length); g++) {
      List<List<Integer>> members =
          blocks.subList(g * k, Math.min(blocks.size(), (g + 1) * k));
      assertThat(layout.dataMembers(g, length)).isEqualTo(members.size());
      assertThat(layout.parityLength(g, length))
          .isEqualTo(members.stream().mapToInt(List::size).max().orElseThrow());
      assertThat(layout.unitOf(g, layout.stripeCount(length)))
          .isEqualTo((g * k + members.size() - 1) / layout.stripeWidth());
    }
  }

  @ParameterizedTest
  @MethodSource("widths")
  void groupsFinishedByAStripeAreThoseWhoseLastBlockItHolds(int stripeWidth) {
    for (int k = 1; k <= 20; k++) {
      FileLayout layout = layout(stripeWidth, k);
      for (int stripe = 0; stripe < 40; stripe++) {
        int finished = 0;
        while (((finished + 1) * k - 1) / stripeWidth <= stripe) {
          finished++;
        }
        assertThat(layout.groupsFinishedBy(stripe)).isEqualTo(finished);
      }
    }
  }

  @Test
  void parityOfSubBlocksIsRoundedUpSoThatEveryBlockSizeWorks() {
    GroupPolicy three = new GroupPolicy("LESS3-6-3-1024k", "less3", 6, 3, 3, 1 << 20);
    assertThat(three.fullParityLength(1 << 20)).isEqualTo(3 * 349_696L);
    assertThat(three.compactParityLength(1)).isEqualTo(3 * 512L);
    GroupPolicy four = new GroupPolicy("LESS4-10-4-1024k", "less4", 10, 4, 4, 1 << 20);
    assertThat(four.fullParityLength(128L << 20)).isEqualTo(128L << 20);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 17})
  void stripeWidthOutsideOfOneToSixteenIsRefused(int stripeWidth) {
    assertThatThrownBy(() -> layout(stripeWidth, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("stripe width out of range: stripeWidth=" + stripeWidth + ", allowed=1..16");
  }

  @Test
  void blockSizeThatHoldsNoWholeCellsOrIsTooLargeIsRefused() {
    GroupPolicy policy = new GroupPolicy("RS-3-2-2", "rs", 3, 2, 1, CELL);
    for (long blockSize : new long[] {-2, 0, 7, 1L << 40}) {
      assertThatThrownBy(() -> new FileLayout(policy, 2, blockSize))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("blockSize=" + blockSize + ", cellSize=2");
    }
    assertThat(Arrays.asList(policy.k(), policy.n())).containsExactly(3, 5);
  }

  @ParameterizedTest
  @MethodSource("widths")
  void allParityIsThatOfEachGroup(int stripeWidth) {
    FileLayout layout = layout(stripeWidth, 3);
    for (int length = 0; length <= LENGTH_MAX; length++) {
      List<List<Integer>> blocks = model(stripeWidth, length);
      long space = 0;
      for (int x = 0; x < blocks.size(); x += 3) {
        space += R * layout.policy().compactParityLength(blocks.get(x).size());
      }
      assertThat(layout.paritySpace(length)).isEqualTo(space);
    }
  }
}
