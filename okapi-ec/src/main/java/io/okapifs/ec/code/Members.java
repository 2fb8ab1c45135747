package io.okapifs.ec.code;

import java.util.BitSet;

/** The argument checks that every code shares. */
final class Members {
  private Members() {}

  static void check(int member, int n) {
    if (member < 0 || member >= n) {
      throw new IllegalArgumentException(
          "member out of range: memberIndex=" + member + ", memberCount=" + n);
    }
  }

  static void checkData(int member, int k) {
    if (member < 0 || member >= k) {
      throw new IllegalArgumentException(
          "not a data member: memberIndex=" + member + ", dataMemberCount=" + k);
    }
  }

  static void checkSubBlock(int subBlock, int alpha) {
    if (subBlock < 0 || subBlock >= alpha) {
      throw new IllegalArgumentException(
          "sub-block out of range: subBlock=" + subBlock + ", alpha=" + alpha);
    }
  }

  static void checkSet(String what, BitSet members, int n) {
    if (members.length() > n) {
      throw new IllegalArgumentException(
          "member out of range: " + what + "=" + members + ", memberCount=" + n);
    }
  }

  static void checkRepair(BitSet lost, BitSet available, int n) {
    checkSet("lost", lost, n);
    checkSet("available", available, n);
    if (lost.isEmpty()) {
      throw new IllegalArgumentException("nothing is lost: available=" + available);
    }
    if (lost.intersects(available)) {
      throw new IllegalArgumentException(
          "a member is both lost and available: lost=" + lost + ", available=" + available);
    }
  }
}
