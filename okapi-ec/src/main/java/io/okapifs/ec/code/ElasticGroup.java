package io.okapifs.ec.code;

import io.okapifs.ec.code.PairCoupling.Pair;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Members of {@link ElasticTransformation} whose symbols are coupled: alpha consecutive ones or, at
 * the end of data and of parities, what is left. Symbols are numbered position * alpha + instance.
 *
 * @param first the first member
 * @param size number of members, at least alpha
 * @param alpha sub-blocks per block
 */
record ElasticGroup(int first, int size, int alpha) {
  /** The groups of so many members. */
  static List<ElasticGroup> of(int firstMember, int memberCount, int alpha) {
    int groupCount = memberCount / alpha;
    return IntStream.range(0, groupCount)
        .mapToObj(
            group ->
                new ElasticGroup(
                    firstMember + group * alpha,
                    group == groupCount - 1 ? memberCount - group * alpha : alpha, alpha))
        .toList();
  }

  int symbolCount() {
    return size * alpha;
  }

  boolean contains(int member) {
    return member >= first && member < first + size;
  }

  int member(int symbol) {
    return first + symbol / alpha;
  }

  int symbol(int member, int instance) {
    return (member - first) * alpha + instance;
  }

  /** Which symbol of the base code's instance lies at a position of the group: they are rotated. */
  int atBase(int position, int instance) {
    return Math.floorMod(position - instance, size) * alpha + instance;
  }

  /** The pairs in the order of coupling: a square of alpha members, and one more for the others. */
  List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>(square(0));
    if (size > alpha) {
      pairs.addAll(square(size - alpha));
    }
    return pairs;
  }

  private List<Pair> square(int firstPosition) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < alpha; i++) {
      for (int s = i + 1; s < alpha; s++) {
        pairs.add(
            new Pair((firstPosition + i) * alpha + s, (firstPosition + s) * alpha + i));
      }
    }
    return pairs;
  }

  /** Per symbol of one side, those of the other side that it is made of. */
  static List<BitSet> supports(GfMatrix matrix) {
    return IntStream.range(0, matrix.rowCount())
        .mapToObj(
            row -> {
              BitSet support = new BitSet();
              IntStream.range(0, matrix.columnCount())
                  .filter(column -> matrix.get(row, column) != 0)
                  .forEach(support::set);
              return support;
            })
        .toList();
  }
}
