package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class VandermondeReedSolomonTest extends ErasureCodeContract {
  @Override
  List<ErasureCode> codes() {
    return List.of(
        VandermondeReedSolomon.create(3, 2),
        VandermondeReedSolomon.create(4, 2),
        VandermondeReedSolomon.create(6, 3),
        VandermondeReedSolomon.create(8, 4),
        VandermondeReedSolomon.create(10, 4),
        VandermondeReedSolomon.create(5, 5),
        VandermondeReedSolomon.create(4, 6));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(VandermondeReedSolomon.create(252, 3), VandermondeReedSolomon.create(21, 4));
  }

  /** With one column more, not every square submatrix has an inverse. */
  @Test
  void theWidestCodesAreTheLastOnesThatAreMds() {
    assertThat(tolerance(21, 4)).isEqualTo(4);
    assertThat(tolerance(22, 4)).isLessThan(4);
    assertThat(tolerance(5, 5)).isEqualTo(5);
    assertThat(tolerance(6, 5)).isLessThan(5);
    assertThat(tolerance(4, 6)).isEqualTo(6);
    assertThat(tolerance(5, 6)).isLessThan(6);
  }

  private static int tolerance(int k, int r) {
    GfMatrix matrix = GfMatrix.of(r, k, (i, j) -> Gf256.exp(i * j));
    return new CodeBuilder("counted", k, r).generator(matrix).build().tolerance();
  }
}
