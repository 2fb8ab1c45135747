package io.okapifs.hdfs.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GoalProto;
import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.TransitionStepProto;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.StepProto;
import io.okapifs.hdfs.transition.TransitionRecord.IdRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept, asked and told of a transition, as messages. */
class TransitionRecordTest {

  private static final TransitionRecord QUEUED =
      TransitionRecord.queued((byte) 70, TransitionRecord.NORMAL, 1_700_000_000_000L);

  private static TransitionRecord started() {
    TransitionRecord.Ids ids = new TransitionRecord.Ids();
    ids.add(-160, 1001);
    ids.add(-144, 1002);
    // An id, then a stamp, that somebody else got in between.
    ids.add(-112, 1003);
    ids.add(-96, 1005);
    return QUEUED.started(ids);
  }

  private static TransitionRecord at(Step step) {
    return step == Step.STARTED ? started() : QUEUED.then(step);
  }

  @Test
  void blockGroupsThatFollowEachOtherAreOneRun() {
    assertThat(StepTexts.text(started().toValue()))
        .isEqualTo(
            "started policy=70 priority=1 since=1700000000000 paused=false"
                + " groups=-160:1001:2,-112:1003:1,-96:1005:1");
    assertThat(started().groupCount()).isEqualTo(4);
    assertThat(started().runs()).first().isEqualTo(new IdRun(-160, 1001, 2));
  }

  @ParameterizedTest
  @EnumSource(Step.class)
  void aRecordIsReadAsItWasWritten(Step step) {
    assertThat(TransitionRecord.parse(at(step).toValue())).isEqualTo(at(step));
  }

  @Test
  void theFirstOfTwoTransitionsLeavesTheSecondToBeDone() {
    TransitionRecord first =
        TransitionRecord.queued(
            (byte) 70, TransitionForm.of((byte) 71), TransitionRecord.URGENT,
            QUEUED.sinceMillis());
    assertThat(StepTexts.text(first.toValue()))
        .isEqualTo("queued policy=70 priority=0 since=1700000000000 paused=false groups= then=71");
    assertThat(TransitionRecord.parse(first.toValue())).isEqualTo(first);
    assertThat(first.last()).isEqualTo(TransitionForm.of((byte) 71));
    TransitionRecord second =
        TransitionRecord.queued((byte) 71, TransitionRecord.URGENT, QUEUED.sinceMillis());
    assertThat(first.then(Step.COMMITTED).kept()).contains(second);
    assertThat(first.then(Step.ABORTED).kept()).isEmpty();
    assertThat(QUEUED.then(Step.COMMITTED).kept()).isEmpty();
    assertThat(second.follows(first)).isFalse();
    assertThat(first.then(Step.COMMITTED).follows(first.started(new TransitionRecord.Ids())))
        .isTrue();
    assertThat(QUEUED.then(Step.COMMITTED).follows(first.started(new TransitionRecord.Ids())))
        .isFalse();
  }

  /** The way to HDFS's own layout, behind another policy and by itself. */
  @Test
  void theLayoutOfHdfsIsTheLastOfTwoTransitions() {
    TransitionRecord first =
        TransitionRecord.queued(
            (byte) 70, TransitionForm.stock((byte) 70), TransitionRecord.NORMAL,
            QUEUED.sinceMillis());
    TransitionRecord second =
        TransitionRecord.queuedCoupling(
            (byte) 70, TransitionRecord.NORMAL, QUEUED.sinceMillis());
    assertThat(StepTexts.text(first.toValue())).endsWith(" groups= then=coupled");
    assertThat(StepTexts.text(second.toValue())).endsWith(" groups= form=coupled");
    for (TransitionRecord each : List.of(first, second, second.then(Step.COMMITTED))) {
      assertThat(TransitionRecord.parse(each.toValue())).isEqualTo(each);
      assertThat(each.last()).isEqualTo(TransitionForm.stock((byte) 70));
    }
    assertThat(first.then(Step.COMMITTED).kept()).contains(second);
    assertThat(second.then(Step.COMMITTED).kept()).isEmpty();
    TransitionRecord begun = second.started(new TransitionRecord.Ids());
    assertThat(begun.follows(second)).isTrue();
    assertThat(begun.follows(QUEUED)).isFalse();
    assertThat(QUEUED.then(Step.COMMITTED).follows(begun)).isFalse();
    assertThat(second.then(Step.COMMITTED).follows(begun)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(value = Step.class, names = {"QUEUED", "STARTED"})
  void whatIsKeptMayRest(Step step) {
    TransitionRecord paused = at(step).paused(true);
    assertThat(TransitionRecord.parse(paused.toValue())).isEqualTo(paused);
    assertThat(paused.follows(at(step))).isTrue();
    assertThat(paused.follows(paused)).isFalse();
    assertThat(at(step).follows(paused)).isTrue();
    assertThat(QUEUED.then(Step.ABORTED).follows(paused)).isTrue();
    assertThat(paused.follows(null)).isFalse();
  }

  @Test
  void whatRestsNeitherStartsNorEnds() {
    assertThat(started().follows(QUEUED.paused(true))).isFalse();
    assertThat(started().paused(true).follows(QUEUED)).isFalse();
    assertThat(QUEUED.then(Step.COMMITTED).follows(started().paused(true))).isFalse();
    assertThatThrownBy(() -> QUEUED.then(Step.COMMITTED).paused(true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("paused=true");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", "queued", "waiting policy=70 priority=1 since=1 ~",
    "queued policy=70 priority=1 since=1", "queued policy=70 priority=1 since=1 ~ more=1",
    "queued policy=70 policy=70 priority=1 since=1 ~",
    "queued priority=1 policy=70 since=1 ~", "queued policy=070 priority=1 since=1 ~",
    "queued policy=0 priority=1 since=1 ~", "queued policy=200 priority=1 since=1 ~",
    "queued policy=70 priority=-1 since=1 ~", "queued policy=70 priority=1 since= ~",
    "queued policy=70 priority=1 since=1 ~-160:1:1",
    "queued policy=70 priority=1 since=1 paused=yes groups=",
    "committed policy=70 priority=1 since=1 paused=true groups=",
    "started policy=70 priority=1 since=1 ~-160:1",
    "queued policy=70 priority=1 since=1 ~ then=-1", "queued policy=70 priority=1 since=1 ~ then=70",
    "queued policy=70 priority=1 since=1 ~ form=wide",
    "queued policy=70 priority=1 since=1 ~ then=71 form=coupled",
    "queued policy=70 priority=1 since=1 ~ form=coupled then=71",
    "started policy=70 priority=1 since=1 ~-160:1:0",
    "started policy=70 priority=1 since=1 ~-160:1:1,",
    "started policy=70 priority=1 since=1 ~-160:1:4000000000",
  })
  void whatNobodyHasWrittenIsNoRecordAsText(String text) {
    byte[] value = text.replace("~", "paused=false groups=").getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> TransitionRecord.parse(value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Journals and images have these that an earlier version wrote. */
  @Test
  void theTextThatWasWrittenBeforeIsRead() {
    TransitionRecord coupling =
        TransitionRecord.queuedCoupling((byte) 70, TransitionRecord.URGENT, 7).paused(true);
    for (TransitionRecord each :
        List.of(
            at(Step.QUEUED), at(Step.STARTED), at(Step.COMMITTED), at(Step.ABORTED), coupling,
            started().paused(true), coupling.paused(false).started(new TransitionRecord.Ids()),
            TransitionRecord.queued((byte) 70, TransitionForm.of((byte) 71), 1, 7),
            TransitionRecord.queued((byte) 70, TransitionForm.stock((byte) 70), 1, 7))) {
      String text = StepTexts.text(each.toValue());
      assertThat(TransitionRecord.parse(text.getBytes(StandardCharsets.UTF_8))).as(text)
          .isEqualTo(each);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "waiting policy=70 priority=1 since=1 ~", "queued policy=0 priority=1 since=1 ~",
    "queued policy=200 priority=1 since=1 ~", "queued policy=-1 priority=1 since=1 ~",
    "queued policy=70 priority=-1 since=1 ~", "queued policy=70 priority=1 since=1 ~-160:1:1",
    "committed policy=70 priority=1 since=1 paused=true groups=",
    "queued policy=70 priority=1 since=1 ~ then=-1", "queued policy=70 priority=1 since=1 ~ then=70",
    "queued policy=70 priority=1 since=1 ~ then=71 form=coupled",
    "started policy=70 priority=1 since=1 ~-160:1:0",
    "started policy=70 priority=1 since=1 ~-160:1:-1",
  })
  void whatNobodyHasWrittenIsNoRecord(String text) {
    byte[] value = StepTexts.value(text.replace("~", "paused=false groups="));
    assertThatThrownBy(() -> TransitionRecord.parse(value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRecordThatEndsEarlyIsRefusedOrAnotherOne() {
    byte[] whole = started().toValue();
    assertThat(TransitionRecord.parse(whole)).isEqualTo(started());
    assertThatThrownBy(() -> TransitionRecord.parse(null))
        .isInstanceOf(IllegalArgumentException.class);
    for (int length = 0; length < 6; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> TransitionRecord.parse(cut)).as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** Whatever else it has: a newer version may have left out what this one wants. */
  @Test
  void aNewerVersionIsRefusedByName() {
    for (int version : new int[] {2, Integer.MAX_VALUE, -1}) {
      byte[] value = TransitionStepProto.newBuilder().setFormatVersion(version).build().toByteArray();
      assertThatThrownBy(() -> TransitionRecord.parse(value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("formatVersion=" + Integer.toUnsignedString(version) + ", known=1");
    }
    byte[] none = TransitionStepProto.newBuilder().setStep(StepProto.QUEUED).setPolicyId(70).build()
        .toByteArray();
    assertThatThrownBy(() -> TransitionRecord.parse(none))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version, step or a part of the groups is missing");
  }

  @ParameterizedTest
  @CsvSource({
    ", QUEUED, true", ", STARTED, false", ", COMMITTED, false", ", ABORTED, false",
    "QUEUED, QUEUED, false", "QUEUED, STARTED, true", "QUEUED, COMMITTED, false",
    "QUEUED, ABORTED, true", "STARTED, QUEUED, false", "STARTED, STARTED, false",
    "STARTED, COMMITTED, true", "STARTED, ABORTED, true",
  })
  void stepsHaveAnOrder(Step last, Step step, boolean follows) {
    assertThat(at(step).follows(last == null ? null : at(last))).isEqualTo(follows);
  }

  @Test
  void aStepFollowsThoseOfItsOwnTransitionOnly() {
    TransitionRecord other =
        TransitionRecord.queued((byte) 71, TransitionRecord.NORMAL, QUEUED.sinceMillis());
    assertThat(other.then(Step.ABORTED).follows(QUEUED)).isFalse();
    assertThat(other.then(Step.COMMITTED).follows(started())).isFalse();
  }

  @Test
  void aNameStaysWithATransition() {
    TransitionRecord named = QUEUED.named("adapt-1");
    TransitionRecord start = named.started(new TransitionRecord.Ids());
    for (TransitionRecord each : List.of(named, named.paused(true), start)) {
      assertThat(TransitionRecord.parse(each.toValue())).isEqualTo(each);
      assertThat(each.name()).isEqualTo("adapt-1");
    }
    assertThat(start.follows(named)).isTrue();
    assertThat(start.follows(QUEUED)).isFalse();
    TransitionRecord first =
        TransitionRecord.queued(
            (byte) 70, TransitionForm.of((byte) 71), TransitionRecord.URGENT,
            QUEUED.sinceMillis());
    assertThat(first.named("a").then(Step.COMMITTED).kept().orElseThrow().name()).isEqualTo("a");
    TreeTransition tree =
        new TreeTransition(3, 17, TransitionGoal.of("p", 1).named("a"), 0, 7, "alice", false);
    assertThat(named.partOf(tree).name()).as("the request has it").isEmpty();
    assertThat(named.toValue().length).as("without one it takes no room")
        .isEqualTo(QUEUED.toValue().length + "adapt-1".length() + 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-a", "a b", "a/b", "\u00e4", ".a"})
  void aNameIsAWord(String name) {
    assertThatThrownBy(() -> TransitionGoal.of("p", 1).named(name))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("name=" + name);
    assertThatThrownBy(() -> TransitionGoal.checkName("a".repeat(65)))
        .isInstanceOf(IllegalArgumentException.class);
    TransitionGoal.checkName("A".repeat(63) + "9");
    TransitionGoal.checkName("adapt-2026-01-31_x.1");
  }

  @Test
  void aGoalIsReadAsItWasSent() {
    TransitionGoal goal = TransitionGoal.of("LESS4-10-4-1024k@5", 0);
    for (TransitionGoal each :
        List.of(goal, goal.forced(true), goal.coupling(true), goal.forced(true).coupling(true),
            goal.named("a"), goal.forced(true).named("a"))) {
      assertThat(TransitionGoal.of(each.toProto())).isEqualTo(each);
    }
    assertThat(TransitionGoal.of(GoalProto.newBuilder().setPolicy("RS-6-3-64k").build()))
        .isEqualTo(TransitionGoal.of("RS-6-3-64k", TransitionRecord.NORMAL));
  }

  @ParameterizedTest
  @CsvSource({"'', 1", "RS-6-3-64k, -1"})
  void anythingElseIsNoGoal(String policy, int priority) {
    assertThatThrownBy(() -> TransitionGoal.of(policy, priority))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no goal of a transition: policy=" + policy + ", priority=" + priority);
  }

  @Test
  void theStateOfFilesIsReadAsItWasTold() {
    List<TransitionStatus> all =
        List.of(
            new TransitionStatus(
                Step.QUEUED, true, 1, 7, "RS-6-3-64k", "LESS2-4-2-64k", 0, 0, 0, 0, 0, "",
                "/a\tb\nc", ""),
            new TransitionStatus(
                Step.STARTED, false, 0, 8, "RS-6-3-64k", "RS-3-2-64k", 3, 70_000, 1.5, 2, 4, "",
                "/\u00e4", "adapt-1"),
            new TransitionStatus(
                Step.ABORTED, false, 1, 9, "RS-6-3-64k", "RS-3-2-64k", 0, 0, 0, 0, 0, "no quota",
                "/c", ""));
    for (TransitionStatus each : all) {
      assertThat(TransitionStatus.of(each.toProto())).isEqualTo(each);
      EndedTransition ended = new EndedTransition(17, each);
      assertThat(EndedTransition.of(ended.toProto())).isEqualTo(ended);
    }
    assertThat(all).extracting(TransitionStatus::secondsLeft).containsExactly(-1L, 2_799_880L, -1L);
  }
}
