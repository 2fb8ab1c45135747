package io.okapifs.hdfs.tools;

import static io.okapifs.hdfs.tools.LayoutFixture.BLOCK;
import static io.okapifs.hdfs.tools.LayoutFixture.CELL;
import static io.okapifs.hdfs.tools.LayoutFixture.groupId;
import static io.okapifs.hdfs.tools.LayoutFixture.report;
import static io.okapifs.hdfs.tools.LayoutFixture.stripeId;
import static io.okapifs.hdfs.tools.LayoutFixture.stripes;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.GroupTolerance;
import io.okapifs.hdfs.tools.FileLayoutReport.Block;
import io.okapifs.hdfs.tools.FileLayoutReport.Group;
import io.okapifs.hdfs.tools.FileLayoutReport.Member;
import io.okapifs.hdfs.tools.FileLayoutReport.SilentNode;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.junit.jupiter.api.Test;

class LayoutAssemblyTest {

  private static final long FIVE_BLOCKS = 4L * BLOCK + 3 * CELL;

  @Test
  void everyDataBlockHasItsIdNodeAndLength() {
    List<Block> blocks =
        report(FIVE_BLOCKS + CELL, x -> true, p -> true).stripes().stream()
            .flatMap(stripe -> stripe.blocks().stream())
            .toList();
    assertThat(blocks)
        .containsExactly(
            new Block(0, stripeId(0), BLOCK, List.of("10.0.0.1:9866"), "live", List.of()),
            new Block(1, stripeId(0) + 1, BLOCK, List.of("10.0.0.2:9866"), "live", List.of()),
            new Block(2, stripeId(1), BLOCK, List.of("10.0.0.3:9866"), "live", List.of()),
            new Block(3, stripeId(1) + 1, BLOCK, List.of("10.0.0.4:9866"), "live", List.of()),
            new Block(4, stripeId(2), 2 * CELL, List.of("10.0.0.5:9866"), "live", List.of()),
            new Block(5, stripeId(2) + 1, 2 * CELL, List.of("10.0.0.6:9866"), "live", List.of()));
  }

  @Test
  void membersOfAGroupAreItsDataBlocksThenItsParities() {
    Group group = report(FIVE_BLOCKS, x -> true, p -> true).groups().get(0);
    assertThat(group.parityLength()).isEqualTo(BLOCK);
    assertThat(group.members())
        .containsExactly(
            new Member(0, "data", stripeId(0), BLOCK, List.of("10.0.0.1:9866"), "live", List.of()),
            new Member(1, "data", stripeId(0) + 1, BLOCK, List.of("10.0.0.2:9866"), "live", List.of()),
            new Member(2, "data", stripeId(1), BLOCK, List.of("10.0.0.3:9866"), "live", List.of()),
            new Member(3, "parity", groupId(0), BLOCK, List.of("10.0.1.1:9866"), "live", List.of()),
            new Member(4, "parity", groupId(0) + 1, BLOCK, List.of("10.0.1.2:9866"), "live", List.of()));
  }

  @Test
  void tailGroupHasAbsentMembersThatCountAsUsable() {
    Group tail = report(4L * BLOCK + 1, x -> true, p -> true).groups().get(1);
    assertThat(tail.members().get(2))
        .isEqualTo(new Member(2, "data", null, 0, List.of(), "absent", List.of()));
    assertThat(tail.survives().blocks()).isEqualTo(2);
  }

  @Test
  void everyLossLowersWhatTheGroupSurvives() {
    assertThat(report(FIVE_BLOCKS, x -> x != 1, p -> true).groups().get(0).survives().blocks()).isOne();
    assertThat(report(FIVE_BLOCKS, x -> x != 1, p -> p != 1).groups().get(0).survives().blocks()).isZero();
    assertThat(report(FIVE_BLOCKS, x -> x > 1, p -> p != 1).groups().get(0).survives().blocks())
        .isEqualTo(GroupTolerance.LOST);
  }

  @Test
  void lossInOneGroupLeavesTheOthersAlone() {
    FileLayoutReport report = report(FIVE_BLOCKS, x -> x != 1, p -> true);
    assertThat(report.groups().get(1).survives().blocks()).isEqualTo(2);
  }

  @Test
  void groupWithoutAnyParityIsUnprotected() {
    FileLayoutReport report = report(FIVE_BLOCKS, x -> true, p -> p > 1);
    assertThat(report.groups()).extracting(Group::unprotected).containsExactly(true, false);
    assertThat(report.groups().get(0).survives().blocks()).isZero();
  }

  @Test
  void groupThatTheNameNodeDoesNotListIsUnprotectedAndItsBlocksHaveNoId() {
    Group unlisted =
        report(stripes(BLOCK, x -> true, false), List.of(), Map.of()).groups().get(0);
    assertThat(unlisted.unprotected()).isTrue();
    assertThat(unlisted.members().subList(3, 5)).extracting(Member::blockId).containsOnlyNulls();
  }

  @Test
  void corruptStripeMakesItsBlocksSuspectAndNotUsable() {
    FileLayoutReport report =
        report(stripes(2L * BLOCK, x -> true, true), List.of(), Map.of());
    assertThat(report.stripes().get(0).blocks())
        .extracting(Block::state).containsOnly("suspect");
    assertThat(report.groups().get(0).survives().blocks()).isEqualTo(GroupTolerance.LOST);
  }

  @Test
  void aCorruptReplicaIsNamedAndDoesNotCount() {
    FileLayoutReport report =
        report(
            stripes(2L * BLOCK, x -> x != 1, false), List.of(),
            Map.of(stripeId(0) + 1, List.of("10.0.0.9:9866")));
    Block corrupt = report.stripes().get(0).blocks().get(1);
    assertThat(corrupt.state()).isEqualTo("corrupt");
    assertThat(corrupt.nodes()).isEmpty();
    assertThat(corrupt.corruptNodes()).containsExactly("10.0.0.9:9866");
    assertThat(report.groups().get(0).survives().blocks()).isEqualTo(GroupTolerance.LOST);
  }

  /** Of a stripe that has lost too much HDFS lists all replicas, corrupt ones among them. */
  @Test
  void aStripeOfWhichTheCorruptReplicaIsKnownHasNoSuspects() {
    FileLayoutReport report =
        report(
            stripes(2L * BLOCK, x -> true, true), List.of(),
            Map.of(stripeId(0), List.of("10.0.0.1:9866")));
    assertThat(report.stripes().get(0).blocks())
        .extracting(Block::state).containsExactly("corrupt", "live");
    assertThat(report.stripes().get(0).blocks().get(0).nodes()).isEmpty();
  }

  @Test
  void aGroupWithoutParityWaitsForEncodingAsLongAsItsDataIsThere() {
    assertThat(report(FIVE_BLOCKS, x -> true, p -> p > 1).groups())
        .extracting(Group::waitsForEncoding).containsExactly(true, false);
    assertThat(report(FIVE_BLOCKS, x -> x != 1, p -> p > 1).groups())
        .extracting(Group::waitsForEncoding).containsExactly(false, false);
  }

  @Test
  void nodesThatMissedThreeHeartbeatsAreSilent() {
    Silence silence = new Silence(3000);
    silence.add(heard("a", 100_000));
    silence.add(heard("b", 91_001));
    silence.add(heard("c", 91_000));
    silence.add(heard("d", 66_000));
    silence.add(heard("d", 60_000));
    assertThat(silence.nodes())
        .containsExactly(new SilentNode("c:9866", 9), new SilentNode("d:9866", 34));
    assertThat(new Silence(3000).nodes()).isEmpty();
  }

  private static DatanodeInfo heard(String address, long millis) {
    return new DatanodeInfoBuilder()
        .setIpAddr(address).setHostName(address).setDatanodeUuid(address).setXferPort(9866)
        .setLastUpdate(millis).build();
  }

  @Test
  void emptyFileHasNeitherStripesNorGroups() {
    FileLayoutReport report = report(0, x -> true, p -> true);
    assertThat(report.stripes()).isEmpty();
    assertThat(report.groups()).isEmpty();
  }
}
