package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.namenode.placement.MovableBlocks;
import io.okapifs.hdfs.namenode.placement.StorageMoves;
import io.okapifs.hdfs.namenode.scrub.ScrubService;
import io.okapifs.hdfs.namenode.transition.RuleCalls;
import io.okapifs.hdfs.namenode.transition.TransitionAnswers;
import io.okapifs.hdfs.namenode.transition.TransitionCalls;
import io.okapifs.hdfs.namenode.transition.TreeCalls;
import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.PolicyRepairs;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTreeTransitionRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTreeTransitionResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetRepairStatsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetRepairStatsResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListRulesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListRulesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RemoveRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RemoveRuleResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleResponseProto;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionOutcomes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.server.namenode.NameNodeWindow;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.AccessControlException;

/**
 * What the active NameNode does for clients of {@link OkapiAdmin}. Permissions are checked for each
 * path. Any thread may call it.
 *
 * <p>The lock of the namesystem is held for {@link #HOLD_NANOS} at a time, and for one path at
 * least: others come in between two paths of a call.
 */
final class AdminCalls implements OkapiAdmin {

  private static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final NameNode nameNode;
  private final FSNamesystem namesystem;

  AdminCalls(NameNode nameNode, FSNamesystem namesystem) {
    this.nameNode = nameNode;
    this.namesystem = namesystem;
  }

  /** What is done with a path, under the namesystem's write lock. */
  @FunctionalInterface
  private interface Change {
    Kind take(String path) throws IOException;
  }

  /** A path and whether the caller was let. */
  private record Audited(String path, boolean allowed) {}

  @Override
  public OutcomesProto beginTransitions(BeginTransitionsRequestProto request) throws IOException {
    String operation = "beginTransition";
    FSPermissionChecker caller = caller(operation);
    TransitionGoal goal = TransitionGoal.of(request.getGoal());
    return each(
        operation, withPolicy(operation, goal.policy()), request.getPathList(),
        path -> TransitionCalls.begin(namesystem.getFSDirectory(), caller, path, goal));
  }

  @Override
  public BeginTreeTransitionResponseProto beginTreeTransition(
      BeginTreeTransitionRequestProto request) throws IOException {
    String operation = "beginTreeTransition";
    FSPermissionChecker caller = caller(operation);
    checkPath(request.getPath());
    TransitionGoal goal = TransitionGoal.of(request.getGoal());
    long id =
        audited(
            withPolicy(operation, goal.policy()), request.getPath(),
            () -> changed(
                operation,
                () -> TreeCalls.begin(
                    namesystem.getFSDirectory(), caller, request.getPath(), goal,
                    request.getAgeMs())));
    return BeginTreeTransitionResponseProto.newBuilder().setId(id).build();
  }

  /** As the audit log has it: HDFS tells options of a rename so, too. */
  private static String withPolicy(String operation, String policy) {
    return operation + " (policy=" + policy + ")";
  }

  @FunctionalInterface
  private interface Call<T> {
    T answer() throws IOException;
  }

  /** A call about one path, with its line in the audit log; that is written without a lock. */
  private <T> T audited(String operation, String path, Call<T> call) throws IOException {
    T answer;
    try {
      answer = call.answer();
    } catch (AccessControlException e) {
      NamespaceWindow.audit(namesystem, false, operation, path);
      throw e;
    }
    NamespaceWindow.audit(namesystem, true, operation, path);
    return answer;
  }

  /** What is done for a caller who was let. */
  @FunctionalInterface
  private interface CallBy<T> {
    T answer(FSPermissionChecker caller) throws IOException;
  }

  /** A call that only the superuser may make, with its line in the audit log. */
  private <T> T bySuperuser(String operation, String path, CallBy<T> call) throws IOException {
    return bySuperuser(operation, operation, path, call);
  }

  private <T> T bySuperuser(String operation, String auditedAs, String path, CallBy<T> call)
      throws IOException {
    FSPermissionChecker caller = caller(operation);
    return audited(auditedAs, path, () -> {
      NamespaceWindow.checkSuperuser(namesystem, caller);
      return call.answer(caller);
    });
  }

  /** What is read of the namespace, under its lock. */
  private <T> T read(String operation, Call<T> call) throws IOException {
    namesystem.readLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      return call.answer();
    } finally {
      namesystem.readUnlock(operation);
    }
  }

  /** The same where DataNodes must have told of their blocks. */
  private <T> T readOutsideSafeMode(String operation, Call<T> call) throws IOException {
    return read(operation, () -> {
      NamespaceWindow.checkSafeMode(namesystem, "Cannot " + operation);
      return call.answer();
    });
  }

  /** A change of the namespace, under its lock; durable behind that. */
  private <T> T changed(String operation, Call<T> change) throws IOException {
    T answer;
    namesystem.writeLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      NamespaceWindow.checkSafeMode(namesystem, "Cannot " + operation);
      answer = change.answer();
    } finally {
      namesystem.writeUnlock(operation);
    }
    namesystem.getEditLog().logSync();
    return answer;
  }

  @Override
  public OutcomesProto controlTransitions(ControlTransitionsRequestProto request)
      throws IOException {
    ControlProto control = request.getControl();
    String operation = control.name().toLowerCase(Locale.ROOT) + "Transition";
    Optional<String> name =
        request.hasName() ? Optional.of(request.getName()) : Optional.empty();
    FSPermissionChecker caller = caller(operation);
    return each(
        operation, operation, request.getPathList(),
        path ->
            TransitionCalls.control(namesystem.getFSDirectory(), caller, path, control, name));
  }

  private OutcomesProto each(
      String operation, String auditedAs, List<String> paths, Change change) throws IOException {
    if (paths.isEmpty() || paths.size() > PATHS_MAX) {
      throw new HadoopIllegalArgumentException(
          "One call is about 1 to " + PATHS_MAX + " paths: " + operation + ", paths="
              + paths.size() + "; split them");
    }
    TransitionOutcomes outcomes = new TransitionOutcomes();
    List<Audited> audited = new ArrayList<>();
    Iterator<String> rest = paths.iterator();
    try {
      while (rest.hasNext()) {
        some(operation, rest, path -> take(path, change, outcomes, audited));
      }
    } finally {
      namesystem.getEditLog().logSync();
      for (Audited each : audited) {
        NamespaceWindow.audit(namesystem, each.allowed(), auditedAs, each.path());
      }
    }
    return outcomes.toProto();
  }

  @FunctionalInterface
  private interface Taker {
    void take(String path);
  }

  /** Some paths in one hold of the lock. */
  private void some(String operation, Iterator<String> rest, Taker taker) throws IOException {
    namesystem.writeLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      NamespaceWindow.checkSafeMode(namesystem, "Cannot " + operation);
      long begin = System.nanoTime();
      do {
        taker.take(rest.next());
      } while (rest.hasNext() && System.nanoTime() - begin < HOLD_NANOS);
    } finally {
      namesystem.writeUnlock(operation);
    }
  }

  private static void take(
      String path, Change change, TransitionOutcomes outcomes, List<Audited> audited) {
    try {
      checkPath(path);
      outcomes.add(change.take(path));
      audited.add(new Audited(path, true));
    } catch (AccessControlException e) {
      outcomes.refuse(e);
      audited.add(new Audited(path, false));
    } catch (IOException | IllegalArgumentException e) {
      outcomes.refuse(e);
    }
  }

  /** HDFS takes those of its own calls for an error of its own. */
  private static void checkPath(String path) {
    if (!DFSUtil.isValidName(path)) {
      throw new HadoopIllegalArgumentException("Not an absolute path: path=" + path);
    }
  }

  /** Refuses calls of a NameNode that is not active, or not yet started, and says who calls. */
  private FSPermissionChecker caller(String operation) throws IOException {
    if (!NameNodeWindow.isStarted(nameNode)) {
      throw new RetriableException("The NameNode is starting: " + operation + " comes too early");
    }
    // An observer would answer reads, and knows nothing of what is done.
    namesystem.checkOperation(OperationCategory.WRITE);
    FSPermissionChecker.setOperationType(operation);
    return NamespaceWindow.permissions(namesystem);
  }

  @Override
  public ListTransitionsResponseProto listTransitions(ListTransitionsRequestProto request)
      throws IOException {
    String operation = "listTransitions";
    FSPermissionChecker caller = caller(operation);
    checkPath(request.getPath());
    return audited(
        operation, request.getPath(),
        () -> read(
            operation,
            () -> TransitionAnswers.answer(namesystem.getFSDirectory(), caller, request)));
  }

  @Override
  public GetRepairStatsResponseProto getRepairStats(GetRepairStatsRequestProto request)
      throws IOException {
    return bySuperuser("getRepairStats", null, caller -> {
      RepairTotals totals = RepairTotals.of(namesystem);
      return GetRepairStatsResponseProto.newBuilder()
          .addAllPolicy(PolicyRepairs.toProto(totals.sums())).setNodes(totals.nodes()).build();
    });
  }

  @Override
  public GetScrubStatusResponseProto getScrubStatus(GetScrubStatusRequestProto request)
      throws IOException {
    return bySuperuser(
        "getScrubStatus", null, caller -> ScrubService.of(namesystem).status());
  }

  @Override
  public CheckStopResponseProto checkStop(CheckStopRequestProto request) throws IOException {
    return bySuperuser(
        "checkStop", String.join(",", request.getNodeList()),
        caller ->
            StopCheck.of(namesystem.getBlockManager(), request.getNodeList()).toProto());
  }

  @Override
  public ListNodesResponseProto listNodes(ListNodesRequestProto request) throws IOException {
    return bySuperuser(
        "listNodes", String.join(",", request.getNodeList()),
        caller -> NodeList.page(namesystem, request));
  }

  @Override
  public ListMembersResponseProto listMembers(ListMembersRequestProto request)
      throws IOException {
    return bySuperuser(
        "listMembers", request.getNode(),
        caller -> NodeMembers.page(namesystem.getBlockManager(), request));
  }

  @Override
  public ListMovableBlocksResponseProto listMovableBlocks(ListMovableBlocksRequestProto request)
      throws IOException {
    String operation = "listMovableBlocks";
    return bySuperuser(
        operation, request.getDatanodeUuid(),
        caller -> readOutsideSafeMode(
            operation, () -> MovableBlocks.of(namesystem.getBlockManager(), request)));
  }

  @Override
  public SetRuleResponseProto setRule(SetRuleRequestProto request) throws IOException {
    String operation = "setRule";
    checkPath(request.getPath());
    return bySuperuser(
        operation, withPolicy(operation, request.getPolicy()), request.getPath(),
        caller -> changed(
            operation,
            () -> RuleCalls.set(namesystem.getFSDirectory(), caller, request)));
  }

  @Override
  public RemoveRuleResponseProto removeRule(RemoveRuleRequestProto request) throws IOException {
    String operation = "removeRule";
    checkPath(request.getPath());
    return bySuperuser(
        operation, request.getPath(),
        caller -> changed(
            operation,
            () -> RuleCalls.remove(namesystem.getFSDirectory(), caller, request.getPath())));
  }

  @Override
  public ListRulesResponseProto listRules(ListRulesRequestProto request) throws IOException {
    String operation = "listRules";
    checkPath(request.getPath());
    return bySuperuser(
        operation, request.getPath(),
        caller -> read(
            operation,
            () -> RuleCalls.list(namesystem.getFSDirectory(), caller, request.getPath())));
  }

  @Override
  public ListStorageMovesResponseProto listStorageMoves(ListStorageMovesRequestProto request)
      throws IOException {
    String operation = "listStorageMoves";
    checkPath(request.getPath());
    return bySuperuser(
        operation, request.getPath(),
        caller -> readOutsideSafeMode(operation, () -> storageMoves(caller, request)));
  }

  private ListStorageMovesResponseProto storageMoves(
      FSPermissionChecker caller, ListStorageMovesRequestProto request) throws IOException {
    INode inode =
        namesystem.getFSDirectory()
            .resolvePath(caller, request.getPath(), DirOp.READ).getLastINode();
    return StorageMoves.of(
        namesystem.getBlockManager(), INodeFile.valueOf(inode, request.getPath()),
        request.getCursor());
  }
}
