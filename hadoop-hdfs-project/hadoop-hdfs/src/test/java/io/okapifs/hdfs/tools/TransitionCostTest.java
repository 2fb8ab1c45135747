package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a transition moves, counted by hand. */
class TransitionCostTest {

  private static FileLayout layout(int k, int r) {
    return layout("rs", k, r);
  }

  private static FileLayout layout(String codec, int k, int r) {
    return new FileLayout(new GroupPolicy(codec + k + r, codec, k, r, 1, 1024), 2, 4096);
  }

  @Test
  void dataIsReadOnceAndParityWritten() {
    TransitionCost cost =
        TransitionCost.of(
            layout(3, 2), layout(6, 3), 6 * 4096, List.of("a", "b", "c", "a", "d", "a"));
    // Two groups of two parities go, one of three comes; two members share the node of a third.
    assertThat(cost)
        .isEqualTo(new TransitionCost(1, 0, 0, 6 * 4096, 6 * 4096, 3 * 4096, 4 * 4096, 9 * 4096, 2,
                2 * 4096));
    assertThat(cost.plus(cost))
        .isEqualTo(new TransitionCost(2, 0, 0, 12 * 4096, 12 * 4096, 6 * 4096, 8 * 4096, 18 * 4096, 4,
                4 * 4096));
  }

  /** The last stripe has five cells, three of them in its first block. */
  @Test
  void blocksThatMoveCostTheirBytesTwice() {
    long length = 5 * 4096 + 1024;
    TransitionCost cost =
        TransitionCost.of(
            layout(3, 2), layout(6, 3), length, List.of("a", "b", "c", "d", "b", "c"));
    assertThat(cost.sharing()).isEqualTo(2);
    assertThat(cost.sharingBytes()).isEqualTo((3 + 2) * 1024);
    assertThat(cost.movedBytes())
        .isEqualTo(length + 3 * 4096 + 2 * cost.sharingBytes());
  }

  /** As in the paper's second use case: from about 50 to about 15. All data is read once. */
  @Test
  void narrowerGroupsInAnEmergencyReadDataOnceAndACopyWritesItAgain() {
    long data = 150 * 4096;
    TransitionCost cost = TransitionCost.of(layout(50, 4), layout(15, 4), data, List.of());
    assertThat(cost.groups()).isEqualTo(10);
    assertThat(cost.readBytes()).isEqualTo(data);
    assertThat(cost.writtenBytes()).isEqualTo(40 * 4096);
    assertThat(cost.freedBytes()).isEqualTo(12 * 4096);
    assertThat(cost.copyBytes()).isEqualTo(data + 40 * 4096);
    TransitionDryRun.Effort effort = TransitionDryRun.Effort.of(cost, 10, 4096);
    assertThat(effort.seconds()).isEqualTo(19);
    assertThat(effort.peakBytes()).isEqualTo(40 * 4096);
  }

  private static TransitionSpace space(long free) {
    TransitionSpace.Sum sum = new TransitionSpace.Sum();
    sum.add(40, 12);
    sum.add(60, 30);
    return sum.beside(free);
  }

  /** 100 bytes beside the old ones, 58 more in the end, the larger file has 60. */
  @Test
  void spaceIsForAllForTheLargestFileAndForTheEnd() {
    assertThat(space(100))
        .isEqualTo(new TransitionSpace(100, 60, 58, 100, TransitionSpace.Verdict.ENOUGH));
    assertThat(space(99).verdict()).isEqualTo(TransitionSpace.Verdict.PERHAPS);
    assertThat(space(60).verdict()).isEqualTo(TransitionSpace.Verdict.PERHAPS);
    assertThat(space(59).verdict()).isEqualTo(TransitionSpace.Verdict.NOT_ENOUGH);
    assertThat(space(59).toText(bytes -> bytes + " B"))
        .isEqualTo(
            "NOT ENOUGH SPACE: 59 B free on DataNodes; up to 100 B more with old and new beside"
                + " each other, at least 60 B, 58 B more in the end; take a part by -limit or"
                + " -maxBytes, or free space");
  }

  @Test
  void whatIsFreedLaterIsLessInTheEnd() {
    TransitionSpace.Sum sum = new TransitionSpace.Sum();
    sum.add(10, 30);
    assertThat(sum.beside(10).toText(bytes -> bytes + " B"))
        .startsWith("enough space: ").endsWith("at least 10 B, 20 B less in the end");
    assertThat(sum.beside(9).verdict()).isEqualTo(TransitionSpace.Verdict.NOT_ENOUGH);
    assertThat(new TransitionSpace.Sum().beside(0).verdict())
        .isEqualTo(TransitionSpace.Verdict.ENOUGH);
  }

  @Test
  void blocksThatNobodyHasShareNothing() {
    assertThat(
            TransitionCost.of(layout(6, 3), layout(3, 2), 4 * 4096, List.of("", "", "", "")))
        .isEqualTo(new TransitionCost(2, 0, 0, 4 * 4096, 4 * 4096, 4 * 4096, 3 * 4096, 8 * 4096, 0,
                0));
  }

  /** Of 13 blocks the last is a group of its own, with less data than parity. */
  @Test
  void mergedGroupsCostTheirOldParity() {
    assertThat(
            TransitionCost.of(
                layout("rs-vand", 6, 3), layout("rs-vand", 12, 3), 12 * 4096 + 1024, List.of()))
        .isEqualTo(
            new TransitionCost(
                2, 1, 0, 6 * 4096 + 1024, 12 * 4096 + 1024, 3 * 4096 + 3 * 1024,
                6 * 4096 + 3 * 1024, 15 * 4096 + 4 * 1024, 0, 0));
  }

  /** Of another policy: all data is read once. */
  @Test
  void adoptionUnderAnotherCodeReadsAllDataAndWritesParityOnce() {
    assertThat(
            TransitionCost.ofAdoption(layout(2, 1), layout("rs-legacy", 2, 1), 4 * 4096, List.of()))
        .isEqualTo(
            new TransitionCost(2, 0, 0, 4 * 4096, 4 * 4096, 2 * 4096, 2 * 4096, 6 * 4096, 0, 0));
  }

  /** Parity of a short last group as well; groups of another k are a second transition. */
  @Test
  void adoptionUnderThePolicyOfTheFileMovesNothing() {
    FileLayout coupled = layout(2, 1);
    assertThat(TransitionCost.ofAdoption(coupled, coupled, 4 * 4096 + 7, List.of()))
        .isEqualTo(new TransitionCost(3, 0, 3, 0, 0, 0, 0, 6 * 4096 + 2 * 7, 0, 0))
        .satisfies(
            cost ->
                assertThat(cost.toText(bytes -> bytes + " bytes"))
                    .contains("3 keep their parity under second names, 0 bytes read, 0 bytes written"));
    assertThat(TransitionCost.ofAdoption(coupled, layout(4, 2), 4 * 4096, List.of()))
        .isEqualTo(
            new TransitionCost(3, 0, 2, 4 * 4096, 4 * 4096, 2 * 4096, 2 * 4096, 6 * 4096, 0, 0));
  }

  /** Another jar may have a codec of a name that Hadoop's configuration has a coder for. */
  @Test
  void adoptionOfACodecThatIsNotHadoopsOwnEncodes() {
    FileLayout coupled = layout("rs-vand", 2, 1);
    assertThat(TransitionCost.ofAdoption(coupled, coupled, 4096, List.of()).readBytes())
        .isEqualTo(4096);
  }

  @Test
  void anEmptyFileMovesNothing() {
    assertThat(TransitionCost.of(layout(6, 3), layout(3, 2), 0, List.of()))
        .isEqualTo(TransitionCost.NONE);
  }
}
