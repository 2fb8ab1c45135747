package io.okapifs.hdfs.balancer;

/**
 * Whether the passes of a mover bring anything. It goes on as long as something moves: blocks that
 * the NameNode has brought back would move for ever.
 */
final class MoverProgress {

  private static final int PASSES = 10;

  private long found;
  private long before = Long.MAX_VALUE;
  private int inVain;

  /** Counts blocks that a pass finds on the wrong storage. */
  void found(long blocks) {
    found += blocks;
  }

  /** Whether so many passes in a row moved blocks, and each found no fewer than the one before. */
  boolean isStuck() {
    return inVain >= PASSES;
  }

  void endPass(boolean somethingMoved) {
    inVain = somethingMoved && found > 0 && found >= before ? inVain + 1 : 0;
    before = found;
    found = 0;
  }
}
