package io.okapifs.hdfs.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MoverProgressTest {

  private static final int PASSES = 10;

  private final MoverProgress progress = new MoverProgress();

  private void pass(long found, boolean somethingMoved) {
    progress.found(found);
    progress.endPass(somethingMoved);
  }

  @Test
  void itEndsWhereBlocksComeBackPassForPass() {
    pass(100, true);
    for (int i = 0; i < PASSES; i++) {
      assertThat(progress.isStuck()).isFalse();
      pass(100, true);
    }
    assertThat(progress.isStuck()).isTrue();
  }

  @Test
  void itGoesOnWhileBlocksGetFewer() {
    for (int i = 0; i < 3 * PASSES; i++) {
      pass(100 - i, true);
      assertThat(progress.isStuck()).isFalse();
    }
  }

  /** It finds nothing on the wrong storage, and moves for as long as it likes. */
  @Test
  void aBalancerGoesOn() {
    for (int i = 0; i < 3 * PASSES; i++) {
      pass(0, true);
      assertThat(progress.isStuck()).isFalse();
    }
  }

  @Test
  void aPassThatMovesNothingIsTheLastOneAnyway() {
    for (int i = 0; i < 3 * PASSES; i++) {
      pass(100, false);
      assertThat(progress.isStuck()).isFalse();
    }
  }
}
