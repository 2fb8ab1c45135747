package io.okapifs.bench.dfsperf.fault;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that happens to a DataNode once. A value.
 *
 * @param text as it was asked for
 * @param at so many of the unit after all threads have begun
 * @param node from 0 on
 */
public record Fault(String text, double at, Unit unit, Action action, int node) {

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,9}(?:[.]\\d{1,3})?)(s|MiB|ops):([a-z]+):(\\d{1,4})");

  /** What is counted. */
  enum Unit {
    S,
    MIB,
    OPS
  }

  /** What happens. */
  enum Action {
    /** Its process ends, as by a power failure. */
    KILL,
    /** As kill, and the NameNode takes it for dead at once. */
    LOSE,
    /** Its process stands still, and its connections stay open. */
    STOP,
    /** A process that stood still or was slow goes on. */
    RESUME,
    /** Its process stands still for nine tenths of the time. */
    SLOW
  }

  /**
   * Reads one, as in {@code 3s:kill:2}, {@code 500MiB:stop:0} or {@code 1000ops:slow:1}.
   *
   * @param nodes how many there are
   */
  public static Fault parse(String text, int nodes) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw refused(text, nodes);
    }
    Action action;
    try {
      action = Action.valueOf(matcher.group(3).toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw refused(text, nodes);
    }
    int node = Integer.parseInt(matcher.group(4));
    if (node >= nodes) {
      throw refused(text, nodes);
    }
    return new Fault(
        text, Double.parseDouble(matcher.group(1)),
        Unit.valueOf(matcher.group(2).toUpperCase(Locale.ROOT)), action, node);
  }

  private static IllegalArgumentException refused(String text, int nodes) {
    return new IllegalArgumentException(
        "--fault is WHEN:WHAT:NODE, as in 3s:kill:2, 500MiB:stop:0 or 1000ops:slow:1; WHAT is kill,"
            + " lose, stop, slow or resume, NODE below " + nodes + ": fault=" + text);
  }

  /** Whether it is time. */
  boolean isDue(double seconds, double mebibytes, long operations) {
    return switch (unit) {
      case S -> seconds >= at;
      case MIB -> mebibytes >= at;
      case OPS -> operations >= at;
    };
  }
}
