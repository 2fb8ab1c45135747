package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.transition.TreeCounts.Left;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RulePassProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RuleStatusProto;
import io.okapifs.hdfs.transition.Rule;

/**
 * What this NameNode does for a rule: passes over all its files, one after another with a pause in
 * between. Takes as much memory as the tree is deep. The thread of the rounds walks; any thread may
 * ask.
 */
final class RuleProgress {

  private final MinuteOfRest rest = new MinuteOfRest();
  private Rule rule;
  private String path = "";

  /** Of the pass that goes on; null between two of them. */
  private TreeParts parts;

  /** Of the pass that goes on, or the last one. */
  private TreeCounts counts = new TreeCounts();

  private long lookedAt;
  private long begun;

  /** 0 before the first pass. */
  private long startMillis;

  /** Of the last pass that was complete; 0 before. */
  private long endMillis;

  private long done;
  private long givenUp;
  private long servedNanos;

  RuleProgress(Rule rule) {
    this.rule = rule;
  }

  synchronized Rule rule() {
    return rule;
  }

  /** After it was paused or resumed. */
  synchronized void set(Rule changed) {
    rule = changed;
    rest.end();
  }

  /** As the directory is called now. */
  synchronized void setPath(String name) {
    path = name;
  }

  synchronized String path() {
    return path;
  }

  /** When something was done for it last: the one that waits for longest is the next. */
  synchronized long servedNanos() {
    return servedNanos;
  }

  synchronized void serve(long nowNanos) {
    servedNanos = nowNanos;
  }

  /** Whether something may be done for it now. */
  synchronized boolean mayGoOn(long nowNanos) {
    return !rule.paused() && rest.isOver(nowNanos);
  }

  /** Has it wait for something, and look again in a minute. */
  synchronized void rest(String why, long nowNanos) {
    rest.begin(why, nowNanos);
  }

  /**
   * The pass that goes on, or one that begins now; null where it is not yet time.
   *
   * @param intervalMillis between two passes
   */
  synchronized TreeParts parts(long nowMillis, long intervalMillis) {
    if (parts == null && nowMillis - endMillis >= intervalMillis) {
      parts = new TreeParts(rule.directoryId());
      counts = new TreeCounts();
      lookedAt = 0;
      begun = 0;
      startMillis = nowMillis;
    }
    return parts;
  }

  /** Ends the pass that goes on. */
  synchronized void endPass(long nowMillis) {
    parts = null;
    endMillis = nowMillis;
    rest.end();
  }

  synchronized void look() {
    lookedAt++;
  }

  synchronized void leave(Left why) {
    counts.leave(why);
  }

  synchronized void refuse(String file, String why) {
    counts.refuse(file, why);
  }

  /** A file of it was queued. */
  synchronized void begin() {
    rest.end();
    begun++;
  }

  /** A file of it has what it shall have. */
  synchronized void end() {
    done++;
  }

  /** The transition of a file of it was given up. */
  synchronized void giveUp(String file, String why) {
    givenUp++;
    counts.refuse(file, why);
  }

  /**
   * @param underWay files in a transition of the rule
   * @param intervalMillis between two passes
   */
  synchronized RuleStatusProto status(long underWay, long intervalMillis) {
    RuleStatusProto.Builder status =
        RuleStatusProto.newBuilder()
            .setId(rule.id())
            .setPath(path)
            .setPolicy(rule.policy())
            .setAgeMs(rule.ageMillis())
            .setMinBytes(rule.minBytes())
            .setUser(rule.user())
            .setSinceMs(rule.sinceMillis())
            .setPaused(rule.paused())
            .setUnderWay(underWay)
            .setDone(done)
            .setGivenUp(givenUp)
            .setWhy(rest.why());
    if (startMillis > 0) {
      status.setPass(pass());
    }
    if (endMillis > 0 && parts == null) {
      status.setNextMs(endMillis + intervalMillis);
    }
    return status.build();
  }

  private RulePassProto pass() {
    RulePassProto.Builder pass =
        RulePassProto.newBuilder()
            .setStartMs(startMillis)
            .setLookedAt(lookedAt)
            .setBegun(begun)
            .setAlreadySo(counts.of(Left.ALREADY_SO) + counts.of(Left.OTHER_LAYOUT))
            .setTooYoung(counts.of(Left.TOO_YOUNG))
            .setTooSmall(counts.of(Left.TOO_SMALL))
            .setReplicated(counts.of(Left.REPLICATED))
            .setOpen(counts.of(Left.OPEN))
            .setInTransition(counts.of(Left.IN_TRANSITION))
            .setResting(counts.of(Left.RESTING))
            .setRefused(counts.of(Left.REFUSED))
            .addAllReason(counts.reasons());
    if (parts == null) {
      pass.setEndMs(endMillis);
    }
    return pass.build();
  }
}
