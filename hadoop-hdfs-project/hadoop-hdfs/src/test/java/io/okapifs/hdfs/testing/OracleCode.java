package io.okapifs.hdfs.testing;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What each data member adds to each parity, by school arithmetic in GF(2^8) modulo x^8 + x^4 + x^3
 * + x^2 + 1, from the codes' definitions and by code that shares nothing with the product. Codes
 * whose definition is long are taken from the product: {@link #isIndependent} says which.
 *
 * <p>Elements of GF(2^16) are low + high * T with T^2 = T + 32.
 */
public final class OracleCode {

  private static final Pattern CODEC = Pattern.compile("([a-z-]+?)(\\d+)?");

  /** Per data member the parities that it is in, parity i as bit i; as liberasurecode has them. */
  private static final int[] FLAT_XOR_3_10_5 = {5, 9, 10, 18, 20, 3, 12, 17, 6, 24};
  private static final int[] FLAT_XOR_4_10_5 = {11, 13, 21, 22, 26, 7, 25, 14, 19, 28};

  private OracleCode() {}

  /** Of the codes of the oracle that have sub-blocks, whose powers their coefficients are. */
  private static final Map<String, Integer> LESS_ELEMENTS =
      Map.of(
          "less2 2", 2, "less2 3", 50, "less2 4", 6, "less3 3", 14, "less3 4", 2, "less4 4", 14,
          // From 14 members on, in GF(2^16): 2 of the field modulo x^16 + x^12 + x^3 + x + 1.
          "less2 5", 191 + 86 * 256);

  private static final int LESS_2_5_WIDE_FROM = 14;

  private static final Set<String> INDEPENDENT =
      Set.of("rs", "rs-vand", "azure-lrc", "xorbas", "shec", "less", "flatxor", "hhxorplus");

  /** Whether the coefficients are known here, or are those of the product. */
  static boolean isIndependent(GroupPolicy policy) {
    return INDEPENDENT.contains(family(policy).group(1));
  }

  private static Matcher family(GroupPolicy policy) {
    Matcher matcher = CODEC.matcher(policy.codec());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no such codec: " + policy.codec());
    }
    return matcher;
  }

  /**
   * A row per sub-block of the parities and a column per sub-block of the data members; two of
   * each, for low and high bytes, where symbols have two bytes.
   */
  public static int[][] coefficients(GroupPolicy policy) {
    Matcher matcher = family(policy);
    int number = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
    int k = policy.k();
    int r = policy.r();
    return switch (matcher.group(1)) {
      case "rs" -> matrix(r, k, (i, j) -> inverse((k + i) ^ j));
      case "rs-vand" -> matrix(r, k, (i, j) -> power(2, i * j));
      case "azure-lrc" -> azure(number, k, r);
      case "xorbas" -> xorbas(number, k, r);
      case "shec" -> matrix(
          r, k, (i, j) -> Math.floorMod(j - i * k / r, k) < number ? inverse((255 - i) ^ j) : 0);
      case "less" -> less(number, k, r);
      case "flatxor" -> flatXor(number == 3 ? FLAT_XOR_3_10_5 : FLAT_XOR_4_10_5, k, r);
      case "hhxorplus" -> hitchhiker(k, r);
      default -> ofProduct(policy.code().encode().toMatrix());
    };
  }

  private static int[][] ofProduct(GfMatrix matrix) {
    return matrix(matrix.rowCount(), matrix.columnCount(), matrix::get);
  }

  private interface Element {
    int at(int row, int column);
  }

  private static int[][] matrix(int rows, int columns, Element element) {
    int[][] matrix = new int[rows][columns];
    for (int i = 0; i < rows; i++) {
      int row = i;
      Arrays.setAll(matrix[i], j -> element.at(row, j));
    }
    return matrix;
  }

  /** XORs of l equal groups, then sums of the powers t = 1, 2 of an element per member. */
  private static int[][] azure(int groups, int k, int r) {
    if (k % groups != 0 || r - groups > 2) {
      throw new IllegalArgumentException("no oracle: l=" + groups + ", k=" + k + ", r=" + r);
    }
    int size = k / groups;
    return matrix(
        r, k,
        (i, j) -> i < groups
            ? (j / size == i ? 1 : 0)
            : power(power(2, j / size + 17 * (j % size)), i - groups + 1));
  }

  /**
   * The first parities make the sums over data and them of 2^(jt) times member j zero, t = 0, 1,
   * ...; the others are the XORs of groups.
   */
  private static int[][] xorbas(int groupSize, int k, int r) {
    int globals = r - k / groupSize;
    int[][] sums = matrix(globals, k + globals, (t, j) -> power(2, j * t));
    solveForLast(sums, k);
    return matrix(
        r, k, (i, j) -> i < globals ? sums[i][j] : j / groupSize == i - globals ? 1 : 0);
  }

  /**
   * Members lie in alpha + 1 groups of neighbours, the first ones larger by one where they are not
   * even. X_z has all sub-blocks of group z and sub-block z of every other member; in it, for t =
   * 0, 1, ..., every sub-block times the t-th power of an element of its own adds up to zero. What
   * X_z of the last group would be follows from the others.
   */
  private static int[][] less(int alpha, int k, int r) {
    Integer element = LESS_ELEMENTS.get("less" + alpha + " " + r);
    if (element == null) {
      throw new IllegalArgumentException("no oracle: alpha=" + alpha + ", r=" + r);
    }
    int n = k + r;
    if (element > 255 && n < LESS_2_5_WIDE_FROM) {
      throw new IllegalArgumentException("no oracle: alpha=" + alpha + ", k=" + k + ", r=" + r);
    }
    int[][] sums =
        matrix(
            r * alpha, n * alpha,
            (row, column) -> {
              int z = row % alpha;
              int member = column / alpha;
              int group = lessGroup(member, n, alpha);
              if (group != z && column % alpha != z) {
                return 0;
              }
              int position = member;
              for (int g = 0; g < group; g++) {
                position -= lessGroupSize(g, n, alpha);
              }
              int exponent = (position * (alpha + 1) + group) * alpha + column % alpha;
              return power(power(element, exponent), row / alpha);
            });
    solveForLast(sums, k * alpha);
    int[][] ordered = new int[r * alpha][];
    Arrays.setAll(ordered, row -> Arrays.copyOf(sums[row], k * alpha));
    return element < 256 ? ordered : halves(ordered);
  }

  /** (a + bT)(c + dT) = (ac + 32bd) + (bc + (a + b)d)T: what c and d add to both halves. */
  private static int[][] halves(int[][] wide) {
    return matrix(
        2 * wide.length, 2 * wide[0].length,
        (row, column) -> {
          int a = wide[row / 2][column / 2] & 255;
          int b = wide[row / 2][column / 2] >> 8;
          return row % 2 == 0
              ? (column % 2 == 0 ? a : multiply(32, b))
              : (column % 2 == 0 ? b : a ^ b);
        });
  }

  /**
   * Two stripes a and b of a code f whose row 1 is all ones: f_i(a) and f_i(b) + g_i(a), where g_i
   * is the sum of the members of group i = 1 .. r-1, which are k / (r - 1) neighbours; the last
   * group takes the rest but the last member, which is in none. Parity 1 has f_1(a) + f_1(b) +
   * g_1(a) instead of f_1(a).
   */
  private static int[][] hitchhiker(int k, int r) {
    int size = k / (r - 1);
    return matrix(
        2 * r, 2 * k,
        (row, column) -> {
          int i = row / 2;
          int j = column / 2;
          int f = multiply(inverse((k + i) ^ j), (k + 1) ^ j);
          int group = j == k - 1 ? 0 : Math.min(r - 1, j / size + 1);
          int g = i > 0 && group == i ? 1 : 0;
          boolean isA = column % 2 == 0;
          int second = isA ? g : f;
          int hidden = i == 1 ? second : 0;
          return row % 2 == 1 ? second : (isA ? f : 0) ^ hidden;
        });
  }

  private static int lessGroupSize(int group, int n, int alpha) {
    return n / (alpha + 1) + (group < n % (alpha + 1) ? 1 : 0);
  }

  private static int lessGroup(int member, int n, int alpha) {
    int group = 0;
    for (int end = lessGroupSize(0, n, alpha); end <= member; ) {
      end += lessGroupSize(++group, n, alpha);
    }
    return group;
  }

  /** Gauss and Jordan: afterwards the columns from k on are the identity. */
  private static void solveForLast(int[][] rows, int k) {
    for (int step = 0; step < rows.length; step++) {
      int pivot = step;
      while (rows[pivot][k + step] == 0) {
        pivot++;
      }
      int[] row = rows[pivot];
      rows[pivot] = rows[step];
      rows[step] = row;
      int scale = inverse(row[k + step]);
      Arrays.setAll(row, j -> multiply(scale, row[j]));
      for (int[] other : rows) {
        int factor = other == row ? 0 : other[k + step];
        for (int j = 0; j < other.length; j++) {
          other[j] ^= multiply(factor, row[j]);
        }
      }
    }
  }

  private static int[][] flatXor(int[] words, int k, int r) {
    if (r != 5) {
      throw new IllegalArgumentException("no oracle: k=" + k + ", r=" + r);
    }
    return matrix(r, k, (i, j) -> words[j] >> i & 1);
  }

  /** Multiplies each of the bytes of words by 2. */
  static void doubleBytes(long[] words) {
    for (int i = 0; i < words.length; i++) {
      long overflows = words[i] >>> 7 & 0x0101010101010101L;
      words[i] = (words[i] & 0x7f7f7f7f7f7f7f7fL) << 1 ^ overflows * 0x1d;
    }
  }

  private static int power(int base, int exponent) {
    int power = 1;
    for (int i = 0; i < exponent % 65535; i++) {
      power = multiply(power, base);
    }
    return power;
  }

  /** value^(2^16 - 2), in GF(2^8) as in GF(2^16). */
  private static int inverse(int value) {
    int inverse = 1;
    for (int i = 0; i < 15; i++) {
      inverse = multiply(multiply(inverse, inverse), value);
    }
    return multiply(inverse, inverse);
  }

  private static int multiply(int a, int b) {
    int low = bytes(a & 255, b & 255);
    int high = bytes(a >> 8, b >> 8);
    int mixed = bytes(a & 255, b >> 8) ^ bytes(a >> 8, b & 255) ^ high;
    return low ^ bytes(32, high) ^ mixed << 8;
  }

  private static int bytes(int a, int b) {
    int product = 0;
    for (int bit = 0; bit < 8; bit++) {
      product ^= (b >> bit & 1) == 0 ? 0 : a << bit;
    }
    for (int bit = 15; bit >= 8; bit--) {
      product ^= (product >> bit & 1) == 0 ? 0 : 0x11d << (bit - 8);
    }
    return product;
  }
}
