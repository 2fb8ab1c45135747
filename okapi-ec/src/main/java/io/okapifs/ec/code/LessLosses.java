package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import io.okapifs.ec.field.SymbolField;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which losses of r members a code LESS with some field and element does not survive: none, where
 * it is MDS. Every set is tried. Not thread safe.
 *
 * <p>From: the check is the one of appendix A of LESS, FAST'26, before its Theorem 1: every square
 * matrix out of the checks of r members must be regular.
 */
public final class LessLosses {
  /** No group is longer: sets of losses beyond it are too many to try. */
  public static final int MEMBERS_MAX = 127;

  private final int r;
  private final int alpha;
  private final int membersMax;
  private final LessSystem system;

  /**
   * Any parameters for which the coefficients differ, whether the code is MDS or not.
   *
   * @param field the field of the coefficients
   * @param element whose powers they are, 2 .. size of the field - 1, with at least membersMax *
   *     alpha different powers
   * @param r number of parity members, at least 2
   * @param alpha sub-blocks per block, 2..r
   * @param membersMax the largest n that will be asked for, more than r
   * @throws EcException for anything else
   */
  public LessLosses(SymbolField field, int element, int r, int alpha, int membersMax) {
    int size = 1 << 8 * field.symbolBytes();
    if (r < 2 || alpha < 2 || alpha > r || membersMax <= r) {
      throw new EcException(
          "no such LESS code: r=" + r + ", alpha=" + alpha + ", n=" + membersMax
              + "; supported: 2<=alpha<=r<n");
    }
    if (element < 2 || element >= size || powers(field, element, size) < membersMax * alpha) {
      throw new EcException(
          "coefficients would repeat: field=" + field + ", element=" + element + ", n=" + membersMax
              + ", alpha=" + alpha + "; the element needs n*alpha different powers");
    }
    this.r = r;
    this.alpha = alpha;
    this.membersMax = membersMax;
    this.system = new LessSystem(field, element, r, alpha, membersMax);
  }

  private static int powers(SymbolField field, int element, int size) {
    int order = 1;
    while (order < size && field.power(element, order) != 1) {
      order++;
    }
    return order;
  }

  /** How many sets of r out of n members there are. */
  public static long setCount(int n, int r) {
    long count = 1;
    for (int i = 0; i < r; i++) {
      count = Math.multiplyExact(count, n - i) / (i + 1);
    }
    return count;
  }

  /**
   * The sets of r members whose loss the code of n members does not survive. For r = 4 and n = 127
   * it tries 10,334,625 sets, in some seconds.
   *
   * @param n number of members, r+1 .. membersMax
   * @param limit how many sets are enough, at least one
   */
  public List<BitSet> fatal(int n, int limit) {
    if (n <= r || n > membersMax || limit < 1) {
      throw new EcException(
          "out of range: n=" + n + ", limit=" + limit + "; supported: " + r + "<n<=" + membersMax
              + ", limit>=1");
    }
    List<BitSet> found = new ArrayList<>();
    for (int last = r - 1; last < n && found.size() < limit; last++) {
      forEachFatal(last, last, positions -> {
        found.add(membersAt(positions, n));
        return found.size() < limit;
      });
    }
    return found;
  }

  /**
   * The largest n, up to membersMax, for which the code is MDS; r or less where there is none. The
   * checks of a set and of the same set moved by alpha + 1 positions differ by constant factors, so
   * only sets whose first position is at most alpha are tried.
   */
  public int mdsUpTo() {
    boolean[] survived = {true};
    int n = r - 1;
    while (n < membersMax) {
      forEachFatal(n, alpha, positions -> survived[0] = false);
      if (!survived[0]) {
        return n;
      }
      n++;
    }
    return n;
  }

  private BitSet membersAt(int[] positions, int n) {
    LessGroups groups = new LessGroups(n, alpha);
    BitSet members = new BitSet();
    for (int position : positions) {
      members.set(groups.first(position % groups.count()) + position / groups.count());
    }
    return members;
  }

  /** The sets with this last position and a first one of at most that, until one is enough. */
  private void forEachFatal(int last, int firstMax, Predicate<int[]> goesOn) {
    int[] positions = new int[r];
    for (int i = 0; i < r - 1; i++) {
      positions[i] = i;
    }
    positions[r - 1] = last;
    do {
      if (!system.isSolvable(positions) && !goesOn.test(positions)) {
        return;
      }
    } while (advance(positions) && positions[0] <= firstMax);
  }

  /** The next set in lexical order with the same last position. */
  private static boolean advance(int[] positions) {
    int end = positions.length - 1;
    int moved = end - 1;
    while (moved >= 0 && positions[moved] == positions[end] - (end - moved)) {
      moved--;
    }
    if (moved < 0) {
      return false;
    }
    positions[moved]++;
    for (int i = moved + 1; i < end; i++) {
      positions[i] = positions[i - 1] + 1;
    }
    return true;
  }
}
