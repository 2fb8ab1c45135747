package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.analysis.Durability;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.hdfs.tools.Advice.Candidates;
import io.okapifs.hdfs.trace.TracedRead;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyState;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.junit.jupiter.api.Test;

/** What the page of advice says of RS-6-3 with blocks of 8 MiB. */
class AdviceTextTest {

  private static final long MIB = 1 << 20;
  private static final ErasureCodingPolicy RS_6_3 =
      SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_6_3_POLICY_ID);

  private static List<TracedRead> reads(int count, long file, long length) {
    return IntStream.range(0, count)
        .mapToObj(i -> new TracedRead(0, "/f" + i, file, 0, length)).toList();
  }

  private static List<String> page(List<TracedRead> reads, Candidates candidates) {
    return AdviceText.of(
            new Adviser(RS_6_3, 0, 8 * MIB)
                .advise(reads, Adviser.filesOf(reads), List.of(), candidates))
        .lines().map(String::strip).toList();
  }

  private static List<String> page(List<TracedRead> reads) {
    return page(reads, new Candidates(1, 1, List.of()));
  }

  private static Candidates candidates(List<String> rackOfNode) {
    ErasureCodingPolicyInfo[] policies =
        SystemErasureCodingPolicies.getPolicies().stream()
            .map(
                policy ->
                    new ErasureCodingPolicyInfo(
                        policy,
                        policy.getName().startsWith("RS-10")
                            ? ErasureCodingPolicyState.DISABLED
                            : ErasureCodingPolicyState.ENABLED))
            .toArray(ErasureCodingPolicyInfo[]::new);
    CandidateTransitions transitions =
        new Adviser(RS_6_3, 0, 8 * MIB)
            .transitions(
                new long[] {480 * MIB, 48 * MIB}, new Configuration(false), rackOfNode);
    return PolicyCandidates.of(
        policies, rackOfNode, new Durability(1_000_000, 24), transitions::to);
  }

  @Test
  void aClearGainIsSaidWithWhatItCosts() {
    assertThat(page(reads(10, 480 * MIB, 12 * MIB)))
        .contains(
            "Policy RS-6-3-1024k, blocks of 8 MB; today RS-6-3-1024k, HDFS's own layout",
            "reads      10  120 MB   12 MB   12 MB   12 MB   12 MB   12 MB",
            "Width 2: the median read of 12 MB fills 2 blocks.",
            "Clear gain: 2.000 positionings per read beside 6.000 save 67 %. A read then waits for"
                + " 6 MB of one block, beside 2 MB. Stored files change their width by"
                + " -transition -copy.")
        .noneMatch(line -> line.startsWith("Small files"));
  }

  @Test
  void whereThereIsNoneTodaysFormStays() {
    assertThat(page(reads(10, 480 * MIB, 96 * MIB)))
        .contains(
            "Width 6: the median read of 96 MB fills 12 blocks, and no larger width is advised.",
            "No clear gain: 12.000 positionings per read beside 12.000 save less than 40 %. Keep"
                + " RS-6-3-1024k.");
  }

  @Test
  void smallFilesAreReplicatedOrWidened() {
    assertThat(page(reads(10, 5 * MIB, 5 * MIB)))
        .contains(
            "Small files: the median file of 5 MB takes as much as three replicas, or more, with"
                + " RS-6-3-1024k@1: replicate or widen, to 2 at least.");
    assertThat(page(reads(10, MIB, MIB))).last().asString().endsWith("replicate, no width helps.");
  }

  @Test
  void aPageWithoutATraceSaysThatItAdvisesNoWidth() {
    String page =
        AdviceText.of(
            new Adviser(RS_6_3, 2, 8 * MIB)
                .advise(
                    List.of(), new long[] {480 * MIB}, List.of(),
                    new Candidates(1, 1, List.of())));
    assertThat(page)
        .contains("No width is advised: that takes a trace of reads.").doesNotContain("positionings");
  }

  /** Any 3 of 9 blocks; on 9 nodes of 3 racks any 3 nodes, or one rack. */
  @Test
  void enabledPoliciesStandBesideEachOther() {
    List<String> racks = IntStream.range(0, 9).mapToObj(node -> "/r" + node % 3).toList();
    assertThat(candidates(racks).policies())
        .extracting(Advice.Candidate::policy)
        .containsExactly("RS-6-3-1024k", "RS-LEGACY-6-3-1024k", "XOR-2-1-1024k", "RS-3-2-1024k");
    Advice.Candidate rs = candidates(racks).policies().get(0);
    assertThat(rs)
        .isEqualTo(
            new Advice.Candidate("RS-6-3-1024k", 1.5, 3, 3, 1, rs.mttdlYears(), 6, null));
    assertThat(rs.mttdlYears())
        .isEqualTo(
            new Durability(1_000_000, 24).mttdlHours(
                CodeRegistry.create("rs", 6, 3)) / 8766);
  }

  /**
   * Of 66 blocks: RS-3-2 has 22 groups of 2 parity blocks instead of 11 of 3. A file in HDFS's own
   * layout is adopted first, which moves nothing. Two new groups lie in each old one.
   */
  @Test
  void transitionsFromTodaysFormStandBelowThem() {
    List<String> racks = IntStream.range(0, 20).mapToObj(node -> "/r" + node).toList();
    assertThat(candidates(racks).policies().get(3).transition())
        .isEqualTo(
            new Advice.Transition(528 * MIB, 352 * MIB, 264 * MIB, 0, 0.0, 0.0));
    assertThat(page(reads(10, 480 * MIB, 12 * MIB), candidates(racks)))
        .anyMatch(line -> line.matches("RS-3-2-1024k +528 MB +352 MB +264 MB +0.0 +0.0 +0"))
        .noneMatch(line -> line.matches("RS-6-3-1024k +[0-9]+ MB.*"));
  }

  /** Of groups of 3 to groups of 6 on 20 nodes: 3 of 6 meet one of 3 others with 3 / 20 each. */
  @Test
  void widerGroupsMoveBlocksThatWereWrittenWithoutLookahead() {
    List<String> racks = IntStream.range(0, 20).mapToObj(node -> "/r" + node).toList();
    ErasureCodingPolicy rs32 =
        SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_3_2_POLICY_ID);
    List<Advice.Transition> all =
        IntStream.range(0, 20)
            .mapToObj(
                any ->
                    new Adviser(rs32, 1, 8 * MIB)
                        .transitions(new long[] {480 * MIB}, new Configuration(false), racks)
                        .to(RS_6_3))
            .toList();
    // One differs from the next by 0.7, as files are placed at random; of 200 the mean was 6.1.
    assertThat(all.stream().mapToDouble(Advice.Transition::moves).average().orElseThrow())
        .isBetween(5.0, 10.0);
    Advice.Transition wider = all.get(0);
    assertThat(wider.lookaheadGroups()).isOne();
    assertThat(wider.movesWithLookahead()).isZero();
    assertThat(wider.writtenBytes()).isEqualTo(240 * MIB);
    assertThat(wider.freedBytes()).isEqualTo(320 * MIB);
  }

  @Test
  void whereCellsDifferFilesMustBeCopied() {
    ErasureCodingPolicy other = new ErasureCodingPolicy(RS_6_3.getSchema(), 1 << 16);
    assertThat(
            new Adviser(RS_6_3, 2, 8 * MIB)
                .transitions(new long[] {MIB}, new Configuration(false), List.of()).to(other))
        .isNull();
  }

  @Test
  void whoMayNotListNodesIsToldOfBlocksAlone() {
    assertThat(candidates(List.of()).policies())
        .allSatisfy(each -> assertThat(each.nodes()).isNull());
    assertThat(page(reads(10, 480 * MIB, 12 * MIB), candidates(List.of())))
        .anyMatch(line -> line.matches("RS-6-3-1024k +1.500 +3 +not known +not known .*"))
        .contains(
            "MTTDL of one group, where a block is lost after 1000000 hours and a repair of k blocks"
                + " takes 24.0");
  }
}
