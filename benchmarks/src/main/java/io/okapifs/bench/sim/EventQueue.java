package io.okapifs.bench.sim;

import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * Simulated time, and what shall happen in it. Events of the same moment happen in the order in
 * which they were added, so that a run can be repeated. For one thread.
 */
public final class EventQueue {

  private record Event(long nanos, long number, Runnable action) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long added;

  /** Nanoseconds since the simulation began. */
  public long now() {
    return now;
  }

  /**
   * Adds an event.
   *
   * @param nanos when it happens, not before now
   */
  public void at(long nanos, Runnable action) {
    if (nanos < now) {
      throw new IllegalArgumentException(
          "an event must not lie in the past: nanos=" + nanos + ", now=" + now);
    }
    events.add(new Event(nanos, added++, action));
  }

  /** Lets events happen until that is true, or until there are none. */
  public void runUntil(BooleanSupplier done) {
    while (!done.getAsBoolean() && !events.isEmpty()) {
      Event next = events.remove();
      now = next.nanos();
      next.action().run();
    }
  }
}
