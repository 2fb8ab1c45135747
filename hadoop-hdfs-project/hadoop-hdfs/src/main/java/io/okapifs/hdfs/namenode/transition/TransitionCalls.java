package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.DecoupledPolicies;
import io.okapifs.hdfs.namenode.file.MixedVersions;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.namenode.file.Superseded;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.transition.TransitionForm;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
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
    checkMayHurry(directory, permissions, path, goal);
    return begin(
        NamespaceWindow.namesystem(directory), path, path.getLastINode().asFile(), goal,
        isBounded(directory, permissions));
  }

  /**
   * Cancels, pauses or resumes the transition of a file; nothing happens where it is in none.
   *
   * @throws IOException as {@link #begin}
   */
  public static Kind control(
      FSDirectory directory, FSPermissionChecker permissions, String src, ControlProto control)
      throws IOException {
    INodeFile file = resolve(directory, permissions, src).getLastINode().asFile();
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    return switch (control) {
      case CANCEL -> cancel(namesystem, file);
      case PAUSE -> pause(namesystem, file, true);
      case RESUME -> pause(namesystem, file, false);
    };
  }

  /** The path of a file that the caller may write. */
  private static INodesInPath resolve(
      FSDirectory directory, FSPermissionChecker permissions, String src) throws IOException {
    INodesInPath path = directory.resolvePath(permissions, src, DirOp.WRITE);
    NamespaceWindow.checkAccess(directory, permissions, path, FsAction.WRITE);
    if (path.getLastINode() == null) {
      throw new FileNotFoundException("File does not exist: " + path.getPath());
    }
    if (!path.getLastINode().isFile()) {
      throw refusal(path, "it is no file");
    }
    return path;
  }

  /** What is urgent ignores the operator's time of day, and what is forced where members lie. */
  private static void checkMayHurry(
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
   */
  private static Kind begin(
      FSNamesystem namesystem, INodesInPath path, INodeFile file, TransitionGoal goal,
      boolean bounded)
      throws IOException {
    ErasureCodingPolicy policy = policy(path, goal.policy());
    if (goal.coupled() && DecoupledPolicies.isDecoupled(goal.policy())) {
      throw refusal(path, "either a stripe width or HDFS's own layout: policy=" + goal.policy());
    }
    checkWidth(path, file, goal.policy());
    Optional<TransitionRecord> current = FileTransitions.of(file);
    if (isOnItsWay(file, current, goal, policy)) {
      boolean stays = DecoupledFile.isCoupled(file) && !goal.coupled();
      return current.isPresent() ? Kind.TAKEN : stays ? Kind.OTHER_LAYOUT : Kind.ALREADY_SO;
    }
    if (current.isPresent()) {
      throw refusal(
          path, "it is in a transition to another policy, which must be cancelled first: policy="
              + TransitionAnswers.target(current.get()));
    }
    TransitionService transitions = TransitionService.of(namesystem);
    String wrong = MixedVersions.of(namesystem).refusal(namesystem);
    if (wrong == null && bounded) {
      wrong = transitions.refusalFor(file.getUserName());
    }
    if (wrong != null) {
      throw refusal(path, wrong);
    }
    TransitionRecord record = record(file, policy, goal);
    wrong = TransitionCheck.refusal(namesystem.getBlockManager(), file, record);
    if (wrong == null) {
      wrong = FileAdoption.refusalOfNow(namesystem, file, record);
    }
    if (wrong != null) {
      throw refusal(path, wrong);
    }
    checkNodes(namesystem, path, file, policy, goal.force() && !goal.coupled());
    if (!record.couples()) {
      checkQuota(path, file, record.policyId());
    }
    transitions.steps().queue(file, record);
    return Kind.TAKEN;
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

  private static ErasureCodingPolicy policy(INodesInPath path, String name) throws IOException {
    ErasureCodingPolicyManager policies = ErasureCodingPolicyManager.getInstance();
    String base = DecoupledPolicies.baseName(name);
    ErasureCodingPolicy policy = policies.getByName(base);
    if (policy == null
        || policy.isReplicationPolicy()
        || policies.getEnabledPolicyByName(base) == null) {
      throw refusal(path, "no such erasure coding policy is enabled: policy=" + name);
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
      throw refusal(
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
      throw refusal(
          path, "there are fewer DataNodes in service than parity blocks of a group: dataNodes="
              + nodes + ", policy=" + policy.getName());
    }
    if (nodes < members && !force) {
      throw refusal(
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
            .abort(file, current.get(), "cancelled");
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

  /** Of a kind that HDFS notes in one line of its log. */
  private static HadoopIllegalArgumentException refusal(INodesInPath path, String why) {
    return new HadoopIllegalArgumentException(
        "Cannot change the policy of a file: path=" + path.getPath() + ": " + why);
  }
}
