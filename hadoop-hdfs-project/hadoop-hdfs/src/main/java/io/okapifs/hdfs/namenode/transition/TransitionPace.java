package io.okapifs.hdfs.namenode.transition;

import java.util.concurrent.TimeUnit;

/**
 * How much of one file's transition a round does. A round looks at each file under the
 * namesystem's write lock, by default every second: these limit how long the lock is held, and so
 * the rate of a file. What a round leaves undone the next one finds again.
 */
final class TransitionPace {

  /**
   * Groups that are not ready, from the first one on, whose missing blocks are asked for. So many
   * encodings keep eight DataNodes busy with all of their threads.
   */
  static final int GROUPS_ASKED = 32;

  /**
   * Groups that are looked at to find those. Behind the first one that is not ready most are ready
   * or being encoded: eight times as many.
   */
  static final int GROUPS_LOOKED_AT = 256;

  /**
   * Block groups, from the first one on that is not ready, whose links are asked for. A link costs
   * a DataNode no read: eight times as many as encodings.
   */
  static final int LINKED_AT_ONCE = 256;

  /** Groups from the first one on that is not ready whose nodes are asked to report: as asked. */
  static final int GROUPS_REPORTED = GROUPS_ASKED;

  /** Files of which it is asked whether they are still there: a look into a map for each. */
  static final int FILES_SOUGHT = 1000;

  /**
   * Transitions that ended, and such that were given up, that are remembered: what
   * {@code -listTransitions} shows of them, a few hundred bytes each.
   */
  static final int REMEMBERED = 1000;

  /**
   * Files of a request for a tree that are in a transition at a time, those that wait included, or
   * twice as many as begin at a time where that is more.
   */
  static final int TREE_FILES = 64;

  /** How long the lock is held for one part of a walk. */
  static final long TREE_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** Parts of the walk of one request, or of all rules, in a round: others come in between. */
  static final int TREE_HOLDS = 25;

  private TransitionPace() {}
}
