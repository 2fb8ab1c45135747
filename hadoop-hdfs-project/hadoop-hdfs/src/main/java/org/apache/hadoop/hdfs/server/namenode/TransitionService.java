package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.CouplingProgress;
import org.apache.hadoop.hdfs.server.blockmanagement.Superseded;
import org.apache.hadoop.hdfs.server.blockmanagement.TransitionProgress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the transitions of a NameNode's files forward, as long as it is active: starts those whose
 * turn it is, asks for what they lack, and commits what is ready. What is to be done is kept in the
 * namespace alone; this only remembers which files to look at. Any thread may call it.
 */
public final class TransitionService {

  public static final String MAX_CONCURRENT_KEY = "dfs.namenode.ec.transition.max-concurrent";
  public static final int MAX_CONCURRENT_DEFAULT = 10;

  /** The time of day in which anything is done for what is not urgent; empty: always. */
  public static final String WINDOW_KEY = "dfs.namenode.ec.transition.window";

  private static final Logger LOG = LoggerFactory.getLogger(TransitionService.class);
  private static final long ROUND_MILLIS = 1000;

  /** Transitions that were given up and are remembered. */
  private static final int GIVEN_UP_MAX = 1000;

  private record Waiting(long inodeId, TransitionRecord record) {}

  /** Weak, as that of the state that this belongs to. */
  private final WeakReference<Namesystem> owner;

  private volatile int maxConcurrent = MAX_CONCURRENT_DEFAULT;
  private volatile TransitionWindow window = TransitionWindow.ALWAYS;

  private final TreeSet<Waiting> waiting =
      new TreeSet<>(
          Comparator.<Waiting>comparingInt(each -> each.record.priority())
              .thenComparingLong(each -> each.record.sinceMillis())
              .thenComparingLong(Waiting::inodeId));
  private final NavigableMap<Long, Waiting> waitingById = new TreeMap<>();

  private final NavigableSet<Long> paused = new TreeSet<>();

  private final NavigableMap<Long, BegunTransition> begun = new TreeMap<>();

  /** Of those, the ones that wait for the time of day. */
  private final Set<Long> resting = ConcurrentHashMap.newKeySet();

  /** The last ones, by file. */
  private final Map<Long, TransitionStatus> givenUp = new LinkedHashMap<>();

  private Thread thread;

  TransitionService(WeakReference<Namesystem> owner) {
    this.owner = owner;
  }

  /** Takes the settings of the NameNode. */
  void configure(Configuration conf) {
    TransitionWindow parsed = window(conf);
    maxConcurrent = maxConcurrent(conf);
    window = parsed;
  }

  private static TransitionWindow window(Configuration conf) {
    try {
      return TransitionWindow.parse(conf.getTrimmed(WINDOW_KEY, ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(WINDOW_KEY + ": " + e.getMessage(), e);
    }
  }

  private boolean mayWork(int priority) {
    return priority == TransitionRecord.URGENT || window.isOpen(LocalTime.now());
  }

  /**
   * Files that may have begun at a time.
   *
   * @throws IllegalArgumentException where it is out of range
   */
  public static int maxConcurrent(Configuration conf) {
    int files = conf.getInt(MAX_CONCURRENT_KEY, MAX_CONCURRENT_DEFAULT);
    if (files < 1) {
      throw new IllegalArgumentException(MAX_CONCURRENT_KEY + " is at least 1, not " + files);
    }
    return files;
  }

  /** The steps that the active NameNode takes. */
  TransitionSteps steps() {
    return new TransitionSteps(namesystem());
  }

  private FSNamesystem namesystem() {
    return (FSNamesystem) owner.get();
  }

  /** After a file has taken a step, here, in replay or in an image. */
  synchronized void remember(long inodeId, TransitionRecord taken) {
    BegunTransition last = begun.get(inodeId);
    forget(inodeId);
    taken.kept().ifPresent(kept -> remember(inodeId, kept, last));
    notifyAll();
  }

  private void remember(long inodeId, TransitionRecord record, BegunTransition last) {
    givenUp.remove(inodeId);
    if (record.step() == Step.STARTED) {
      begun.put(
          inodeId,
          last == null
              ? BegunTransition.begun(record.priority(), System.nanoTime())
              : last);
    }
    if (record.paused()) {
      paused.add(inodeId);
    } else if (record.step() == Step.QUEUED) {
      Waiting entry = new Waiting(inodeId, record);
      waiting.add(entry);
      waitingById.put(inodeId, entry);
    }
  }

  private synchronized void forget(long inodeId) {
    Waiting entry = waitingById.remove(inodeId);
    if (entry != null) {
      waiting.remove(entry);
    }
    begun.remove(inodeId);
    resting.remove(inodeId);
    paused.remove(inodeId);
  }

  /** The next files by their ids that are in a transition, those that wait or rest included. */
  synchronized List<Long> filesAbove(long inodeId, int most) {
    return Stream.of(begun.navigableKeySet(), waitingById.navigableKeySet(), paused)
        .flatMap(ids -> ids.tailSet(inodeId, false).stream().limit(most))
        .sorted()
        .distinct()
        .limit(most)
        .toList();
  }

  /** Block groups in the blocks map that files will have, and that are not complete. */
  long countComing() {
    List<Long> files;
    synchronized (this) {
      files = List.copyOf(begun.keySet());
    }
    if (files.isEmpty()) {
      return 0;
    }
    FSDirectory directory = namesystem().getFSDirectory();
    return files.stream()
        .map(directory::getInode)
        .filter(inode -> inode != null && inode.isFile())
        .map(inode -> DecoupledFile.coming(inode.asFile()))
        .filter(Objects::nonNull)
        .mapToLong(coming -> coming.length)
        .sum();
  }

  /** When the NameNode has become active. */
  synchronized void start() {
    if (thread == null) {
      thread = new Thread(this::run, "transitions");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * When it ceases to be. The caller may hold the namesystem's lock, so nobody is waited for; nor is
   * the thread interrupted, which may be writing to the journal.
   */
  synchronized void stop() {
    thread = null;
    notifyAll();
  }

  private synchronized boolean isMine() {
    return thread == Thread.currentThread();
  }

  private void run() {
    try {
      while (isMine()) {
        round();
        pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void pause() throws InterruptedException {
    if (isMine()) {
      wait(ROUND_MILLIS);
    }
  }

  private void round() {
    for (long inodeId : begunFiles()) {
      look(inodeId);
    }
    Optional<Long> next = nextWaiting();
    while (next.isPresent() && look(next.get())) {
      next = nextWaiting();
    }
  }

  /** Those that rest have no turn. */
  private synchronized List<Long> begunFiles() {
    return begun.keySet().stream().filter(inodeId -> !paused.contains(inodeId)).toList();
  }

  /** What is urgent does not wait for the end of what is less so. */
  private synchronized Optional<Long> nextWaiting() {
    if (!isMine() || waiting.isEmpty()) {
      return Optional.empty();
    }
    Waiting first = waiting.first();
    if (!mayWork(first.record.priority())) {
      return Optional.empty();
    }
    long before =
        begunFiles().stream()
            .filter(inodeId -> begun.get(inodeId).priority() <= first.record.priority())
            .count();
    return before < maxConcurrent ? Optional.of(first.inodeId) : Optional.empty();
  }

  /**
   * Takes the step of one file that is due, if one is.
   *
   * @return whether that could be looked at
   */
  private boolean look(long inodeId) {
    FSNamesystem namesystem = namesystem();
    Superseded superseded;
    namesystem.writeLock();
    try {
      if (!isMine() || namesystem.isInSafeMode()) {
        return false;
      }
      superseded = lookLocked(namesystem, inodeId);
    } catch (IOException | RuntimeException e) {
      LOG.warn("A transition does not get on, and is looked at again: inode={}", inodeId, e);
      return false;
    } finally {
      namesystem.writeUnlock("transition");
    }
    namesystem.getEditLog().logSync();
    superseded.remove(namesystem.getBlockManager());
    return true;
  }

  private Superseded lookLocked(FSNamesystem namesystem, long inodeId) throws IOException {
    INode inode = namesystem.getFSDirectory().getInode(inodeId);
    Optional<TransitionRecord> record =
        inode == null || !inode.isFile() ? Optional.empty() : FileTransitions.of(inode.asFile());
    if (record.isEmpty()) {
      forget(inodeId);
      return Superseded.NOTHING;
    }
    if (record.get().paused()) {
      return Superseded.NOTHING;
    }
    INodeFile file = inode.asFile();
    if (record.get().step() == Step.QUEUED) {
      return begin(file, record.get());
    }
    BlockManager blocks = namesystem.getBlockManager();
    if (!isAwake(blocks, file, record.get().priority())) {
      return Superseded.NOTHING;
    }
    int ready = advance(blocks, file, progress(inodeId).ready());
    if (ready == record.get().groupCount() && ready == advance(blocks, file, 0)) {
      return end(file, record.get());
    }
    setReady(inodeId, ready);
    return Superseded.NOTHING;
  }

  private static int advance(BlockManager blocks, INodeFile file, int from) {
    return DecoupledFile.coming(file) == null
        ? TransitionProgress.advance(blocks, file, from)
        : CouplingProgress.advance(blocks, file, from);
  }

  private Superseded end(INodeFile file, TransitionRecord record) throws IOException {
    String wrong = FileAdoption.refusalOfNow(namesystem(), file, record);
    if (wrong == null) {
      return steps().commit(file, record);
    }
    LOG.warn("A transition cannot end: path={}: {}", file.getFullPathName(), wrong);
    Superseded superseded = steps().abort(file, record, false);
    giveUp(file, record, wrong);
    return superseded;
  }

  /** Takes what a file lacks out of the queue of repairs when its time ends, and puts it back. */
  private boolean isAwake(BlockManager blocks, INodeFile file, int priority) {
    boolean awake = mayWork(priority);
    if (!awake && resting.add(file.getId())) {
      TransitionProgress.rest(blocks, file);
    } else if (awake && resting.remove(file.getId())) {
      TransitionProgress.begin(blocks, file);
    }
    return awake;
  }

  /** Whether a file that has begun waits for the time of day. */
  boolean isResting(long inodeId) {
    return resting.contains(inodeId);
  }

  /** One that cannot begin is given up: it would hold up those behind it. */
  private Superseded begin(INodeFile file, TransitionRecord queued) throws IOException {
    try {
      // A coupled file may have been appended to while it waited.
      String wrong = TransitionCheck.refusal(namesystem().getBlockManager(), file, queued);
      if (wrong != null) {
        throw new IOException(wrong);
      }
      steps().start(file, queued);
      return Superseded.NOTHING;
    } catch (IOException e) {
      LOG.warn("A transition cannot begin: path={}", file.getFullPathName(), e);
      Superseded superseded = steps().abort(file, queued, false);
      giveUp(file, queued, e.getMessage());
      return superseded;
    }
  }

  private synchronized void giveUp(INodeFile file, TransitionRecord queued, String why) {
    ErasureCodingPolicyManager policies = ErasureCodingPolicyManager.getInstance();
    givenUp.put(
        file.getId(),
        new TransitionStatus(
            Step.ABORTED, false, queued.priority(), queued.sinceMillis(), policies.getByID(file.getErasureCodingPolicyID()).getName(),
            TransitionCalls.target(queued), 0, 0, 0, 0, why,
            file.getFullPathName()));
    if (givenUp.size() > GIVEN_UP_MAX) {
      givenUp.remove(givenUp.keySet().iterator().next());
    }
  }

  /** What was given up since this NameNode started, the last ones of many, by file. */
  synchronized Map<Long, TransitionStatus> givenUp() {
    return new LinkedHashMap<>(givenUp);
  }

  /** Why the last transition of a file was given up, if it was. */
  synchronized Optional<TransitionStatus> givenUp(long inodeId) {
    return Optional.ofNullable(givenUp.get(inodeId));
  }

  private synchronized void setReady(long inodeId, int groups) {
    begun.computeIfPresent(
        inodeId, (id, progress) -> progress.upTo(groups, System.nanoTime()));
  }

  /** How far a file is; nothing is ready of one that has not begun. */
  synchronized BegunTransition progress(long inodeId) {
    return begun.getOrDefault(inodeId, BegunTransition.NONE);
  }

  /** After a DataNode was asked to encode a new group of a file. */
  synchronized void countAsked(long inodeId, int group) {
    begun.computeIfPresent(inodeId, (id, progress) -> progress.asking(group));
  }
}
