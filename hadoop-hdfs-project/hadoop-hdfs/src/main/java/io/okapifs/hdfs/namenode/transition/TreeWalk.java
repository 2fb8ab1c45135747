package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.transition.TreeCounts.Left;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.transition.TreeTransition;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * How far this NameNode is with a request for a tree: where it walks, what it found, and what it
 * waits for. Takes as much memory as the tree is deep. The thread of the rounds walks; any thread
 * may ask.
 */
final class TreeWalk {

  /** Files that somebody cancelled, and that are not asked for again. */
  private static final int CANCELLED_MAX = 10_000;

  private final MinuteOfRest rest = new MinuteOfRest();
  private final Set<Long> cancelled = new LinkedHashSet<>();
  private TreeTransition tree;
  private String path = "";
  private TreeParts parts;
  private int walk = 1;
  private TreeCounts counts = new TreeCounts();

  /** Of the walk before, which was complete; of the first one its own. */
  private TreeCounts told = counts;

  private long alreadySo;
  private long done;
  private boolean hitQuota;

  TreeWalk(TreeTransition tree) {
    this.tree = tree;
    this.parts = new TreeParts(tree.directoryId());
  }

  synchronized TreeTransition tree() {
    return tree;
  }

  /** After it was paused or resumed. */
  synchronized void set(TreeTransition changed) {
    tree = changed;
    rest.end();
  }

  /** As the directory is called now. */
  synchronized void setPath(String name) {
    path = name;
  }

  synchronized String path() {
    return path;
  }

  /** Of the thread of the rounds alone. */
  TreeParts parts() {
    return parts;
  }

  /** Whether something may be done for it now. */
  synchronized boolean mayGoOn(long nowNanos) {
    return !tree.paused() && rest.isOver(nowNanos);
  }

  /** Has it wait for something, and look again in a minute. */
  synchronized void rest(String why, long nowNanos) {
    rest.begin(why, nowNanos);
  }

  /** The same for a quota, without which files were given up that shall be found again. */
  synchronized void restForQuota(String why, long nowNanos) {
    hitQuota = true;
    rest(why, nowNanos);
  }

  synchronized void leave(Left why) {
    counts.leave(why);
    if (walk == 1) {
      alreadySo = counts.alreadySo();
    }
  }

  synchronized void refuse(String path, String why) {
    counts.refuse(path, why);
  }

  /** A file of it was queued. */
  synchronized void begin() {
    rest.end();
  }

  /** A file of it has what it shall have. */
  synchronized void end() {
    done++;
    counts.end();
  }

  /** The transition of a file of it was given up. */
  synchronized void giveUp(long inodeId, String path, String why, boolean byHand) {
    if (byHand && cancelled.size() < CANCELLED_MAX) {
      cancelled.add(inodeId);
    }
    counts.refuse(path, why);
  }

  synchronized boolean isCancelled(long inodeId) {
    return cancelled.contains(inodeId);
  }

  /**
   * Begins the next walk behind one that is complete, if that may find more: files move, and what
   * failed may succeed now.
   *
   * @return whether there is one
   */
  synchronized boolean nextWalk() {
    if (counts.done() == 0 && !hitQuota) {
      return false;
    }
    hitQuota = false;
    told = counts;
    counts = new TreeCounts();
    parts = new TreeParts(tree.directoryId());
    walk++;
    return true;
  }

  /** Has the counts of the last walk be the ones that are told. */
  synchronized void finish() {
    told = counts;
  }

  /**
   * @param underWay files in a transition of the request
   */
  synchronized TreeTransitionStatusProto status(long underWay) {
    TreeTransitionStatusProto.Builder status =
        TreeTransitionStatusProto.newBuilder()
            .setId(tree.id())
            .setPath(path)
            .setGoal(tree.goal().toProto())
            .setSinceMs(tree.sinceMillis())
            .setChangedUntilMs(Math.max(0, tree.changedUntilMillis()))
            .setRequester(tree.requester())
            .setPaused(tree.paused())
            .setWalk(walk)
            .setUnderWay(underWay)
            .setDone(done)
            .setAlreadySo(alreadySo)
            .setWhy(rest.why());
    told.addTo(status);
    return status.build();
  }
}
