package io.okapifs.ec.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.field.Gf65536;
import io.okapifs.ec.field.SlowGf256;
import io.okapifs.ec.field.SymbolField;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GfMatrixTest {
  private final Random random = TestSeed.random();

  private GfMatrix randomMatrix(int rowCount, int columnCount) {
    return GfMatrix.of(rowCount, columnCount, (row, column) -> random.nextInt(256));
  }

  @Test
  void aMatrixTimesItsInverseIsTheIdentityOnBothSides() {
    for (int size = 0; size <= 20; size++) {
      int n = size;
      GfMatrix cauchy = GfMatrix.of(n, n, (row, column) -> Gf256.inverse((100 + row) ^ column));
      assertThat(cauchy.multiply(cauchy.invert())).isEqualTo(GfMatrix.identity(n));
      assertThat(cauchy.invert().multiply(cauchy)).isEqualTo(GfMatrix.identity(n));
      assertThat(cauchy.rank()).isEqualTo(n);
    }
  }

  @Test
  void inversionSwapsRowsWhenAPivotIsZero() {
    GfMatrix swap = GfMatrix.ofHexRows("0001", "0100");
    assertThat(swap.invert()).isEqualTo(swap);
  }

  @Test
  void productsAgreeWithTheDefinition() {
    GfMatrix left = randomMatrix(4, 7);
    GfMatrix right = randomMatrix(7, 3);
    GfMatrix product = left.multiply(right);
    for (int row = 0; row < 4; row++) {
      for (int column = 0; column < 3; column++) {
        int sum = 0;
        for (int inner = 0; inner < 7; inner++) {
          sum ^= SlowGf256.multiply(left.get(row, inner), right.get(inner, column));
        }
        assertThat(product.get(row, column)).isEqualTo(sum);
      }
    }
  }

  @Test
  void aProductOfThinMatricesHasTheThinRank() {
    GfMatrix tall = GfMatrix.of(6, 2, (row, column) -> Gf256.exp(row * column));
    GfMatrix wide = GfMatrix.of(2, 6, (row, column) -> Gf256.exp(row * column));
    assertThat(tall.multiply(wide).rank()).isEqualTo(2);
    assertThatThrownBy(() -> tall.multiply(wide).invert())
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("singular");
  }

  @Test
  void picksAndStacksRowsAndColumnsInTheOrderNamed() {
    GfMatrix matrix = GfMatrix.ofHexRows("0102", "0304", "0506");
    assertThat(matrix.pickRows(2, 0)).isEqualTo(GfMatrix.ofHexRows("0506", "0102"));
    assertThat(matrix.pickColumns(1)).isEqualTo(GfMatrix.ofHexRows("02", "04", "06"));
    assertThat(matrix.pickRows(0).stackedOn(matrix.pickRows(1, 2))).isEqualTo(matrix);
    assertThat(matrix).hasToString("0102/0304/0506").hasSameHashCodeAs(matrix.pickRows(0, 1, 2));
  }

  @Test
  void solvesWithTheFirstRowsThatSuffice() {
    for (int round = 0; round < 200; round++) {
      int columns = 1 + random.nextInt(6);
      GfMatrix known = random(1 + random.nextInt(8), columns, random);
      GfMatrix wanted = random(2, known.rowCount(), random).multiply(known);
      GfMatrix solution = known.solveLeft(wanted).orElseThrow();
      assertThat(solution.multiply(known)).isEqualTo(wanted);
      for (int row = 0; row < known.rowCount(); row++) {
        int[] before = IntStream.range(0, row).toArray();
        int[] until = IntStream.rangeClosed(0, row).toArray();
        if (known.pickRows(before).rank() == known.pickRows(until).rank()) {
          assertThat(solution.isZeroColumn(row)).isTrue();
        }
      }
    }
    assertThat(GfMatrix.ofHexRows("0102").solveLeft(GfMatrix.ofHexRows("0103"))).isEmpty();
    assertThat(GfMatrix.of(0, 2, (i, j) -> 1).solveLeft(GfMatrix.ofHexRows("0000"))).isPresent();
  }

  /** Small numbers, so that dependent rows are frequent. */
  private static GfMatrix random(int rows, int columns, Random random) {
    return GfMatrix.of(rows, columns, (row, column) -> random.nextInt(3));
  }

  @Test
  void elementsOfWideFieldsMultiplyAsMatrices() {
    for (int round = 0; round < 500; round++) {
      int a = random.nextInt(Gf65536.SIZE);
      int b = random.nextInt(Gf65536.SIZE);
      assertThat(wide(a).multiply(wide(b))).isEqualTo(wide(Gf65536.multiply(a, b)));
      assertThat(wide(a).add(wide(b))).isEqualTo(wide(a ^ b));
    }
  }

  private static GfMatrix wide(int element) {
    return GfMatrix.over(SymbolField.GF65536, 1, 1, (row, column) -> element);
  }

  @Test
  void operationsLeaveTheirOperandsAlone() {
    GfMatrix matrix = GfMatrix.ofHexRows("0203", "0405");
    GfMatrix before = matrix.pickRows(0, 1);
    matrix.invert();
    matrix.rank();
    matrix.toBytes()[0] = 9;
    assertThat(matrix).isEqualTo(before);
  }

  @Test
  void shapesAndElementsThatDoNotFitAreRefusedByName() {
    GfMatrix wide = GfMatrix.of(1, 2, (row, column) -> 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> wide.multiply(wide))
        .withMessage("shapes do not fit: left=1x2, right=1x2");
    assertThatIllegalArgumentException().isThrownBy(wide::invert);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GfMatrix.of(1, 1, (row, column) -> 256))
        .withMessage("element out of range: row=0, column=0, value=256");
    assertThatIllegalArgumentException().isThrownBy(() -> GfMatrix.ofHexRows("01", "0102"));
    assertThatThrownBy(() -> wide.get(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
