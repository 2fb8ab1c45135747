package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which groups a sample has. */
class SampleTest {

  private static final int FILES = 200;
  private static final int GROUPS = 500;

  private static int taken(Sample sample) {
    int taken = 0;
    for (long file = 0; file < FILES; file++) {
      for (long group = 0; group < GROUPS; group++) {
        taken += sample.takes(16_386 + file, group) ? 1 : 0;
      }
    }
    return taken;
  }

  /** Five standard deviations of as many throws of a coin. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 0.5, 0.99})
  void itHasAboutTheShareThatIsAskedFor(double share) {
    int all = FILES * GROUPS;
    double deviation = Math.sqrt(all * share * (1 - share));
    for (long seed = 1; seed <= 5; seed++) {
      assertThat((double) taken(new Sample(share, seed)))
          .isBetween(all * share - 5 * deviation, all * share + 5 * deviation);
    }
  }

  /** Files have ids one behind the other: neither rows nor columns may go together. */
  @Test
  void groupsOfEveryFileAndEveryPlaceAreInIt() {
    Sample sample = new Sample(0.1, 7);
    for (long file = 0; file < FILES; file++) {
      int ofFile = 0;
      for (long group = 0; group < GROUPS; group++) {
        ofFile += sample.takes(file, group) ? 1 : 0;
      }
      assertThat(ofFile).as("groups of file %s", file).isBetween(15, 90);
    }
    for (long group = 0; group < GROUPS; group++) {
      int ofGroup = 0;
      for (long file = 0; file < FILES; file++) {
        ofGroup += sample.takes(file, group) ? 1 : 0;
      }
      assertThat(ofGroup).as("files of group %s", group).isBetween(1, 45);
    }
  }

  @Test
  void anotherSeedIsAnotherSampleAndTheSameOneTheSame() {
    int both = 0;
    for (long group = 0; group < GROUPS; group++) {
      boolean taken = new Sample(0.5, 1).takes(9, group);
      assertThat(new Sample(0.5, 1).takes(9, group)).isEqualTo(taken);
      both += taken == new Sample(0.5, 2).takes(9, group) ? 1 : 0;
    }
    assertThat(both).isBetween(GROUPS / 3, 2 * GROUPS / 3);
  }

  @Test
  void allGroupsAreInAWholeOne() {
    assertThat(taken(new Sample(1, 3))).isEqualTo(FILES * GROUPS);
    assertThat(Sample.ALL.toText(5, 0)).isEmpty();
    assertThat(new Sample(0.1, 3).toText(5, 1500))
        .isEqualTo("; sample: 5 of 1,505 groups, -seed 3");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.01, Double.NaN})
  void whatIsNoShareIsRefused(double share) {
    assertThatThrownBy(() -> new Sample(share, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
