package org.apache.hadoop.hdfs;

import java.io.IOException;

/** A block cannot be read from anywhere; the message says why. */
final class BlockLostException extends IOException {

  private static final long serialVersionUID = 1L;

  BlockLostException(String reason) {
    super(reason);
  }
}
