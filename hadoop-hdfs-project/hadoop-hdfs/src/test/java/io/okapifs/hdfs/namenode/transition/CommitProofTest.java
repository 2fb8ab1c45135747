package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The last step of a change of parity deletes only what the file is proven to do without. */
class CommitProofTest extends CommitProofCases {

  @BeforeEach
  void begin() {
    file.beginWider(false);
    for (int index = 0; index < 3; index++) {
      PaperFile.put(file.wider(0), index, file.spare(index));
    }
  }

  @Test
  void everyMemberIsProven() {
    assertThat(refusal()).isNull();
    assertDoubted(file.spare(2));
    assertDoubted(file.nodeOf(1, 2));
  }

  @Test
  void theMemberThatIsNotIsNamed() {
    PaperFile.takeAway(file.wider(0), file.spare(1));
    assertThat(refusal())
        .contains("group=0", "member=7", "block=" + file.wider(0).getBlockName());
    begin();
    file.takeAway(1, 1, file.nodeOf(1, 1));
    assertThat(refusal()).contains("member=4");
  }

  @Test
  void newParityIsOnNodesThatStay() {
    file.spare(0).startDecommission();
    assertThat(refusal()).contains("member=6");
    restore(file.spare(0));
    file.spare(0).startMaintenance();
    assertThat(refusal()).contains("member=6");
  }

  /** The step leaves it there. */
  @Test
  void dataMayBeOnANodeThatLeaves() {
    file.nodeOf(0, 0).startDecommission();
    assertThat(refusal()).isNull();
  }

  @Test
  void whatIsCorruptOrToBeDeletedIsNone() {
    file.markExcess(0, 1, file.nodeOf(0, 1));
    assertThat(refusal()).contains("member=1");
    file.put(0, 1, file.nodeOf(0, 3));
    assertThat(refusal()).isNull();
    file.markCorrupt(0, 1, file.nodeOf(0, 3));
    assertThat(refusal()).contains("member=1");
  }
}
