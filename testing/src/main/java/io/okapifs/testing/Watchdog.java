package io.okapifs.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Ends the JVM where a case, or what a class does before, between or behind its cases, runs for
 * longer than anything may. JUnit's own timeout only interrupts, which a thread that waits for a
 * lock does not notice, and there is none for extensions. Surefire tells of a fork that ended so.
 */
final class Watchdog {

  /** In seconds. JUnit's own timeout, in junit-platform.properties, comes before. */
  private static final String LIMIT = "io.okapifs.case.limit";

  private static final int LIMIT_DEFAULT = 240;

  /** How long a case may take to end once JUnit has interrupted it. */
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final int EXIT_CODE = 97;

  private final Timer timer = new Timer("watchdog of cases", true);
  private TimerTask task;

  synchronized void watch(TestIdentifier identifier, String what) {
    rest();
    Duration limit =
        identifier.getSource()
            .filter(MethodSource.class::isInstance)
            .flatMap(source -> ownTimeout((MethodSource) source))
            .map(own -> own.plus(GRACE))
            .orElse(Duration.ofSeconds(Integer.getInteger(LIMIT, LIMIT_DEFAULT)));
    task =
        new TimerTask() {
          @Override
          public void run() {
            end(what, limit);
          }
        };
    timer.schedule(task, limit.toMillis());
  }

  /** That of a case that says how long it may take. */
  private static Optional<Duration> ownTimeout(MethodSource source) {
    return AnnotationSupport.findAnnotation(source.getJavaMethod(), Timeout.class)
        .map(own -> Duration.of(own.value(), own.unit().toChronoUnit()));
  }

  synchronized void rest() {
    if (task != null) {
      task.cancel();
      task = null;
    }
  }

  private static void end(String what, Duration limit) {
    System.err.printf(
        "%s hangs: it runs for more than %d s. All threads:%n%s%nIts log:%n%s", what,
        limit.toSeconds(), threads(), KeptLog.text());
    System.err.flush();
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  private static String threads() {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    StringBuilder text = new StringBuilder();
    for (ThreadInfo thread : bean.dumpAllThreads(true, true)) {
      text.append('"').append(thread.getThreadName()).append("\" ").append(thread.getThreadState());
      if (thread.getLockName() != null) {
        text.append(" on ").append(thread.getLockName());
      }
      if (thread.getLockOwnerName() != null) {
        text.append(" held by \"").append(thread.getLockOwnerName()).append('"');
      }
      text.append('\n');
      for (StackTraceElement frame : thread.getStackTrace()) {
        text.append("    at ").append(frame).append('\n');
      }
    }
    return text.toString();
  }
}
