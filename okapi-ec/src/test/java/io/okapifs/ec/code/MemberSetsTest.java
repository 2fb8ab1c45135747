package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemberSetsTest {
  @Test
  void enumeratesEverySetOnce() {
    assertThat(MemberSets.ofSize(4, 2))
        .containsExactly(
            MemberSets.of(0, 1), MemberSets.of(0, 2), MemberSets.of(0, 3), MemberSets.of(1, 2),
            MemberSets.of(1, 3), MemberSets.of(2, 3));
    assertThat(MemberSets.ofSize(14, 4).distinct()).hasSize(1001);
    assertThat(MemberSets.ofSize(3, 3)).containsExactly(MemberSets.of(0, 1, 2));
    assertThat(MemberSets.ofSize(3, 0)).containsExactly(MemberSets.of());
    assertThat(MemberSets.ofSize(3, 4)).isEmpty();
  }

  @Test
  void othersAreTheRest() {
    assertThat(MemberSets.others(MemberSets.of(1, 2), 4)).isEqualTo(MemberSets.of(0, 3));
  }
}
