package io.okapifs.ec;

import io.okapifs.testing.Seed;
import java.util.Random;

/** The seed of sampled tests: printed, and repeatable with -Dio.okapifs.seed=. */
public final class TestSeed {
  private static final long SEED = Seed.get();

  private TestSeed() {}

  /** A generator with the seed of this run, which it prints. */
  public static Random random() {
    System.out.println("io.okapifs.seed=" + SEED);
    return new Random(SEED);
  }
}
