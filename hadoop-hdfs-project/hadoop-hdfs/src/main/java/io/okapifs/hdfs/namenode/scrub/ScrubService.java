package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.Rounds;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import io.okapifs.hdfs.repair.ScrubResult;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has DataNodes compare the members of all groups, one group after the other, while its NameNode is
 * active: behind all repairs and transitions, and in their time of day. How far it is is kept in
 * the namespace; what is under way is asked for again by the NameNode that comes next. Any thread
 * may call it.
 *
 * <p>The namesystem's lock comes before that of this object.
 */
public final class ScrubService {

  /** A pass begins no sooner than so long after the one before began; 0: none goes on. */
  public static final String PERIOD_KEY = "dfs.namenode.ec.scrub.period";
  public static final long PERIOD_MILLIS_DEFAULT = 1_814_400_000;

  private static final Logger LOG = LoggerFactory.getLogger(ScrubService.class);

  private static final long ROUND_MILLIS = 1000;

  /** How long the lock is held for one part of the walk, and how many parts a round has. */
  private static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
  private static final int HOLDS = 25;

  /** A restart costs so much work at most. */
  private static final long NOTE_MILLIS = 60_000;

  /** Weak, as threads must not keep a NameNode that nobody closes. */
  private final WeakReference<FSNamesystem> owner;

  private final Rounds rounds = new Rounds("scrub", () -> ROUND_MILLIS, this::round);

  /** No other NameNode has the same ones, or the same at another time. */
  private final AtomicLong ids = new AtomicLong(Time.now() << 20);

  private volatile long periodMillis = PERIOD_MILLIS_DEFAULT;
  private volatile long noteMillis = NOTE_MILLIS;

  /** Empty until what is kept was read, as the active NameNode. */
  private Optional<ScrubProgress> progress = Optional.empty();

  /** What it waits for; empty where it goes on. */
  private String why = "";

  public ScrubService(WeakReference<FSNamesystem> owner) {
    this.owner = owner;
  }

  public static ScrubService of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(ScrubService.class);
  }

  /**
   * Takes the settings of the NameNode.
   *
   * @throws IllegalArgumentException where one is out of range; nothing was changed then
   */
  public void configure(Configuration conf) {
    periodMillis = periodMillis(conf);
  }

  /**
   * How often a pass begins; 0: none does.
   *
   * @throws IllegalArgumentException where it is out of range
   */
  public static long periodMillis(Configuration conf) {
    long millis =
        conf.getTimeDuration(PERIOD_KEY, PERIOD_MILLIS_DEFAULT, TimeUnit.MILLISECONDS);
    if (millis < 0) {
      throw new IllegalArgumentException(
          PERIOD_KEY + " is 0 or more, such as 21d, not " + conf.get(PERIOD_KEY));
    }
    return millis;
  }

  /** Has more of a pass be done again after a restart, or less. */
  void noteEvery(long millis) {
    noteMillis = millis;
  }

  /** When the NameNode has become active. */
  public synchronized void start() {
    progress = Optional.empty();
    rounds.start();
  }

  /** When it ceases to be; the caller may hold the namesystem's lock. */
  public synchronized void stop() {
    rounds.stop();
    progress = Optional.empty();
  }

  private synchronized Optional<ScrubProgress> progress() {
    return progress;
  }

  private synchronized void refuse(String reason) {
    if (!reason.equals(why)) {
      LOG.error("Nothing is scrubbed: {}", reason);
    }
    why = reason;
  }

  private synchronized void waitFor(String reason) {
    why = reason;
  }

  private void round() {
    FSNamesystem namesystem = owner.get();
    if (namesystem == null) {
      rounds.stop();
      return;
    }
    try {
      load(namesystem);
    } catch (IllegalArgumentException e) {
      refuse(e.getMessage());
      return;
    }
    ScrubNodes nodes = new ScrubNodes(namesystem);
    String reason = reasonToWait(namesystem, nodes);
    waitFor(reason);
    synchronized (this) {
      long patience = RepairQueueWindow.pendingTimeout(namesystem.getBlockManager());
      progress.ifPresent(each -> each.window().expire(Time.monotonicNow(), patience));
    }
    if (reason.isEmpty()) {
      begin(namesystem);
      find(namesystem, nodes.count());
      handOut(namesystem, nodes);
    }
    synchronized (this) {
      progress.ifPresent(each -> each.settle(Time.now()));
    }
    note(namesystem);
  }

  private void load(FSNamesystem namesystem) {
    if (progress().isPresent()) {
      return;
    }
    namesystem.readLock();
    try {
      synchronized (this) {
        if (progress.isEmpty() && rounds.areMine()) {
          progress =
              Optional.of(
                  new ScrubProgress(
                      ScrubState.read(namesystem.getFSDirectory()), Time.monotonicNow()));
        }
      }
    } finally {
      namesystem.readUnlock("scrub");
    }
  }

  /** Why nothing is handed out now; empty where it is. */
  private String reasonToWait(FSNamesystem namesystem, ScrubNodes nodes) {
    if (nodes.count() == 0) {
      return "no DataNode scrubs, as " + ScrubBandwidth.KEY + " is 0 on all of them";
    }
    if (periodMillis == 0) {
      return PERIOD_KEY + " is 0";
    }
    if (namesystem.isInSafeMode()) {
      return "the NameNode is in safe mode";
    }
    if (!TransitionService.of(namesystem).isInsideWindow()) {
      return "the time of day in " + TransitionService.WINDOW_KEY;
    }
    long next = progress().map(each -> each.nextPassMillis(periodMillis)).orElse(0L);
    return next > Time.now() ? "the next pass, which begins at " + Instant.ofEpochMilli(next) : "";
  }

  private void begin(FSNamesystem namesystem) {
    long lastInode = namesystem.getFSDirectory().getLastInodeId();
    synchronized (this) {
      progress.filter(each -> each.walk().isEmpty())
          .ifPresent(each -> each.begin(Time.now(), lastInode));
    }
  }

  /** Walks on until there is something for each DataNode. */
  private void find(FSNamesystem namesystem, int wanted) {
    for (int hold = 0; hold < HOLDS && rounds.areMine(); hold++) {
      namesystem.readLock();
      try {
        synchronized (this) {
          if (!find(namesystem.getFSDirectory(), wanted)) {
            return;
          }
        }
      } finally {
        namesystem.readUnlock("scrub");
      }
    }
  }

  /** Whether there is more to look for. */
  private boolean find(FSDirectory directory, int wanted) {
    if (progress.isEmpty()) {
      return false;
    }
    ScrubWindow window = progress.get().window();
    ScrubWalk walk = progress.get().walk().orElseThrow();
    int waiting = window.due(Time.monotonicNow()).size();
    long begin = System.nanoTime();
    while (!walk.isAtEnd()
        && waiting < wanted
        && window.size() < ScrubWindow.MOST
        && System.nanoTime() - begin < HOLD_NANOS) {
      Optional<ScrubPosition> found = walk.step(directory);
      found.ifPresent(window::add);
      waiting += found.isPresent() ? 1 : 0;
    }
    return !walk.isAtEnd() && waiting < wanted && window.size() < ScrubWindow.MOST;
  }

  private synchronized boolean mayHandOut(ScrubNodes nodes) {
    return progress.map(ScrubProgress::window)
        .filter(nodes::haveRoom)
        .filter(window -> !window.due(Time.monotonicNow()).isEmpty())
        .isPresent();
  }

  private void handOut(FSNamesystem namesystem, ScrubNodes nodes) {
    if (!mayHandOut(nodes)) {
      return;
    }
    namesystem.writeLock();
    try {
      synchronized (this) {
        if (rounds.areMine() && progress.isPresent() && !namesystem.isInSafeMode()) {
          boolean waits =
              new ScrubOrders(namesystem, nodes, ids::incrementAndGet)
                  .handOut(progress.get().window(), HOLD_NANOS);
          if (waits) {
            why = "repairs or transitions of the DataNodes that have the next groups";
          }
        }
      }
    } finally {
      namesystem.writeUnlock("scrub");
    }
  }

  /** Journals how far it is, where it is time. */
  private void note(FSNamesystem namesystem) {
    if (!progress().filter(each -> each.isToBeNoted(Time.monotonicNow(), noteMillis)).isPresent()) {
      return;
    }
    namesystem.writeLock();
    try {
      synchronized (this) {
        if (!rounds.areMine() || progress.isEmpty() || namesystem.isInSafeMode()) {
          return;
        }
        ScrubState state = progress.get().state();
        state.write(namesystem);
        progress.get().note(state, Time.monotonicNow());
      }
    } catch (IOException e) {
      LOG.error("How far the scrub is could not be journaled; the next round tries again", e);
      return;
    } finally {
      namesystem.writeUnlock("scrub");
    }
    namesystem.getEditLog().logSync();
  }

  /** A DataNode gets on with some groups. */
  public synchronized void hearFrom(
      BlockManager blocks, String nodeUuid, Collection<Long> parityIds) {
    progress.ifPresent(
        each ->
            each.window().hearFrom(
                nodeUuid, parityIds, Time.monotonicNow(),
                RepairQueueWindow.pendingTimeout(blocks)));
  }

  /** Takes what a DataNode found, where this NameNode waits for that. */
  public void hear(String nodeUuid, List<ScrubResult> results) throws IOException {
    FSNamesystem namesystem = owner.get();
    for (ScrubResult result : results) {
      if (namesystem != null && isAwaited(nodeUuid, result)) {
        hear(namesystem, nodeUuid, result);
      }
    }
  }

  private synchronized boolean isAwaited(String nodeUuid, ScrubResult result) {
    return progress.flatMap(each -> each.window().underWay(result.id(), nodeUuid)).isPresent();
  }

  /** Most groups fit: only for a contradiction the namesystem's lock is needed. */
  private void hear(FSNamesystem namesystem, String nodeUuid, ScrubResult result)
      throws IOException {
    if (result.contradiction().isEmpty()) {
      take(namesystem, nodeUuid, result);
      return;
    }
    namesystem.writeLock();
    try {
      take(namesystem, nodeUuid, result);
    } finally {
      namesystem.writeUnlock("hearOfScrub");
    }
  }

  private synchronized void take(FSNamesystem namesystem, String nodeUuid, ScrubResult result)
      throws IOException {
    if (isAwaited(nodeUuid, result)) {
      ScrubWindow window = progress.orElseThrow().window();
      new ScrubJudge(namesystem)
          .take(window, window.underWay(result.id(), nodeUuid).orElseThrow(), result);
    }
  }

  /** As it is now; of a NameNode that has not begun to scrub, as it was before the first pass. */
  private synchronized ScrubState shown() {
    return progress.map(ScrubProgress::shown).orElse(ScrubState.none());
  }

  /**
   * No group that can be compared was compared longer ago, in seconds; 0 before the first pass.
   */
  public long oldestSeconds() {
    long now = Time.now();
    return TimeUnit.MILLISECONDS.toSeconds(
        Math.max(0, now - shown().oldestMillis().orElse(now)));
  }

  /** Groups whose members contradict each other, by the running pass and the one before. */
  public long wrongGroups() {
    return shown().wrongGroups();
  }

  /** Groups that the last pass could not compare. */
  public long leftOutGroups() {
    return shown().ended().map(ScrubPass::leftOut).orElse(0L);
  }

  /** All there is to say; takes the namesystem's lock for the paths. */
  public GetScrubStatusResponseProto status() {
    FSNamesystem namesystem = owner.get();
    ScrubState shown = shown();
    GetScrubStatusResponseProto.Builder status = ScrubAnswer.of(namesystem, shown, Time.now());
    synchronized (this) {
      return status
          .setUnderWay(progress.map(each -> each.window().countUnderWay()).orElse(0))
          .setWhy(why)
          .build();
    }
  }
}
