package io.okapifs.hdfs.suites;

import com.sun.management.OperatingSystemMXBean;
import io.okapifs.hdfs.cover.ExecutedPoints;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
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

  private final Class<?> type;
  private final Set<String> cases;

  /**
   * @param name of the class
   * @param cases names of its cases that run; empty for all
   */
  SuiteRunner(String name, Set<String> cases) throws ClassNotFoundException {
    this.type = Class.forName(name);
    this.cases = cases;
  }

  /** Arguments: the class, the file that its report goes to, and names of cases; none for all. */
  public static void main(String[] arguments) throws Exception {
    Set<String> cases = Set.copyOf(Arrays.asList(arguments).subList(2, arguments.length));
    SuiteReport report = new SuiteRunner(arguments[0], cases).run();
    Path file = Path.of(arguments[1]);
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Files.writeString(unfinished, report.toText());
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    // Clusters that were not shut down have threads that would keep the JVM.
    Runtime.getRuntime().halt(0);
  }

  /** Tells the notes when cases begin and what they cost. Cases run one after the other. */
  private static final class Noter extends RunListener {

    private static final double NANOS = 1e9;
    private static final double DIGITS = 10;

    private final OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long began;
    private long processorBegan;

    @Override
    public void testStarted(Description testCase) {
      began = System.nanoTime();
      processorBegan = process.getProcessCpuTime();
      ExecutedPoints.caseBegins(nameOf(testCase));
    }

    @Override
    public void testFinished(Description testCase) {
      ExecutedPoints.caseEnds(
          seconds(System.nanoTime() - began),
          seconds(process.getProcessCpuTime() - processorBegan));
    }

    private static double seconds(long nanos) {
      return Math.round(nanos / NANOS * DIGITS) / DIGITS;
    }
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

  /** Cases by name. */
  private static final class Named extends Filter {

    private final Set<String> names;

    Named(Set<String> names) {
      this.names = names;
    }

    @Override
    public boolean shouldRun(Description description) {
      return description.isTest()
          ? names.contains(nameOf(description))
          : description.getChildren().stream().anyMatch(this::shouldRun);
    }

    @Override
    public String describe() {
      return "the cases " + names;
    }
  }

  SuiteReport run() {
    Outcomes outcomes = new Outcomes();
    JUnitCore junit = new JUnitCore();
    junit.addListener(outcomes);
    junit.addListener(new Noter());
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
    return cases.isEmpty() ? all : all.filterWith(new Named(cases));
  }

  private SuiteReport report(Outcomes outcomes, Set<String> failed, Set<String> flaky) {
    Duration processor = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    int seconds = seconds(Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime()));
    return new SuiteReport(
        new SuiteResult(
            type.getName().startsWith(SuiteResult.PREFIX)
                ? type.getName().substring(SuiteResult.PREFIX.length())
                : type.getName(),
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
