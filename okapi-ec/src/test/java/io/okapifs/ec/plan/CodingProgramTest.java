package io.okapifs.ec.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.matrix.GfMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodingProgramTest {
  private static final GfMatrix ONE = GfMatrix.identity(1);
  private static final GfMatrix TWO_BY_TWO = GfMatrix.ofHexRows("0203", "0001");

  /** t0 = i0 + i1; o0 = 2*t0; o1 = t0; o1 += i1. So o0 = 2*i0 + 2*i1, o1 = i0. */
  private static CodingProgram withTemporary() {
    CodingProgram.Builder builder = new CodingProgram.Builder(2, 2);
    int sum = builder.newTemporary();
    List<Integer> both = List.of(builder.input(0), builder.input(1));
    return builder
        .set(List.of(sum), GfMatrix.ofHexRows("0101"), both)
        .set(
            List.of(builder.output(0), builder.output(1)),
            GfMatrix.ofHexRows("02", "01"),
            List.of(sum))
        .add(List.of(builder.output(1)), ONE, List.of(builder.input(1)))
        .build();
  }

  @Test
  void matrixOfAProgramIsWhatItsStepsCompute() {
    assertThat(CodingProgram.ofMatrix(TWO_BY_TWO).toMatrix()).isEqualTo(TWO_BY_TWO);
    assertThat(withTemporary().toMatrix()).isEqualTo(GfMatrix.ofHexRows("0202", "0100"));
  }

  @Test
  void textFormIsReadableAndReadsBack() {
    CodingProgram program = withTemporary();
    assertThat(program)
        .hasToString(
            """
            program inputs=2 outputs=2 temporaries=1
            set t0 = 0101 x i0 i1
            set o0 o1 = 02/01 x t0
            add o1 = 01 x i1""");
    CodingProgram parsed = CodingProgram.parse(program.toString());
    assertThat(parsed).isEqualTo(program).hasSameHashCodeAs(program).isNotSameAs(program);
    CodingProgram nothing = CodingProgram.identity(3);
    assertThat(CodingProgram.parse(nothing.toString())).isEqualTo(nothing);
    assertThat(nothing.isIdentity()).isTrue();
  }

  @Test
  void symbolsOfTwoBytesHaveTwoByTwoCoefficients() {
    CodingProgram.Builder builder = new CodingProgram.Builder(2, 1, 1);
    int copy = builder.newTemporary();
    CodingProgram program =
        builder
            .set(List.of(copy), GfMatrix.identity(2), List.of(builder.input(0)))
            .set(List.of(builder.output(0)), TWO_BY_TWO, List.of(copy))
            .build();
    assertThat(program.toMatrix()).isEqualTo(TWO_BY_TWO);
    assertThat(program.granuleBytes()).isEqualTo(512);
    assertThat(program.accumulating().toMatrix()).isEqualTo(TWO_BY_TWO);
    assertThat(CodingProgram.parse(program.toString())).isEqualTo(program);
    assertThat(program.toString()).startsWith("program inputs=1 outputs=1 temporaries=1 symbolB");
    GfMatrix upper = GfMatrix.ofHexRows("0102", "0304", "0000", "0000");
    assertThat(CodingProgram.addingMatrix(2, upper).touchedOutputs().stream()).containsExactly(0);
  }

  @Test
  void programsDifferWhenAnythingDiffers() {
    CodingProgram program = CodingProgram.ofMatrix(TWO_BY_TWO);
    assertThat(program)
        .isNotEqualTo(CodingProgram.addingMatrix(TWO_BY_TWO))
        .isNotEqualTo(CodingProgram.ofMatrix(GfMatrix.identity(2)))
        .isNotEqualTo(new CodingProgram(2, 2, 1, program.steps()))
        .isNotEqualTo(withTemporary());
  }

  @Test
  void textThatIsNotAProgramIsRefusedWithItsLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CodingProgram.parse(""))
        .withMessage("not a program: line=0, text=\"\"");
    String header = "program inputs=1 outputs=1 temporaries=0\n";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CodingProgram.parse(header + "let o0 = 01 x i0"))
        .withMessage("not a program: line=1, text=\"let o0 = 01 x i0\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CodingProgram.parse(header + "set o0 = 01 x i7"))
        .withMessage("slot out of range: slot=i7, count=1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CodingProgram.parse(header + "set o0 = 01 x i"));
  }

  @Test
  void accumulatingKeepsTheMatrixAndReadsOutputs() {
    for (CodingProgram program :
        List.of(withTemporary(), CodingProgram.ofMatrix(TWO_BY_TWO))) {
      CodingProgram accumulating = program.accumulating();
      assertThat(accumulating.readsOutputs()).isTrue();
      assertThat(accumulating.toMatrix()).isEqualTo(program.toMatrix());
      assertThatIllegalStateException().isThrownBy(accumulating::accumulating);
    }
  }

  @Test
  void onlyProgramsThatDependOnTheirOutputsReadThem() {
    assertThat(withTemporary().readsOutputs()).isFalse();
    assertThat(CodingProgram.addingMatrix(TWO_BY_TWO).readsOutputs()).isTrue();
    Step outputAsSource = new Step(false, List.of(1), List.of(2), ONE);
    assertThat(new CodingProgram(1, 2, 0, List.of(outputAsSource)).readsOutputs()).isTrue();
  }

  @Test
  void programsThatBreakTheRulesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program(new Step(false, List.of(0), List.of(1), ONE)))
        .withMessage("a step writes an input: slot=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program(new Step(false, List.of(1), List.of(2), ONE)))
        .withMessage("a temporary is used before it is set: slot=2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program(new Step(true, List.of(2), List.of(0), ONE)))
        .withMessage("a temporary is used before it is set: slot=2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program(new Step(false, List.of(1), List.of(3), ONE)))
        .withMessage("slot out of range: slot=3, slotCount=3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Step(false, List.of(1), List.of(1), ONE))
        .withMessage("a slot appears twice in a step: targets=[1], sources=[1]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Step(false, List.of(1), List.of(0), GfMatrix.identity(3)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program(new Step(false, List.of(1), List.of(0), TWO_BY_TWO)))
        .withMessage("symbols differ in width: stepBytes=2, programBytes=1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CodingProgram(1, 0, 0, List.of()));
  }

  @Test
  void columnsOfTheMatrixCanBeAskedFor() {
    assertThat(withTemporary().toMatrix(1)).isEqualTo(GfMatrix.ofHexRows("02", "00"));
    assertThat(withTemporary().toMatrix(1, 0)).isEqualTo(GfMatrix.ofHexRows("0202", "0001"));
    CodingProgram wide = CodingProgram.ofMatrix(2, TWO_BY_TWO.besides(GfMatrix.identity(2)));
    assertThat(wide.toMatrix(0)).isEqualTo(TWO_BY_TWO);
    assertThatThrownBy(() -> withTemporary().toMatrix(2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** o0 += 2*o1 by way of a temporary. */
  @Test
  void aProgramOnTheOutputsFollowsAnother() {
    CodingProgram.Builder builder = new CodingProgram.Builder(0, 2);
    int copy = builder.newTemporary();
    CodingProgram next =
        builder
            .set(List.of(copy), GfMatrix.ofHexRows("02"), List.of(builder.output(1)))
            .add(List.of(builder.output(0)), ONE, List.of(copy))
            .build();
    CodingProgram both = withTemporary().then(next);
    assertThat(both.toMatrix()).isEqualTo(GfMatrix.ofHexRows("0002", "0100"));
    assertThat(both.temporaryCount()).isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> next.then(withTemporary()))
        .withMessageStartingWith("programs do not follow each other");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CodingProgram.ofMatrix(ONE).then(next));
  }

  @Test
  void workCountsProductsAndAdditionsButNotCopies() {
    assertThat(withTemporary().work()).isEqualTo(new ProgramWork(1, 2));
    assertThat(CodingProgram.ofMatrix(TWO_BY_TWO).work()).isEqualTo(new ProgramWork(2, 0));
    assertThat(CodingProgram.addingMatrix(TWO_BY_TWO).work()).isEqualTo(new ProgramWork(2, 1));
    assertThat(CodingProgram.ofMatrix(GfMatrix.ofHexRows("010100")).work())
        .isEqualTo(new ProgramWork(0, 1));
  }

  private static CodingProgram program(Step step) {
    return new CodingProgram(1, 1, 1, List.of(step));
  }
}
