package io.okapifs.hdfs.layout;

/** How many members of a group a rack has where all racks have as equally many as can be. */
public final class RackShare {

  private RackShare() {}

  /**
   * @param members of the group, at least 1
   * @param racks of the cluster
   * @return at least 1
   */
  public static long of(long members, int racks) {
    return (members - 1) / Math.max(1, racks) + 1;
  }
}
