package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.bench.scenario.ReadLayout.Directory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words for layouts, and the folders that their files are in. */
final class ReadLayoutTest {

  @Test
  void advisedFilesHaveEveryWidthUpToThatOfAGroup() {
    assertThat(ReadLayout.directories("advised", 3))
        .containsExactly(
            new Directory("/advised-1", "@1"), new Directory("/advised-2", "@2"),
            new Directory("/advised-3", "@3"));
    assertThat(ReadLayout.paths("advised", 3)).isEqualTo("/advised-1,/advised-2,/advised-3");
  }

  @Test
  void anotherLayoutHasOneFolder() {
    assertThat(ReadLayout.directories("coupled", 3))
        .containsExactly(new Directory("/coupled", ""));
    assertThat(ReadLayout.directories("12", 3)).containsExactly(new Directory("/12", "@12"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "17", "100", "Coupled", "-1", ""})
  void otherWordsAreRefusedByName(String word) {
    assertThat(ReadLayout.isOne(word)).isFalse();
    assertThat(ReadLayout.refusal(word)).contains("advised").endsWith("not " + word);
  }
}
