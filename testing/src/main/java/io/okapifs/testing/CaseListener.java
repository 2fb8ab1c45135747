package io.okapifs.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Around every class and case of a JVM: writes down what a class costs, prints log and seed of a
 * case that fails, and lets none hang. JUnit makes one by itself.
 */
public final class CaseListener implements TestExecutionListener {

  /** The file to which costs are added, a line per class; none are kept if it is not set. */
  private static final String COSTS = "io.okapifs.costs";

  static {
    OneProcessor.take();
  }

  private final Watchdog watchdog = new Watchdog();
  private TestIdentifier outermost;
  private boolean complete;
  private long beganNanos;
  private double beganProcessor;

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    ShortDefaults.take();
  }

  @Override
  public void executionStarted(TestIdentifier identifier) {
    if (outermost == null
        && identifier.getSource().filter(ClassSource.class::isInstance).isPresent()) {
      outermost = identifier;
      complete = true;
      beganNanos = System.nanoTime();
      beganProcessor = ProcessorTime.now();
      KeptLog.clear();
      watchdog.watch(identifier, name(identifier));
    }
    if (identifier.isTest()) {
      KeptLog.clear();
      watchdog.watch(identifier, name(identifier));
    }
  }

  @Override
  public void executionSkipped(TestIdentifier identifier, String reason) {
    complete = false;
  }

  @Override
  public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    watchdog.rest();
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      System.err.printf(
          "%s failed; again with -Dio.okapifs.seed=%d. Its log:%n%s", name(identifier), Seed.get(),
          KeptLog.text());
      KeptLog.clear();
    }
    if (identifier.equals(outermost)) {
      outermost = null;
      String className = ((ClassSource) identifier.getSource().orElseThrow()).getClassName();
      try {
        // A part of a class says nothing of the whole.
        if (complete) {
          writeCost(className);
        }
        Reach.write(className);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    } else if (outermost != null) {
      // Until the next case begins, or the class ends.
      watchdog.watch(outermost, name(outermost));
    }
  }

  private void writeCost(String className) throws IOException {
    String file = System.getProperty(COSTS);
    if (file == null) {
      return;
    }
    String line =
        String.format(
            Locale.ROOT, "%s | %.1f | %.1f%n", className, (System.nanoTime() - beganNanos) / 1e9,
            ProcessorTime.now() - beganProcessor);
    Files.writeString(
        Path.of(file), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private String name(TestIdentifier identifier) {
    String within =
        outermost == null || outermost.equals(identifier) ? "" : outermost.getDisplayName() + ": ";
    return within + identifier.getDisplayName();
  }
}
