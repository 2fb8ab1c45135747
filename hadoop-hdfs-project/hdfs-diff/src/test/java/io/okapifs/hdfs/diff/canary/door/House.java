package io.okapifs.hdfs.diff.canary.door;

import io.okapifs.Woven;


/** Has three doors. */
public final class House {

  private House() {}

  @Woven
  static void marked() {}

  static void unmarked() {}

  @Woven
  static void idle() {}
}
