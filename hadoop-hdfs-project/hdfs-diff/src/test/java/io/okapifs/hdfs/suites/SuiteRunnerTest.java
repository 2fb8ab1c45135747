package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Assume;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** Classes of JUnit 4, as upstream's are. */
final class SuiteRunnerTest {

  private static final AtomicInteger TRIES = new AtomicInteger();

  @BeforeEach
  void forgetTries() {
    TRIES.set(0);
  }

  /** One case of each kind. */
  public static final class EveryKind {

    @org.junit.Test
    public void passes() {}

    @org.junit.Test
    public void fails() {
      assertTrue(false);
    }

    @org.junit.Test
    public void passesAtTheThirdTry() {
      assertTrue(TRIES.incrementAndGet() == 3);
    }

    @org.junit.Test
    @Ignore
    public void isIgnored() {}

    @org.junit.Test
    public void assumesWhatIsNotSo() {
      Assume.assumeTrue(false);
    }
  }

  /** A class with parameters. */
  @RunWith(Parameterized.class)
  public static final class Numbers {

    private final int number;

    public Numbers(int number) {
      this.number = number;
    }

    @Parameters
    public static List<Integer> numbers() {
      return List.of(3, 4);
    }

    @org.junit.Test
    public void isEven() {
      assertTrue(number % 2 == 0);
    }
  }

  /** What is before all cases fails at first. */
  public static final class LateStart {

    @BeforeClass
    public static void start() {
      assertTrue(TRIES.incrementAndGet() == 2);
    }

    @org.junit.Test
    public void passes() {}
  }

  /** No case can be told. */
  public static final class NoStart {

    private NoStart() {}

    @org.junit.Test
    public void passes() {}
  }

  @Test
  void aCaseThatFailsIsRepeatedTwiceBeforeItCounts() throws ReflectiveOperationException {
    SuiteResult result = run(EveryKind.class).result();
    assertThat(result.failed()).containsExactly("fails");
    assertThat(result.flaky()).containsExactly("passesAtTheThirdTry");
    assertThat(TRIES).hasValue(3);
  }

  @Test
  void whatIsIgnoredOrAssumedAwayIsSkipped() throws ReflectiveOperationException {
    SuiteReport report = run(EveryKind.class);
    assertThat(report.result().executedCount()).isEqualTo(3);
    assertThat(report.skippedCount()).isEqualTo(2);
  }

  @Test
  void casesWithParametersHaveTheirNumber() throws ReflectiveOperationException {
    assertThat(run(Numbers.class).result().failed()).containsExactly("isEven[0]");
  }

  @Test
  void casesThatAreNamedRunAlone() throws ReflectiveOperationException {
    SuiteResult odd = run(Numbers.class, "isEven[0]").result();
    assertThat(odd.suite()).isEqualTo(Numbers.class.getName());
    assertThat(odd.executedCount()).isEqualTo(1);
    assertThat(odd.failed()).containsExactly("isEven[0]");
    assertThat(run(Numbers.class, "isEven[1]").result().failed()).isEmpty();
  }

  @Test
  void aNameOfNoCaseFails() throws ReflectiveOperationException {
    assertThat(run(Numbers.class, "isEven[2]").result().failed()).containsExactly("(class)");
  }

  @Test
  void aNamedCaseThatFailsIsRepeatedAloneToo() throws ReflectiveOperationException {
    SuiteResult result = run(EveryKind.class, "passesAtTheThirdTry").result();
    assertThat(result.flaky()).containsExactly("passesAtTheThirdTry");
    assertThat(result.executedCount()).isEqualTo(1);
  }

  @Test
  void aClassThatStartsWhenRepeatedIsFlakyAndItsCasesCount() throws ReflectiveOperationException {
    SuiteResult result = run(LateStart.class).result();
    assertThat(result.flaky()).containsExactly("(class)");
    assertThat(result.failed()).isEmpty();
    assertThat(result.executedCount()).isEqualTo(1);
  }

  @Test
  void aClassThatCannotStartFailsAsAWhole() throws ReflectiveOperationException {
    assertThat(run(NoStart.class).result().failed()).containsExactly("(class)");
  }

  private static SuiteReport run(Class<?> type, String... cases)
      throws ReflectiveOperationException {
    return new SuiteRunner(type.getName(), Set.of(cases)).run();
  }
}
