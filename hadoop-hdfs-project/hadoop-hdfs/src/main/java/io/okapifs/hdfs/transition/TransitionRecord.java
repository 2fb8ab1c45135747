package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.IdRunProto;
import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.TransitionStepProto;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.StepProto;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * One step of a file's transition to another policy, as image and journal keep it: the value of an
 * extended attribute of the file. Everything else about the new parity groups follows from the file
 * and the policy. An immutable value.
 *
 * @param step what happens, or has happened last
 * @param form what the file shall have; with HDFS's own layout the new block groups are those that
 *     the file will have, of data and parity
 * @param priority of the transition, 0 first
 * @param sinceMillis when it was asked for
 * @param paused whether it rests where it is until it is resumed
 * @param runs ids and stamps of the new block groups in order; empty unless started
 * @param second what the file shall have after that, in a second transition: another policy, or
 *     HDFS's own layout under the same one
 * @param tree the request for a tree or the rule that it is a part of; {@link #SINGLY} where it was
 *     asked for by itself
 * @param name given by whoever asked for it by itself; empty where it has none
 */
public record TransitionRecord(
    Step step, TransitionForm form, int priority, long sinceMillis, boolean paused,
    List<IdRun> runs, Optional<TransitionForm> second, long tree, String name) {

  /** Name of the extended attribute, without its namespace, which is that of the system. */
  public static final String XATTR = "hdfs.okapi.transition";

  /** The same with its namespace. */
  public static final String FULL_XATTR = "system." + XATTR;

  /** No request for a tree has this id, and no rule. */
  public static final long SINGLY = 0;

  public static final int URGENT = 0;
  public static final int NORMAL = 1;

  /** What a rule wants waits for all that somebody asked for. */
  public static final int BY_RULE = 2;

  /** Of the attribute's value; whoever changes what a value means counts it up. */
  static final int FORMAT_VERSION = 1;

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

    StepProto toProto() {
      return StepProto.valueOf(name());
    }

    static Step of(StepProto step) {
      return valueOf(step.name());
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
  }

  public TransitionRecord {
    runs = List.copyOf(runs);
    if (priority < 0
        || second.isPresent() && !form.leadsTo(second.get())
        || tree < 0
        || step != Step.STARTED && !runs.isEmpty()
        || paused && !step.isKept()) {
      throw new IllegalArgumentException(
          "no such transition: step=" + step + ", form=" + form + ", priority=" + priority
              + ", paused=" + paused + ", runs=" + runs + ", second=" + second
              + ", tree=" + tree + ", name=" + name);
    }
  }

  /** The first step. */
  public static TransitionRecord queued(byte policyId, int priority, long sinceMillis) {
    return queued(
        TransitionForm.of(policyId), Optional.empty(), priority, sinceMillis);
  }

  /** The first step of two transitions. */
  public static TransitionRecord queued(
      byte policyId, TransitionForm second, int priority, long sinceMillis) {
    return queued(
        TransitionForm.of(policyId), Optional.of(second), priority, sinceMillis);
  }

  /** The first step to HDFS's own layout, under the policy that the file has. */
  public static TransitionRecord queuedCoupling(byte policyId, int priority, long sinceMillis) {
    return queued(
        TransitionForm.stock(policyId), Optional.empty(), priority, sinceMillis);
  }

  private static TransitionRecord queued(
      TransitionForm form, Optional<TransitionForm> second, int priority, long sinceMillis) {
    return new TransitionRecord(
        Step.QUEUED, form, priority, sinceMillis, false, List.of(), second, SINGLY, "");
  }

  /** The same as a part of a request for a tree, behind what was asked for before that. */
  public TransitionRecord partOf(TreeTransition request) {
    return partOf(request.id(), request.sinceMillis());
  }

  /** The same by a rule, behind what the rules wanted before. */
  public TransitionRecord partOf(Rule rule) {
    return partOf(rule.id(), sinceMillis);
  }

  private TransitionRecord partOf(long id, long since) {
    return new TransitionRecord(step, form, priority, since, paused, runs, second, id, "");
  }

  /** The same with a name, which a part of a request for a tree does without. */
  public TransitionRecord named(String other) {
    return new TransitionRecord(
        step, form, priority, sinceMillis, paused, runs, second, tree, other);
  }

  /** The policy that the file shall have behind this transition. */
  public byte policyId() {
    return form.policyId();
  }

  /** Whether this transition gives the file HDFS's own layout. */
  public boolean couples() {
    return form.stockLayout();
  }

  /** What the file shall have in the end. */
  public TransitionForm last() {
    return second.orElse(form);
  }

  /** What a file keeps that has taken this step: nothing behind a last one. */
  public Optional<TransitionRecord> kept() {
    if (step.isKept()) {
      return Optional.of(this);
    }
    return second
        .filter(next -> step == Step.COMMITTED)
        .map(
            next ->
                new TransitionRecord(
                    Step.QUEUED, next, priority, sinceMillis, false, List.of(), Optional.empty(),
                    tree, name));
  }

  /** The same step, resting or not. */
  public TransitionRecord paused(boolean rests) {
    return new TransitionRecord(
        step, form, priority, sinceMillis, rests, runs, second, tree, name);
  }

  /** The step behind this one that needs no block groups. */
  public TransitionRecord then(Step next) {
    return new TransitionRecord(
        next, form, priority, sinceMillis, false, List.of(), second, tree, name);
  }

  /** The start, with the block groups whose ids and stamps were added. */
  public TransitionRecord started(Ids ids) {
    return new TransitionRecord(
        Step.STARTED, form, priority, sinceMillis, false, ids.runs, second, tree, name);
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

  /** The value of the attribute. */
  public byte[] toValue() {
    TransitionStepProto.Builder value =
        TransitionStepProto.newBuilder()
            .setFormatVersion(FORMAT_VERSION)
            .setStep(step.toProto())
            .setPolicyId(form.policyId())
            .setPriority(priority)
            .setSinceMs(sinceMillis);
    // What is not so takes no room: millions of files may wait.
    if (form.stockLayout()) {
      value.setStockLayout(true);
    }
    if (paused) {
      value.setPaused(true);
    }
    for (IdRun run : runs) {
      value.addGroups(
          IdRunProto.newBuilder()
              .setFirstId(run.firstId()).setFirstStamp(run.firstStamp()).setCount(run.count()));
    }
    if (tree != SINGLY) {
      value.setTree(tree);
    }
    if (!name.isEmpty()) {
      value.setName(name);
    }
    second.ifPresent(
        next -> {
          if (next.stockLayout()) {
            value.setThenStockLayout(true);
          } else {
            value.setThenPolicyId(next.policyId());
          }
        });
    return value.build().toByteArray();
  }

  /**
   * What a value says, of this form or of the text that was there before.
   *
   * @param value may be null
   * @throws IllegalArgumentException where it is no step, or one of a newer version
   */
  public static TransitionRecord parse(byte[] value) {
    if (TransitionStepText.isText(value)) {
      return TransitionStepText.parse(value);
    }
    TransitionStepProto step;
    try {
      // A newer version may lack what this one wants.
      step = TransitionStepProto.parser().parsePartialFrom(value == null ? new byte[0] : value);
    } catch (InvalidProtocolBufferException e) {
      throw notAStep(value, e.getMessage());
    }
    if (step.getFormatVersion() > FORMAT_VERSION || step.getFormatVersion() < 0) {
      throw new IllegalArgumentException(
          "the step of a transition is of a newer version than this NameNode reads: formatVersion="
              + Integer.toUnsignedString(step.getFormatVersion()) + ", known=" + FORMAT_VERSION
              + "; start the version that wrote it");
    }
    if (step.getFormatVersion() < 1 || !step.hasStep() || !step.isInitialized()) {
      throw notAStep(value, "version, step or a part of the groups is missing");
    }
    return of(step);
  }

  private static TransitionRecord of(TransitionStepProto step) {
    List<IdRun> runs =
        step.getGroupsList().stream()
            .map(run -> new IdRun(run.getFirstId(), run.getFirstStamp(), run.getCount()))
            .toList();
    TransitionForm form =
        new TransitionForm(policyId(step.getPolicyId()), step.getStockLayout());
    Optional<TransitionForm> second =
        switch (step.getThenCase()) {
          case THEN_POLICY_ID ->
              Optional.of(TransitionForm.of(policyId(step.getThenPolicyId())));
          case THEN_STOCK_LAYOUT ->
              Optional.of(TransitionForm.stock(form.policyId()))
                  .filter(stock -> step.getThenStockLayout());
          default -> Optional.empty();
        };
    return new TransitionRecord(
        Step.of(step.getStep()), form, step.getPriority(), step.getSinceMs(), step.getPaused(),
        runs, second, step.getTree(), step.getName());
  }

  private static byte policyId(int id) {
    if (id < 1 || id > Byte.MAX_VALUE) {
      throw new IllegalArgumentException("no policy has such an id: policyId=" + id);
    }
    return (byte) id;
  }

  static IllegalArgumentException notAStep(byte[] value, String why) {
    return new IllegalArgumentException(
        "not the step of a transition: value="
            + (value == null ? "" : HexFormat.of().formatHex(value)) + ": " + why);
  }
}
