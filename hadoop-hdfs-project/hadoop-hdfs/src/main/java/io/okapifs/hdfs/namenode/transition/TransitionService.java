package io.okapifs.hdfs.namenode.transition;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.Rounds;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.Superseded;
import io.okapifs.hdfs.namenode.health.ContradictoryGroups;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.TransitionRules;
import io.okapifs.hdfs.namenode.journal.UnsyncedGroups;
import io.okapifs.hdfs.repair.TransitionLimits;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the transitions of a NameNode's files forward, as long as it is active: starts those whose
 * turn it is, asks for what they lack, and commits what is ready. What is to be done is kept in the
 * namespace alone; the queue only remembers which files to look at. Any thread may call it.
 */
public final class TransitionService implements TransitionRules {

  public static final String MAX_CONCURRENT_KEY = "dfs.namenode.ec.transition.max-concurrent";
  public static final int MAX_CONCURRENT_DEFAULT = 10;

  /** Files of one owner that may be in a transition at a time, unless the superuser asks. */
  public static final String MAX_PER_OWNER_KEY = "dfs.namenode.ec.transition.max-per-owner";
  public static final int MAX_PER_OWNER_DEFAULT = 100_000;

  /** The time of day in which anything is done for what is not urgent; empty: always. */
  public static final String WINDOW_KEY = "dfs.namenode.ec.transition.window";

  /** Bytes per second that each DataNode may move for transitions; 0: no limit. */
  public static final String BANDWIDTH_KEY = "dfs.namenode.ec.transition.datanode.bytes-per-second";

  /** Percent of what a DataNode moves for others that it may move for transitions; 0: no limit. */
  public static final String SHARE_KEY = "dfs.namenode.ec.transition.datanode.io-share-percent";

  /** How often files in transition are looked at. */
  public static final String INTERVAL_KEY = "dfs.namenode.ec.transition.interval";
  public static final long INTERVAL_MILLIS_DEFAULT = 1000;

  /** How long after a look at all files of a rule the next one begins. */
  public static final String RULES_INTERVAL_KEY = "dfs.namenode.ec.rules.interval";
  public static final long RULES_INTERVAL_MILLIS_DEFAULT = 21_600_000;

  /** Why a transition does not begin, or is given up. */
  private static final String DOUBTED =
      "members of a group contradict each other, and new parity may be made of a wrong one; once"
          + " hdfs ec -verify finds the file right, ask again";

  private static final Logger LOG = LoggerFactory.getLogger(TransitionService.class);

  /** Weak, as that of the state that this belongs to. */
  private final WeakReference<FSNamesystem> owner;

  private final TransitionQueue queue = new TransitionQueue();
  private final TransitionOwners owners = new TransitionOwners();
  private final NamePatience patience = new NamePatience();
  private final TransitionHistory history = new TransitionHistory();
  private final TreeRequests trees = new TreeRequests();
  private final RuleBook rules = new RuleBook();
  private final AtomicLong moves = new AtomicLong();
  private volatile int maxConcurrent = MAX_CONCURRENT_DEFAULT;
  private volatile int maxPerOwner = MAX_PER_OWNER_DEFAULT;
  private volatile DailyWindow window = DailyWindow.ALWAYS;
  private volatile long intervalMillis = INTERVAL_MILLIS_DEFAULT;
  private volatile long rulesIntervalMillis = RULES_INTERVAL_MILLIS_DEFAULT;
  private final Rounds rounds = new Rounds("transitions", () -> intervalMillis, this::round);
  private volatile TransitionLimits limits = TransitionLimits.NONE;

  /** Of this time as the active NameNode, to which nodes have to report anew. */
  private FullReports reports;

  /** The last file of which it was asked whether it is still there. */
  private long lastSought;

  public TransitionService(WeakReference<FSNamesystem> owner) {
    this.owner = owner;
  }

  public static TransitionService of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(TransitionService.class);
  }

  /** Takes the settings of the NameNode. */
  public void configure(Configuration conf) {
    DailyWindow parsed = window(conf);
    TransitionLimits ofNodes = limits(conf);
    long interval =
        positive(
            conf, INTERVAL_KEY,
            conf.getTimeDuration(INTERVAL_KEY, INTERVAL_MILLIS_DEFAULT, TimeUnit.MILLISECONDS));
    long rulesInterval =
        positive(
            conf, RULES_INTERVAL_KEY,
            conf.getTimeDuration(
                RULES_INTERVAL_KEY, RULES_INTERVAL_MILLIS_DEFAULT, TimeUnit.MILLISECONDS));
    int concurrent = maxConcurrent(conf);
    maxPerOwner = maxPerOwner(conf);
    maxConcurrent = concurrent;
    intervalMillis = interval;
    rulesIntervalMillis = rulesInterval;
    window = parsed;
    limits = ofNodes;
  }

  private static TransitionLimits limits(Configuration conf) {
    try {
      return new TransitionLimits(conf.getLongBytes(BANDWIDTH_KEY, 0), conf.getInt(SHARE_KEY, 0));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          BANDWIDTH_KEY + "=" + conf.get(BANDWIDTH_KEY) + ", " + SHARE_KEY + "="
              + conf.get(SHARE_KEY) + ": " + e.getMessage(), e);
    }
  }

  /** What limits each DataNode. */
  @Override
  public TransitionLimits limits() {
    return limits;
  }

  /**
   * Files of one owner that may be in a transition at a time.
   *
   * @throws IllegalArgumentException where it is out of range
   */
  public static int maxPerOwner(Configuration conf) {
    int files = conf.getInt(MAX_PER_OWNER_KEY, MAX_PER_OWNER_DEFAULT);
    if (files < 1) {
      throw new IllegalArgumentException(MAX_PER_OWNER_KEY + " is at least 1, not " + files);
    }
    return files;
  }

  private static long positive(Configuration conf, String key, long millis) {
    if (millis < 1) {
      throw new IllegalArgumentException(key + " is at least 1 ms, not " + conf.get(key));
    }
    return millis;
  }

  private static DailyWindow window(Configuration conf) {
    try {
      return DailyWindow.parse(conf.getTrimmed(WINDOW_KEY, ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(WINDOW_KEY + ": " + e.getMessage(), e);
    }
  }

  private boolean mayWork(int priority) {
    return priority == TransitionRecord.URGENT || isInsideWindow();
  }

  /** Whether it is the time of day in which what is not urgent is done. */
  public boolean isInsideWindow() {
    return window.isOpen(LocalTime.now());
  }

  /** Between two passes over the files of a rule. */
  long rulesIntervalMillis() {
    return rulesIntervalMillis;
  }

  /** Whether anything is done for rules now. */
  boolean mayRulesWork() {
    return mayWork(TransitionRecord.BY_RULE);
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
  public TransitionSteps steps() {
    return new TransitionSteps(namesystem());
  }

  private FSNamesystem namesystem() {
    return owner.get();
  }

  /** Which files are in a transition. */
  public TransitionQueue queue() {
    return queue;
  }

  public TransitionHistory history() {
    return history;
  }

  public TreeRequests trees() {
    return trees;
  }

  /** The same, read from the namespace if that was not done yet. Under the namesystem's lock. */
  TreeRequests loadedTrees() {
    trees.load(namesystem().getFSDirectory());
    return trees;
  }

  public RuleBook rules() {
    return rules;
  }

  /** The same, read from the namespace if that was not done yet. Under the namesystem's lock. */
  RuleBook loadedRules() {
    rules.load(namesystem().getFSDirectory());
    return rules;
  }

  /** Files of a request or a rule that may be in a transition, those that wait included. */
  int filesOfATree() {
    return Math.max(TransitionPace.TREE_FILES, 2 * maxConcurrent);
  }

  /** Has the next round begin now. */
  void wake() {
    rounds.wake();
  }

  /** After a file has taken a step, here, in replay or in an image. */
  void remember(INodeFile file, TransitionRecord taken) {
    queue.remember(file.getId(), taken);
    if (taken.kept().isPresent()) {
      owners.add(file.getId(), file.getUserName());
    } else {
      owners.remove(file.getId());
    }
    // One that rested begins to wait anew.
    patience.forget(file.getId());
    rounds.wake();
  }

  private void forget(long inodeId) {
    queue.forget(inodeId);
    owners.remove(inodeId);
    patience.forget(inodeId);
  }

  /** Why a file of an owner may not begin a transition now; null if it may. */
  public String refusalFor(String owner) {
    int files = owners.files(owner);
    return files < maxPerOwner
        ? null
        : "its owner has as many files in a transition as one may have: owner=" + owner + ", files="
            + files + ", " + MAX_PER_OWNER_KEY + "=" + maxPerOwner
            + "; wait for some of them, or cancel some";
  }

  /** Block groups in the blocks map that files will have, and that are not complete. */
  @Woven
  public static long countComing(FSNamesystem namesystem) {
    return of(namesystem).countComing();
  }

  private long countComing() {
    List<Long> files = queue.begun();
    if (files.isEmpty()) {
      return 0;
    }
    FSDirectory directory = namesystem().getFSDirectory();
    return files.stream()
        .map(directory::getInode)
        .filter(inode -> inode != null && inode.isFile())
        .flatMap(inode -> DecoupledFile.coming(inode.asFile()).stream())
        .mapToLong(coming -> coming.length)
        .sum();
  }

  @Override
  public boolean isPaused(GroupHealth next) {
    return next.file().isPaused() || queue.isOutsideWindow(next.file().inode().getId());
  }

  @Override
  public boolean mayEncode(BlockManager blocks, GroupHealth next, int group) {
    return !isPaused(next)
        && TransitionProgress.isPlaced(blocks, next, group)
        && !new ParityNames(blocks, next, patience).waits(group);
  }

  @Override
  public void doubt(long inodeId) {
    queue.doubt(inodeId);
  }

  @Override
  public void countAsked(long inodeId, int group) {
    queue.countAsked(inodeId, group);
  }

  @Override
  public void countMove(long inodeId) {
    moves.incrementAndGet();
    queue.countMove(inodeId);
  }

  /** Blocks that moved for new groups since the NameNode started. */
  public long moves() {
    return moves.get();
  }

  /** When the NameNode has become active. */
  public synchronized void start() {
    reports = new FullReports();
    patience.clear();
    trees.reset();
    rules.reset();
    rounds.start();
  }

  /** When it ceases to be; the caller may hold the namesystem's lock. */
  public void stop() {
    rounds.stop();
    trees.reset();
    rules.reset();
  }

  private void round() {
    FSNamesystem namesystem = namesystem();
    UnsyncedGroups.of(namesystem).update(namesystem);
    forgetDeleted(namesystem);
    new TreeWalker(namesystem, this, rounds::areMine).round();
    new RuleWalker(namesystem, this, rounds::areMine).round();
    queue.toLookAt(System.nanoTime()).forEach(this::look);
    Optional<Long> next = nextWaiting();
    while (next.isPresent() && look(next.get())) {
      next = nextWaiting();
    }
  }

  /** A few of the files each time: nothing else looks at those that are paused, or far behind. */
  private void forgetDeleted(FSNamesystem namesystem) {
    List<Long> files = queue.filesAbove(lastSought, TransitionPace.FILES_SOUGHT);
    lastSought = files.isEmpty() ? 0 : files.get(files.size() - 1);
    if (files.isEmpty()) {
      return;
    }
    namesystem.readLock();
    try {
      for (long inodeId : files) {
        if (namesystem.getFSDirectory().getInode(inodeId) == null) {
          forget(inodeId);
        }
      }
    } finally {
      namesystem.readUnlock("transitions");
    }
  }

  private Optional<Long> nextWaiting() {
    return rounds.areMine()
        ? queue.next(maxConcurrent, this::mayWork, System.nanoTime())
        : Optional.empty();
  }

  /**
   * Takes the step of one file that is due, if one is. One whose look fails is set aside: the
   * others do not wait for it.
   *
   * @return whether others may be looked at as well
   */
  private boolean look(long inodeId) {
    FSNamesystem namesystem = namesystem();
    Superseded superseded;
    namesystem.writeLock();
    try {
      if (!rounds.areMine() || namesystem.isInSafeMode()) {
        return false;
      }
      superseded = lookLocked(namesystem, inodeId);
      queue.takeBack(inodeId);
    } catch (IOException | RuntimeException | Error e) {
      LOG.error(
          "Transition set aside, and looked at again in a minute: inode={}", inodeId, e);
      queue.setAside(inodeId, e, System.nanoTime());
      return true;
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
      return Superseded.nothing();
    }
    if (record.get().paused()) {
      return Superseded.nothing();
    }
    INodeFile file = inode.asFile();
    if (record.get().step() == Step.QUEUED) {
      return begin(file, record.get());
    }
    BlockManager blocks = namesystem.getBlockManager();
    if (!isInsideWindow(blocks, file, record.get().priority())) {
      return Superseded.nothing();
    }
    if (queue.progress(inodeId).doubted()) {
      return drop(file, record.get(), DOUBTED);
    }
    int ready = advance(blocks, file, queue.progress(inodeId).ready());
    if (ready == record.get().groupCount()) {
      // What was ready may have got lost since.
      ready = advance(blocks, file, 0);
    }
    if (ready == record.get().groupCount()) {
      return end(file, record.get());
    }
    queue.setReady(inodeId, ready);
    reports.ask(
        blocks,
        TransitionWaits.unreported(blocks, file, ready, TransitionPace.GROUPS_REPORTED));
    return Superseded.nothing();
  }

  private int advance(BlockManager blocks, INodeFile file, int from) {
    return DecoupledFile.coming(file).isPresent()
        ? CouplingProgress.advance(blocks, file, from)
        : TransitionProgress.advance(blocks, file, from, patience);
  }

  private Superseded end(INodeFile file, TransitionRecord record) throws IOException {
    String wrong = FileAdoption.refusalOfNow(namesystem(), file, record);
    return wrong == null ? steps().commit(file, record) : drop(file, record, wrong);
  }

  private Superseded drop(INodeFile file, TransitionRecord record, String wrong)
      throws IOException {
    LOG.warn("Transition cannot end: path={}: {}", file.getFullPathName(), wrong);
    Superseded superseded = steps().abort(file, record, wrong);
    giveUp(file, record, wrong);
    return superseded;
  }

  /** Takes what a file lacks out of the queue of repairs when its time ends. */
  private boolean isInsideWindow(BlockManager blocks, INodeFile file, int priority) {
    boolean inside = mayWork(priority);
    if (queue.setOutsideWindow(file.getId(), !inside) && !inside) {
      TransitionProgress.rest(blocks, file);
    }
    return inside;
  }

  /** One that cannot begin is given up: it would hold up those behind it. */
  private Superseded begin(INodeFile file, TransitionRecord queued) throws IOException {
    try {
      // A coupled file may have been appended to while it waited, any may have been moved.
      String wrong =
          rules.refusal(file, queued)
              .orElse(TransitionCheck.refusal(namesystem().getBlockManager(), file, queued));
      if (wrong == null && isContradictory(file)) {
        wrong = DOUBTED;
      }
      if (wrong != null) {
        throw new IOException(wrong);
      }
      steps().start(file, queued);
      return Superseded.nothing();
    } catch (IOException e) {
      LOG.warn("Transition cannot begin: path={}", file.getFullPathName(), e);
      if (e instanceof QuotaExceededException) {
        trees.walk(queued.tree())
            .ifPresent(walk -> walk.restForQuota(e.getMessage(), System.nanoTime()));
      }
      Superseded superseded = steps().abort(file, queued, e.getMessage());
      giveUp(file, queued, e.getMessage());
      return superseded;
    }
  }

  private boolean isContradictory(INodeFile file) {
    ContradictoryGroups contradictory = ContradictoryGroups.of(namesystem().getBlockManager());
    return Stream.of(ParityGroupsFeature.groupsOf(file)).anyMatch(contradictory::contains);
  }

  private void giveUp(INodeFile file, TransitionRecord last, String why) {
    queue.giveUp(
        file.getId(), TransitionAnswers.ended(namesystem(), file, last, Step.ABORTED, why));
  }
}
