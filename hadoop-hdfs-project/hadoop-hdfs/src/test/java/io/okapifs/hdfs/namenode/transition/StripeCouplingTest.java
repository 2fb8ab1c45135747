package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.namenode.DecoupledInodes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a NameNode that reads of the last step takes the second names to lie. */
class StripeCouplingTest {

  private final PaperFile file = new PaperFile(2, 2);

  @BeforeEach
  void begin() {
    file.beginCoupling();
  }

  /** The node of each name that is known, by member; null for the others. */
  private List<DatanodeDescriptor> names(int group) {
    StripeCoupling.inferNames(file.blocks, file.inode());
    return nodesOf(group);
  }

  private List<DatanodeDescriptor> nodesOf(int group) {
    DatanodeDescriptor[] nodes = new DatanodeDescriptor[PaperFile.N];
    file.coming(group).getStorageAndIndexInfos().forEach(
        at -> nodes[at.getBlockIndex()] = at.getStorage().getDatanodeDescriptor());
    return new ArrayList<>(Arrays.asList(nodes));
  }

  private List<DatanodeDescriptor> members(int group) {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    for (int member = 0; member < PaperFile.N; member++) {
      nodes.add(file.nodeOf(group, member));
    }
    return nodes;
  }

  /** A standby may have been told of none. */
  @Test
  void namesThatNobodyToldOfLieWhereTheMembersDo() {
    PaperFile.put(file.coming(0), 1, file.nodeOf(0, 1));
    assertThat(names(0)).isEqualTo(members(0));
    assertThat(names(1)).isEqualTo(members(1));
  }

  @Test
  void theLastStepInfersThem() {
    DecoupledInodes.commitCoupling(file.blocks, file.inode());
    assertThat(nodesOf(0)).isEqualTo(members(0));
    assertThat(file.inode().getBlocks()).containsExactly(file.coming(0), file.coming(1));
  }

  @Test
  void aNameThatIsKnownLiesWhereItsNodeSaid() {
    PaperFile.put(file.coming(0), 1, file.spare(0));
    List<DatanodeDescriptor> expected = members(0);
    expected.set(1, file.spare(0));
    assertThat(names(0)).isEqualTo(expected);
  }

  /** They get no second names. */
  @Test
  void noNameIsTakenToBeOnANodeThatLeavesOrOfACorruptReplica() {
    file.nodeOf(0, 1).startDecommission();
    file.markCorrupt(0, 2, file.nodeOf(0, 2));
    List<DatanodeDescriptor> expected = members(0);
    expected.set(1, null);
    expected.set(2, null);
    assertThat(names(0)).isEqualTo(expected);
  }
}
