package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.field.SlowGf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CauchyXorTest extends ErasureCodeContract {
  @Override
  List<ErasureCode> codes() {
    return List.of(
        CauchyXor.create(1, 1), CauchyXor.create(4, 2), CauchyXor.create(6, 3),
        CauchyXor.create(8, 4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(CauchyXor.create(10, 4), CauchyXor.create(12, 3), CauchyXor.create(60, 4));
  }

  @Test
  void everythingIsXor() {
    ErasureCode code = CauchyXor.create(10, 4);
    assertThat(code.encode().toMatrix().isBinary()).isTrue();
    var plan = code.repair(members(1, 12), MemberSets.others(members(1, 12), code.n()));
    assertThat(plan.program().toMatrix().isBinary()).isTrue();
  }

  /** What an independent construction of the same matrices counted. */
  @Test
  void rowsHaveFewOnes() {
    assertThat(xorsPerDataPacket(6, 3)).isEqualTo(6.33, within(0.005));
    assertThat(xorsPerDataPacket(10, 4)).isEqualTo(10.40, within(0.005));
    assertThat(xorsPerDataPacket(12, 3)).isEqualTo(7.64, within(0.005));
  }

  private static double xorsPerDataPacket(int k, int r) {
    ErasureCode code = CauchyXor.create(k, r);
    int xors = code.encode().steps().stream().mapToInt(step -> step.sources().size() - 1).sum();
    return (double) xors / code.encode().inputCount();
  }

  /** Bytes are stored by it: another choice among equals would be another code. */
  @Test
  void ofElementsThatLeaveEquallyFewOnesTheOneInTheLowestColumnDividesItsRow() {
    int rowsWithAChoice = 0;
    for (int[] parameters : new int[][] {{10, 4}, {13, 3}, {19, 2}, {31, 2}, {5, 6}}) {
      int k = parameters[0];
      GfMatrix bits = CauchyXor.create(k, parameters[1]).encode().toMatrix();
      for (int row = 1; row < parameters[1]; row++) {
        int[] scaled = scaledRow(k, row);
        int[] ones = IntStream.range(0, k).map(column -> ones(scaled, scaled[column])).toArray();
        int fewest = IntStream.of(ones).min().orElseThrow();
        int[] best = IntStream.range(0, k).filter(column -> ones[column] == fewest).toArray();
        for (int column = 0; column < k; column++) {
          assertThat(element(bits, row, column))
              .as("k=%s, row=%s, column=%s", k, row, column)
              .isEqualTo(quotient(scaled[column], scaled[best[0]]));
        }
        rowsWithAChoice += best.length > 1 ? 1 : 0;
        assertThat(IntStream.of(best).map(column -> scaled[column]).distinct())
            .as("k=%s, row=%s: every other choice is another code", k, row)
            .hasSize(best.length);
      }
    }
    assertThat(rowsWithAChoice).as("rows with several such elements").isGreaterThanOrEqualTo(4);
  }

  /** A row of the Cauchy matrix, each element divided by that of row 0 in its column. */
  private static int[] scaledRow(int k, int row) {
    return IntStream.range(0, k).map(column -> quotient(k ^ column, k + row ^ column)).toArray();
  }

  private static int ones(int[] row, int divisor) {
    return IntStream.of(row)
        .map(element -> quotient(element, divisor))
        .flatMap(x -> IntStream.range(0, 8).map(bit -> SlowGf256.multiply(x, 1 << bit)))
        .map(Integer::bitCount)
        .sum();
  }

  private static final int[] INVERSES =
      IntStream.range(0, 256)
          .map(b -> IntStream.range(0, 256).filter(x -> SlowGf256.multiply(x, b) == 1).sum())
          .toArray();

  private static int quotient(int a, int b) {
    return SlowGf256.multiply(a, INVERSES[b]);
  }

  /** The first column of an element's bits is the element. */
  private static int element(GfMatrix bits, int row, int column) {
    return IntStream.range(0, 8).map(bit -> bits.get(8 * row + bit, 8 * column) << bit).sum();
  }
}
