package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a transition moves, counted by hand. */
class TransitionCostTest {

  private static FileLayout layout(int k, int r) {
    return new FileLayout(new GroupPolicy("RS-" + k + "-" + r, "rs", k, r, 1, 1024), 2, 4096);
  }

  @Test
  void dataIsReadOnceAndParityWritten() {
    TransitionCost cost =
        TransitionCost.of(
            layout(3, 2), layout(6, 3), 6 * 4096, List.of("a", "b", "c", "a", "d", "a"));
    // Two groups of two parities go, one of three comes; two members share the node of a third.
    assertThat(cost)
        .isEqualTo(new TransitionCost(1, 6 * 4096, 3 * 4096, 4 * 4096, 2));
    assertThat(cost.plus(cost))
        .isEqualTo(new TransitionCost(2, 12 * 4096, 6 * 4096, 8 * 4096, 4));
  }

  @Test
  void blocksThatNobodyHasShareNothing() {
    assertThat(
            TransitionCost.of(layout(6, 3), layout(3, 2), 4 * 4096, List.of("", "", "", "")))
        .isEqualTo(new TransitionCost(2, 4 * 4096, 4 * 4096, 3 * 4096, 0));
  }

  @Test
  void anEmptyFileMovesNothing() {
    assertThat(TransitionCost.of(layout(6, 3), layout(3, 2), 0, List.of()))
        .isEqualTo(TransitionCost.NONE);
  }
}
