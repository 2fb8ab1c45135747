package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Files that rules leave alone for some time. */
class RestingFilesTest {

  private final RestingFiles files = new RestingFiles();

  @Test
  void aFileRestsUntilItsTimeIsOver() {
    files.add(5, 100);
    assertThat(files.rests(5, 99)).isTrue();
    assertThat(files.rests(6, 99)).isFalse();
    assertThat(files.rests(5, 100)).isFalse();
  }

  @Test
  void withVeryManyOfThemNoneMayBegin() {
    for (long id = 0; id < RestingFiles.MAX - 1; id++) {
      files.add(id, id % 2 == 0 ? 10 : 1000);
    }
    assertThat(files.isFull(5)).isFalse();
    files.add(-1, 1000);
    assertThat(files.isFull(5)).isTrue();
    assertThat(files.isFull(11)).as("those whose time is over are forgotten").isFalse();
    assertThat(files.rests(1, 11)).isTrue();
  }
}
