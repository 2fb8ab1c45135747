package io.okapifs.hdfs.read;

/**
 * A block that a read may touch: a data block of the file or a parity block of a group.
 *
 * @param number the data block's number in the file, or the group's
 * @param parity which parity block of the group; -1 for a data block
 */
public record Source(long number, int parity) {

  private static final int NOT_PARITY = -1;

  public Source {
    if (number < 0 || parity < NOT_PARITY) {
      throw new IllegalArgumentException(
          "source out of range: number=" + number + ", parity=" + parity);
    }
  }

  public static Source data(long block) {
    return new Source(block, NOT_PARITY);
  }

  public static Source parity(long group, int index) {
    return new Source(group, index);
  }

  public boolean isParity() {
    return parity != NOT_PARITY;
  }

  @Override
  public String toString() {
    return isParity() ? "parity " + parity + " of group " + number : "data block " + number;
  }
}
