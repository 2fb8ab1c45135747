package io.okapifs.hdfs.read;

import java.io.IOException;

/** More members of a group are lost than its code can rebuild. */
public final class UnrecoverableGroupException extends IOException {

  private static final long serialVersionUID = 1L;

  private final long group;

  public UnrecoverableGroupException(long group, String message) {
    super(message);
    this.group = group;
  }

  public long group() {
    return group;
  }
}
