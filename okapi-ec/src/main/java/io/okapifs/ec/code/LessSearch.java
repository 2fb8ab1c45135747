package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import io.okapifs.ec.field.SymbolField;
import java.util.Optional;

/**
 * Looks for elements that make LESS MDS: the primitive elements of a field in ascending order. A
 * value.
 *
 * <p>Squaring keeps sums and products, so that the powers of p and of p^2 make the same matrices
 * regular. Of the elements that follow from each other by squaring only the smallest is tried.
 *
 * <p>From: LESS, FAST'26, appendix A: its Table 4 is of such elements, found by brute force.
 *
 * @param field the field that was searched
 * @param tried how many elements were tried
 * @param element the first that does for every n up to the wanted one, if any does
 * @param best the first of those that reach the largest n
 * @param bestMembers that n; r where none does for any
 */
public record LessSearch(
    SymbolField field, int tried, Optional<Integer> element, int best, int bestMembers) {

  /**
   * Searches one field. That may take minutes: an element is tried until a set of losses is found
   * that it does not survive.
   *
   * @param field the field
   * @param r number of parity members, at least 2
   * @param alpha sub-blocks per block, 2..r
   * @param n number of members, more than r; n * alpha is less than the size of the field
   * @throws EcException for anything else
   */
  public static LessSearch of(SymbolField field, int r, int alpha, int n) {
    int order = (1 << 8 * field.symbolBytes()) - 1;
    if ((long) n * alpha > order) {
      throw new EcException(
          "field too small: field=" + field + ", n=" + n + ", alpha=" + alpha
              + "; n*alpha coefficients must differ, of which there are " + order);
    }
    int tried = 0;
    int best = 0;
    int bestMembers = 0;
    for (int element = 2; element <= order; element++) {
      if (isFirstOfClass(field, element, order)) {
        tried++;
        int members = new LessLosses(field, element, r, alpha, n).mdsUpTo();
        if (members > bestMembers) {
          best = element;
          bestMembers = members;
        }
        if (members == n) {
          return new LessSearch(field, tried, Optional.of(element), element, n);
        }
      }
    }
    return new LessSearch(field, tried, Optional.empty(), best, bestMembers);
  }

  /** Whether an element is primitive and the smallest that follows from it by squaring. */
  private static boolean isFirstOfClass(SymbolField field, int element, int order) {
    int square = field.power(element, 2);
    while (square > element) {
      square = field.power(square, 2);
    }
    if (square < element) {
      return false;
    }
    return isPrimitive(field, element, order);
  }

  /** 255 = 3 * 5 * 17, 65535 = 3 * 5 * 17 * 257: one of these divides the order of all others. */
  private static boolean isPrimitive(SymbolField field, int element, int order) {
    for (int prime : new int[] {3, 5, 17, 257}) {
      if (order % prime == 0 && field.power(element, order / prime) == 1) {
        return false;
      }
    }
    return true;
  }
}
