package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;

/**
 * A symbol as a program holds it: scale times what is in the slot. Scales cost nothing, since the
 * step that uses the symbol multiplies anyway.
 *
 * @param slot a slot of the program; of no meaning where the symbol is zero
 * @param scale an element of GF(2^8); 0 for a symbol that is known to be zero
 */
record ScaledSymbol(int slot, int scale) {
  static final ScaledSymbol ZERO = new ScaledSymbol(-1, 0);

  /** The symbol that is in the slot. */
  static ScaledSymbol in(int slot) {
    return new ScaledSymbol(slot, 1);
  }

  /** The symbol of which the slot holds, or is to hold, so many times as much. */
  static ScaledSymbol holding(int slot, int times) {
    return new ScaledSymbol(slot, Gf256.inverse(times));
  }

  boolean isZero() {
    return scale == 0;
  }

  ScaledSymbol times(int factor) {
    return new ScaledSymbol(slot, Gf256.multiply(scale, factor));
  }
}
