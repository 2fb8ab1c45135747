package io.okapifs.hdfs.tools;

/** How much a parity group can still lose. */
final class GroupHealth {

  /** Said of a group that lost more than its code can recover. */
  static final int LOST = -1;

  private GroupHealth() {}

  /**
   * Further losses that surely leave every member recoverable. Our codes up to now are MDS: any k
   * members give all others. An absent data member is known to be zeros, as good as a live one.
   *
   * @param usableMembers live and absent members of the group
   * @param k data members of a full group
   */
  static int survives(int usableMembers, int k) {
    return Math.max(LOST, usableMembers - k);
  }
}
