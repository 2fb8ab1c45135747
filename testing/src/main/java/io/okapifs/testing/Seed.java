package io.okapifs.testing;

/** The one seed from which the tests of a JVM take all that is random. */
public final class Seed {

  private static final long VALUE = Long.getLong("io.okapifs.seed", System.nanoTime());

  private Seed() {}

  /** That of the property {@code io.okapifs.seed}; another one in each JVM where it is not set. */
  public static long get() {
    return VALUE;
  }
}
