package io.okapifs.ec.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class Gf256LawsTest {
  @Test
  void productsAgreeWithTheDefinitionForAllPairs() {
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        assertThat(Gf256.multiply(a, b)).isEqualTo(SlowGf256.multiply(a, b));
      }
    }
  }

  @Test
  void multiplicationIsAssociativeAndDistributesForAllTriples() {
    long violations = 0;
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        int ab = Gf256.multiply(a, b);
        for (int c = 0; c < 256; c++) {
          int bc = Gf256.multiply(b, c);
          violations += Gf256.multiply(ab, c) == Gf256.multiply(a, bc) ? 0 : 1;
          violations += (ab ^ Gf256.multiply(a, c)) == Gf256.multiply(a, b ^ c) ? 0 : 1;
        }
      }
    }
    assertThat(violations).isZero();
  }

  @Test
  void everyElementButZeroHasAnInverse() {
    for (int a = 1; a < 256; a++) {
      assertThat(Gf256.multiply(a, Gf256.inverse(a))).isEqualTo(1);
      assertThat(Gf256.multiply(Gf256.divide(7, a), a)).isEqualTo(7);
    }
    assertThatThrownBy(() -> Gf256.inverse(0)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Gf256.divide(1, 0)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void twoGeneratesAllElementsButZero() {
    BitSet seen = new BitSet();
    for (int exponent = 0; exponent < Gf256.GROUP_ORDER; exponent++) {
      seen.set(Gf256.exp(exponent));
      assertThat(Gf256.log(Gf256.exp(exponent))).isEqualTo(exponent);
    }
    assertThat(seen.cardinality()).isEqualTo(255);
    assertThat(seen.get(0)).isFalse();
    assertThat(Gf256.exp(1)).isEqualTo(2);
    assertThatThrownBy(() -> Gf256.log(0)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void exponentsWrapAroundInBothDirections() {
    assertThat(Gf256.exp(255)).isEqualTo(1);
    assertThat(Gf256.exp(-1)).isEqualTo(Gf256.inverse(2));
    assertThat(Gf256.exp(1000)).isEqualTo(Gf256.exp(1000 % 255));
  }
}
