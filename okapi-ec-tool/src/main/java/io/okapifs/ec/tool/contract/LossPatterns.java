package io.okapifs.ec.tool.contract;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Which sets of lost members are tried. */
final class LossPatterns {
  private final ErasureCode code;
  private final int triedMax;
  private final Random random;

  LossPatterns(ErasureCode code, int triedMax, long seed) {
    this.code = code;
    this.triedMax = triedMax;
    this.random = new Random(seed);
  }

  /** All sets of so many, or random ones where there are more than are tried. */
  List<BitSet> ofSize(int losses) {
    if (count(losses) <= triedMax) {
      return MemberSets.ofSize(code.n(), losses).toList();
    }
    return Stream.generate(() -> sample(losses)).limit(triedMax).toList();
  }

  boolean isComplete(int losses) {
    return count(losses) <= triedMax;
  }

  /** The same for each number of losses up to this one. */
  List<BitSet> upTo(int losses) {
    List<BitSet> sets = new ArrayList<>();
    for (int i = 1; i <= losses; i++) {
      sets.addAll(ofSize(i));
    }
    return sets;
  }

  /** Beyond any number that could be tried it is not exact. */
  private double count(int losses) {
    double count = 1;
    for (int i = 0; i < losses; i++) {
      count = count * (code.n() - i) / (i + 1);
    }
    return Math.rint(count);
  }

  private BitSet sample(int losses) {
    BitSet lost = new BitSet();
    while (lost.cardinality() < losses) {
      lost.set(random.nextInt(code.n()));
    }
    return lost;
  }
}
