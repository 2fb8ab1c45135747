package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.transition.TransitionForm;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.IdRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.namenode.DecoupledInodes;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which block groups the start of a transition may name. */
class TransitionCheckTest {

  private static final byte NOW = SystemErasureCodingPolicies.RS_3_2_POLICY_ID;
  private static final byte NEXT = SystemErasureCodingPolicies.RS_6_3_POLICY_ID;
  private static final int WIDTH = 3;
  private static final int CELL = 1 << 20;

  /** Under the new policy these are two groups. */
  private static final int STRIPES = 4;

  private static final long FIRST = Long.MIN_VALUE + 1600;
  private static final long SECOND = FIRST + 16;

  private final INodeFile file = file();

  @BeforeAll
  static void loadPolicies() throws IOException {
    ErasureCodingPolicyManager.getInstance().init(new Configuration());
  }

  private static INodeFile file() {
    BlockInfo[] stripes =
        blocks(GroupIds.dataStripe(Long.MIN_VALUE + 16, WIDTH), (long) WIDTH * CELL)
            .toArray(BlockInfo[]::new);
    BlockInfoStripedParity[] parity =
        blocks(GroupIds.parityGroup(Long.MIN_VALUE + 320, 2), CELL)
            .toArray(BlockInfoStripedParity[]::new);
    return (INodeFile) DecoupledInodes.file(17, NOW, WIDTH, CELL, stripes, parity);
  }

  private static Stream<BlockInfo> blocks(long firstId, long bytes) {
    return IntStream.range(0, STRIPES)
        .mapToObj(i -> BlockInfoDecoupled.create(new Block(firstId + 16L * i, bytes, 1001), CELL));
  }

  private String refusalOf(IdRun... runs) {
    TransitionRecord start =
        new TransitionRecord(
            Step.STARTED, TransitionForm.of(NEXT), TransitionRecord.NORMAL, 0, false,
            List.of(runs), Optional.empty(), TransitionRecord.SINGLY, "");
    return TransitionCheck.refusal(null, file, start);
  }

  private static IdRun one(long id) {
    return new IdRun(id, 2000, 1);
  }

  @Test
  void idsThatAscendAreTaken() {
    assertThat(refusalOf(one(FIRST), one(SECOND))).isNull();
    assertThat(refusalOf(new IdRun(FIRST, 2000, 2))).isNull();
  }

  @Test
  void theSameIdTwiceIsRefused() {
    assertThat(refusalOf(one(FIRST), one(FIRST))).contains("in their order: id=" + FIRST);
  }

  @Test
  void idsThatDescendAreRefused() {
    assertThat(refusalOf(one(SECOND), one(FIRST))).contains("in their order: id=" + FIRST);
  }

  @Test
  void moreOrFewerGroupsThanTheFileWillHaveAreRefused() {
    assertThat(refusalOf(one(FIRST))).contains("named=1, groups=2");
    assertThat(refusalOf(new IdRun(FIRST, 2000, 3))).contains("named=3, groups=2");
  }
}
