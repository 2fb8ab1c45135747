package io.okapifs.bench.driver;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * How long the write lock of this JVM's NameNode was held at a time, by its own account: it logs
 * the longest time of each half second, in whole milliseconds. A collection of garbage meanwhile
 * counts as well, so that the longest of these is told beside it. Any thread may call it.
 */
public final class WriteLock extends AppenderSkeleton {

  private static final Pattern LONGEST =
      Pattern.compile("Longest write-lock held at .* for (\\d+)ms");

  private static final Pattern LETTING_GO =
      Pattern.compile("getStackTrace$|writeUnlock$|FSNamesystemLock");

  /** A call in the trace of who let go of the lock. */
  private static final Pattern HOLDER =
      Pattern.compile("^\\s*([\\w.$]+)\\(", Pattern.MULTILINE);

  /** What the weaver calls the body of a call that is advised. */
  private static final Pattern WOVEN = Pattern.compile("_aroundBody\\d+$");

  /** What a NameNode must be started with. */
  public static final List<String> SETTINGS =
      List.of(
          "dfs.namenode.write-lock-reporting-threshold-ms=0",
          "dfs.lock.suppress.warning.interval=500ms");

  /**
   * How long it was held at a time.
   *
   * @param millis the longest time of each call that held it longest in some half second, by the
   *     traces that the NameNode logged; of one at least
   * @param sorted the longest times of half a second, in increasing order
   * @param collectionMillis the longest collection of garbage in the same time
   * @param stallMillis the longest time that a thread which wanted to run did not
   */
  public record Holds(
      Map<String, Long> millis, List<Long> sorted, long collectionMillis, long stallMillis) {

    /** Who held it longest, and for how many milliseconds. */
    Map.Entry<String, Long> longest() {
      return millis.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    }

    /** The longest time of the half second in the middle. */
    long median() {
      return sorted.get(sorted.size() / 2);
    }
  }

  private static final String NOBODY = "nobody";
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final long POLL_MILLIS = 100;

  private final Map<String, Long> byHolder = new TreeMap<>();
  private final List<Long> ofHalfSeconds = new ArrayList<>();
  private final Stalls stalls = Stalls.watch();
  private long collectionMillis;

  private WriteLock() {}

  /** Listens from now on. */
  static WriteLock listen() {
    WriteLock lock = new WriteLock();
    Logger log = Logger.getLogger(FSNamesystem.class);
    log.setLevel(Level.INFO);
    log.setAdditivity(false);
    log.addAppender(lock);
    ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(NotificationEmitter.class::cast)
        .forEach(each -> each.addNotificationListener((told, any) -> lock.note(told), null, null));
    return lock;
  }

  private synchronized void note(Notification told) {
    if (told.getUserData() instanceof CompositeData data) {
      collectionMillis =
          Math.max(
              collectionMillis,
              GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration());
    }
  }

  @Override
  protected synchronized void append(LoggingEvent event) {
    String message = event.getRenderedMessage();
    Matcher found = LONGEST.matcher(message);
    if (found.find()) {
      long millis = Long.parseLong(found.group(1));
      ofHalfSeconds.add(millis);
      byHolder.merge(holder(message), millis, Math::max);
      notifyAll();
    }
  }

  private static String holder(String message) {
    return HOLDER.matcher(message).results()
        .map(call -> call.group(1))
        .filter(call -> !LETTING_GO.matcher(call).find())
        .findFirst()
        .map(call -> WOVEN.matcher(call).replaceFirst(""))
        .orElse(NOBODY);
  }

  /** What was told since the last call; waits for the NameNode to tell something. */
  synchronized Holds take() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (byHolder.isEmpty() && System.nanoTime() < end) {
      wait(POLL_MILLIS);
    }
    if (byHolder.isEmpty()) {
      throw new IllegalStateException("the NameNode has told nothing of its lock");
    }
    Holds holds =
        new Holds(
            new TreeMap<>(byHolder), ofHalfSeconds.stream().sorted().toList(), collectionMillis,
            stalls.takeMillis());
    byHolder.clear();
    ofHalfSeconds.clear();
    collectionMillis = 0;
    return holds;
  }

  @Override
  public void close() {}

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
