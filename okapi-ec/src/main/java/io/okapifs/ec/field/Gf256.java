package io.okapifs.ec.field;

/**
 * The field GF(2^8) with polynomial x^8 + x^4 + x^3 + x^2 + 1 (0x11d) and generator 2.
 *
 * <p>Elements are ints in 0..255; addition is XOR. The same field as Hadoop's coders and ISA-L use,
 * so that bytes are interchangeable. All methods are pure; arguments are not checked beyond what
 * array bounds do, because every caller is an inner loop of matrix arithmetic.
 */
public final class Gf256 {
  /** Number of elements. */
  public static final int SIZE = 256;

  /** Order of the multiplicative group: exponents of the generator are taken modulo this. */
  public static final int GROUP_ORDER = 255;

  private static final int POLYNOMIAL = 0x11d;
  private static final int[] EXP = new int[2 * GROUP_ORDER];
  private static final int[] LOG = new int[SIZE];

  /** All products, one row of 256 per factor: what the long loops of matrix arithmetic look up. */
  private static final byte[] PRODUCTS = new byte[SIZE * SIZE];

  static {
    int power = 1;
    for (int exponent = 0; exponent < GROUP_ORDER; exponent++) {
      EXP[exponent] = power;
      // Doubled, so that a sum of two logarithms needs no modulo.
      EXP[exponent + GROUP_ORDER] = power;
      LOG[power] = exponent;
      power <<= 1;
      if (power >= SIZE) {
        power ^= POLYNOMIAL;
      }
    }
    for (int i = 0; i < PRODUCTS.length; i++) {
      PRODUCTS[i] = (byte) multiply(i / SIZE, i % SIZE);
    }
  }

  private Gf256() {}

  /** The product of two elements. */
  public static int multiply(int a, int b) {
    return a == 0 || b == 0 ? 0 : EXP[LOG[a] + LOG[b]];
  }

  /**
   * Adds factor * source to target, element by element, over runs of the given length.
   *
   * @param target elements, one byte each
   * @param targetStart index of the first element written
   * @param source elements, one byte each; not written unless it is the target
   * @param sourceStart index of the first element read
   * @param length number of elements
   * @param factor an element
   */
  public static void addMultiple(
      byte[] target, int targetStart, byte[] source, int sourceStart, int length, int factor) {
    if (factor == 0) {
      return;
    }
    int products = factor * SIZE;
    for (int i = 0; i < length; i++) {
      target[targetStart + i] ^= PRODUCTS[products + (source[sourceStart + i] & 0xff)];
    }
  }

  /**
   * The inverse of a non-zero element.
   *
   * @throws ArithmeticException for zero
   */
  public static int inverse(int a) {
    if (a == 0) {
      throw new ArithmeticException("zero has no inverse in GF(2^8)");
    }
    return EXP[GROUP_ORDER - LOG[a]];
  }

  /**
   * The quotient a / b, b not zero.
   *
   * @throws ArithmeticException where b is zero
   */
  public static int divide(int a, int b) {
    return multiply(a, inverse(b));
  }

  /** The generator 2 raised to any exponent, negative ones included. */
  public static int exp(int exponent) {
    return EXP[Math.floorMod(exponent, GROUP_ORDER)];
  }

  /**
   * The exponent e in 0..254 with 2^e = a, a not zero.
   *
   * @throws ArithmeticException for zero
   */
  public static int log(int a) {
    if (a == 0) {
      throw new ArithmeticException("zero has no logarithm in GF(2^8)");
    }
    return LOG[a];
  }
}
