package io.okapifs.testing;

import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Keeps the log of a JVM in memory, for the report of a case that fails: the daemons of a cluster
 * log more than the tests read.
 */
public final class LogKeeper extends AppenderSkeleton {

  private static final PatternLayout LAYOUT =
      new PatternLayout("%d{ISO8601} %-5p %c{2} [%t] %m%n");

  @Override
  protected void append(LoggingEvent event) {
    // Which thread that is can only be asked here.
    event.getThreadName();
    KeptLog.add(() -> text(event));
  }

  private static String text(LoggingEvent event) {
    String line = LAYOUT.format(event);
    String[] stack = event.getThrowableStrRep();
    return stack == null ? line : line + String.join("\n", stack) + "\n";
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
