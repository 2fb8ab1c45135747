package io.okapifs.ec.code;

import io.okapifs.ec.field.SymbolField;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Whether the checks of {@link Less} tell r lost members: fast enough to ask of millions of sets.
 * Not thread safe.
 *
 * <p>A member is named by its position h * (alpha + 1) + g, member h of group g. A code of n
 * members has positions 0..n-1 ({@link LessGroups#exponent}), so that all sets of a shorter code
 * are sets of a longer one.
 *
 * <p>Theory: the checks of X_z have r equations in the sub-blocks z of the r lost members, and in
 * all sub-blocks of lost members of group z. Let Z be the groups z &lt; alpha with lost members.
 *
 * <ul>
 *   <li>For z outside of Z only the r sub-blocks z are unknown, and a Vandermonde matrix tells
 *       them.
 *   <li>For z in Z the same matrix expresses them by the sub-blocks (i, j) with i in group z and j
 *       in Z, j not z. Its columns are Lagrange polynomials, so that nothing is inverted.
 *   <li>What is left are equations among the (i, j) with the group of i and j in Z and different.
 *       The set is survived if these are regular.
 * </ul>
 *
 * <p>With less than two groups in Z nothing is left. At most r * (alpha - 1) equations are, instead
 * of the r * alpha of the check matrix (LESS, FAST'26, Equations 8 and 9 of appendix A).
 */
final class LessSystem {
  private static final Map<SymbolField, Logarithms> LOGARITHMS = new EnumMap<>(SymbolField.class);

  static {
    for (SymbolField field : SymbolField.values()) {
      LOGARITHMS.put(field, Logarithms.of(field));
    }
  }

  /** Powers of 2 and their exponents, in chars: they have to fit a cache. */
  private record Logarithms(int order, char[] exp, char[] log) {
    static Logarithms of(SymbolField field) {
      int order = (1 << 8 * field.symbolBytes()) - 1;
      char[] exp = new char[2 * order];
      char[] log = new char[order + 1];
      for (int exponent = 0; exponent < order; exponent++) {
        exp[exponent] = (char) field.power(2, exponent);
        // Doubled, so that a sum of two logarithms needs no modulo.
        exp[exponent + order] = exp[exponent];
        log[exp[exponent]] = (char) exponent;
      }
      return new Logarithms(order, exp, log);
    }
  }

  private final int r;
  private final int alpha;
  private final int order;
  private final char[] exp;
  private final char[] log;

  /** The coefficient of sub-block j of position p at p * alpha + j. */
  private final int[] coefficients;

  private final int[] groups;
  private final int[] members;
  private final int[] index;
  private final int[] denominators;
  private final int[][] matrix;

  LessSystem(SymbolField field, int element, int r, int alpha, int membersMax) {
    this.r = r;
    this.alpha = alpha;
    this.order = LOGARITHMS.get(field).order;
    this.exp = LOGARITHMS.get(field).exp;
    this.log = LOGARITHMS.get(field).log;
    this.coefficients = new int[membersMax * alpha];
    Arrays.setAll(coefficients, exponent -> field.power(element, exponent));
    this.groups = new int[r];
    this.members = new int[r];
    this.index = new int[r * alpha];
    this.denominators = new int[r];
    this.matrix = new int[r * (alpha - 1)][r * (alpha - 1)];
  }

  /** Whether losing these r positions is survived. */
  boolean isSolvable(int[] positions) {
    int hit = 0;
    for (int i = 0; i < r; i++) {
      members[i] = positions[i] * alpha;
      groups[i] = positions[i] % (alpha + 1);
      hit |= groups[i] < alpha ? 1 << groups[i] : 0;
    }
    if (Integer.bitCount(hit) < 2) {
      return true;
    }
    int size = number(hit);
    for (int row = 0; row < size; row++) {
      Arrays.fill(matrix[row], 0, size, 0);
      matrix[row][row] = 1;
    }
    for (int z = 0; z < alpha; z++) {
      if ((hit >> z & 1) != 0) {
        express(z, hit);
      }
    }
    return isRegular(size);
  }

  /** Numbers what is left unknown, sub-block j of lost member i; -1 for all else. */
  private int number(int hit) {
    int size = 0;
    for (int i = 0; i < r; i++) {
      for (int j = 0; j < alpha; j++) {
        boolean left = groups[i] < alpha && groups[i] != j && (hit >> j & 1) != 0;
        index[i * alpha + j] = left ? size++ : -1;
      }
    }
    return size;
  }

  /** The rows of sub-blocks z: what each is of the other unknowns of X_z. */
  private void express(int z, int hit) {
    for (int l = 0; l < r; l++) {
      denominators[l] = groups[l] == z ? 0 : logOfDistances(coefficients[members[l] + z], z, l);
    }
    for (int i = 0; i < r; i++) {
      for (int j = 0; j < alpha && groups[i] == z; j++) {
        if (j != z && (hit >> j & 1) != 0) {
          addColumn(z, index[i * alpha + j], coefficients[members[i] + j]);
        }
      }
    }
  }

  private void addColumn(int z, int column, int coefficient) {
    int all = logOfDistances(coefficient, z, -1);
    for (int l = 0; l < r; l++) {
      int row = index[l * alpha + z];
      if (row >= 0) {
        int own = log[coefficient ^ coefficients[members[l] + z]];
        matrix[row][column] ^= exp[Math.floorMod(all - own - denominators[l], order)];
      }
    }
  }

  /**
   * The logarithm of the product of an element's differences to the coefficients of sub-blocks z.
   */
  private int logOfDistances(int element, int z, int except) {
    int sum = 0;
    for (int m = 0; m < r; m++) {
      sum += m == except ? 0 : log[element ^ coefficients[members[m] + z]];
    }
    return sum;
  }

  private boolean isRegular(int size) {
    for (int column = 0; column < size; column++) {
      int pivot = column;
      while (pivot < size && matrix[pivot][column] == 0) {
        pivot++;
      }
      if (pivot == size) {
        return false;
      }
      int[] pivotRow = matrix[pivot];
      matrix[pivot] = matrix[column];
      matrix[column] = pivotRow;
      int scale = order - log[pivotRow[column]];
      for (int row = column + 1; row < size; row++) {
        if (matrix[row][column] != 0) {
          addMultiple(
              matrix[row], pivotRow, column + 1, size, (log[matrix[row][column]] + scale) % order);
        }
      }
    }
    return true;
  }

  private void addMultiple(int[] target, int[] source, int start, int end, int logOfFactor) {
    for (int i = start; i < end; i++) {
      if (source[i] != 0) {
        target[i] ^= exp[log[source[i]] + logOfFactor];
      }
    }
  }
}
