package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.testing.BlockFileCluster;

/**
 * What a file holds: the first bytes of a row that depends on the seed alone.
 *
 * @param home where it was written, which says how it is striped
 * @param coded whose policy it has in the end
 */
record Content(Directory home, Directory coded, long seed, int length) {

  Content(Directory home, long seed, int length) {
    this(home, home, seed, length);
  }

  byte[] bytes() {
    return BlockFileCluster.bytes(length, seed);
  }

  Content cut(long bytes) {
    return new Content(home, coded, seed, Math.toIntExact(bytes));
  }

  Content codedAs(Directory other) {
    return new Content(home, other, seed, length);
  }

  /** The same in HDFS's own layout, or with the policy of a decoupled directory. */
  Content as(Directory other) {
    return other == Directory.COUPLED
        ? new Content(other, seed, length)
        : new Content(home.adopted(), other, seed, length);
  }
}
