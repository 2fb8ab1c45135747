package io.okapifs.hdfs.datanode.repair;

import java.io.IOException;

/** The members of a group contradict each other, so that nothing is rebuilt from them. */
final class ContradictionException extends IOException {

  private static final long serialVersionUID = 1L;

  ContradictionException(String message) {
    super(message);
  }
}
