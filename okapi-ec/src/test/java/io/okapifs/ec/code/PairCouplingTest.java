package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.code.PairCoupling.Pair;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairCouplingTest {
  private static final PairCoupling COUPLING = new PairCoupling(7);

  /** The second pair couples a symbol once more. */
  private static final List<Pair> CHAIN = List.of(new Pair(0, 1), new Pair(2, 1), new Pair(1, 3));

  @Test
  void aPairIsStoredAsTheTheorySays() {
    assertThat(COUPLING.matrix(2, List.of(new Pair(0, 1))))
        .isEqualTo(GfMatrix.ofHexRows("0107", "0101"));
  }

  @Test
  void decouplingIsTheInverseOfCoupling() {
    SymbolWriter writer = new SymbolWriter(4, 4);
    ScaledSymbol[] symbols = new ScaledSymbol[4];
    Arrays.setAll(symbols, i -> ScaledSymbol.in(writer.input(i)));
    COUPLING.decouple(writer, symbols, CHAIN);
    for (int i = 0; i < 4; i++) {
      writer.set(writer.output(i), symbols[i]);
    }
    assertThat(writer.build().toMatrix()).isEqualTo(COUPLING.matrix(4, CHAIN).invert());
  }

  @Test
  void couplingInPlaceTurnsScaledSymbolsIntoStoredOnes() {
    int[] scales = COUPLING.scalesBefore(4, CHAIN);
    SymbolWriter first = new SymbolWriter(4, 4);
    for (int i = 0; i < 4; i++) {
      first.set(first.output(i), ScaledSymbol.in(first.input(i)).times(scales[i]));
    }
    SymbolWriter next = new SymbolWriter(0, 4);
    COUPLING.coupleInPlace(next, new int[] {0, 1, 2, 3}, CHAIN);
    assertThat(first.build().then(next.build()).toMatrix()).isEqualTo(COUPLING.matrix(4, CHAIN));
  }

  @Test
  void factorsThatLoseAPairAreRefused() {
    for (int factor : new int[] {0, 1, 256}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new PairCoupling(factor))
          .withMessageContaining("factor=" + factor);
    }
  }
}
