package org.apache.hadoop.hdfs;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** A block cannot be read from anywhere; the message says why. */
final class BlockLostException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient DatanodeInfo node;

  /** No node is known to have the block. */
  BlockLostException(String reason) {
    super(reason);
    this.node = null;
  }

  /** The only node is not asked any more. */
  BlockLostException(DatanodeInfo node) {
    super("its node failed before: node=" + node);
    this.node = node;
  }

  /** The node was asked. */
  BlockLostException(DatanodeInfo node, IOException failure) {
    super(failure.getMessage() == null ? failure.toString() : failure.getMessage(), failure);
    this.node = node;
  }

  /** The node that has the block, or had it; null where none is known. */
  DatanodeInfo node() {
    return node;
  }
}
