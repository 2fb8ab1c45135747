package io.okapifs.hdfs.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.apache.log4j.spi.ThrowableInformation;

/** Warnings and worse of everything in this JVM, from when it is made until it is closed. */
public final class WarningLog extends AppenderSkeleton implements AutoCloseable {

  /** HDFS says so of each read that takes less than a millisecond, whatever the file. */
  private static final String QUICK_READ = "Unexpected value for data transfer bytes=";

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<String> stacks = new CopyOnWriteArrayList<>();

  public WarningLog() {
    Logger.getRootLogger().addAppender(this);
  }

  /** Level, logger, message and exception of each. */
  public List<String> lines() {
    return lines;
  }

  /** Those of {@link #lines} that have a stack. */
  public List<String> stacks() {
    return stacks;
  }

  @Override
  protected void append(LoggingEvent event) {
    String message = event.getRenderedMessage();
    if (event.getLevel().isGreaterOrEqual(Level.WARN) && !message.startsWith(QUICK_READ)) {
      ThrowableInformation thrown = event.getThrowableInformation();
      String line =
          event.getLevel() + " " + event.getLoggerName() + ": " + message
              + (thrown == null ? "" : ": " + thrown.getThrowable());
      lines.add(line);
      if (thrown != null) {
        stacks.add(line);
      }
    }
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }

  @Override
  public void close() {
    Logger.getRootLogger().removeAppender(this);
  }
}
