package io.okapifs.ec.code;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which sub-blocks are added to which parity sub-blocks of {@link HashTag}, beyond those of the
 * same row. Sub-blocks of one number are a row; data members form groups of r consecutive ones.
 *
 * <p>Each member has rows that are read to repair it. Parities 1 .. r-1 of those rows carry its
 * other rows, at most one extra per parity sub-block and group.
 */
final class HashTagExtras {
  /** A sub-block of a data member. */
  record Extra(int member, int row) {}

  private final int r;
  private final int alpha;
  private final List<List<List<Extra>>> ofParity = new ArrayList<>();

  private HashTagExtras(int r, int alpha) {
    this.r = r;
    this.alpha = alpha;
    for (int parity = 0; parity < r; parity++) {
      List<List<Extra>> ofRows = new ArrayList<>();
      IntStream.range(0, alpha).forEach(row -> ofRows.add(new ArrayList<>()));
      ofParity.add(ofRows);
    }
  }

  /** At most r rows: extras are spread as evenly as can be, member by member. */
  static HashTagExtras spread(int k, int r, int alpha) {
    HashTagExtras extras = new HashTagExtras(r, alpha);
    IntStream.range(0, k).forEach(extras::place);
    return extras;
  }

  /**
   * r to some power rows: groups take turns with the digits of the row's number. The rows of a
   * member are those where the digit of its group is its position, and parity p of one carries the
   * row with that digit p higher.
   */
  static HashTagExtras byDigits(int k, int r, int alpha) {
    HashTagExtras extras = new HashTagExtras(r, alpha);
    for (int member = 0; member < k; member++) {
      extras.placeByDigit(member, weightOf(member / r, r, alpha));
    }
    return extras;
  }

  /** The weight of a group's digit; the first group has the most significant one. */
  private static int weightOf(int group, int r, int alpha) {
    int digits = 0;
    for (int rows = alpha; rows > 1; rows /= r) {
      digits++;
    }
    int weight = alpha / r;
    for (int i = 0; i < group % digits; i++) {
      weight /= r;
    }
    return weight;
  }

  private void placeByDigit(int member, int weight) {
    for (int row = 0; row < alpha; row++) {
      int digit = row / weight % r;
      for (int parity = 1; parity < r && digit == member % r; parity++) {
        int carried = row + ((digit + parity) % r - digit) * weight;
        of(parity, row).add(new Extra(member, carried));
      }
    }
  }

  private void place(int member) {
    int group = member / r;
    int selected =
        IntStream.range(0, alpha)
            .boxed()
            .min(
                Comparator.comparingLong((Integer row) -> countOfGroup(group, row))
                    .thenComparingLong(row -> -countBefore(group, row)))
            .orElseThrow();
    List<Integer> free =
        IntStream.range(1, r)
            .filter(parity -> of(parity, selected).stream().noneMatch(e -> e.member / r == group))
            .boxed()
            .sorted(Comparator.comparingLong(parity -> load(parity, selected, group)))
            .toList();
    int[] others = IntStream.range(0, alpha).filter(row -> row != selected).toArray();
    for (int i = 0; i < Math.min(free.size(), others.length); i++) {
      of(free.get(i), selected).add(new Extra(member, others[i]));
    }
  }

  /** With as many rows as parities every parity gets one, in order. */
  private long load(int parity, int row, int group) {
    return alpha == r ? 0 : countBefore(group, parity, row);
  }

  private long countOfGroup(int group, int row) {
    return IntStream.range(1, r)
        .mapToLong(p -> of(p, row).stream().filter(e -> e.member / r == group).count())
        .sum();
  }

  private long countBefore(int group, int row) {
    return IntStream.range(1, r).mapToLong(parity -> countBefore(group, parity, row)).sum();
  }

  private long countBefore(int group, int parity, int row) {
    return of(parity, row).stream().filter(e -> e.member / r < group).count();
  }

  /** The extras of a parity sub-block, members ascending; parity 0 has none. */
  List<Extra> of(int parity, int row) {
    return ofParity.get(parity).get(row);
  }

  /** The extra of a member in a parity sub-block. */
  Optional<Extra> of(int parity, int row, int member) {
    return of(parity, row).stream().filter(extra -> extra.member == member).findFirst();
  }
}
