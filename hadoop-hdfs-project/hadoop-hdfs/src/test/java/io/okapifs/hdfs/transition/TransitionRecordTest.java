package io.okapifs.hdfs.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.transition.TransitionRecord.IdRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept, asked and told of a transition, as text. */
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
    assertThat(started().toText())
        .isEqualTo(
            "started policy=70 priority=1 since=1700000000000 paused=false"
                + " groups=-160:1001:2,-112:1003:1,-96:1005:1");
    assertThat(started().groupCount()).isEqualTo(4);
    assertThat(started().runs()).first().isEqualTo(new IdRun(-160, 1001, 2));
  }

  @ParameterizedTest
  @EnumSource(Step.class)
  void aRecordIsReadAsItWasWritten(Step step) {
    assertThat(TransitionRecord.parse(at(step).toText())).isEqualTo(at(step));
  }

  @Test
  void theFirstOfTwoTransitionsLeavesTheSecondToBeDone() {
    TransitionRecord first =
        TransitionRecord.queued(
            (byte) 70, (byte) 71, TransitionRecord.URGENT, QUEUED.sinceMillis());
    assertThat(first.toText())
        .isEqualTo("queued policy=70 priority=0 since=1700000000000 paused=false groups= then=71");
    assertThat(TransitionRecord.parse(first.toText())).isEqualTo(first);
    assertThat(first.lastPolicyId()).isEqualTo((byte) 71);
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
            (byte) 70, TransitionRecord.COUPLED, TransitionRecord.NORMAL, QUEUED.sinceMillis());
    TransitionRecord second =
        TransitionRecord.queuedCoupling(
            (byte) 70, TransitionRecord.NORMAL, QUEUED.sinceMillis());
    assertThat(first.toText()).endsWith(" groups= then=coupled");
    assertThat(second.toText()).endsWith(" groups= form=coupled");
    for (TransitionRecord each : List.of(first, second, second.then(Step.COMMITTED))) {
      assertThat(TransitionRecord.parse(each.toText())).isEqualTo(each);
      assertThat(each.endsCoupled()).isTrue();
      assertThat(each.lastPolicyId()).isEqualTo((byte) 70);
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
    assertThat(TransitionRecord.parse(paused.toText())).isEqualTo(paused);
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
  void whatNobodyHasWrittenIsNoRecord(String text) {
    assertThatThrownBy(() -> TransitionRecord.parse(text.replace("~", "paused=false groups=")))
        .isInstanceOf(IllegalArgumentException.class);
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
  void aRequestIsReadAsItWasSent() {
    TransitionRequest begin = TransitionRequest.begin("LESS4-10-4-1024k@5", 0);
    for (TransitionRequest each :
        List.of(begin, begin.forced(true), begin.coupling(true), begin.forced(true).coupling(true))) {
      assertThat(TransitionRequest.parse(each.toValue())).isEqualTo(each);
    }
    for (TransitionRequest.Action action : TransitionRequest.Action.values()) {
      if (action != TransitionRequest.Action.BEGIN) {
        TransitionRequest request = TransitionRequest.of(action);
        assertThat(TransitionRequest.parse(request.toValue())).isEqualTo(request);
      }
    }
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {
    "", "cancel ", "begin", "PAUSE", "policy=RS-6-3-64k", "policy= priority=1", "policy=A B priority=1",
    "policy=A priority=-1", "policy=A priority=12345", "policy=A priority=1\n",
    "policy=A priority=1 coupled force", "policy=A priority=1 coupled coupled",
  })
  void anythingElseIsNoRequest(String text) {
    assertThatThrownBy(
            () ->
                TransitionRequest.parse(
                    text == null ? null : text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no request");
  }

  @Test
  void theStateOfFilesIsReadAsItWasTold() {
    List<TransitionStatus> all =
        List.of(
            new TransitionStatus(
                Step.QUEUED, true, 1, 7, "RS-6-3-64k", "LESS2-4-2-64k", 0, 0, 0, 0, 0, "",
                "/a\tb\nc"),
            new TransitionStatus(
                Step.STARTED, false, 0, 8, "RS-6-3-64k", "RS-3-2-64k", 3, 70_000, 1.5, 2, 4, "",
                "/\u00e4"),
            new TransitionStatus(
                Step.ABORTED, false, 1, 9, "RS-6-3-64k", "RS-3-2-64k", 0, 0, 0, 0, 0, "no quota",
                "/c"));
    for (TransitionPage page :
        List.of(
            new TransitionPage(all, 16_400), new TransitionPage(all, TransitionPage.END),
            new TransitionPage(List.of(), TransitionPage.END))) {
      assertThat(TransitionPage.parse(page.toValue())).isEqualTo(page);
    }
    List<EndedTransition> ended =
        all.stream().map(each -> new EndedTransition(17, each)).toList();
    assertThat(EndedTransition.parse(EndedTransition.toValue(ended))).isEqualTo(ended);
    assertThat(EndedTransition.parse(EndedTransition.toValue(List.of()))).isEmpty();
    assertThat(all).extracting(TransitionStatus::secondsLeft).containsExactly(-1L, 2_799_880L, -1L);
  }

  @Test
  void aPartOfTheListIsAskedForByANameThatNoFileHas() {
    String own = "system.";
    for (long from : new long[] {TransitionPage.FIRST, 16_400, Long.MAX_VALUE / 10}) {
      String name = TransitionPage.question(from).substring(own.length());
      assertThat(TransitionPage.from(name)).hasValue(from);
    }
    for (String other :
        List.of("", "hdfs.okapi", "hdfs.okapi.transition.", "hdfs.okapi.transition.x",
            "hdfs.okapi.transition.-1", "hdfs.okapi.transition.1234567890123456789")) {
      assertThat(TransitionPage.from(other)).as(other).isEmpty();
    }
  }
}
