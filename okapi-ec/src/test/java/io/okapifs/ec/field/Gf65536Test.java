package io.okapifs.ec.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.TestSeed;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Gf65536Test {
  /** Multiplication by shifts, one bit at a time. */
  private static int slowMultiply(int a, int b) {
    int product = 0;
    for (int bit = 0; bit < 16; bit++) {
      product ^= (b >> bit & 1) * (a << bit);
    }
    for (int bit = 30; bit >= 16; bit--) {
      product ^= (product >> bit & 1) * (0x1100b << (bit - 16));
    }
    return product;
  }

  @Test
  void multipliesModuloThePolynomial() {
    Random random = TestSeed.random();
    for (int round = 0; round < 10_000; round++) {
      int a = random.nextInt(Gf65536.SIZE);
      int b = random.nextInt(Gf65536.SIZE);
      assertThat(Gf65536.multiply(a, b)).isEqualTo(slowMultiply(a, b));
    }
    assertThat(Gf65536.power(3, 2)).isEqualTo(5);
    assertThat(Gf65536.power(2, Gf65536.GROUP_ORDER)).isEqualTo(1);
    assertThat(Gf65536.power(635, 1_000_000)).isEqualTo(Gf65536.power(635, 1_000_000 % 65535));
  }

  @Test
  void theTowerIsTheSameField() {
    Random random = TestSeed.random();
    BitSet reached = new BitSet();
    for (int a = 0; a < Gf65536.SIZE; a++) {
      reached.set(Gf65536.toTower(a));
      int b = random.nextInt(Gf65536.SIZE);
      int product = Gf65536.multiplyInTower(Gf65536.toTower(a), Gf65536.toTower(b));
      assertThat(product).isEqualTo(Gf65536.toTower(Gf65536.multiply(a, b)));
    }
    assertThat(reached.cardinality()).isEqualTo(Gf65536.SIZE);
  }

  @Test
  void theElementsOfLessAreWhereTheyWereComputedToBe() {
    assertThat(Gf65536.toTower(46)).isEqualTo(134 | 71 << 8);
    assertThat(Gf65536.toTower(1362)).isEqualTo(146 | 192 << 8);
    assertThat(Gf65536.toTower(635)).isEqualTo(170 | 140 << 8);
  }
}
