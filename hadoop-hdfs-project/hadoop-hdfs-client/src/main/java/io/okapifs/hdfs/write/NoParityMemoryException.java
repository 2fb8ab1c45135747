package io.okapifs.hdfs.write;

/** A group does not get the memory for its parities; another group may. */
final class NoParityMemoryException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NoParityMemoryException(String message) {
    super(message);
  }

  NoParityMemoryException(String message, OutOfMemoryError cause) {
    super(message, cause);
  }
}
