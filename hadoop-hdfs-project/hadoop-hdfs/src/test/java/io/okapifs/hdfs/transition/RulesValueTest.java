package io.okapifs.hdfs.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.namenode.journal.KeptAtRoot;
import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.RulesProto;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The rules as image and journal keep them. */
class RulesValueTest {

  private static final long DAY = 86_400_000;

  private static Rule rule(long id) {
    return new Rule(
        id, 16_385 + id, "LESS4-10-4-1024k", 90 * DAY, 64 << 20, "hdfs", 1_700_000_000_000L,
        id % 2 == 0);
  }

  private static Rules rules(long count) {
    return LongStream.rangeClosed(1, count)
        .mapToObj(RulesValueTest::rule)
        .reduce(Rules.none(), Rules::with, (first, second) -> second);
  }

  @Test
  void theyAreReadAsTheyWereWritten() {
    assertThat(Rules.parse(rules(3).toValue())).isEqualTo(rules(3));
    assertThat(Rules.parse(Rules.none().toValue())).isEqualTo(Rules.none());
  }

  @Test
  void aDirectoryHasOne() {
    Rule other = new Rule(9, rule(2).directoryId(), "RS-6-3-1024k@2", DAY, 0, "alice", 5, false);
    Rules changed = rules(3).with(other);
    assertThat(changed.all()).containsExactlyInAnyOrder(rule(1), rule(3), other);
    assertThat(changed.without(other.directoryId()).all())
        .containsExactlyInAnyOrder(rule(1), rule(3));
  }

  @Test
  void whoSetItAndWhenDoesNotCountForWhatItSays() {
    Rule again =
        new Rule(7, rule(1).directoryId(), rule(1).policy(), 90 * DAY, 64 << 20, "bob", 1, true);
    assertThat(again.saysAs(rule(1))).isTrue();
    Rule larger =
        new Rule(7, rule(1).directoryId(), rule(1).policy(), 90 * DAY, 65 << 20, "bob", 1, false);
    assertThat(larger.saysAs(rule(1))).isFalse();
    Rule younger =
        new Rule(7, rule(1).directoryId(), rule(1).policy(), 89 * DAY, 64 << 20, "bob", 1, false);
    assertThat(younger.saysAs(rule(1))).isFalse();
  }

  @Test
  void ageIsCountedBackFromNow() {
    long now = 1_700_000_000_000L;
    assertThat(rule(1).isOldEnough(now - 90 * DAY, now)).isTrue();
    assertThat(rule(1).isOldEnough(now - 90 * DAY + 1, now)).isFalse();
    assertThat(rule(1).isOldEnough(now + DAY, now)).as("of a clock that is ahead").isFalse();
  }

  @Test
  void fiveHundredFitIntoOneAttribute() {
    assertThat(rules(500).toValue().length).isLessThan(KeptAtRoot.VALUE_MAX);
  }

  @Test
  void whatIsNoRuleOrOfANewerVersionIsNotRead() {
    byte[] newer = RulesProto.newBuilder().setFormatVersion(2).build().toByteArray();
    assertThatThrownBy(() -> Rules.parse(newer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("formatVersion=2, known=1");
    assertThatThrownBy(() -> Rules.parse(new byte[] {1, 2, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("value=010203");
    assertThatThrownBy(() -> new Rule(1, 2, "RS-6-3-1024k", -1, 0, "hdfs", 3, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ageMillis=-1");
  }
}
