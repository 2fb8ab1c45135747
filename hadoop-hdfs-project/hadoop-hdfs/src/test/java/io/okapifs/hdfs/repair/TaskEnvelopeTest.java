package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcTaskProto;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.io.erasurecode.CodecRegistry;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What DataNodes are asked for in HDFS's command. */
class TaskEnvelopeTest {

  private static final GroupPolicy POLICY = new GroupPolicy("RS-3-2-64k", "rs", 3, 2, 1, 65536);

  private static final GroupTask REPAIR =
      new GroupTask(
          POLICY, 1, 100, List.of(new GroupMember(0, -16, 1001, 100, "DS-1")),
          List.of(new GroupMember(3, -32, 1001, 100, "DS-2")));

  private static final GroupTask SCRUB =
      GroupTask.scrub(POLICY, 1, 100, List.of(new GroupMember(0, -16, 1001, 100, "DS-1")));

  private static final LinkTask LINKS =
      new LinkTask(List.of(new LinkTask.Link(1, 0, 2, 0, 1)));

  private static List<ErasureCodingPolicy> all() {
    return List.of(
        TaskEnvelope.of(REPAIR), TaskEnvelope.of(LINKS), TaskEnvelope.ofFullReport(),
        TaskEnvelope.ofScrub(SCRUB, 7));
  }

  @Test
  void eachIsKnownBehindTheWireAndIsForNoOtherDataNode() {
    for (ErasureCodingPolicy sent : all()) {
      ErasureCodingPolicy received =
          PBHelperClient.convertErasureCodingPolicy(
              PBHelperClient.convertErasureCodingPolicy(sent));
      assertThat(TaskEnvelope.open(received)).isEqualTo(TaskEnvelope.open(sent));
      assertThat(received.getSchema().getExtraOptions()).hasSize(1);
      assertThat(CodecRegistry.getInstance().getCodecNames())
          .doesNotContain(received.getCodecName());
    }
  }

  @Test
  void noneIsMistakenForAnother() {
    assertThat(all()).extracting(each -> TaskEnvelope.open(each).getWhatCase())
        .containsExactly(
            EcTaskProto.WhatCase.REPAIR, EcTaskProto.WhatCase.LINKS,
            EcTaskProto.WhatCase.FULL_REPORT, EcTaskProto.WhatCase.SCRUB);
    assertThatThrownBy(() -> TaskEnvelope.links(TaskEnvelope.of(REPAIR)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TaskEnvelope.ofGroup(TaskEnvelope.of(LINKS)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aScrubIsATaskWithoutTargetsAndARepairHasSome() {
    ErasureCodingPolicy sent = TaskEnvelope.ofScrub(SCRUB, 7);
    assertThat(TaskEnvelope.ofGroup(sent)).isEqualTo(SCRUB);
    assertThat(TaskEnvelope.ofGroup(sent).isScrub()).isTrue();
    assertThat(TaskEnvelope.open(sent).getId()).isEqualTo(7);
    assertThat(REPAIR.isScrub()).isFalse();
    for (ErasureCodingPolicy wrong :
        List.of(TaskEnvelope.ofScrub(REPAIR, 7), TaskEnvelope.of(SCRUB))) {
      assertThatThrownBy(() -> TaskEnvelope.ofGroup(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a repair has targets and a scrub has none");
    }
  }

  @Test
  void noOtherPolicyIsATask() {
    assertThat(TaskEnvelope.isTask(SystemErasureCodingPolicies.getPolicies().get(0))).isFalse();
    assertThat(TaskEnvelope.isTask(new StripeView(POLICY, 2).toPolicy())).isFalse();
    assertThat(TaskEnvelope.isTask(null)).isFalse();
  }

  private static ErasureCodingPolicy carrier(String value) {
    return new ErasureCodingPolicy(
        "task", new ECSchema("okapi-task", 1, 1, Map.of("okapi.task", value)), 1024,
        StripeView.POLICY_ID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "CgA=", "////", "CgQKAggB"})
  void aMalformedTaskIsOneClearError(String value) {
    assertThatThrownBy(() -> TaskEnvelope.open(carrier(value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a malformed task for a DataNode");
  }

  @Test
  void aTaskThatEndsEarlyIsRefused() {
    byte[] whole = TaskEnvelope.open(TaskEnvelope.of(REPAIR)).toByteArray();
    for (int length = 1; length < whole.length; length++) {
      String cut = Base64.getEncoder().encodeToString(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> TaskEnvelope.ofGroup(carrier(cut))).as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** A field that this version does not know, and nothing else. */
  @Test
  void aTaskOfANewerNameNodeIsRefusedAsSuch() {
    assertThatThrownBy(() -> TaskEnvelope.open(carrier("+gEA")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("its NameNode is newer");
  }
}
