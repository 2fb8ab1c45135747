package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.DecoupledPolicies;
import io.okapifs.hdfs.namenode.file.MixedVersions;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.namenode.file.Superseded;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.transition.Rule;
import io.okapifs.hdfs.transition.TransitionForm;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TreeTransition;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.QuotaCounts;
import org.apache.hadoop.security.AccessControlException;

/**
 * Transitions as clients ask for them. Whoever may write a file may change its policy. Under the
 * namesystem's write lock; the caller syncs the journal.
 */
public final class TransitionCalls {

  private TransitionCalls() {}

  /**
   * Has a file get another form, some time.
   *
   * @throws IOException naming the path, where that makes no sense or may not be; nothing was
   *     changed then
   * @throws IllegalArgumentException the same
   */
  public static Kind begin(
      FSDirectory directory, FSPermissionChecker permissions, String src, TransitionGoal goal)
      throws IOException {
    INodesInPath path = resolve(directory, permissions, src);
    try {
      checkIsFile(path);
      checkMayHurry(directory, permissions, path, goal);
      return begin(
          NamespaceWindow.namesystem(directory), path, goal, isBounded(directory, permissions),
          record -> record.named(goal.name()));
    } catch (RefusedTransition e) {
      throw e.toClient();
    }
  }

  /**
   * Has a file get the form that a request for its tree wants, some time.
   *
   * @param requester whose permissions count
   * @return whether it was queued; there may have been nothing to do, or only a snapshot has it
   * @throws IOException as {@link #begin}
   */
  static boolean beginPart(
      FSNamesystem namesystem, FSPermissionChecker requester, INodeFile file,
      TreeTransition tree) throws IOException {
    Optional<INodesInPath> path = TreeCalls.pathOf(namesystem, file.getId());
    if (path.isEmpty()) {
      return false;
    }
    NamespaceWindow.checkAccess(
        namesystem.getFSDirectory(), requester, path.get(), FsAction.WRITE);
    return begin(namesystem, path.get(), tree.goal(), false, record -> record.partOf(tree))
        == Kind.TAKEN;
  }

  /**
   * Has a file get what a rule wants, some time.
   *
   * @return whether it was queued; there may have been nothing to do, or only a snapshot has it
   * @throws IOException as {@link #begin}
   */
  static boolean beginByRule(FSNamesystem namesystem, INodeFile file, Rule rule)
      throws IOException {
    Optional<INodesInPath> path = TreeCalls.pathOf(namesystem, file.getId());
    return path.isPresent()
        && begin(namesystem, path.get(), rule.goal(), false, record -> record.partOf(rule))
            == Kind.TAKEN;
  }

  /**
   * Cancels, pauses or resumes the transition of a file, or the request for a tree; pauses or
   * resumes a rule, if the superuser asks. Nothing happens where there is none.
   *
   * @param name that it must have; empty for any
   * @throws IOException as {@link #begin}
   */
  public static Kind control(
      FSDirectory directory, FSPermissionChecker permissions, String src, ControlProto control,
      Optional<String> name) throws IOException {
    INode inode = resolve(directory, permissions, src).getLastINode();
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    if (name.isPresent() && !name.equals(nameOf(namesystem, inode))) {
      return Kind.ALREADY_SO;
    }
    if (inode.isFile()) {
      return control(namesystem, inode.asFile(), control);
    }
    // A rule has no name.
    boolean alsoRules = name.isEmpty() && !isBounded(directory, permissions);
    Kind ofRule =
        alsoRules ? RuleCalls.control(namesystem, inode, control) : Kind.ALREADY_SO;
    Kind ofTree = TreeCalls.control(namesystem, inode, control);
    return ofRule == Kind.TAKEN ? ofRule : ofTree;
  }

  private static Optional<String> nameOf(FSNamesystem namesystem, INode inode) {
    return inode.isDirectory()
        ? TransitionService.of(namesystem).loadedTrees().ofDirectory(inode.getId())
            .map(tree -> tree.goal().name())
        : FileTransitions.of(inode.asFile())
            .map(record -> TransitionAnswers.name(namesystem, record));
  }

  static Kind control(FSNamesystem namesystem, INodeFile file, ControlProto control)
      throws IOException {
    return switch (control) {
      case CANCEL -> cancel(namesystem, file);
      case PAUSE -> pause(namesystem, file, true);
      case RESUME -> pause(namesystem, file, false);
    };
  }

  /** A path that is there, and that the caller may write. */
  static INodesInPath resolve(
      FSDirectory directory, FSPermissionChecker permissions, String src) throws IOException {
    INodesInPath path = directory.resolvePath(permissions, src, DirOp.WRITE);
    NamespaceWindow.checkAccess(directory, permissions, path, FsAction.WRITE);
    if (path.getLastINode() == null) {
      throw new FileNotFoundException("File does not exist: " + path.getPath());
    }
    return path;
  }

  private static void checkIsFile(INodesInPath path) {
    if (!path.getLastINode().isFile()) {
      throw RefusedTransition.ofFile(path, "it is no file");
    }
  }

  /** What is urgent ignores the operator's time of day, and what is forced where members lie. */
  static void checkMayHurry(
      FSDirectory directory, FSPermissionChecker permissions, INodesInPath path,
      TransitionGoal goal)
      throws AccessControlException {
    boolean hurries = goal.priority() == TransitionRecord.URGENT || goal.force();
    if (hurries && isBounded(directory, permissions)) {
      throw new AccessControlException(
          "Only the superuser may ask for a transition that is urgent or forced: path="
              + path.getPath() + ", user=" + permissions.getUser() + ", priority="
              + goal.priority() + ", force=" + goal.force()
              + "; leave -urgent and -force out");
    }
  }

  private static boolean isBounded(FSDirectory directory, FSPermissionChecker permissions) {
    return NamespaceWindow.isBounded(directory, permissions);
  }

  /**
   * @param bounded whether the file's owner may have so many files in a transition only
   * @param part makes a part of a request for a tree of the first step, where it is one
   */
  private static Kind begin(
      FSNamesystem namesystem, INodesInPath path, TransitionGoal goal, boolean bounded,
      UnaryOperator<TransitionRecord> part) throws IOException {
    INodeFile file = path.getLastINode().asFile();
    ErasureCodingPolicy policy = policy(path, goal);
    checkWidth(path, file, goal.policy());
    Optional<Kind> nothing = nothingToDo(file, goal, policy);
    if (nothing.isPresent()) {
      return nothing.get();
    }
    Optional<TransitionRecord> current = FileTransitions.of(file);
    if (current.isPresent()) {
      throw RefusedTransition.ofFile(
          path, "it is in a transition to another policy, which must be cancelled first: policy="
              + TransitionAnswers.target(current.get()));
    }
    checkNow(namesystem, path, file, bounded);
    TransitionRecord record = part.apply(record(file, policy, goal));
    String wrong = TransitionCheck.refusal(namesystem.getBlockManager(), file, record);
    if (wrong == null) {
      wrong = FileAdoption.refusalOfNow(namesystem, file, record);
    }
    if (wrong != null) {
      throw RefusedTransition.ofFile(path, wrong);
    }
    checkNodes(namesystem, path, file, policy, goal.force() && !goal.coupled());
    if (!record.couples()) {
      checkQuota(path, file, record.policyId());
    }
    TransitionService.of(namesystem).steps().queue(file, record);
    return Kind.TAKEN;
  }

  private static void checkNow(
      FSNamesystem namesystem, INodesInPath path, INodeFile file, boolean bounded) {
    String mixed = MixedVersions.of(namesystem).refusal(namesystem);
    if (mixed != null) {
      throw RefusedTransition.ofCluster(path, mixed);
    }
    String tooMany =
        bounded ? TransitionService.of(namesystem).refusalFor(file.getUserName()) : null;
    if (tooMany != null) {
      throw RefusedTransition.ofFile(path, tooMany);
    }
  }

  /** Where a file has what is asked for, or is on its way to it: what is answered. */
  static Optional<Kind> nothingToDo(INodeFile file, TransitionGoal goal) {
    ErasureCodingPolicy policy =
        ErasureCodingPolicyManager.getInstance()
            .getByName(DecoupledPolicies.baseName(goal.policy()));
    return policy == null ? Optional.empty() : nothingToDo(file, goal, policy);
  }

  private static Optional<Kind> nothingToDo(
      INodeFile file, TransitionGoal goal, ErasureCodingPolicy policy) {
    Optional<TransitionRecord> current = FileTransitions.of(file);
    if (!isOnItsWay(file, current, goal, policy)) {
      return Optional.empty();
    }
    boolean stays = DecoupledFile.isCoupled(file) && !goal.coupled();
    return Optional.of(
        current.isPresent() ? Kind.TAKEN : stays ? Kind.OTHER_LAYOUT : Kind.ALREADY_SO);
  }

  /** Whether a file has what is asked for, or will have it. */
  private static boolean isOnItsWay(
      INodeFile file, Optional<TransitionRecord> current, TransitionGoal goal,
      ErasureCodingPolicy policy) {
    if (current.isPresent()) {
      return current.get().last().equals(new TransitionForm(policy.getId(), goal.coupled()));
    }
    // The policy alone does not ask for another layout than the file has.
    boolean otherLayout =
        DecoupledFile.isCoupled(file)
            ? DecoupledPolicies.isDecoupled(goal.policy())
            : goal.coupled();
    return policy.getId() == file.getErasureCodingPolicyID() && !otherLayout;
  }

  private static TransitionRecord record(
      INodeFile file, ErasureCodingPolicy policy, TransitionGoal goal) {
    long now = System.currentTimeMillis();
    int priority = goal.priority();
    if (goal.coupled()) {
      boolean hasParity =
          DecoupledFile.isDecoupled(file)
              && !FileCoupling.needsParity(DecoupledFile.of(file), policy);
      return hasParity
          ? TransitionRecord.queuedCoupling(policy.getId(), priority, now)
          : TransitionRecord.queued(
              policy.getId(), TransitionForm.stock(policy.getId()), priority, now);
    }
    return FileAdoption.needsTwo(file, policy)
        ? TransitionRecord.queued(
            file.getErasureCodingPolicyID(), TransitionForm.of(policy.getId()), priority, now)
        : TransitionRecord.queued(policy.getId(), priority, now);
  }

  /**
   * The policy that is asked for.
   *
   * @throws IllegalArgumentException where no file can have it
   */
  static ErasureCodingPolicy policy(INodesInPath path, TransitionGoal goal) throws IOException {
    String name = goal.policy();
    if (goal.coupled() && DecoupledPolicies.isDecoupled(name)) {
      throw RefusedTransition.ofFile(
          path, "either a stripe width or HDFS's own layout: policy=" + name);
    }
    ErasureCodingPolicyManager policies = ErasureCodingPolicyManager.getInstance();
    String base = DecoupledPolicies.baseName(name);
    ErasureCodingPolicy policy = policies.getByName(base);
    if (policy == null
        || policy.isReplicationPolicy()
        || policies.getEnabledPolicyByName(base) == null) {
      throw RefusedTransition.ofFile(
          path, "no such erasure coding policy is enabled: policy=" + name);
    }
    PolicyCodecs.checkDecoupled(policy);
    return policy;
  }

  private static void checkWidth(INodesInPath path, INodeFile file, String name)
      throws IOException {
    int asked = PolicyName.parse(name).stripeWidth();
    if (asked == PolicyName.COUPLED || !file.isStriped()) {
      // No width is asked for; or there are no stripes, which is refused for that.
      return;
    }
    int width =
        DecoupledFile.isDecoupled(file)
            ? INodeFileWindow.stripeWidth(file.getHeaderLong())
            : DecoupledFile.coupledPolicy(file).getNumDataUnits();
    if (asked != width) {
      throw RefusedTransition.ofFile(
          path,
          "the stripe width never changes: stripeWidth=" + width + ", policy=" + name
              + "; -copy writes the file anew");
    }
  }

  /** With less than r nodes no parity group has a place, whatever is forced. */
  private static void checkNodes(
      FSNamesystem namesystem, INodesInPath path, INodeFile file, ErasureCodingPolicy policy,
      boolean force) throws IOException {
    int nodes = DatanodeWindow.inService(namesystem.getBlockManager());
    int r = policy.getNumParityUnits();
    DecoupledFile now = DecoupledFile.changeable(file);
    int members = now.layoutUnder(policy.getId()).dataMembers(0, now.length()) + r;
    if (nodes < r) {
      throw RefusedTransition.ofCluster(
          path, "there are fewer DataNodes in service than parity blocks of a group: dataNodes="
              + nodes + ", policy=" + policy.getName());
    }
    if (nodes < members && !force) {
      throw RefusedTransition.ofCluster(
          path, "members of a group would share nodes: members=" + members + ", dataNodes=" + nodes
              + ", policy=" + policy.getName()
              + "; -force accepts that, and hdfs ec -layout shows it then");
    }
  }

  private static void checkQuota(INodesInPath path, INodeFile file, byte policyId)
      throws IOException {
    DecoupledFile now = DecoupledFile.changeable(file);
    long space = now.layoutUnder(policyId).paritySpace(now.length());
    NamespaceWindow.verifyQuota(path, new QuotaCounts.Builder().storageSpace(space).build());
  }

  private static Kind cancel(FSNamesystem namesystem, INodeFile file) throws IOException {
    Optional<TransitionRecord> current = FileTransitions.of(file);
    if (current.isEmpty()) {
      return Kind.ALREADY_SO;
    }
    Superseded superseded =
        TransitionService.of(namesystem).steps()
            .abort(file, current.get(), TransitionSteps.CANCELLED);
    // Nothing reads these: they may go before the journal is synced.
    superseded.remove(namesystem.getBlockManager());
    return Kind.TAKEN;
  }

  private static Kind pause(FSNamesystem namesystem, INodeFile file, boolean paused)
      throws IOException {
    Optional<TransitionRecord> current = FileTransitions.of(file);
    if (current.isEmpty() || current.get().paused() == paused) {
      return Kind.ALREADY_SO;
    }
    TransitionService.of(namesystem).steps().pause(file, current.get(), paused);
    return Kind.TAKEN;
  }
}
