package io.okapifs.hdfs.soak;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever is done to a cluster in whatever order, after every quiet point it holds what its model
 * holds. {@code scripts/soak} does this with other programs.
 */
abstract class SoakCases {

  private final SoakMain soak;

  SoakCases(long seed, int steps) {
    this.soak = SoakMain.of(seed, steps);
  }

  /** What fails is shrunk meanwhile. */
  @Test
  @Timeout(1800)
  void aClusterHoldsWhatItsModelHoldsAfterEveryQuietPoint() throws Exception {
    Throwable failure = soak.run(System.out);
    if (failure != null) {
      throw new AssertionError(Files.readString(soak.reported()), failure);
    }
  }
}
