package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SystematicVandermondeTest extends ErasureCodeContract {
  @Override
  List<ErasureCode> codes() {
    return List.of(
        SystematicVandermonde.jerasure(1, 1), SystematicVandermonde.jerasure(3, 2),
        SystematicVandermonde.jerasure(4, 2), SystematicVandermonde.jerasure(6, 3),
        SystematicVandermonde.jerasure(8, 4), SystematicVandermonde.jerasure(10, 4),
        SystematicVandermonde.liberasurecode(1, 1), SystematicVandermonde.liberasurecode(3, 2),
        SystematicVandermonde.liberasurecode(4, 2), SystematicVandermonde.liberasurecode(6, 3));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(
        SystematicVandermonde.jerasure(100, 4), SystematicVandermonde.liberasurecode(10, 4),
        SystematicVandermonde.liberasurecode(50, 4));
  }

  @Test
  void theyAreForTheLibraryOnly() {
    assertThat(codes()).allSatisfy(code -> assertThat(code.whyNotStored()).isPresent());
    assertThat(CodeRegistry.create("rs", 6, 3).whyNotStored()).isEmpty();
  }

  @Test
  void theFirstParityIsTheXor() {
    for (ErasureCode code : codes()) {
      int width = code.encode().symbolBytes();
      for (int column = 0; column < code.k() * width; column++) {
        assertThat(code.encode().toMatrix().get(0, column)).isEqualTo(column % width == 0 ? 1 : 0);
      }
    }
  }
}
