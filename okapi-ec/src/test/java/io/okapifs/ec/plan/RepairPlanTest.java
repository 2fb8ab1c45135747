package io.okapifs.ec.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.matrix.GfMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepairPlanTest {
  /**
   * Alpha = 4: member 5 is rebuilt from sub-blocks 0..1 and 3 of member 1 and sub-block 2 of member
   * 7.
   */
  private static final List<SubBlockRun> RUNS =
      List.of(new SubBlockRun(1, 0, 2), new SubBlockRun(1, 3, 1), new SubBlockRun(7, 2, 1));

  private static CodingProgram program(int inputCount, int outputCount) {
    return CodingProgram.ofMatrix(GfMatrix.of(outputCount, inputCount, (row, column) -> 1));
  }

  @Test
  void answersWhatIsReadFromWhomAndWhere() {
    RepairPlan plan = new RepairPlan(4, List.of(5), RUNS, program(4, 4));
    assertThat(plan.helpers()).containsExactly(1, 7);
    assertThat(plan.runsOf(1)).containsExactly(RUNS.get(0), RUNS.get(1));
    assertThat(plan.runsOf(2)).isEmpty();
    assertThat(plan.cost()).isEqualTo(4);
    assertThat(plan.inputOf(1, 0)).isZero();
    assertThat(plan.inputOf(1, 3)).isEqualTo(2);
    assertThat(plan.inputOf(7, 2)).isEqualTo(3);
    assertThat(plan.outputOf(5, 3)).isEqualTo(3);
    assertThatIllegalArgumentException().isThrownBy(() -> plan.inputOf(1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> plan.outputOf(1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> plan.outputOf(5, 4));
  }

  @Test
  void textFormIsReadableAndReadsBack() {
    RepairPlan plan = new RepairPlan(4, List.of(5), RUNS, program(4, 4));
    assertThat(plan.toString())
        .startsWith(
            """
            repair alpha=4 lost=5 reads=1:0-1,1:3,7:2
            program inputs=4 outputs=4 temporaries=0
            set o0 o1 o2 o3 = 01010101/""");
    assertThat(RepairPlan.parse(plan.toString())).isEqualTo(plan).hasSameHashCodeAs(plan);
    for (String wrong : List.of("lost=,", "lost=", "reads=1", "reads=1:0-1-2", "reads=7:2,1:0")) {
      String part = wrong.substring(0, wrong.indexOf('=')) + "=[^ \\n]*";
      String text = plan.toString().replaceFirst(part, wrong);
      assertThatIllegalArgumentException().as(wrong).isThrownBy(() -> RepairPlan.parse(text));
    }
  }

  @Test
  void plansThatContradictThemselvesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RepairPlan(4, List.of(5), RUNS, program(3, 4)))
        .withMessageContaining("program does not fit");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RepairPlan(4, List.of(7), RUNS, program(4, 4)))
        .withMessageContaining("bad run");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RepairPlan(3, List.of(5), RUNS, program(4, 3)))
        .withMessageContaining("bad run");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RepairPlan(4, List.of(6, 5), RUNS, program(4, 8)))
        .withMessageContaining("not ascending");
    List<SubBlockRun> touching = List.of(new SubBlockRun(1, 0, 1), new SubBlockRun(1, 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RepairPlan(4, List.of(5), touching, program(2, 4)))
        .withMessageContaining("maximal");
    assertThatIllegalArgumentException().isThrownBy(() -> new SubBlockRun(0, 0, 0));
  }
}
