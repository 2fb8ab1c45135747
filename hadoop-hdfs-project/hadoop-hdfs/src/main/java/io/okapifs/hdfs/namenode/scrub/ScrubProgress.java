package io.okapifs.hdfs.namenode.scrub;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a NameNode is with the pass that goes on: what is done, where it looks for more, and the
 * groups in between. Guarded by its owner.
 */
final class ScrubProgress {

  private static final Logger LOG = LoggerFactory.getLogger(ScrubProgress.class);

  private final ScrubWindow window = new ScrubWindow();
  private ScrubState state;
  private Optional<ScrubWalk> walk;

  /** As it was journaled last, and when, by a clock that never goes back. */
  private ScrubState noted;
  private long notedMillis;

  /**
   * @param kept as the namespace has it
   */
  ScrubProgress(ScrubState kept, long monotonicMillis) {
    this.state = kept;
    this.noted = kept;
    this.notedMillis = monotonicMillis;
    this.walk = kept.running().map(pass -> new ScrubWalk(kept.next(), kept.lastInode()));
  }

  ScrubWindow window() {
    return window;
  }

  /** What is done before the first group that is not. */
  ScrubState state() {
    return state;
  }

  /** The same with what is done behind that group. */
  ScrubState shown() {
    ScrubState all = state;
    for (ScrubWindow.Entry entry : window.done()) {
      all = all.with(entry);
    }
    return all.at(state.next());
  }

  /** Where the pass that goes on looks for more; empty between two passes. */
  Optional<ScrubWalk> walk() {
    return walk;
  }

  /** When the next pass may begin, milliseconds; 0 where one goes on, or there was none. */
  long nextPassMillis(long periodMillis) {
    return state.running().isPresent()
        ? 0
        : state.ended().map(pass -> pass.sinceMillis() + periodMillis).orElse(0L);
  }

  /** Begins the next pass. */
  void begin(long nowMillis, long lastInodeId) {
    state = state.begin(nowMillis, lastInodeId);
    walk = Optional.of(new ScrubWalk(state.next(), state.lastInode()));
    LOG.info("Scrub of all groups begins: {}", state.running());
  }

  /** Counts what is done, and ends the pass where that is all. */
  void settle(long nowMillis) {
    if (walk.isEmpty()) {
      return;
    }
    window.settle(entry -> state = state.with(entry));
    state = state.at(window.first().orElse(walk.get().at()));
    if (window.isEmpty() && walk.get().isAtEnd()) {
      state = state.end(nowMillis);
      walk = Optional.empty();
      LOG.info("Scrub of all groups ended: {}", state.ended());
    }
  }

  /** Whether to journal now: at the ends of a pass, where a group is wrong, or once in a while. */
  boolean isToBeNoted(long monotonicMillis, long patienceMillis) {
    boolean isNews =
        !number(state).equals(number(noted)) || !state.wrong().equals(noted.wrong());
    boolean isOverdue =
        !state.equals(noted) && monotonicMillis - notedMillis >= patienceMillis;
    return isNews || isOverdue;
  }

  private static Optional<Long> number(ScrubState state) {
    return state.running().map(ScrubPass::number);
  }

  /** After it was journaled. */
  void note(ScrubState journaled, long monotonicMillis) {
    noted = journaled;
    notedMillis = monotonicMillis;
  }
}
