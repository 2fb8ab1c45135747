package io.okapifs.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneProcessorTest {

  @Test
  void theProcessorsOfAProcessAreRangesAndSingleOnes() throws Exception {
    assertThat(OneProcessor.allowed(List.of("Threads:\t1", "Cpus_allowed_list:\t0-2,8")))
        .containsExactly(0, 1, 2, 8);
    assertThat(OneProcessor.allowed(List.of("Cpus_allowed_list:\t5"))).containsExactly(5);
  }

  @Test
  void aSystemThatDoesNotTellThemIsAnError() {
    assertThatThrownBy(() -> OneProcessor.allowed(List.of("Threads:\t1")))
        .isInstanceOf(IOException.class);
  }
}
