package io.okapifs.hdfs.verify;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads one replica of a member. Used by one thread. */
interface ReplicaReader extends Closeable {

  /**
   * Fills the target from an offset inside of a sub-block on.
   *
   * @return bytes that were read; the others are zeros
   * @throws org.apache.hadoop.fs.ChecksumException where it does not fit its stored checksums
   */
  int fill(int subBlock, long from, ByteBuffer target) throws IOException;

  @Override
  void close();
}
