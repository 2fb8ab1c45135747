package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.transition.Rule;
import io.okapifs.hdfs.transition.Rules;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of an active NameNode. They are kept in an attribute of the root directory, each with
 * the inode of its directory. What was done for them is remembered while the NameNode is active.
 * Any thread may call it; what changes a rule needs the namesystem's write lock, and the caller
 * syncs the journal.
 */
public final class RuleBook {

  /** How long a rule leaves a file alone whose transition was given up. */
  static final long FAILED_REST_MILLIS = TimeUnit.DAYS.toMillis(1);

  /** The same where somebody has cancelled it. */
  static final long CANCELLED_REST_MILLIS = TimeUnit.DAYS.toMillis(7);

  /** Why a file does not begin that has left the directory of its rule. */
  static final String LEFT = "it is no longer below the directory of its rule";

  /** Why a file does not begin whose rule was removed or replaced. */
  static final String REMOVED = "its rule was removed";

  private static final Logger LOG = LoggerFactory.getLogger(RuleBook.class);

  private final RootAttribute<Rules> attribute =
      new RootAttribute<>(
          new RootAttribute.Kind<>(
              "rules", Rules.XATTR, Rules.none(), Rules::parse, Rules::toValue));

  /** By their directories. */
  private final Map<Long, RuleProgress> progress = new HashMap<>();

  private final RestingFiles resting = new RestingFiles();
  private boolean isLoaded;
  private long begun;
  private long done;
  private long givenUp;

  /** Forgets what this NameNode saw the last time that it was active. */
  synchronized void reset() {
    isLoaded = false;
    progress.clear();
    resting.clear();
  }

  /** Reads the rules once after the NameNode has become active. Under its lock. */
  synchronized void load(FSDirectory directory) {
    if (!isLoaded) {
      isLoaded = true;
      attribute.load(directory);
      attribute.get().all().forEach(rule -> add(rule, directory.getInode(rule.directoryId())));
    }
  }

  private void add(Rule rule, INode directory) {
    RuleProgress begins = new RuleProgress(rule);
    if (directory != null) {
      begins.setPath(directory.getFullPathName());
    }
    progress.put(rule.directoryId(), begins);
  }

  /** Whether they were read, and there are none. */
  synchronized boolean areNone() {
    return isLoaded && progress.isEmpty();
  }

  public synchronized int size() {
    return progress.size();
  }

  /** Files that rules have queued, changed and given up since the NameNode started. */
  public synchronized long begun() {
    return begun;
  }

  public synchronized long done() {
    return done;
  }

  public synchronized long givenUp() {
    return givenUp;
  }

  synchronized List<RuleProgress> all() {
    return List.copyOf(progress.values());
  }

  /** What is done for the rule of a directory, if it has one of its own. */
  synchronized Optional<RuleProgress> ofDirectory(long directoryId) {
    return Optional.ofNullable(progress.get(directoryId));
  }

  private Optional<RuleProgress> ofId(long id) {
    return progress.values().stream().filter(each -> each.rule().id() == id).findFirst();
  }

  /** The rule for a file, if there is one: that of the nearest directory above it. */
  synchronized Optional<RuleProgress> nearest(INode file) {
    return TreeCalls.nearest(file, this::ofDirectory);
  }

  /**
   * Has a rule take the place of the one of its directory.
   *
   * @throws IOException where there are too many; nothing was changed then
   */
  synchronized void set(FSNamesystem namesystem, Rule rule, INode directory) throws IOException {
    attribute.set(namesystem, attribute.get().with(rule), true);
    add(rule, directory);
    LOG.info(
        "Rule set: id={}, path={}, policy={}, ageMillis={}, minBytes={}, user={}", rule.id(),
        directory.getFullPathName(), rule.policy(), rule.ageMillis(), rule.minBytes(),
        rule.user());
  }

  synchronized void remove(FSNamesystem namesystem, RuleProgress removed, String why)
      throws IOException {
    long directoryId = removed.rule().directoryId();
    attribute.set(namesystem, attribute.get().without(directoryId), false);
    progress.remove(directoryId);
    LOG.info(
        "Rule removed: id={}, path={}, why={}", removed.rule().id(), removed.path(), why);
  }

  /** Has a rule rest, or go on. */
  synchronized void pause(FSNamesystem namesystem, RuleProgress of, boolean rests)
      throws IOException {
    Rule changed = of.rule().paused(rests);
    attribute.set(namesystem, attribute.get().with(changed), false);
    of.set(changed);
  }

  synchronized boolean rests(long inodeId, long nowMillis) {
    return resting.rests(inodeId, nowMillis);
  }

  /** Whether so many files rest that none may begin. */
  synchronized boolean isFull(long nowMillis) {
    return resting.isFull(nowMillis);
  }

  synchronized void countBegun(RuleProgress of) {
    begun++;
    of.begin();
  }

  /** After the last step of a file, which a rule may have wanted. */
  synchronized void ended(INodeFile file, TransitionRecord last, String why) {
    Optional<RuleProgress> by = ofId(last.tree());
    if (by.isEmpty()) {
      return;
    }
    if (last.step() == Step.ABORTED && !why.equals(LEFT)) {
      boolean byHand = why.equals(TransitionSteps.CANCELLED);
      resting.add(
          file.getId(), Time.now() + (byHand ? CANCELLED_REST_MILLIS : FAILED_REST_MILLIS));
      givenUp++;
      by.get().giveUp(file.getFullPathName(), why);
    } else if (last.step() == Step.COMMITTED && last.kept().isEmpty()) {
      done++;
      by.get().end();
    }
  }

  /** Why a file that waits for its turn may not begin, as a rule wanted; empty if it may. */
  synchronized Optional<String> refusal(INodeFile file, TransitionRecord queued) {
    Optional<RuleProgress> by = ofId(queued.tree());
    return by.isEmpty() || nearest(file).equals(by) ? Optional.empty() : Optional.of(LEFT);
  }
}
