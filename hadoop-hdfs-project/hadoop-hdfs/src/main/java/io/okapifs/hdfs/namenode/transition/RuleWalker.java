package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.transition.TreeCounts.Left;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.transition.TransitionGoal;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the files of each rule in passes, and queues those that are old enough, a few at a time.
 * Used by the thread of the rounds.
 */
final class RuleWalker {

  private static final Logger LOG = LoggerFactory.getLogger(RuleWalker.class);

  private static final String FULL =
      "so many transitions of rules failed or were cancelled that none begins: "
          + RestingFiles.MAX + " files rest";

  private final FSNamesystem namesystem;
  private final TransitionService service;
  private final BooleanSupplier mayGoOn;

  /**
   * @param mayGoOn false once the NameNode is active no more
   */
  RuleWalker(FSNamesystem namesystem, TransitionService service, BooleanSupplier mayGoOn) {
    this.namesystem = namesystem;
    this.service = service;
    this.mayGoOn = mayGoOn;
  }

  private RuleBook rules() {
    return service.rules();
  }

  /** A round of the rules, of which those that waited for longest go first. */
  void round() {
    if (rules().areNone()) {
      return;
    }
    dropDeleted();
    List<RuleProgress> byTurn =
        rules().all().stream().sorted(Comparator.comparingLong(RuleProgress::servedNanos)).toList();
    int left = TransitionPace.TREE_HOLDS;
    for (RuleProgress each : byTurn) {
      left -= tryToGo(each, left);
    }
  }

  /** Removes rules whose directories are no more, or live on in snapshots only. */
  private void dropDeleted() {
    List<RuleProgress> deleted;
    namesystem.readLock();
    try {
      deleted =
          service.loadedRules().all().stream().filter(each -> !noteWhereItIs(each)).toList();
    } finally {
      namesystem.readUnlock("rules");
    }
    for (RuleProgress each : deleted) {
      try {
        remove(each);
      } catch (IOException e) {
        setAside(each, e);
      }
    }
  }

  private boolean noteWhereItIs(RuleProgress rule) {
    Optional<INodesInPath> path = TreeCalls.pathOf(namesystem, rule.rule().directoryId());
    path.ifPresent(found -> rule.setPath(found.getPath()));
    return path.isPresent();
  }

  private void remove(RuleProgress rule) throws IOException {
    namesystem.writeLock();
    try {
      if (mayChange()) {
        RuleCalls.remove(namesystem, rule, "the directory was deleted");
      }
    } finally {
      namesystem.writeUnlock("rules");
    }
    namesystem.getEditLog().logSync();
  }

  private boolean mayChange() {
    return mayGoOn.getAsBoolean() && !namesystem.isInSafeMode();
  }

  private int tryToGo(RuleProgress rule, int most) {
    try {
      return go(rule, most);
    } catch (RuntimeException | Error e) {
      setAside(rule, e);
      return 1;
    }
  }

  private static void setAside(RuleProgress rule, Throwable why) {
    LOG.error("Rule set aside for a minute: id={}", rule.rule().id(), why);
    rule.rest("set aside, and looked at again every minute: " + why, System.nanoTime());
  }

  /**
   * @param most parts of its walk
   * @return how many there were
   */
  private int go(RuleProgress rule, int most) {
    int walked = 0;
    boolean goesOn = true;
    while (goesOn && walked < most) {
      TreeParts parts = next(rule);
      if (parts == null) {
        return walked;
      }
      goesOn = walk(rule, parts);
      walked++;
      rule.serve(System.nanoTime());
    }
    return walked;
  }

  /** What is walked for a rule now; null where it waits, or its next pass is not due. */
  private TreeParts next(RuleProgress rule) {
    if (!rule.mayGoOn(System.nanoTime()) || !mayGoOn.getAsBoolean()) {
      return null;
    }
    String waitsFor = waitsFor();
    if (room(rule) <= 0 || !waitsFor.isEmpty()) {
      rule.rest(waitsFor, System.nanoTime());
      return null;
    }
    return rule.parts(Time.now(), service.rulesIntervalMillis());
  }

  /** How many more files of a rule may be in a transition. */
  private int room(RuleProgress rule) {
    return service.filesOfATree() - service.queue().partsOf(rule.rule().id()).size();
  }

  /** Takes a part of the walk of a rule. Whether more can be done now. */
  private boolean walk(RuleProgress rule, TreeParts parts) {
    if (!parts.hasFound() && !parts.isAtEnd()) {
      parts.find(
          namesystem, room(rule), this::enters,
          file -> {
            rule.look();
            return mayBegin(rule, file);
          });
    }
    if (parts.hasFound()) {
      return parts.begin(
          namesystem,
          () -> mayChange() && rule.mayGoOn(System.nanoTime()),
          inodeId -> begin(rule, inodeId));
    }
    if (parts.isAtEnd()) {
      rule.endPass(Time.now());
      return false;
    }
    return true;
  }

  /** Empty where nothing keeps all rules from going on. */
  private String waitsFor() {
    if (!service.mayRulesWork()) {
      return "waits for the time of day of transitions";
    }
    return rules().isFull(Time.now()) ? FULL : "";
  }

  /** What has a rule or a request of its own is left to that. */
  private boolean enters(INode directory) {
    return !directory.getLocalName().equals(TransitionGoal.COPIES)
        && rules().ofDirectory(directory.getId()).isEmpty()
        && service.trees().ofDirectory(directory.getId()).isEmpty();
  }

  private boolean mayBegin(RuleProgress rule, INodeFile file) {
    Optional<Left> why = whyNot(rule, file);
    why.ifPresent(rule::leave);
    return why.isEmpty();
  }

  private Optional<Left> whyNot(RuleProgress rule, INodeFile file) {
    long now = Time.now();
    if (!file.isStriped() && !DecoupledFile.isDecoupled(file)) {
      return Optional.of(Left.REPLICATED);
    }
    if (file.isUnderConstruction()) {
      return Optional.of(Left.OPEN);
    }
    if (!rule.rule().isOldEnough(file.getModificationTime(), now)) {
      return Optional.of(Left.TOO_YOUNG);
    }
    if (file.computeFileSize() < rule.rule().minBytes()) {
      return Optional.of(Left.TOO_SMALL);
    }
    if (FileTransitions.of(file).isPresent()) {
      return Optional.of(Left.IN_TRANSITION);
    }
    Optional<Kind> nothing = TransitionCalls.nothingToDo(file, rule.rule().goal());
    if (nothing.isPresent()) {
      return Optional.of(
          nothing.get() == Kind.OTHER_LAYOUT ? Left.OTHER_LAYOUT : Left.ALREADY_SO);
    }
    return rules().rests(file.getId(), now) ? Optional.of(Left.RESTING) : Optional.empty();
  }

  /** Whether a rule decides about a file that was found: either may be elsewhere by now. */
  private boolean isOf(RuleProgress rule, INode file) {
    return rules().nearest(file).filter(nearest -> nearest == rule).isPresent();
  }

  /** What somebody asked for goes first: rule and request would change files by turns. */
  private boolean isAskedFor(INode file) {
    return TreeCalls.nearest(file, service.loadedTrees()::ofDirectory).isPresent();
  }

  /**
   * Queues a file, or notes why not.
   *
   * @return whether the rule goes on: not where it has to wait
   */
  private boolean begin(RuleProgress rule, long inodeId) {
    INode inode = namesystem.getFSDirectory().getInode(inodeId);
    if (inode == null || !isOf(rule, inode) || !mayBegin(rule, inode.asFile())) {
      return true;
    }
    if (isAskedFor(inode)) {
      rule.leave(Left.IN_TRANSITION);
      return true;
    }
    String path = inode.getFullPathName();
    try {
      if (TransitionCalls.beginByRule(namesystem, inode.asFile(), rule.rule())) {
        rules().countBegun(rule);
      }
    } catch (QuotaExceededException e) {
      rule.refuse(path, "its quota has no room for its new parity");
    } catch (RefusedTransition e) {
      if (e.isOfCluster()) {
        rule.rest(e.why(), System.nanoTime());
        return false;
      }
      rule.refuse(path, e.why());
    } catch (IOException | RuntimeException e) {
      LOG.warn("Transition of a file of a rule refused: path={}", path, e);
      rule.refuse(path, e.getMessage() == null ? e.toString() : e.getMessage());
    }
    return true;
  }
}
