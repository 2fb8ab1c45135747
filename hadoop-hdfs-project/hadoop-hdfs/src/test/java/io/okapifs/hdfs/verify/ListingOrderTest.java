package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a walk that has finished a file has left behind. */
class ListingOrderTest {

  /** A walk, as a NameNode lists: by bytes, which it takes for signed. */
  private static final List<String> WALK =
      List.of(
          "/d/\u00e9", "/d/A", "/d/a/a", "/d/a/b", "/d/a-", "/d/a.b/c", "/d/aa", "/d/b", "/d/~");

  @Test
  void itIsWhatWasListedBeforeAndTheFileItself() {
    for (String finished : WALK) {
      for (String entry : WALK) {
        assertThat(ListingOrder.isBehind(entry, false, finished))
            .as("%s behind %s", entry, finished)
            .isEqualTo(WALK.indexOf(entry) <= WALK.indexOf(finished));
      }
    }
  }

  @Test
  void directoriesOnTheWayToTheFileAreEnteredAgain() {
    assertThat(ListingOrder.isBehind("/d", true, "/d/a/b")).isFalse();
    assertThat(ListingOrder.isBehind("/d/a", true, "/d/a/b")).isFalse();
    assertThat(ListingOrder.isBehind("/d/A", true, "/d/a/b")).isTrue();
    assertThat(ListingOrder.isBehind("/d/b", true, "/d/a/b")).isFalse();
  }

  @Test
  void aDirectoryThatHasTheNameOfTheFileByNowIsNew() {
    assertThat(ListingOrder.isBehind("/d/a", true, "/d/a")).isFalse();
    assertThat(ListingOrder.isBehind("/d/a/b", false, "/d/a")).isFalse();
  }
}
