package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.TransitionRules;
import io.okapifs.hdfs.repair.LinkTask.Link;
import io.okapifs.hdfs.repair.TaskEnvelope;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which parity of a file that is adopted gets a second name, and which is encoded. */
class ParityNamesTest {

  private static final byte SAME = SystemErasureCodingPolicies.RS_3_2_POLICY_ID;
  private static final int FIRST = PaperFile.K;
  private static final int SECOND = PaperFile.K + 1;

  private final PaperFile file = new PaperFile(1, 3);
  private final NamePatience patience = new NamePatience();
  private BlockInfoStriped coupled;
  private BlockInfoStripedParity parity;

  @BeforeEach
  void begin() {
    begin(SAME);
  }

  private void begin(byte policyId) {
    file.beginAdoption(policyId);
    coupled = file.coming(0);
    parity = file.wider(0);
  }

  private int ready() {
    return TransitionProgress.advance(file.blocks, file.inode(), 0, patience);
  }

  private boolean mayEncode() {
    return TransitionRules.of(file.blocks).mayEncode(file.blocks, file.healthOfNext(), 0);
  }

  private DatanodeDescriptor nodeOf(int member) {
    return file.nodeOf(0, member);
  }

  private void name(int member) {
    PaperFile.put(parity, member - PaperFile.K, nodeOf(member));
  }

  private Link link(int member) {
    Block block = PaperFile.replica(coupled, member);
    return new Link(
        block.getBlockId(), PaperFile.NAME_STAMP, parity.getBlockId() + member - PaperFile.K,
        PaperFile.STAMP, NodesOfTest.BLOCK);
  }

  /** What the nodes of the file are asked to link, and have not fetched yet. */
  private List<Link> fetch() {
    return IntStream.range(0, PaperFile.N + 3)
        .mapToObj(node -> node < PaperFile.N ? nodeOf(node) : file.spare(node - PaperFile.N))
        .flatMap(ParityNamesTest::fetch)
        .toList();
  }

  private static Stream<Link> fetch(DatanodeDescriptor node) {
    List<BlockECReconstructionInfo> tasks = node.getErasureCodeCommand(Integer.MAX_VALUE);
    return Stream.ofNullable(tasks)
        .flatMap(List::stream)
        .flatMap(task -> TaskEnvelope.links(task.getErasureCodingPolicy()).links().stream());
  }

  @Test
  void theNodesOfParityAreAskedToNameItAndNothingIsEncoded() {
    assertThat(ready()).isZero();
    assertThat(fetch()).containsExactly(link(FIRST), link(SECOND));
    assertThat(mayEncode()).isFalse();
  }

  @Test
  void aGroupIsReadyOnceItsParityIsNamed() {
    name(FIRST);
    assertThat(ready()).isZero();
    assertThat(fetch()).containsExactly(link(SECOND));
    assertThat(mayEncode()).isFalse();
    name(SECOND);
    assertThat(ready()).isOne();
    assertThat(fetch()).isEmpty();
  }

  /** HDFS rebuilds it first, where it can; its data may move meanwhile. */
  @Test
  void nothingIsNamedBeforeHdfsHasNothingToDoForTheBlockGroup() {
    PaperFile.takeAway(coupled, nodeOf(FIRST));
    file.queue(coupled);
    assertThat(ready()).isZero();
    assertThat(fetch()).isEmpty();
    assertThat(mayEncode()).isFalse();
  }

  @Test
  void parityWithoutAGoodReplicaIsEncodedBehindTheNamesOfTheOthers() {
    PaperFile.takeAway(coupled, nodeOf(FIRST));
    ready();
    assertThat(fetch()).containsExactly(link(SECOND));
    assertThat(mayEncode()).isFalse();
    name(SECOND);
    ready();
    assertThat(fetch()).isEmpty();
    assertThat(mayEncode()).isTrue();
  }

  @Test
  void whatANodeThatLeavesOrRestsHasIsNotNamed() {
    nodeOf(FIRST).startMaintenance();
    nodeOf(SECOND).startDecommission();
    ready();
    assertThat(fetch()).isEmpty();
    assertThat(mayEncode()).isTrue();
  }

  /** Its files are those of the first name. */
  @Test
  void aNameThatIsCorruptIsEncodedElsewhere() {
    name(FIRST);
    name(SECOND);
    file.markCorrupt(parity, nodeOf(FIRST));
    assertThat(ready()).isZero();
    assertThat(fetch()).isEmpty();
    assertThat(mayEncode()).isTrue();
  }

  @Test
  void aMemberThatIsEncodedAlreadyGetsNoNameBesides() {
    PaperFile.put(parity, 0, file.spare(0));
    ready();
    assertThat(fetch()).containsExactly(link(SECOND));
  }

  @Test
  void parityOfAnotherPolicyIsEncoded() {
    begin(SystemErasureCodingPolicies.XOR_2_1_POLICY_ID);
    assertThat(new ParityNames(file.blocks, file.healthOfNext(), patience).waits(0)).isFalse();
  }

  @Test
  void aGroupWhoseNamesDoNotComeIsEncoded() {
    long timeouts = 3 * RepairQueueWindow.pendingTimeout(file.blocks);
    long longAgo = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(timeouts);
    patience.lasts(file.inode().getId(), 0, longAgo, Long.MAX_VALUE);
    ready();
    assertThat(fetch()).isEmpty();
    assertThat(new ParityNames(file.blocks, file.healthOfNext(), patience).waits(0)).isFalse();
    patience.forget(file.inode().getId());
    ready();
    assertThat(fetch()).hasSize(2);
  }
}
