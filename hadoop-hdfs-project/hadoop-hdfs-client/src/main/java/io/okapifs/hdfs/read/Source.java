package io.okapifs.hdfs.read;

/**
 * A block that a read may touch: a data block of the file or a parity block of a group. While a
 * file is read a transition may give its groups other parity: that is another source.
 *
 * @param number the data block's number in the file, or the group's
 * @param parity which parity block of the group; -1 for a data block
 * @param parityGroup id of the block group that the parity block belongs to; 0 for a data block
 */
public record Source(long number, int parity, long parityGroup) {

  private static final int NOT_PARITY = -1;

  public Source {
    if (number < 0 || parity < NOT_PARITY) {
      throw new IllegalArgumentException(
          "source out of range: number=" + number + ", parity=" + parity);
    }
  }

  public static Source data(long block) {
    return new Source(block, NOT_PARITY, 0);
  }

  public static Source parity(long group, int index, long parityGroup) {
    return new Source(group, index, parityGroup);
  }

  public boolean isParity() {
    return parity != NOT_PARITY;
  }

  @Override
  public String toString() {
    return isParity() ? "parity " + parity + " of group " + number : "data block " + number;
  }
}
