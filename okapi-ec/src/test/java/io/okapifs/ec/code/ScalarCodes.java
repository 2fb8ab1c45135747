package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What tests of small codes with alpha = 1 find by trying everything. */
final class ScalarCodes {
  private ScalarCodes() {}

  /** All sets of one to so many lost members. */
  static Stream<BitSet> losses(ErasureCode code, int lossesMax) {
    return IntStream.rangeClosed(1, lossesMax)
        .boxed()
        .flatMap(losses -> MemberSets.ofSize(code.n(), losses));
  }

  static long decodableCount(ErasureCode code, int losses) {
    return MemberSets.ofSize(code.n(), losses)
        .filter(lost -> code.decodable(MemberSets.others(lost, code.n())))
        .count();
  }

  /** The code without its claims and rules. */
  static ErasureCode withoutClaims(ErasureCode code) {
    return new CodeBuilder("plain", code.k(), code.r())
        .alpha(code.alpha())
        .generator(code.encode().toMatrix())
        .build();
  }

  /** Average number of members read when one is lost. */
  static double averageReads(ErasureCode code) {
    return losses(code, 1).mapToInt(lost -> reads(code, lost)).average().orElseThrow();
  }

  static int reads(ErasureCode code, BitSet lost) {
    return code.repair(lost, MemberSets.others(lost, code.n())).cost();
  }

  /**
   * The least number of members that tell the lost ones, by trying all sets of members in the order
   * of their sizes. Sets that nothing tells are left out.
   */
  static Map<BitSet, Integer> leastReads(ErasureCode code, List<BitSet> lossSets) {
    GfMatrix rows = GfMatrix.identity(code.k()).stackedOn(code.encode().toMatrix());
    Map<BitSet, Integer> least = new HashMap<>();
    for (int size = 1; size <= code.k(); size++) {
      for (BitSet reads : MemberSets.ofSize(code.n(), size).toList()) {
        GfMatrix known = rows.pickRows(reads.stream().toArray());
        for (BitSet lost : lossSets) {
          if (!least.containsKey(lost) && !lost.intersects(reads)) {
            GfMatrix wanted = rows.pickRows(lost.stream().toArray());
            if (known.solveLeft(wanted).isPresent()) {
              least.put(lost, size);
            }
          }
        }
      }
    }
    return least;
  }
}
