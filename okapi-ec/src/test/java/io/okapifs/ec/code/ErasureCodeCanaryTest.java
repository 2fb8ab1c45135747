package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.matrix.GfMatrix;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Proves that the contract's checks ring: codes with one deliberate fault each must fail them. */
class ErasureCodeCanaryTest {
  private static final ErasureCode HONEST = ReedSolomon.create(3, 2);

  /**
   * The honest code with one method changed: the function gets its arguments and its honest result.
   */
  private static ErasureCode faulty(String method, BiFunction<Object[], Object, Object> fault) {
    return (ErasureCode)
        Proxy.newProxyInstance(
            ErasureCode.class.getClassLoader(),
            new Class<?>[] {ErasureCode.class},
            (proxy, called, arguments) -> {
              try {
                Object honest = called.invoke(HONEST, arguments);
                return called.getName().equals(method) ? fault.apply(arguments, honest) : honest;
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
    assertThatCode(() -> check(faulty("none", (arguments, honest) -> honest)))
        .doesNotThrowAnyException();
  }

  @Test
  void aCodeThatIsNotMdsButSaysSoIsFound() {
    GfMatrix ones = GfMatrix.ofHexRows("0101", "0101");
    assertFound(new CodeBuilder("ones", 2, 2).generator(ones).mds().build());
  }

  @Test
  void aColumnOfTheWrongMemberIsFound() {
    assertFound(
        faulty("column", (arguments, honest) -> HONEST.column(((int) arguments[0] + 1) % 3, 0)));
  }

  @Test
  void aPlanOfAnotherCodeIsFound() {
    ErasureCode other = LegacyReedSolomon.create(3, 2);
    assertFound(
        faulty(
            "repair",
            (arguments, honest) ->
                other.repair((BitSet) arguments[0], (BitSet) arguments[1])));
  }

  @Test
  void aWrongAnswerAboutDecodabilityIsFound() {
    assertFound(faulty("decodable", (arguments, honest) -> true));
    assertFound(faulty("recoverable", (arguments, honest) -> true));
    assertFound(faulty("tolerance", (arguments, honest) -> 3));
  }
}
