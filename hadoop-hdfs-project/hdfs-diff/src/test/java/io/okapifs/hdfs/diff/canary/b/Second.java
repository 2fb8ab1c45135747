package io.okapifs.hdfs.diff.canary.b;

import io.okapifs.hdfs.diff.canary.a.First;
import io.okapifs.hdfs.diff.canary.c.Mutable;

/** The other half, and a way out of it. */
public final class Second {
  public First first;
  public Mutable third;
}
