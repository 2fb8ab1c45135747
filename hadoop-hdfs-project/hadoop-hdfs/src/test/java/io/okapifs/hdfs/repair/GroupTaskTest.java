package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.code.Conversions;
import io.okapifs.ec.code.HelperCosts;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.io.erasurecode.CodecUtil;
import org.junit.jupiter.api.Test;

final class GroupTaskTest {

  private static final GroupPolicy POLICY = new GroupPolicy("RS-3-2-64k", "rs", 3, 2, 1, 65536);

  private static GroupMember member(int member, long length) {
    return new GroupMember(member, Long.MIN_VALUE + 16 + member, 1001, length, "DS-1:2,%" + member);
  }

  private static GroupTask task() {
    return new GroupTask(
        POLICY, 2, 100, List.of(member(0, 100), member(1, 70), member(4, 100)),
        List.of(member(3, 100)));
  }

  @Test
  void comesBackFromTheWireAsItWas() {
    ErasureCodingPolicy received =
        PBHelperClient.convertErasureCodingPolicy(
            PBHelperClient.convertErasureCodingPolicy(TaskEnvelope.of(task())));
    assertThat(TaskEnvelope.isTask(received)).isTrue();
    assertThat(TaskEnvelope.ofGroup(received)).isEqualTo(task());
    GroupTask transition =
        new GroupTask(POLICY, 2, 100, task().helpers(), task().targets(), true, 0);
    assertThat(TaskEnvelope.ofGroup(TaskEnvelope.of(transition))).isEqualTo(transition).isNotEqualTo(task());
    assertThat(StripeView.isView(received)).isFalse();
  }

  @Test
  void ranksTravelAndSayInWhichOrderHelpersAreRead() {
    GroupTask ranked = task().ranked(List.of(1, 0, 2));
    assertThat(TaskEnvelope.ofGroup(TaskEnvelope.of(ranked))).isEqualTo(ranked).isNotEqualTo(task());
    HelperCosts costs = ranked.costs(new BitSet());
    assertThat(costs.rankOf(1)).isLessThan(costs.rankOf(0));
    assertThat(costs.rankOf(0)).isLessThan(costs.rankOf(4));
    assertThat(costs.of(2)).as("zeros").isZero();
    BitSet local = BitSet.valueOf(new long[] {1 << 4});
    assertThat(ranked.costs(local).rankOf(4)).as("local").isLessThan(costs.rankOf(1));
    assertThat(task().costs(local).rankOf(4)).isLessThan(task().costs(local).rankOf(1));
    assertThat(task().costs(new BitSet()).rankOf(4))
        .isEqualTo(task().costs(new BitSet()).rankOf(0));
  }

  @Test
  void limitsTravel() {
    GroupTask limited = task().limited(new TransitionLimits(7, 5));
    assertThat(TaskEnvelope.ofGroup(TaskEnvelope.of(limited))).isEqualTo(limited);
    assertThat(TaskEnvelope.ofGroup(TaskEnvelope.of(task())).limits())
        .isEqualTo(TransitionLimits.NONE);
  }

  @Test
  void ranksAreOnePerHelperAndNotNegative() {
    for (List<Integer> ranks : List.of(List.of(1), List.of(0, 0, -1))) {
      assertThatThrownBy(() -> task().ranked(ranks))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ranks=" + ranks);
    }
  }

  /** Two groups of three and two become one; the parities that it has are its data members. */
  @Test
  void aMergeComesBackFromTheWireAsItWas() {
    GroupPolicy coding = new GroupPolicy("RS-VAND-6-2-64k", "rs-vand", 4, 2, 1, 65536);
    GroupTask merge =
        new GroupTask(
            coding, 4, 100,
            List.of(member(0, 100), member(1, 100), member(2, 70), member(3, 70)),
            List.of(member(4, 100), member(5, 100)), true, 3);
    assertThat(TaskEnvelope.ofGroup(TaskEnvelope.of(merge))).isEqualTo(merge);
    assertThat(merge.code()).isSameAs(Conversions.code("rs-vand", 3, 2, 2));
    for (int mergeOf : new int[] {-1, 3}) {
      assertThatThrownBy(
              () -> new GroupTask(POLICY, 2, 100, task().helpers(), task().targets(), true, mergeOf))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not a merge of parities: mergeOf=" + mergeOf);
    }
    assertThatThrownBy(
            () ->
                new GroupTask(
                    coding, 4, 100, List.of(member(0, 100)), List.of(member(1, 100)), true, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isNotMistakenForAnotherPolicyOfTheSameId() {
    ErasureCodingPolicy view = new StripeView(POLICY, 2).toPolicy();
    assertThat(view.getId()).isEqualTo(TaskEnvelope.of(task()).getId());
    assertThat(TaskEnvelope.isTask(view)).isFalse();
    assertThatThrownBy(() -> TaskEnvelope.ofGroup(view)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no task for a DataNode");
    assertThat(PolicyName.parse(TaskEnvelope.of(task()).getName()).isDecoupled()).isFalse();
  }

  @Test
  void hasACodecThatNoStockDataNodeKnows() {
    assertThat(CodecUtil.hasCodec(TaskEnvelope.of(task()).getCodecName())).isFalse();
  }

  @Test
  void zerosAreTheDataMembersThatTheGroupLacks() {
    assertThat(task().zeroMembers().stream()).containsExactly(2);
    assertThat(task().helperMembers().stream()).containsExactly(0, 1, 4);
    assertThat(task().targetMembers().stream()).containsExactly(3);
    assertThat(task().longestTarget()).isEqualTo(100);
  }

  /** What a full group is rounded up by is none. */
  @Test
  void parityCoversZerosWhereMembersAreMissingOrShort() {
    assertThat(task().dataBytes()).isEqualTo(170);
    assertThat(task().hasZeros()).isTrue();
    List<GroupMember> lost = List.of(member(3, 100));
    List<GroupMember> full = List.of(member(0, 100), member(1, 100), member(2, 100));
    assertThat(new GroupTask(POLICY, 3, 100, full, lost).hasZeros()).isFalse();
    GroupPolicy less = new GroupPolicy("LESS3-3-2-64k", "less3", 3, 2, 3, 65536);
    List<GroupMember> blocks = List.of(member(0, 65536), member(1, 65536), member(2, 65536));
    assertThat(new GroupTask(less, 3, 66048, blocks, List.of(member(3, 66048))).hasZeros())
        .isFalse();
    assertThat(
            new GroupTask(less, 3, 66048, List.of(member(0, 60000), member(1, 60000)),
                List.of(member(3, 66048))).hasZeros())
        .isTrue();
  }

  @Test
  void refusesWhatContradictsItself() {
    assertRefused(0, 100, List.of(member(0, 100)), List.of(member(3, 100)));
    assertRefused(4, 100, List.of(member(0, 100)), List.of(member(3, 100)));
    assertRefused(2, 0, List.of(member(0, 100)), List.of(member(3, 100)));
    assertRefused(2, 100, List.of(), List.of(member(3, 100)));
    assertRefused(2, 100, List.of(member(0, 101)), List.of(member(3, 100)));
    assertRefused(2, 100, List.of(member(0, 100)), List.of(member(3, 99)));
    assertRefused(2, 100, List.of(member(2, 100)), List.of(member(3, 100)));
    assertRefused(2, 100, List.of(member(0, 100)), List.of(member(5, 100)));
    assertRefused(2, 100, List.of(member(1, 9), member(0, 9)), List.of(member(3, 100)));
    assertRefused(2, 100, List.of(member(0, 9), member(0, 9)), List.of(member(3, 100)));
    assertRefused(2, 100, List.of(member(3, 100)), List.of(member(3, 100)));
  }

  @Test
  void refusesParityThatIsNotWholeSubBlocksOfWholeChunks() {
    GroupPolicy policy = new GroupPolicy("LESS3-6-3-64k", "less3", 6, 3, 3, 65536);
    List<GroupMember> helpers = List.of(member(0, 100));
    assertThat(
            new GroupTask(policy, 1, 3 * 512, helpers, List.of(member(6, 3 * 512))).helpers())
        .isEqualTo(helpers);
    for (long length : new long[] {512, 3 * 512 - 1, 4 * 512}) {
      assertThatThrownBy(
              () -> new GroupTask(policy, 1, length, helpers, List.of(member(6, length))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("parityLength=" + length + ", alpha=3");
    }
  }

  private static void assertRefused(
      int dataMembers, long parityLength, List<GroupMember> helpers, List<GroupMember> targets) {
    assertThatThrownBy(() -> new GroupTask(POLICY, dataMembers, parityLength, helpers, targets))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
