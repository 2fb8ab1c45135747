package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.CouplingProgress;
import org.apache.hadoop.hdfs.server.blockmanagement.FullReports;
import org.apache.hadoop.hdfs.server.blockmanagement.Superseded;
import org.apache.hadoop.hdfs.server.blockmanagement.TransitionProgress;
import org.apache.hadoop.hdfs.server.blockmanagement.TransitionWaits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the transitions of a NameNode's files forward, as long as it is active: starts those whose
 * turn it is, asks for what they lack, and commits what is ready. What is to be done is kept in the
 * namespace alone; the queue only remembers which files to look at. Any thread may call it.
 */
public final class TransitionService {

  public static final String MAX_CONCURRENT_KEY = "dfs.namenode.ec.transition.max-concurrent";
  public static final int MAX_CONCURRENT_DEFAULT = 10;

  /** The time of day in which anything is done for what is not urgent; empty: always. */
  public static final String WINDOW_KEY = "dfs.namenode.ec.transition.window";

  private static final Logger LOG = LoggerFactory.getLogger(TransitionService.class);
  private static final long ROUND_MILLIS = 1000;

  /** Weak, as that of the state that this belongs to. */
  private final WeakReference<Namesystem> owner;

  private final TransitionQueue queue = new TransitionQueue();
  private volatile int maxConcurrent = MAX_CONCURRENT_DEFAULT;
  private volatile TransitionWindow window = TransitionWindow.ALWAYS;

  /** Of this time as the active NameNode, to which nodes have to report anew. */
  private FullReports reports;

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

  /** Which files are in a transition. */
  TransitionQueue queue() {
    return queue;
  }

  /** After a file has taken a step, here, in replay or in an image. */
  void remember(long inodeId, TransitionRecord taken) {
    queue.remember(inodeId, taken);
    synchronized (this) {
      notifyAll();
    }
  }

  /** Block groups in the blocks map that files will have, and that are not complete. */
  long countComing() {
    List<Long> files = queue.begun();
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
      reports = new FullReports();
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
    queue.atWork().forEach(this::look);
    Optional<Long> next = nextWaiting();
    while (next.isPresent() && look(next.get())) {
      next = nextWaiting();
    }
  }

  private Optional<Long> nextWaiting() {
    return isMine() ? queue.next(maxConcurrent, this::mayWork) : Optional.empty();
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
      queue.forget(inodeId);
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
    int ready = advance(blocks, file, queue.progress(inodeId).ready());
    if (ready == record.get().groupCount() && ready == advance(blocks, file, 0)) {
      return end(file, record.get());
    }
    queue.setReady(inodeId, ready);
    reports.ask(blocks, TransitionWaits.unreported(blocks, file, ready));
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

  /** Takes what a file lacks out of the queue of repairs when its time ends. */
  private boolean isAwake(BlockManager blocks, INodeFile file, int priority) {
    boolean awake = mayWork(priority);
    if (queue.setResting(file.getId(), !awake) && !awake) {
      TransitionProgress.rest(blocks, file);
    }
    return awake;
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

  private void giveUp(INodeFile file, TransitionRecord queued, String why) {
    queue.giveUp(
        file.getId(),
        new TransitionStatus(
            Step.ABORTED, false, queued.priority(), queued.sinceMillis(),
            TransitionAnswers.nameOf(file.getErasureCodingPolicyID()),
            TransitionAnswers.target(queued), 0, 0, 0, 0, 0, why, file.getFullPathName()));
  }
}
