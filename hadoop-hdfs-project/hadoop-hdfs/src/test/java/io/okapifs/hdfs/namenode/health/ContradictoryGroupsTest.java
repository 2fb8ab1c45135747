package io.okapifs.hdfs.namenode.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.repair.GroupRepairs;
import io.okapifs.hdfs.namenode.repair.RepairInputs;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.GroupMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/** What a NameNode makes of members that contradict each other, on nodes on paper. */
class ContradictoryGroupsTest {

  private static final String POOL = "BP-1";

  private final PaperFile file = new PaperFile(2, 1);

  private GroupMember replica(int member) {
    return file.health().place(0, member).replicaOn(member, file.storageOf(0, member));
  }

  private List<GroupMember> replicas(int... members) {
    return IntStream.of(members).mapToObj(this::replica).toList();
  }

  private void hear(List<GroupMember> members, int... wrong) throws IOException {
    hear(true, members, wrong);
  }

  private void hear(boolean isActive, List<GroupMember> members, int... wrong)
      throws IOException {
    BitSet places = new BitSet();
    IntStream.of(wrong).forEach(places::set);
    ContradictoryGroups.hear(
        file.blocks, POOL, isActive, new ContradictionReport(members, places));
  }

  private long count() {
    return ContradictoryGroups.of(file.blocks).count();
  }

  private List<Integer> missing() {
    GroupHealth health = file.health();
    RepairInputs inputs = RepairInputs.of(file.blocks, health, 0);
    return GroupRepairs.missing(file.blocks, health, 0, inputs);
  }

  private List<Long> marked() throws IOException {
    ArgumentCaptor<ExtendedBlock> blocks = ArgumentCaptor.forClass(ExtendedBlock.class);
    Mockito.verify(file.blocks, Mockito.atLeast(0))
        .findAndMarkBlockAsCorrupt(
            blocks.capture(), ArgumentMatchers.any(DatanodeInfo.class),
            ArgumentMatchers.anyString(), ArgumentMatchers.anyString());
    return blocks.getAllValues().stream().map(ExtendedBlock::getBlockId).toList();
  }

  @Test
  void suchAGroupIsNotRepairedAsLongAsTheReplicasAreThere() throws IOException {
    file.takeAway(0, 0, file.nodeOf(0, 0));
    assertThat(missing()).containsExactly(0);
    hear(replicas(1, 2, 3, 4));
    assertThat(missing()).isEmpty();
    assertThat(count()).isOne();
    file.takeAway(0, 2, file.nodeOf(0, 2));
    assertThat(missing()).containsExactly(0, 2);
    assertThat(count()).isZero();
  }

  @Test
  void itIsForgottenAsSoonAsOneOfTheReplicasIsCorrupt() throws IOException {
    hear(replicas(1, 2, 3, 4));
    file.markCorrupt(0, 3, file.nodeOf(0, 3));
    ContradictoryGroups.lookAt(file.blocks, file.parity(0));
    assertThat(count()).isZero();
  }

  @Test
  void otherGroupsOfTheFileAreRepaired() throws IOException {
    hear(replicas(1, 2, 3, 4));
    file.takeAway(1, 0, file.nodeOf(1, 0));
    ContradictoryGroups.lookAt(file.blocks, file.stripe(1));
    GroupHealth health = file.health();
    RepairInputs inputs = RepairInputs.of(file.blocks, health, 1);
    assertThat(GroupRepairs.missing(file.blocks, health, 1, inputs)).containsExactly(0);
    assertThat(count()).isOne();
  }

  @Test
  void oneOfADeletedFileDoesNotCount() throws IOException {
    hear(replicas(1, 2, 3, 4));
    file.parity(0).delete();
    assertThat(count()).isZero();
  }

  /** Each is what a race looks like: the report was right when it was written. */
  @Test
  void aReportOfOtherReplicasCountsNot() throws IOException {
    GroupMember member = replica(1);
    List<GroupMember> others =
        List.of(
            new GroupMember(1, member.blockId(), 7, member.lengthBytes(), member.storageId()),
            new GroupMember(
                1, member.blockId(), member.generationStamp(), 1, member.storageId()),
            new GroupMember(
                1, member.blockId(), member.generationStamp(), member.lengthBytes(), "DS-other"),
            new GroupMember(
                1, member.blockId() + 1, member.generationStamp(), member.lengthBytes(),
                member.storageId()));
    for (GroupMember other : others) {
      List<GroupMember> members = new ArrayList<>(replicas(2, 3, 4));
      members.add(other);
      hear(members);
      hear(members, 1);
      assertThat(count()).as("%s", other).isZero();
    }
    assertThat(marked()).isEmpty();
  }

  @Test
  void aMemberThatAllOthersProveWrongIsMarkedCorrupt() throws IOException {
    hear(replicas(0, 1, 2, 3, 4), 1);
    assertThat(marked()).containsExactly(replica(1).blockId());
    assertThat(count()).isZero();
  }

  @Test
  void aStandbyMarksNothing() throws IOException {
    hear(false, replicas(0, 1, 2, 3, 4), 1);
    assertThat(marked()).isEmpty();
  }

  @Test
  void nothingIsMarkedWithoutWhichTheGroupIsLost() throws IOException {
    file.takeAway(0, 0, file.nodeOf(0, 0));
    file.takeAway(0, 4, file.nodeOf(0, 4));
    hear(replicas(1, 2, 3), 1);
    assertThat(marked()).isEmpty();
    assertThat(count()).isOne();
  }

  /** New parity may be made of a wrong member. */
  @Test
  void aTransitionOfTheFileIsGivenUp() throws IOException {
    TransitionRules transitions = rules(file);
    GroupMember member = replica(4);
    hear(
        List.of(
            replica(0), replica(1), replica(2), replica(3),
            new GroupMember(4, member.blockId(), 7, member.lengthBytes(), member.storageId())));
    Mockito.verifyNoInteractions(transitions);
    hear(replicas(0, 1, 2, 3, 4), 1);
    Mockito.verify(transitions).doubt(file.inode().getId());
    hear(replicas(1, 2, 3, 4));
    Mockito.verify(transitions, Mockito.times(2)).doubt(file.inode().getId());
  }

  private static TransitionRules rules(PaperFile file) {
    TransitionRules rules = Mockito.mock(TransitionRules.class);
    OkapiParts.of(BlockManagerWindow.namesystem(file.blocks)).put(TransitionRules.class, rules);
    return rules;
  }

  @Test
  void parityThatAFileWillHaveAccusesNobody() throws IOException {
    PaperFile wider = new PaperFile(2, 3);
    wider.beginWider(false);
    List<GroupMember> members = new ArrayList<>();
    for (int member = 0; member < 9; member++) {
      DatanodeDescriptor node =
          member < 6 ? wider.nodeOf(member / 3, member % 3) : wider.spare(member - 6);
      if (member >= 6) {
        PaperFile.put(wider.wider(0), member - 6, node);
      }
      members.add(
          wider.healthOfNext().place(0, member)
              .replicaOn(member, PaperFile.storage(node)));
    }
    TransitionRules transitions = rules(wider);
    BitSet wrong = new BitSet();
    wrong.set(1);
    ContradictionReport report = new ContradictionReport(members, wrong);
    assertThat(ContradictoryGroups.hear(wider.blocks, POOL, true, report))
        .isEqualTo(ContradictoryGroups.Verdict.STALE);
    Mockito.verify(wider.blocks, Mockito.never())
        .findAndMarkBlockAsCorrupt(
            ArgumentMatchers.any(), ArgumentMatchers.any(DatanodeInfo.class),
            ArgumentMatchers.anyString(), ArgumentMatchers.anyString());
    Mockito.verify(transitions).doubt(wider.inode().getId());
  }

  @Test
  void dataAloneIsNoGroup() throws IOException {
    hear(replicas(0, 1, 2));
    assertThat(count()).isZero();
  }
}
