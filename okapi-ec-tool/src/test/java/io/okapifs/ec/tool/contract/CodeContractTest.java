package io.okapifs.ec.tool.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.UndecodableException;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Codes that keep the contract, and ones that break one promise each. */
class CodeContractTest {
  private static final ErasureCode RS = CodeRegistry.create("rs", 4, 2);

  private static List<CheckResult> run(ErasureCode code, ErasureCode again) {
    return new CodeContract(code, () -> again, 200, 1).run();
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "XOR-4-1", "RS-LEGACY-6-3", "CAUCHY-XOR-4-2", "LESS4-10-4", "LESS4-120-4", "HHXORPLUS-6-3",
    "HASHTAG2-6-3", "ET2-6-3", "CLAY-4-2", "BUTTERFLY-4-2", "PMRBT-3-2", "AZURE-LRC2-6-4",
    "XORBAS5-10-6", "SHEC3-6-4", "FLATXOR3-10-5"
  })
  void ourCodesKeepIt(String name) {
    ErasureCode code = CodeRegistry.byName(name);
    assertThat(run(code, code)).allMatch(CheckResult::passed);
  }

  /** Says something else of a code than it does. */
  private interface Lie {
    /** The true answer, or another one. */
    Object answer(String method, Object truth, Object[] args);
  }

  private static ErasureCode liar(ErasureCode code, Lie lie) {
    return (ErasureCode) Proxy.newProxyInstance(
        ErasureCode.class.getClassLoader(), new Class<?>[] {ErasureCode.class},
        (proxy, method, args) -> {
          try {
            return lie.answer(method.getName(), method.invoke(code, args), args);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private static void assertFails(String check, String words, Lie lie) {
    assertThat(run(liar(RS, lie), RS))
        .filteredOn(result -> !result.passed())
        .anySatisfy(result -> {
          assertThat(result.name()).isEqualTo(check);
          assertThat(result.text()).contains(words);
        });
  }

  @Test
  void aToleranceThatIsTooHighIsFound() {
    assertFails("tolerance", "is not survived", (method, truth, args) ->
        switch (method) {
          case "decodable" -> ((BitSet) args[0]).cardinality() > 4;
          default -> truth;
        });
  }

  @Test
  void aToleranceThatIsTooLowIsFound() {
    assertFails("beyond it", "any 2 losses are survived, but tolerance=1", (method, truth, args) ->
        switch (method) {
          case "tolerance" -> 1;
          case "isMds" -> false;
          default -> truth;
        });
  }

  @Test
  void aPlanOfOtherMembersIsFound() {
    RepairPlan other = RS.repair(bits(5), bits(0, 1, 2, 3));
    assertFails("tolerance", "the plan for {0} is of [5]", (method, truth, args) ->
        method.equals("repair") && args[0].equals(bits(0)) ? other : truth);
  }

  @Test
  void aPlanThatReadsWhatIsNotThereIsFound() {
    RepairPlan plan = RS.repair(bits(0), bits(1, 2, 3, 4, 5));
    assertFails("single repairs", "reads 1, which is not available", (method, truth, args) ->
        method.equals("repair") && args[0].equals(bits(0)) ? plan : truth);
  }

  @Test
  void wrongBytesAreFound() {
    RepairPlan right = RS.repair(bits(0), bits(1, 2, 3, 4, 5));
    RepairPlan wrong =
        new RepairPlan(
            1, right.lostMembers(), right.runs(),
            CodingProgram.ofMatrix(1, right.program().toMatrix().add(one(right))));
    assertFails("single repairs", "gives other bytes than were lost", (method, truth, args) ->
        method.equals("repair") && args[0].equals(bits(0)) ? wrong : truth);
  }

  private static GfMatrix one(RepairPlan plan) {
    return GfMatrix.of(
        1, plan.program().inputCount(), (row, column) -> column == 0 ? 1 : 0);
  }

  @Test
  void aLossThatCannotBeRepairedMustBeRefused() {
    RepairPlan any = RS.repair(bits(0), bits(1, 2, 3, 4, 5));
    ErasureCode liar = (ErasureCode) Proxy.newProxyInstance(
        ErasureCode.class.getClassLoader(), new Class<?>[] {ErasureCode.class},
        (proxy, method, args) -> {
          try {
            return method.invoke(RS, args);
          } catch (InvocationTargetException e) {
            if (e.getCause() instanceof UndecodableException) {
              return any;
            }
            throw e.getCause();
          }
        });
    assertThat(run(liar, RS))
        .anyMatch(result -> !result.passed() && result.text().contains("and not refused"));
  }

  @Test
  void partialParitiesThatDoNotAddUpAreFound() {
    CodingProgram wrong = RS.column(1, 0);
    assertFails("partial parity", "do not add up", (method, truth, args) ->
        method.equals("column") && args[0].equals(0) ? wrong : truth);
  }

  @Test
  void anotherInstanceThatIsAnotherCodeIsFound() {
    assertThat(run(RS, CodeRegistry.create("rs-legacy", 4, 2)))
        .filteredOn(result -> !result.passed())
        .singleElement()
        .satisfies(result -> {
          assertThat(result.name()).isEqualTo("determinism");
          assertThat(result.text()).contains("different generators");
        });
  }

  @Test
  void aSharedProgramOfAnotherMatrixIsFound() {
    CodingProgram other = CodeRegistry.create("rs-legacy", 4, 2).encode();
    assertFails("shapes", "different matrices", (method, truth, args) ->
        method.equals("encodeSharingSums") ? other : truth);
  }

  private static BitSet bits(int... members) {
    BitSet set = new BitSet();
    for (int member : members) {
      set.set(member);
    }
    return set;
  }
}
