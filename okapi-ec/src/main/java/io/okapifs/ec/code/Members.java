package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import java.util.BitSet;

/** The argument checks that every code shares. */
final class Members {
  private Members() {}

  static void check(int member, int n) {
    if (member < 0 || member >= n) {
      throw new EcException("member out of range: memberIndex=" + member + ", memberCount=" + n);
    }
  }

  static void checkData(int member, int k) {
    if (member < 0 || member >= k) {
      throw new EcException(
          "not a data member: memberIndex=" + member + ", dataMemberCount=" + k);
    }
  }

  static void checkData(BitSet members, int k) {
    if (members.isEmpty() || members.length() > k) {
      throw new EcException("not data members: members=" + members + ", dataMemberCount=" + k);
    }
  }

  static void checkSubBlock(int subBlock, int alpha) {
    if (subBlock < 0 || subBlock >= alpha) {
      throw new EcException("sub-block out of range: subBlock=" + subBlock + ", alpha=" + alpha);
    }
  }

  static void checkSet(String what, BitSet members, int n) {
    if (members.length() > n) {
      throw new EcException(
          "member out of range: " + what + "=" + members + ", memberCount=" + n);
    }
  }
}
