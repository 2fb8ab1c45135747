package io.okapifs.ec.field;

/**
 * The field GF(2^16) with polynomial 0x1100b and generator 2, and its representation as a tower
 * over {@link Gf256}: the elements low + high*T with T^2 = T + 32.
 *
 * <p>Kernels multiply in GF(2^8) alone. In the tower, multiplication by one element is a 2x2 matrix
 * over GF(2^8), so that codes over GF(2^16) need nothing else. The map is the one that takes 2 to
 * 191 + 86*T; it keeps sums and products.
 *
 * <p>Elements are ints in 0..65535, of the field and of the tower; addition is XOR in both. All
 * methods are pure; arguments are not checked beyond what array bounds do.
 */
public final class Gf65536 {
  /** Number of elements. */
  public static final int SIZE = 1 << 16;

  /** Order of the multiplicative group: exponents of the generator are taken modulo this. */
  public static final int GROUP_ORDER = SIZE - 1;

  private static final int POLYNOMIAL = 0x1100b;
  private static final int T_SQUARED_LOW = 32;
  private static final int LOW_OF_TWO = 191;
  private static final int HIGH_OF_TWO = 86;
  private static final char[] EXP = new char[GROUP_ORDER];
  private static final char[] LOG = new char[SIZE];

  /** Where 2^0 .. 2^15 are taken: a basis, so that the map of any element is a sum of these. */
  private static final int[] TOWER_OF_BIT = new int[16];

  static {
    int power = 1;
    for (int exponent = 0; exponent < GROUP_ORDER; exponent++) {
      EXP[exponent] = (char) power;
      LOG[power] = (char) exponent;
      power <<= 1;
      if (power >= SIZE) {
        power ^= POLYNOMIAL;
      }
    }
    int tower = 1;
    for (int bit = 0; bit < TOWER_OF_BIT.length; bit++) {
      TOWER_OF_BIT[bit] = tower;
      tower = multiplyInTower(tower, LOW_OF_TWO | HIGH_OF_TWO << 8);
    }
  }

  private Gf65536() {}

  /** The product of two elements. */
  public static int multiply(int a, int b) {
    return a == 0 || b == 0 ? 0 : EXP[(LOG[a] + LOG[b]) % GROUP_ORDER];
  }

  /** A non-zero element raised to a power, 0 or more. */
  public static int power(int a, int exponent) {
    return EXP[(int) ((long) LOG[a] * exponent % GROUP_ORDER)];
  }

  /** The element in the tower: {@code low | high << 8}. */
  public static int toTower(int a) {
    int tower = 0;
    for (int bit = 0; bit < TOWER_OF_BIT.length; bit++) {
      tower ^= (a >> bit & 1) * TOWER_OF_BIT[bit];
    }
    return tower;
  }

  /** The product of two elements of the tower. */
  public static int multiplyInTower(int a, int b) {
    int low = Gf256.multiply(a & 0xff, b & 0xff);
    int high = Gf256.multiply(a >> 8, b >> 8);
    int mixed = Gf256.multiply(a >> 8, b & 0xff) ^ Gf256.multiply(a & 0xff, b >> 8);
    return low ^ Gf256.multiply(T_SQUARED_LOW, high) | (mixed ^ high) << 8;
  }
}
