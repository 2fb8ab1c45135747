package io.okapifs.hdfs.soak;

import java.util.Arrays;
import java.util.stream.IntStream;

/** What is wrong with the bytes of a block file. */
final class Difference {

  private Difference() {}

  /**
   * In words.
   *
   * @param lengthSource who says how long the file must be
   */
  static String of(byte[] there, byte[] expected, String lengthSource) {
    int both = Math.min(there.length, expected.length);
    String bytes = bytes(there, expected, both);
    return there.length == expected.length
        ? bytes
        : "its file has " + there.length + " bytes and " + lengthSource + " says "
            + expected.length + "; " + bytes;
  }

  /** Compares the bytes that there are on both sides. */
  private static String bytes(byte[] there, byte[] expected, int count) {
    int[] wrong = IntStream.range(0, count).filter(i -> there[i] != expected[i]).toArray();
    String compared = count + " bytes";
    if (wrong.length == 0) {
      return "the first " + compared + " are right";
    }
    int first = wrong[0];
    return String.format(
        "%d of the first %s are wrong, from byte %d (%#04x instead of %#04x) to byte %d",
        wrong.length, compared, first, there[first], expected[first],
        Arrays.stream(wrong).max().orElseThrow());
  }
}
