package io.okapifs.hdfs.verify;

import java.io.IOException;

/** A file is not what it was when its verification began, and that is no fault of it. */
final class FileChangedException extends IOException {

  private static final long serialVersionUID = 1L;

  FileChangedException(String reason) {
    super(reason);
  }
}
