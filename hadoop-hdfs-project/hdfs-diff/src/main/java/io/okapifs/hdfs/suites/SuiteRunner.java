package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Runs one of upstream's test classes in this JVM; a case that fails is repeated before it counts.
 * It uses nothing but JUnit 4 and the JDK: all else on the class path is upstream's.
 */
public final class SuiteRunner {

  private static final int REPETITIONS = 2;

  /** Stands for a case without a name: what runs before all others of the class failed. */
  private static final String WHOLE_CLASS = "(class)";

  /** JUnit's name for it where it cannot even tell the cases. */
  private static final String COULD_NOT_START = "initializationError";

  private final String name;
  private final Class<?> type;

  /**
   * @param name a class, or {@code CLASS[I]} for its cases with the I-th parameters alone
   */
  SuiteRunner(String name) throws ClassNotFoundException {
    this.name = name;
    this.type = Class.forName(name.substring(0, name.length() - parameters().length()));
  }

  /** {@code [I]}, or nothing where all cases run. */
  private String parameters() {
    return name.endsWith("]") ? name.substring(name.indexOf('[')) : "";
  }

  /** Arguments: the class, and the file that its report goes to. */
  public static void main(String[] arguments) throws Exception {
    SuiteReport report = new SuiteRunner(arguments[0]).run();
    Path file = Path.of(arguments[1]);
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Files.writeString(unfinished, report.toText());
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    // Clusters that were not shut down have threads that would keep the JVM.
    Runtime.getRuntime().halt(0);
  }

  /** How cases ended; of those that ran again the last time counts. */
  private static final class Outcomes extends RunListener {

    private final Map<Description, Boolean> passed = new LinkedHashMap<>();
    private final Set<Description> skipped = new HashSet<>();

    @Override
    public void testStarted(Description testCase) {
      passed.put(testCase, true);
    }

    @Override
    public void testFailure(Failure failure) {
      passed.put(failure.getDescription(), false);
      System.err.println(failure.getDescription() + " failed\n" + failure.getTrace());
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
      skip(failure.getDescription());
    }

    @Override
    public void testIgnored(Description testCase) {
      skip(testCase);
    }

    private void skip(Description testCase) {
      passed.remove(testCase);
      skipped.add(testCase);
    }

    List<Description> failed() {
      return passed.keySet().stream().filter(testCase -> !passed.get(testCase)).toList();
    }
  }

  /** The cases of a parameterized class whose names end with {@code [I]}. */
  private static final class WithParameters extends Filter {

    private final String end;

    WithParameters(String end) {
      this.end = end;
    }

    @Override
    public boolean shouldRun(Description description) {
      return description.isTest()
          ? description.getMethodName().endsWith(end)
          : description.getChildren().stream().anyMatch(this::shouldRun);
    }

    @Override
    public String describe() {
      return "cases that end with " + end;
    }
  }

  SuiteReport run() {
    Outcomes outcomes = new Outcomes();
    JUnitCore junit = new JUnitCore();
    junit.addListener(outcomes);
    junit.run(wanted());
    List<Description> failedAtFirst = outcomes.failed();
    for (int i = 0; i < REPETITIONS; i++) {
      for (Description testCase : outcomes.failed()) {
        outcomes.passed.remove(testCase);
        junit.run(
            testCase.isTest()
                ? Request.aClass(type).filterWith(testCase)
                : wanted());
      }
    }
    Set<String> failed = names(outcomes.failed());
    Set<String> flaky = names(failedAtFirst);
    flaky.removeAll(failed);
    return report(outcomes, failed, flaky);
  }

  private Request wanted() {
    Request all = Request.aClass(type);
    return parameters().isEmpty() ? all : all.filterWith(new WithParameters(parameters()));
  }

  private SuiteReport report(Outcomes outcomes, Set<String> failed, Set<String> flaky) {
    Duration processor = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    int seconds = seconds(Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime()));
    return new SuiteReport(
        new SuiteResult(
            name.startsWith(SuiteResult.PREFIX)
                ? name.substring(SuiteResult.PREFIX.length())
                : name,
            outcomes.passed.size(), seconds, failed, flaky),
        outcomes.skipped.size(), seconds(processor));
  }

  private static int seconds(Duration duration) {
    return Math.toIntExact(duration.plusMillis(500).toSeconds());
  }

  private static Set<String> names(List<Description> testCases) {
    Set<String> names = new TreeSet<>();
    testCases.forEach(testCase -> names.add(nameOf(testCase)));
    return names;
  }

  /** Without the signs that separate columns and names in a line. */
  private static String nameOf(Description testCase) {
    String name = testCase.getMethodName();
    return name == null || name.equals(COULD_NOT_START)
        ? WHOLE_CLASS
        : name.replace('|', '/').replace(';', ',');
  }
}
