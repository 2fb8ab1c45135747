package io.okapifs.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked examples of docs/FORMAT.md, and what around them is refused. */
class NamesAndIdsTest {

  private static final GroupPolicy RS_6_3 =
      new GroupPolicy("RS-6-3-1024k", "rs", 6, 3, 1, 1 << 20);

  @Test
  void dataStripeIdSaysItsKindAndWidth() {
    long base = 0x8000_0000_0000_0050L;
    long id = GroupIds.dataStripe(base, 4);
    assertThat(id).isEqualTo(0xA600_0000_0000_0050L);
    assertThat(GroupIds.isDataStripe(id)).isTrue();
    assertThat(GroupIds.isParityGroup(id)).isFalse();
    assertThat(GroupIds.width(id + 3)).isEqualTo(4);
    assertThat(GroupIds.base(id)).isEqualTo(base);
  }

  @Test
  void parityGroupIdSaysItsKindAndWidth() {
    long base = 0x8000_0000_0000_0060L;
    long id = GroupIds.parityGroup(base, 3);
    assertThat(id).isEqualTo(0xC400_0000_0000_0060L);
    assertThat(GroupIds.isParityGroup(id)).isTrue();
    assertThat(GroupIds.isDataStripe(id)).isFalse();
    assertThat(GroupIds.width(id)).isEqualTo(3);
    assertThat(GroupIds.base(id)).isEqualTo(base);
  }

  @Test
  void stockIdsAreNotDecoupled() {
    for (long id : new long[] {0x8000_0000_0000_0050L, 1_073_741_825L, 0x6000_0000_0000_0000L}) {
      assertThat(GroupIds.isDecoupled(id)).isFalse();
      assertThat(GroupIds.base(id)).isEqualTo(id);
    }
    assertThatThrownBy(() -> GroupIds.dataStripe(0x8000_0000_0000_0051L, 4))
        .hasMessageContaining("not a stock block group id");
    assertThatThrownBy(() -> GroupIds.parityGroup(0x8000_0000_0000_0050L, 17))
        .hasMessageContaining("out of range");
  }

  @Test
  void policyNameCarriesTheStripeWidth() {
    assertThat(PolicyName.parse("RS-6-3-1024k@4")).isEqualTo(new PolicyName("RS-6-3-1024k", 4));
    assertThat(PolicyName.parse("RS-6-3-1024k").isDecoupled()).isFalse();
    assertThat(new PolicyName("RS-6-3-1024k", 16)).hasToString("RS-6-3-1024k@16");
  }

  @ParameterizedTest
  @ValueSource(strings = {"P@", "P@0", "P@17", "P@x", "P@-1", "P@1@2", "@3", "P@99999"})
  void malformedPolicyNamesAreRefused(String name) {
    assertThatThrownBy(() -> PolicyName.parse(name))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void stripeViewSurvivesTheWireInBothDirections() {
    StripeView view = new StripeView(RS_6_3, 4);
    ErasureCodingPolicy received =
        PBHelperClient.convertErasureCodingPolicy(
            PBHelperClient.convertErasureCodingPolicy(view.toPolicy()));
    assertThat(received.getName()).isEqualTo("RS-6-3-1024k@4");
    assertThat(received.getId()).isEqualTo(StripeView.POLICY_ID);
    assertThat(received.getNumDataUnits()).isEqualTo(4);
    assertThat(received.getNumParityUnits()).isEqualTo(3);
    assertThat(StripeView.of(received)).isEqualTo(view);
  }

  @Test
  void stockPoliciesAreNoStripeViews() {
    for (ErasureCodingPolicy policy : SystemErasureCodingPolicies.getPolicies()) {
      assertThat(StripeView.isView(policy)).isFalse();
      assertThat(policy.getId()).isNotEqualTo(StripeView.POLICY_ID);
    }
    assertThat(StripeView.isView(null)).isFalse();
  }

  @Test
  void requestForParityIsFoundAmongFavoredNodes() {
    ParityRequests.Allocation request = new ParityRequests.Allocation(12, 8 << 20);
    assertThat(request.toMarker()).isEqualTo("okapi-pg=12:8388608");
    assertThat(ParityRequests.findMarker(new String[] {"host:9866", request.toMarker()}))
        .isEqualTo(request);
    assertThat(ParityRequests.findMarker(new String[] {"host:9866"})).isNull();
    assertThat(ParityRequests.findMarker(null)).isNull();
  }

  /** A NameNode that does not know it lists the groups behind the last one, which are none. */
  @Test
  void corruptReplicasAreAskedForBehindAllGroups() {
    long offset = ParityRequests.corruptOffset();
    assertThat(ParityRequests.isListing(offset)).isTrue();
    assertThat(ParityRequests.isCorruptListing(offset)).isTrue();
    assertThat(ParityRequests.firstGroup(offset)).isGreaterThan(Integer.MAX_VALUE);
    int last = Integer.MAX_VALUE;
    assertThat(ParityRequests.isCorruptListing(ParityRequests.listingOffset(last))).isFalse();
  }

  @Test
  void listingOffsetIsNoOffsetOfAFile() {
    long offset = ParityRequests.listingOffset(7);
    assertThat(ParityRequests.isListing(offset)).isTrue();
    assertThat(ParityRequests.firstGroup(offset)).isEqualTo(7);
    assertThat(ParityRequests.isListing((1L << 40) * (1L << 20))).isFalse();
  }
}
