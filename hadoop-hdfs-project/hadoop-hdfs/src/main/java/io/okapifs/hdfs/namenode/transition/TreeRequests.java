package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TreeTransition;
import io.okapifs.hdfs.transition.TreeTransitions;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests for trees of an active NameNode. What is asked for is kept in an attribute of the
 * root directory, by inode: so a directory may be renamed, and its request ends with it. How far
 * each one is, is remembered while the NameNode is active. Any thread may call it; what changes a
 * request needs the namesystem's write lock, and the caller syncs the journal.
 */
public final class TreeRequests {

  private static final Logger LOG = LoggerFactory.getLogger(TreeRequests.class);

  private final RootAttribute<TreeTransitions> attribute =
      new RootAttribute<>(
          new RootAttribute.Kind<>(
              "requests for trees", TreeTransitions.XATTR, TreeTransitions.none(),
              TreeTransitions::parse, TreeTransitions::toValue));

  private boolean isLoaded;
  private final Map<Long, TreeWalk> walks = new TreeMap<>();
  private final Deque<TreeTransitionStatusProto> ended = new ArrayDeque<>();

  /** Forgets what this NameNode saw the last time that it was active. */
  synchronized void reset() {
    isLoaded = false;
    walks.clear();
    ended.clear();
  }

  /** Reads the requests once after the NameNode has become active. Under its lock. */
  synchronized void load(FSDirectory directory) {
    if (isLoaded) {
      return;
    }
    isLoaded = true;
    attribute.load(directory);
    kept().all().forEach(each -> add(each, directory.getInode(each.directoryId())));
  }

  private void add(TreeTransition tree, INode directory) {
    TreeWalk walk = new TreeWalk(tree);
    if (directory != null) {
      walk.setPath(directory.getFullPathName());
    }
    walks.put(tree.id(), walk);
  }

  private TreeTransitions kept() {
    return attribute.get();
  }

  /** Whether they were read, and there are none. */
  synchronized boolean areNone() {
    return isLoaded && walks.isEmpty();
  }

  /** All requests and how far they are, by their ids. */
  synchronized List<TreeWalk> walks() {
    return List.copyOf(walks.values());
  }

  synchronized Optional<TreeWalk> walk(long id) {
    return Optional.ofNullable(walks.get(id));
  }

  /** Whether a walk is still the one of a request. */
  synchronized boolean holds(TreeWalk walk) {
    return walks.get(walk.tree().id()) == walk;
  }

  /** Those that have ended since this NameNode became active, the last ones of many. */
  synchronized Collection<TreeTransitionStatusProto> ended() {
    return List.copyOf(ended);
  }

  synchronized Optional<TreeTransition> ofDirectory(long directoryId) {
    return kept().ofDirectory(directoryId);
  }

  /** Requests that have not ended. */
  public synchronized int size() {
    return walks.size();
  }

  synchronized int size(String requester) {
    return (int) kept().all().stream().filter(each -> each.requester().equals(requester)).count();
  }

  /**
   * Adds a request for a directory that has none.
   *
   * @throws IOException where there are too many; nothing was changed then
   */
  synchronized TreeTransition add(
      FSNamesystem namesystem, INode directory, TransitionGoal goal, long ageMillis,
      String requester) throws IOException {
    TreeTransition tree =
        new TreeTransition(
            kept().lastId() + 1, directory.getId(), goal, ageMillis, Time.now(), requester, false);
    write(namesystem, kept().with(tree));
    add(tree, directory);
    LOG.info(
        "Transition of a tree asked for: id={}, path={}, to={}, requester={}", tree.id(),
        directory.getFullPathName(), goal.policy(), requester);
    return tree;
  }

  /** Has a request rest, or go on. */
  synchronized void pause(FSNamesystem namesystem, TreeTransition tree, boolean rests)
      throws IOException {
    TreeTransition changed = tree.paused(rests);
    write(namesystem, kept().with(changed));
    walks.get(tree.id()).set(changed);
  }

  /**
   * Ends a request.
   *
   * @param why it was dropped; empty where all was done
   */
  synchronized void end(FSNamesystem namesystem, TreeWalk walk, String why)
      throws IOException {
    long id = walk.tree().id();
    write(namesystem, kept().without(id));
    walks.remove(id);
    walk.finish();
    TreeTransitionStatusProto last =
        walk.status(0).toBuilder().setWhy(why).setEndedMs(Time.now()).build();
    ended.addLast(last);
    if (ended.size() > TransitionPace.REMEMBERED) {
      ended.removeFirst();
    }
    LOG.info(
        "Transition of a tree ended: id={}, path={}, walks={}, done={}, refused={}, why={}", id,
        last.getPath(), last.getWalk(), last.getDone(), last.getRefused(), why);
  }

  /** After the last step of a file, which may be a part of a request. */
  void ended(INodeFile file, TransitionRecord last, String why) {
    Optional<TreeWalk> walk = walk(last.tree());
    if (last.step() == Step.ABORTED) {
      walk.ifPresent(
          each ->
              each.giveUp(
                  file.getId(), file.getFullPathName(), why,
                  why.equals(TransitionSteps.CANCELLED)));
    } else if (last.kept().isEmpty()) {
      walk.ifPresent(TreeWalk::end);
    }
  }

  /**
   * An id that no request has, nor ever had.
   *
   * @throws IOException where that cannot be journaled
   */
  synchronized long newId(FSNamesystem namesystem) throws IOException {
    TreeTransitions counted = new TreeTransitions(kept().lastId() + 1, kept().all());
    write(namesystem, counted);
    return counted.lastId();
  }

  private void write(FSNamesystem namesystem, TreeTransitions changed) throws IOException {
    attribute.set(namesystem, changed, changed.all().size() > kept().all().size());
  }
}
