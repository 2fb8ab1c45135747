package io.okapifs.hdfs.namenode.scrub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.ScrubStateProto;
import io.okapifs.hdfs.repair.ScrubResult.Outcome;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What journal and image keep of the scrub. */
class ScrubStateTest {

  private static final long LAST = 20_000;

  private final ScrubState begun = ScrubState.none().begin(1000, LAST);

  private final ScrubWindow window = new ScrubWindow();

  /** An entry of a group that a DataNode was asked for. */
  private ScrubWindow.Entry asked(long inode, int group) {
    window.add(new ScrubPosition(inode, group));
    ScrubWindow.Entry entry = window.due(0).get(0);
    window.handOut(entry, 1, "node", -16, 0, 1000);
    return entry;
  }

  private ScrubWindow.Entry right(long inode, int group) {
    ScrubWindow.Entry entry = asked(inode, group);
    window.take(entry, Outcome.FITS, 10, 0, 1000);
    return entry;
  }

  private ScrubWindow.Entry wrong(long inode, int group, long foundMillis, Integer... members) {
    ScrubWindow.Entry entry = asked(inode, group);
    window.takeWrong(entry, List.of(members), 10, foundMillis);
    return entry;
  }

  @Test
  void comesBackFromItsValueAsItWas() {
    ScrubState state =
        begun.with(right(16_400, 0))
            .end(2000)
            .begin(3000, LAST)
            .with(wrong(16_400, 1, 3100, 2, 7))
            .with(wrong(16_401, 0, 3200));
    assertThat(ScrubState.parse(state.toValue())).isEqualTo(state);
    assertThat(state.running().orElseThrow().wrong()).isEqualTo(2);
    assertThat(state.running().orElseThrow().number()).isEqualTo(2);
    assertThat(state.running().orElseThrow().bytes()).isEqualTo(20);
    assertThat(state.ended().orElseThrow().verified()).isOne();
    assertThat(state.next()).isEqualTo(new ScrubPosition(16_401, 1));
    assertThat(state.wrong())
        .containsExactly(
            new WrongGroup(16_400, 1, 3100, List.of(2, 7)),
            new WrongGroup(16_401, 0, 3200, List.of()));
  }

  @Test
  void remembersTheLastWrongGroupsAndTakesAsMuchRoomWhateverTheirNumberIs() {
    ScrubState state = begun;
    for (int i = 0; i < 3 * ScrubState.WRONG_MAX; i++) {
      state = state.with(wrong(16_400, i, 1000 + i, 1));
    }
    assertThat(state.wrong()).hasSize(ScrubState.WRONG_MAX);
    assertThat(state.wrong().get(ScrubState.WRONG_MAX - 1).group())
        .isEqualTo(3 * ScrubState.WRONG_MAX - 1);
    assertThat(state.running().orElseThrow().wrong()).isEqualTo(3L * ScrubState.WRONG_MAX);
    assertThat(state.toValue()).hasSizeLessThan(10_000);
  }

  @Test
  void aGroupThatIsFoundAgainIsListedOnce() {
    ScrubState state =
        begun.with(wrong(16_400, 0, 1100, 1)).end(1200).begin(1300, LAST)
            .with(wrong(16_400, 0, 1400, 1));
    assertThat(state.wrong()).containsExactly(new WrongGroup(16_400, 0, 1400, List.of(1)));
  }

  @Test
  void whatOnlyThePassBeforeTheLastFoundIsForgotten() {
    ScrubState found = begun.with(wrong(16_400, 0, 1100, 1)).end(1200);
    assertThat(found.wrong()).hasSize(1);
    assertThat(found.wrongGroups()).isOne();
    ScrubState clean = found.begin(1300, LAST).end(1400);
    assertThat(clean.wrong()).isEmpty();
    assertThat(clean.wrongGroups()).isZero();
  }

  @Test
  void theAgeIsThatOfTheLastPassThatEndedElseOfTheFirstOne() {
    assertThat(ScrubState.none().oldestMillis()).isEqualTo(OptionalLong.empty());
    assertThat(begun.oldestMillis()).hasValue(1000);
    assertThat(begun.end(2000).oldestMillis()).hasValue(1000);
    ScrubState second = begun.end(2000).begin(3000, LAST);
    assertThat(second.oldestMillis()).hasValue(1000);
    assertThat(second.end(4000).oldestMillis()).hasValue(3000);
  }

  @Test
  void saysHowManyOfTheInodesAreBehindIt() {
    long first = ScrubPosition.FIRST.inodeId();
    ScrubState state = ScrubState.none().begin(1000, first + 99);
    assertThat(state.percent()).isZero();
    assertThat(state.at(new ScrubPosition(first + 25, 3)).percent()).isEqualTo(25);
    assertThat(state.at(new ScrubPosition(first + 100, 0)).percent()).isEqualTo(100);
  }

  @Test
  void aValueOfANewerVersionOrOfNothingIsRefused() {
    byte[] newer =
        ScrubStateProto.newBuilder().setFormatVersion(2).setNextInode(5).build().toByteArray();
    assertThatThrownBy(() -> ScrubState.parse(newer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("formatVersion=2, known=1");
    assertThatThrownBy(() -> ScrubState.parse(new byte[] {(byte) 0xff}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("value=ff");
  }
}
