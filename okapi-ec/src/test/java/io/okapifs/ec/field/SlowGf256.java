package io.okapifs.ec.field;

/** The field by its definition, bit by bit: what the tables are checked against. */
public final class SlowGf256 {
  private SlowGf256() {}

  /** The product, by shifting and reducing. */
  public static int multiply(int a, int b) {
    int product = 0;
    int shifted = a;
    for (int bit = 0; bit < 8; bit++) {
      if ((b >> bit & 1) != 0) {
        product ^= shifted;
      }
      shifted = (shifted << 1) ^ ((shifted & 0x80) != 0 ? 0x11d : 0);
    }
    return product;
  }
}
