package io.okapifs.hdfs.transition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One step of a file's transition to another policy, as image and journal keep it: the value of an
 * extended attribute of the file. Everything else about the new parity groups follows from the file
 * and the policy. An immutable value.
 *
 * @param step what happens, or has happened last
 * @param policyId the policy that the file shall have
 * @param priority of the transition, 0 first
 * @param sinceMillis when it was asked for
 * @param paused whether it rests where it is until it is resumed
 * @param runs ids and stamps of the new parity groups in order; empty unless started
 * @param thenPolicyId the policy that the file shall have after that, in a second transition;
 *     {@link #NONE} where this is the only one, {@link #COUPLED} where the second one gives the file
 *     HDFS's own striped layout under the same policy
 * @param couples whether this one does that: its block groups are then those that the file will
 *     have, of data and parity
 */
public record TransitionRecord(
    Step step, byte policyId, int priority, long sinceMillis, boolean paused, List<IdRun> runs,
    byte thenPolicyId, boolean couples) {

  /** Name of the extended attribute, without its namespace, which is that of the system. */
  public static final String XATTR = "hdfs.okapi.transition";

  public static final int URGENT = 0;
  public static final int NORMAL = 1;

  /** No policy. */
  public static final byte NONE = 0;

  /** In the place of a second policy: none, but HDFS's own layout. */
  public static final byte COUPLED = -1;

  private static final String POLICY = "policy";
  private static final String PRIORITY = "priority";
  private static final String SINCE = "since";
  private static final String PAUSED = "paused";
  private static final String GROUPS = "groups";
  private static final String THEN = "then";
  private static final String FORM = "form";
  private static final String COUPLED_TEXT = "coupled";

  /** What may happen to a file, in this order. */
  public enum Step {
    /** It waits for its turn; nothing of the file has changed. */
    QUEUED,
    /** It has its new parity groups beside the old ones. */
    STARTED,
    /** The new parity groups have replaced the old ones; never kept. */
    COMMITTED,
    /** The new parity groups are dropped; never kept. */
    ABORTED;

    /** Whether a file may be found in it. */
    public boolean isKept() {
      return this == QUEUED || this == STARTED;
    }

    /** Whether it may come behind another one; null: the file is in no transition. */
    private boolean follows(Step last) {
      return switch (this) {
        case QUEUED -> last == null;
        case STARTED -> last == QUEUED;
        case COMMITTED -> last == STARTED;
        case ABORTED -> last != null && last.isKept();
      };
    }

    private String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Block groups whose stock ids follow each other, as do their generation stamps.
   *
   * @param firstId stock id of the first block group
   * @param firstStamp generation stamp of the first block group
   * @param count how many
   */
  public record IdRun(long firstId, long firstStamp, int count) {

    /** Distance of the ids of block groups that follow each other. */
    private static final int ID_STEP = 16;

    public IdRun {
      if (count < 1) {
        throw new IllegalArgumentException("a run has block groups: count=" + count);
      }
    }

    /** The stock id of a block group of the run. */
    public long id(int index) {
      return firstId + (long) index * ID_STEP;
    }

    /** Whether a block group follows those of the run. */
    boolean goesOnWith(long id, long stamp) {
      return id == id(count) && stamp == firstStamp + count;
    }

    private String toText() {
      return firstId + ":" + firstStamp + ":" + count;
    }

    private static IdRun parse(String text) {
      String[] parts = text.split(":", -1);
      if (parts.length != 3) {
        throw new IllegalArgumentException("a run is ID:STAMP:COUNT, not " + text);
      }
      return new IdRun(
          Long.parseLong(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    }
  }

  public TransitionRecord {
    runs = List.copyOf(runs);
    if (policyId < 1
        || priority < 0
        || thenPolicyId < COUPLED
        || thenPolicyId == policyId
        || couples && thenPolicyId != NONE
        || step != Step.STARTED && !runs.isEmpty()
        || paused && !step.isKept()) {
      throw new IllegalArgumentException(
          "no such transition: step=" + step + ", policyId=" + policyId + ", priority=" + priority
              + ", paused=" + paused + ", runs=" + runs + ", thenPolicyId=" + thenPolicyId
              + ", couples=" + couples);
    }
  }

  /** The first step. */
  public static TransitionRecord queued(byte policyId, int priority, long sinceMillis) {
    return queued(policyId, NONE, priority, sinceMillis);
  }

  /** The first step of two transitions. */
  public static TransitionRecord queued(
      byte policyId, byte thenPolicyId, int priority, long sinceMillis) {
    return new TransitionRecord(
        Step.QUEUED, policyId, priority, sinceMillis, false, List.of(), thenPolicyId, false);
  }

  /** The first step to HDFS's own layout, under the policy that the file has. */
  public static TransitionRecord queuedCoupling(byte policyId, int priority, long sinceMillis) {
    return new TransitionRecord(
        Step.QUEUED, policyId, priority, sinceMillis, false, List.of(), NONE, true);
  }

  /** The policy that the file shall have in the end. */
  public byte lastPolicyId() {
    return thenPolicyId > NONE ? thenPolicyId : policyId;
  }

  /** Whether the file shall have HDFS's own layout in the end. */
  public boolean endsCoupled() {
    return couples || thenPolicyId == COUPLED;
  }

  /** What a file keeps that has taken this step: nothing behind a last one. */
  public Optional<TransitionRecord> kept() {
    if (step.isKept()) {
      return Optional.of(this);
    }
    if (step != Step.COMMITTED || thenPolicyId == NONE) {
      return Optional.empty();
    }
    return Optional.of(
        thenPolicyId == COUPLED
            ? queuedCoupling(policyId, priority, sinceMillis)
            : queued(thenPolicyId, priority, sinceMillis));
  }

  /** The same step, resting or not. */
  public TransitionRecord paused(boolean rests) {
    return new TransitionRecord(
        step, policyId, priority, sinceMillis, rests, runs, thenPolicyId, couples);
  }

  /** The step behind this one that needs no block groups. */
  public TransitionRecord then(Step next) {
    return new TransitionRecord(
        next, policyId, priority, sinceMillis, false, List.of(), thenPolicyId, couples);
  }

  /** The start, with the block groups whose ids and stamps were added. */
  public TransitionRecord started(Ids ids) {
    return new TransitionRecord(
        Step.STARTED, policyId, priority, sinceMillis, false, ids.runs, thenPolicyId,
        couples);
  }

  /**
   * Whether this may be the step of a file behind another one of the same transition. What rests
   * is resumed or given up.
   *
   * @param last the step that the file is in; null: in no transition
   */
  public boolean follows(TransitionRecord last) {
    if (last == null) {
      return step.follows(null) && !paused;
    }
    if (step == last.step) {
      return step.isKept() && equals(last.paused(!last.paused));
    }
    return step.follows(last.step)
        && !paused
        && (step == Step.ABORTED || !last.paused)
        && then(step).equals(last.then(step));
  }

  /** Collects ids into runs. Used by one thread. */
  public static final class Ids {
    private final List<IdRun> runs = new ArrayList<>();

    /** Adds the stock id and the stamp of the next block group. */
    public void add(long id, long stamp) {
      int last = runs.size() - 1;
      if (last >= 0 && runs.get(last).goesOnWith(id, stamp)) {
        IdRun run = runs.get(last);
        runs.set(last, new IdRun(run.firstId(), run.firstStamp(), run.count() + 1));
      } else {
        runs.add(new IdRun(id, stamp, 1));
      }
    }
  }

  /** New parity groups that are named. */
  public long groupCount() {
    return runs.stream().mapToLong(IdRun::count).sum();
  }

  /**
   * As {@code started policy=64 priority=1 since=1700000000000 paused=false
   * groups=ID:STAMP:COUNT,... then=65 form=coupled}, in one line, the last words only where there is
   * a second transition, whose policy may be {@code coupled}, and where this one couples.
   */
  public String toText() {
    return step.text() + ' ' + POLICY + '=' + policyId + ' ' + PRIORITY + '=' + priority + ' '
        + SINCE + '=' + sinceMillis + ' ' + PAUSED + '=' + paused + ' ' + GROUPS + '='
        + runs.stream().map(IdRun::toText).collect(Collectors.joining(","))
        + (thenPolicyId == NONE ? "" : ' ' + THEN + '=' + thenText())
        + (couples ? ' ' + FORM + '=' + COUPLED_TEXT : "");
  }

  private String thenText() {
    return thenPolicyId == COUPLED ? COUPLED_TEXT : Byte.toString(thenPolicyId);
  }

  private static byte parseThen(String text) {
    if (text == null) {
      return NONE;
    }
    return text.equals(COUPLED_TEXT) ? COUPLED : Byte.parseByte(text);
  }

  /**
   * @throws IllegalArgumentException where the text is none that {@link #toText} makes
   */
  public static TransitionRecord parse(String text) {
    String[] words = text.split(" ", -1);
    Map<String, String> values = new HashMap<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 0 || values.put(words[i].substring(0, equals), words[i].substring(equals + 1))
          != null) {
        throw notARecord(text);
      }
    }
    String then = values.remove(THEN);
    String form = values.remove(FORM);
    if (!values.keySet().equals(Set.of(POLICY, PRIORITY, SINCE, PAUSED, GROUPS))) {
      throw notARecord(text);
    }
    TransitionRecord parsed =
        new TransitionRecord(
            Step.valueOf(words[0].toUpperCase(Locale.ROOT)),
            Byte.parseByte(values.get(POLICY)),
            Integer.parseInt(values.get(PRIORITY)),
            Long.parseLong(values.get(SINCE)),
            Boolean.parseBoolean(values.get(PAUSED)),
            parseRuns(values.get(GROUPS)),
            parseThen(then),
            form != null);
    if (!parsed.toText().equals(text)) {
      throw notARecord(text);
    }
    return parsed;
  }

  private static List<IdRun> parseRuns(String text) {
    List<IdRun> runs = new ArrayList<>();
    for (String run : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      runs.add(IdRun.parse(run));
    }
    return runs;
  }

  private static IllegalArgumentException notARecord(String text) {
    return new IllegalArgumentException("not the record of a transition: " + text);
  }
}
