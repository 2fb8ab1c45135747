package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.BlockFileCluster;

/** What a file holds: the first bytes of a row that depends on the seed alone. */
record Content(Directory home, long seed, int length) {

  byte[] bytes() {
    return BlockFileCluster.bytes(length, seed);
  }

  Content cut(long bytes) {
    return new Content(home, seed, Math.toIntExact(bytes));
  }
}
