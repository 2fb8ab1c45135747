package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.verify.GroupEquations.Contradiction;
import java.util.BitSet;
import java.util.List;

/** Which members of a group do not fit the others, by all that was compared. Used by one thread. */
final class WrongMembers {

  private final BitSet members = new BitSet();

  /** Whether all that does not fit is wrong by that. */
  private boolean isTold = true;

  /** Takes what did not fit in one range. */
  void add(List<Contradiction> found) {
    for (Contradiction each : found) {
      if (each.member() == Contradiction.NOBODY) {
        isTold = false;
      } else {
        members.set(each.member());
      }
    }
  }

  /** Whether all fits. */
  boolean isEmpty() {
    return isTold && members.isEmpty();
  }

  /**
   * What there is to tell of them: nobody is accused where the others do not prove it.
   *
   * @param compared places of the members that were compared
   */
  ContradictionReport report(ReceivedTask received, BitSet compared) {
    BitSet right = (BitSet) compared.clone();
    right.andNot(members);
    right.or(received.task().zeroMembers());
    boolean isProven = isTold && received.task().code().decodable(right);
    return new ContradictionReport(
        received.task().helpers().stream()
            .filter(replica -> compared.get(replica.member()))
            .toList(),
        isProven ? members : new BitSet());
  }
}
