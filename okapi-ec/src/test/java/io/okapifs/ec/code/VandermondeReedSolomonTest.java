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
        VandermondeReedSolomon.create(6, 3),
        VandermondeReedSolomon.create(10, 4),
        VandermondeReedSolomon.create(5, 5),
        VandermondeReedSolomon.create(4, 6));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(VandermondeReedSolomon.create(252, 3), VandermondeReedSolomon.create(21, 4));
  }

  /** All square submatrices of four rows and 21 columns, of which those of 22 are not all regular. */
  @Test
  void theWidestCodeWithFourParitiesIsTheLastOneThatIsMds() {
    assertThat(tolerance(21, 4)).isEqualTo(4);
    assertThat(tolerance(22, 4)).isEqualTo(3);
  }

  private static int tolerance(int k, int r) {
    GfMatrix matrix = GfMatrix.of(r, k, (i, j) -> Gf256.exp(i * j));
    return new CodeBuilder("counted", k, r).generator(matrix).build().tolerance();
  }
}
