package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.transition.TransitionGoal;

/** Names by which transitions are found again. */
final class TransitionNames {

  private TransitionNames() {}

  /**
   * @param asked null where none was given
   * @throws IllegalArgumentException where nothing can have it
   */
  static void check(String asked) {
    if (asked != null && asked.isEmpty()) {
      throw new IllegalArgumentException("the name is empty; leave -name out");
    }
    TransitionGoal.checkName(asked == null ? "" : asked);
  }

  /**
   * @param asked null for any
   * @param name empty of what has none
   */
  static boolean fits(String asked, String name) {
    return asked == null || asked.equals(name);
  }
}
