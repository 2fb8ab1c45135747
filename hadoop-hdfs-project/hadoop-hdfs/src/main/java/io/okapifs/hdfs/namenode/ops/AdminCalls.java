package io.okapifs.hdfs.namenode.ops;

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
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionOutcomes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
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
        operation, withPolicy(operation, goal), request.getPathList(),
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
            withPolicy(operation, goal), request.getPath(),
            () -> beginTree(operation, caller, request, goal));
    return BeginTreeTransitionResponseProto.newBuilder().setId(id).build();
  }

  private long beginTree(
      String operation, FSPermissionChecker caller, BeginTreeTransitionRequestProto request,
      TransitionGoal goal)
      throws IOException {
    long id;
    namesystem.writeLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      NamespaceWindow.checkSafeMode(namesystem, "Cannot " + operation);
      id = TreeCalls.begin(
          namesystem.getFSDirectory(), caller, request.getPath(), goal, request.getAgeMs());
    } finally {
      namesystem.writeUnlock(operation);
    }
    namesystem.getEditLog().logSync();
    return id;
  }

  /** As the audit log has it: HDFS tells options of a rename so, too. */
  private static String withPolicy(String operation, TransitionGoal goal) {
    return operation + " (policy=" + goal.policy() + ")";
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

  @Override
  public OutcomesProto controlTransitions(ControlTransitionsRequestProto request)
      throws IOException {
    ControlProto control = request.getControl();
    String operation = control.name().toLowerCase(Locale.ROOT) + "Transition";
    FSPermissionChecker caller = caller(operation);
    return each(
        operation, operation, request.getPathList(),
        path -> TransitionCalls.control(namesystem.getFSDirectory(), caller, path, control));
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
    return audited(operation, request.getPath(), () -> read(operation, caller, request));
  }

  private ListTransitionsResponseProto read(
      String operation, FSPermissionChecker caller, ListTransitionsRequestProto request)
      throws IOException {
    namesystem.readLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      return TransitionAnswers.answer(namesystem.getFSDirectory(), caller, request);
    } finally {
      namesystem.readUnlock(operation);
    }
  }

  @Override
  public GetRepairStatsResponseProto getRepairStats(GetRepairStatsRequestProto request)
      throws IOException {
    String operation = "getRepairStats";
    FSPermissionChecker caller = caller(operation);
    return audited(operation, null, () -> {
      NamespaceWindow.checkSuperuser(namesystem, caller);
      RepairTotals totals = RepairTotals.of(namesystem);
      return GetRepairStatsResponseProto.newBuilder()
          .addAllPolicy(PolicyRepairs.toProto(totals.sums())).setNodes(totals.nodes()).build();
    });
  }

  @Override
  public CheckStopResponseProto checkStop(CheckStopRequestProto request) throws IOException {
    String operation = "checkStop";
    FSPermissionChecker caller = caller(operation);
    return audited(operation, String.join(",", request.getNodeList()), () -> {
      NamespaceWindow.checkSuperuser(namesystem, caller);
      return StopCheck.of(namesystem.getBlockManager(), request.getNodeList()).toProto();
    });
  }

  @Override
  public ListNodesResponseProto listNodes(ListNodesRequestProto request) throws IOException {
    String operation = "listNodes";
    FSPermissionChecker caller = caller(operation);
    return audited(operation, String.join(",", request.getNodeList()), () -> {
      NamespaceWindow.checkSuperuser(namesystem, caller);
      return NodeList.page(namesystem, request);
    });
  }

  @Override
  public ListMembersResponseProto listMembers(ListMembersRequestProto request)
      throws IOException {
    String operation = "listMembers";
    FSPermissionChecker caller = caller(operation);
    return audited(operation, request.getNode(), () -> {
      NamespaceWindow.checkSuperuser(namesystem, caller);
      return NodeMembers.page(namesystem.getBlockManager(), request);
    });
  }
}
