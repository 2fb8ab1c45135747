package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListRulesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RemoveRuleResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleResponseProto;
import io.okapifs.hdfs.transition.Rule;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.util.Time;

/**
 * Rules as the superuser sets, removes and lists them. The caller has checked who asks, holds the
 * namesystem's lock, and syncs the journal behind a change.
 */
public final class RuleCalls {

  private RuleCalls() {}

  /**
   * Sets the rule of a directory. One that says the same already stays; another one is removed.
   *
   * @throws IOException naming the path, where that makes no sense; nothing was changed then
   * @throws IllegalArgumentException the same
   */
  public static SetRuleResponseProto set(
      FSDirectory directory, FSPermissionChecker permissions, SetRuleRequestProto request)
      throws IOException {
    INodesInPath path = TransitionCalls.resolve(directory, permissions, request.getPath());
    INode top = path.getLastINode();
    if (!top.isDirectory()) {
      throw new HadoopIllegalArgumentException(
          "A rule is for a directory, and this is none: path=" + path.getPath());
    }
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    // An id of its own only once nothing speaks against it.
    Rule asked =
        new Rule(
            1, top.getId(), request.getPolicy(), request.getAgeMs(), request.getMinBytes(),
            permissions.getUser(), Time.now(), false);
    checkPolicy(path, asked);
    SetRuleResponseProto.Builder answer =
        SetRuleResponseProto.newBuilder().addAllNested(nested(namesystem, top));
    if (!request.getDryRun()) {
      answer.setId(set(namesystem, top, asked).id());
    }
    return answer.build();
  }

  private static void checkPolicy(INodesInPath path, Rule asked) throws IOException {
    try {
      TransitionCalls.policy(path, asked.goal());
    } catch (RefusedTransition e) {
      throw new HadoopIllegalArgumentException(
          "Cannot set a rule: path=" + path.getPath() + ": " + e.why());
    }
  }

  private static List<String> nested(FSNamesystem namesystem, INode top) {
    return below(namesystem, top).stream()
        .filter(each -> each.rule().directoryId() != top.getId())
        .map(RuleProgress::path)
        .toList();
  }

  /** What is done for the rules of directories at and below one, by their paths. */
  private static List<RuleProgress> below(FSNamesystem namesystem, INode top) {
    FSDirectory directory = namesystem.getFSDirectory();
    return TransitionService.of(namesystem).loadedRules().all().stream()
        .filter(
            each -> TreeCalls.isAtOrBelow(directory.getInode(each.rule().directoryId()), top))
        .sorted(Comparator.comparing(RuleProgress::path))
        .toList();
  }

  private static Rule set(FSNamesystem namesystem, INode top, Rule asked) throws IOException {
    TransitionService service = TransitionService.of(namesystem);
    Optional<RuleProgress> last = service.loadedRules().ofDirectory(top.getId());
    if (last.isPresent() && last.get().rule().saysAs(asked)) {
      return last.get().rule();
    }
    Rule rule = asked.numbered(service.loadedTrees().newId(namesystem));
    service.rules().set(namesystem, rule, top);
    if (last.isPresent()) {
      dropWaiting(namesystem, last.get());
    }
    service.wake();
    return rule;
  }

  /** Removes a rule, and drops its files that wait for their turn; those that have begun go on. */
  static void remove(FSNamesystem namesystem, RuleProgress removed, String why)
      throws IOException {
    TransitionService.of(namesystem).rules().remove(namesystem, removed, why);
    dropWaiting(namesystem, removed);
  }

  private static void dropWaiting(FSNamesystem namesystem, RuleProgress of) throws IOException {
    TransitionService service = TransitionService.of(namesystem);
    for (long inodeId : service.queue().partsOf(of.rule().id())) {
      INode inode = namesystem.getFSDirectory().getInode(inodeId);
      Optional<TransitionRecord> record =
          inode == null ? Optional.empty() : FileTransitions.of(inode.asFile());
      if (record.isPresent() && record.get().step() == Step.QUEUED) {
        service.steps().abort(inode.asFile(), record.get(), RuleBook.REMOVED);
      }
    }
  }

  /**
   * Removes the rule of a directory, if it has one.
   *
   * @throws IOException where there is no such directory
   */
  public static RemoveRuleResponseProto remove(
      FSDirectory directory, FSPermissionChecker permissions, String src) throws IOException {
    INode top = TransitionCalls.resolve(directory, permissions, src).getLastINode();
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    Optional<RuleProgress> found =
        TransitionService.of(namesystem).loadedRules().ofDirectory(top.getId());
    if (found.isEmpty()) {
      return RemoveRuleResponseProto.getDefaultInstance();
    }
    remove(namesystem, found.get(), "removed by " + permissions.getUser());
    return RemoveRuleResponseProto.newBuilder().setId(found.get().rule().id()).build();
  }

  /**
   * The rules of directories at and below a path.
   *
   * @throws IOException where there is no such directory
   */
  public static ListRulesResponseProto list(
      FSDirectory directory, FSPermissionChecker permissions, String src) throws IOException {
    INodesInPath path = directory.resolvePath(permissions, src, DirOp.READ);
    if (path.getLastINode() == null) {
      throw new FileNotFoundException("File does not exist: " + path.getPath());
    }
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    TransitionService service = TransitionService.of(namesystem);
    ListRulesResponseProto.Builder answer = ListRulesResponseProto.newBuilder();
    below(namesystem, path.getLastINode())
        .forEach(
            each ->
                answer.addRule(
                    each.status(
                        service.queue().partsOf(each.rule().id()).size(),
                        service.rulesIntervalMillis())));
    return answer.build();
  }

  /** Pauses or resumes the rule of a directory; its files in transition are controlled apart. */
  static Kind control(FSNamesystem namesystem, INode top, ControlProto control)
      throws IOException {
    TransitionService service = TransitionService.of(namesystem);
    boolean pauses = control == ControlProto.PAUSE;
    Optional<RuleProgress> found =
        service.loadedRules().ofDirectory(top.getId())
            .filter(each -> control != ControlProto.CANCEL)
            .filter(each -> each.rule().paused() != pauses);
    if (found.isEmpty()) {
      return Kind.ALREADY_SO;
    }
    service.rules().pause(namesystem, found.get(), pauses);
    service.wake();
    return Kind.TAKEN;
  }
}
