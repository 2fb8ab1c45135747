package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.verify.Finding.Kind;
import io.okapifs.hdfs.verify.ReportPlan.Fate;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;

/** What the NameNode is told of bad replicas: nothing that would make right bytes wrong. */
class ReportPlanTest {

  private static final ErasureCode CODE = CodeRegistry.create("rs", 6, 3);

  private static final DatanodeInfo NODE = DFSTestUtil.getLocalDatanodeInfo();

  private static LocatedBlock replica(long id, long length, long stamp) {
    return new LocatedBlock(
        new ExtendedBlock("pool", id, length, stamp),
        new DatanodeInfo[] {NODE});
  }

  private static Finding bad(Kind kind, int member) {
    return Finding.bad(kind, "member " + member, member, replica(member, 10, 1), 0);
  }

  private static final Finding UNEXPLAINED = Finding.of(Kind.UNEXPLAINED, "BAD", "nobody");

  private static BitSet lost(int... members) {
    BitSet lost = new BitSet();
    for (int member : members) {
      lost.set(member);
    }
    return lost;
  }

  private static List<Fate> fates(
      BitSet lost, boolean compared, boolean repairs, Finding... findings) {
    ReportPlan plan = ReportPlan.of(CODE, lost, compared, List.of(findings), repairs);
    assertThat(plan.fates().keySet()).containsExactly(findings);
    return List.copyOf(plan.fates().values());
  }

  @Test
  void whatDoesNotFitItsChecksumsIsReported() {
    for (boolean repairs : new boolean[] {false, true}) {
      assertThat(fates(lost(1), true, repairs, bad(Kind.CHECKSUM, 1)))
          .containsExactly(Fate.REPORTED);
      assertThat(fates(lost(1, 2, 3), false, repairs, bad(Kind.CHECKSUM, 1)))
          .containsExactly(Fate.REPORTED);
      assertThat(fates(lost(1, 2, 3, 4), false, repairs, bad(Kind.CHECKSUM, 1)))
          .as("too many are lost").containsExactly(Fate.REPORTED_BEYOND_REPAIR);
    }
  }

  @Test
  void whatTheNameNodeKnowsIsNotReportedAgain() {
    Finding known = Finding.knownCorrupt("member 1", 1, "node");
    assertThat(fates(lost(1), true, true, known)).containsExactly(Fate.KNOWN);
    assertThat(fates(lost(1, 2, 3, 4), false, true, known))
        .containsExactly(Fate.KNOWN_BEYOND_REPAIR);
  }

  @Test
  void aWrongMemberIsMarkedOnlyWhereThatIsAskedFor() {
    assertThat(fates(lost(), true, false, bad(Kind.WRONG, 2))).containsExactly(Fate.REPAIRABLE);
    assertThat(fates(lost(), true, true, bad(Kind.WRONG, 2))).containsExactly(Fate.MARKED);
  }

  @Test
  void aWrongMemberThatTheOthersCannotRebuildIsNotMarked() {
    assertThat(fates(lost(0, 1), true, true, bad(Kind.WRONG, 2))).containsExactly(Fate.MARKED);
    assertThat(fates(lost(0, 1, 3), true, true, bad(Kind.WRONG, 2)))
        .containsExactly(Fate.TOO_FEW);
    assertThat(fates(lost(0, 1), true, true, bad(Kind.WRONG, 2), bad(Kind.WRONG, 3)))
        .containsExactly(Fate.TOO_FEW, Fate.TOO_FEW);
  }

  @Test
  void aWrongMemberIsNotMarkedWhereElsewhereNobodyCanBeToldOrNothingWasCompared() {
    assertThat(fates(lost(), true, true, bad(Kind.WRONG, 2), UNEXPLAINED))
        .containsExactly(Fate.NOT_ALONE, Fate.NONE);
    assertThat(fates(lost(), false, true, bad(Kind.WRONG, 2)))
        .containsExactly(Fate.NOT_COMPARED);
  }

  /** The rebuilt member would be wrong, and its checksums right. */
  @Test
  void whatWouldBeRebuiltFromAWrongMemberIsNotReported() {
    Finding corrupt = bad(Kind.CHECKSUM, 1);
    assertThat(fates(lost(1), true, false, corrupt, bad(Kind.WRONG, 2)))
        .containsExactly(Fate.HELD_BACK, Fate.REPAIRABLE);
    assertThat(fates(lost(1), true, true, corrupt, bad(Kind.WRONG, 2)))
        .as("both go in one call").containsExactly(Fate.REPORTED, Fate.MARKED);
    assertThat(fates(lost(1), true, true, corrupt, UNEXPLAINED))
        .containsExactly(Fate.HELD_BACK, Fate.NONE);
  }

  @Test
  void theNameNodeIsToldOfWhatIsReportedOrMarked() {
    Finding corrupt = bad(Kind.CHECKSUM, 1);
    Finding wrong = bad(Kind.WRONG, 2);
    Finding silent = Finding.of(Kind.UNREACHABLE, "UNREACHABLE", "member 3");
    List<Finding> all = List.of(corrupt, wrong, silent);
    ReportPlan repair = ReportPlan.of(CODE, lost(1, 3), true, all, true);
    assertThat(repair.told()).containsExactly(corrupt, wrong);
    assertThat(repair.marked()).containsExactly(wrong);
    assertThat(ReportPlan.of(CODE, lost(1, 3), true, all, false).told()).isEmpty();
  }

  @Test
  void aReplicaIsTheSameWhileItsBlockLengthStampAndNodeAre() {
    Finding finding = Finding.bad(Kind.WRONG, "", 0, replica(7, 10, 1), 0);
    assertThat(finding.isOf(replica(7, 10, 1))).isTrue();
    assertThat(finding.isOf(replica(8, 10, 1))).isFalse();
    assertThat(finding.isOf(replica(7, 11, 1))).isFalse();
    assertThat(finding.isOf(replica(7, 10, 2))).isFalse();
    LocatedBlock elsewhere =
        new LocatedBlock(
            replica(7, 10, 1).getBlock(),
            new DatanodeInfo[] {DFSTestUtil.getDatanodeInfo("1.2.3.4")});
    assertThat(finding.isOf(elsewhere)).isFalse();
  }
}
