package io.okapifs.bench.driver;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * How long the write lock of this JVM's NameNode was held at a time, by its own account: it logs the
 * longest time of each half second, in whole milliseconds. Any thread may call it.
 */
public final class WriteLock extends AppenderSkeleton {

  private static final Pattern LONGEST = Pattern.compile("Longest write-lock held at .* for (\\d+)ms");

  /** What a NameNode must be started with. */
  public static final List<String> SETTINGS =
      List.of(
          "dfs.namenode.write-lock-reporting-threshold-ms=0",
          "dfs.lock.suppress.warning.interval=500ms");

  private long reports;
  private long longestMillis;

  private WriteLock() {}

  /** Listens from now on. */
  static WriteLock listen() {
    WriteLock lock = new WriteLock();
    Logger log = Logger.getLogger(FSNamesystem.class);
    log.setLevel(Level.INFO);
    log.setAdditivity(false);
    log.addAppender(lock);
    return lock;
  }

  @Override
  protected synchronized void append(LoggingEvent event) {
    Matcher found = LONGEST.matcher(event.getRenderedMessage());
    if (found.find()) {
      reports++;
      longestMillis = Math.max(longestMillis, Long.parseLong(found.group(1)));
    }
  }

  /** The longest time since the last call. */
  synchronized long takeLongestMillis() {
    if (reports == 0) {
      throw new IllegalStateException("the NameNode has told nothing of its lock");
    }
    long longest = longestMillis;
    reports = 0;
    longestMillis = 0;
    return longest;
  }

  @Override
  public void close() {}

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
