package io.okapifs.hdfs.diff.canary.a;

import io.okapifs.hdfs.diff.canary.b.Second;

/** Half of a circle. */
public final class First {
  public Second second;
}
