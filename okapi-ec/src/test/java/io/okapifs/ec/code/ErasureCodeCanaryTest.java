package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Proves that the contract's checks ring: codes with one deliberate fault each must fail them. */
class ErasureCodeCanaryTest {
  private static final ErasureCode SCALAR = ReedSolomon.create(3, 2);
  private static final ErasureCode VECTOR = Less.create("less2", 2, 3, 2);

  /**
   * The honest code with one method changed: the function gets its arguments and its honest result.
   */
  private static ErasureCode faulty(
      ErasureCode honest, String method, BiFunction<Object[], Object, Object> fault) {
    return (ErasureCode)
        Proxy.newProxyInstance(
            ErasureCode.class.getClassLoader(),
            new Class<?>[] {ErasureCode.class},
            (proxy, called, arguments) -> {
              try {
                Object result = called.invoke(honest, arguments);
                return called.getName().equals(method) ? fault.apply(arguments, result) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void check(ErasureCode code) {
    ErasureCodeChecks.checkErasures(code, ErasureCodeChecks.allErasures(code), new Random(1));
    ErasureCodeChecks.checkRecoverable(code, ErasureCodeChecks.allErasures(code));
    ErasureCodeChecks.checkColumns(code, new Random(1));
    ErasureCodeChecks.checkColumnsTogether(code, new Random(1));
  }

  private static void assertFound(ErasureCode code) {
    assertThatThrownBy(() -> check(code)).isInstanceOf(AssertionError.class);
  }

  @Test
  void theSameHarnessWithoutAFaultPasses() {
    for (ErasureCode honest : List.of(SCALAR, VECTOR)) {
      assertThatCode(() -> check(faulty(honest, "none", (arguments, result) -> result)))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void aCodeThatIsNotMdsButSaysSoIsFound() {
    GfMatrix ones = GfMatrix.ofHexRows("0101", "0101");
    assertFound(new CodeBuilder("ones", 2, 2).generator(ones).mds().build());
  }

  @Test
  void aColumnOfTheWrongMemberOrSubBlockIsFound() {
    assertFound(
        faulty(
            SCALAR, "column",
            (arguments, result) -> SCALAR.column(((int) arguments[0] + 1) % 3, 0)));
    assertFound(
        faulty(
            VECTOR, "column",
            (arguments, result) -> VECTOR.column((int) arguments[0], 1 - (int) arguments[1])));
  }

  @Test
  void accumulatorsThatAreNotFinishedAreFound() {
    assertFound(faulty(VECTOR, "finish", (arguments, result) -> CodingProgram.identity(4)));
  }

  @Test
  void aPlanOfAnotherCodeIsFound() {
    ErasureCode other = LegacyReedSolomon.create(3, 2);
    assertFound(
        faulty(
            SCALAR, "repair",
            (arguments, result) -> other.repair((BitSet) arguments[0], (BitSet) arguments[1])));
  }

  /** The first coefficient of the program is another one: one lost sub-block comes out wrong. */
  @Test
  void onePlanWithOneWrongCoefficientIsFound() {
    for (ErasureCode honest : List.of(SCALAR, VECTOR)) {
      assertFound(
          faulty(
              honest, "repair",
              (arguments, result) -> {
                boolean chosen = ((BitSet) arguments[0]).get(honest.n() - 1);
                return chosen ? withOtherCoefficient((RepairPlan) result) : result;
              }));
    }
  }

  private static RepairPlan withOtherCoefficient(RepairPlan plan) {
    GfMatrix matrix = plan.program().toMatrix();
    GfMatrix other =
        GfMatrix.of(
            matrix.rowCount(), matrix.columnCount(),
            (row, column) -> matrix.get(row, column) ^ (row + column == 0 ? 1 : 0));
    return new RepairPlan(
        plan.alpha(), plan.lostMembers(), plan.runs(), CodingProgram.ofMatrix(other));
  }

  /** Encodes as promised, but with another coefficient for the last sub-block of all. */
  @Test
  void anEncodeProgramThatDiffersFromTheGeneratorIsFound() {
    GfMatrix honest = VECTOR.encode().toMatrix();
    GfMatrix other =
        GfMatrix.of(
            honest.rowCount(), honest.columnCount(),
            (row, column) ->
                honest.get(row, column)
                    ^ (row == honest.rowCount() - 1 && column == honest.columnCount() - 1 ? 1 : 0));
    assertFound(
        new CodeBuilder("mutant", 3, 2)
            .alpha(2)
            .generator(honest)
            .encode(CodingProgram.ofMatrix(other))
            .mds()
            .build());
  }

  @Test
  void aWrongAnswerAboutDecodabilityIsFound() {
    assertFound(faulty(SCALAR, "decodable", (arguments, result) -> true));
    assertFound(faulty(SCALAR, "recoverable", (arguments, result) -> true));
    assertFound(faulty(SCALAR, "tolerance", (arguments, result) -> 3));
    assertFound(faulty(VECTOR, "decodable", (arguments, result) -> true));
  }
}
