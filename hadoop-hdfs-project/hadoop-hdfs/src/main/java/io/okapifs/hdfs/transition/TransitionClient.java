package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.PolicyRepairs;
import io.okapifs.hdfs.protocol.UnknownService;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTreeTransitionRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetRepairStatsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListRulesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RemoveRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RemoveRuleResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RuleStatusProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.OkapiAdminProxies;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Asks the active NameNode for transitions, and about them. Connects with the first call; who does
 * not close it leaves a proxy behind. Any thread may call it.
 */
public final class TransitionClient implements Closeable {

  private final DistributedFileSystem hdfs;
  private OkapiAdmin admin;

  /**
   * @param hdfs stays open; the caller closes it
   */
  public TransitionClient(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
  }

  /**
   * Has a file get another policy, some time; nothing happens where it has that, or is on its way.
   *
   * @param priority 0 first
   * @throws IOException naming the file, where that cannot be; nothing was changed then
   */
  public void begin(Path file, String policy, int priority) throws IOException {
    begin(file, TransitionGoal.of(policy, priority));
  }

  /** Has a file get another form, as above. */
  public void begin(Path file, TransitionGoal goal) throws IOException {
    throwRefusal(begin(List.of(file), goal));
  }

  /**
   * The same of up to {@link OkapiAdmin#PATHS_MAX} files.
   *
   * @return an outcome of each file, in their order
   * @throws IOException where the others would be refused as well; some may have been accepted
   */
  public OutcomesProto begin(List<Path> files, TransitionGoal goal) throws IOException {
    BeginTransitionsRequestProto request =
        BeginTransitionsRequestProto.newBuilder()
            .setGoal(goal.toProto()).addAllPath(paths(files)).build();
    return call(service -> service.beginTransitions(request));
  }

  /**
   * Has the closed files of a tree get another form, some time. The NameNode walks the tree.
   *
   * @param ageMillis for how long a file must not have been changed
   * @return id of the request; the same where it was made before and has not ended
   * @throws IOException naming the directory, where that cannot be; nothing was changed then
   */
  public long beginTree(Path directory, TransitionGoal goal, long ageMillis) throws IOException {
    BeginTreeTransitionRequestProto request =
        BeginTreeTransitionRequestProto.newBuilder()
            .setGoal(goal.toProto()).setPath(name(directory)).setAgeMs(ageMillis)
            .build();
    return call(service -> service.beginTreeTransition(request)).getId();
  }

  /**
   * How far a request for a tree of this user is, or how it has ended; empty where the NameNode
   * that is active now does not know it any more.
   */
  public Optional<TreeTransitionStatusProto> tree(long id) throws IOException {
    ListTransitionsRequestProto request =
        ListTransitionsRequestProto.newBuilder().setPath(Path.SEPARATOR).setTree(id).build();
    return call(service -> service.listTransitions(request)).getTreeList().stream().findFirst();
  }

  /** Requests for trees at and below a path; for the superuser. */
  public List<TreeTransitionStatusProto> trees(Path path) throws IOException {
    return page(path, 0, false).getTreeList();
  }

  /** Those that have ended since this NameNode became active, the oldest first. */
  public List<TreeTransitionStatusProto> treeHistory(Path path) throws IOException {
    return page(path, 0, true).getTreeList();
  }

  /** Leaves a file with the policy that it has; nothing happens where it is in no transition. */
  public void cancel(Path file) throws IOException {
    control(file, ControlProto.CANCEL);
  }

  /** Has the transition of a file rest where it is; what is being encoded is finished. */
  public void pause(Path file) throws IOException {
    control(file, ControlProto.PAUSE);
  }

  /** Has the transition of a file go on. */
  public void resume(Path file) throws IOException {
    control(file, ControlProto.RESUME);
  }

  /** One of these. */
  public void control(Path file, ControlProto control) throws IOException {
    throwRefusal(control(List.of(file), control));
  }

  /** The same of several files, as {@link #begin(List, TransitionGoal)}. */
  public OutcomesProto control(List<Path> files, ControlProto control) throws IOException {
    return control(files, control, Optional.empty());
  }

  /** The same where transitions have a name, if one is told; others are left alone. */
  public OutcomesProto control(List<Path> files, ControlProto control, Optional<String> name)
      throws IOException {
    ControlTransitionsRequestProto.Builder request =
        ControlTransitionsRequestProto.newBuilder()
            .setControl(control).addAllPath(paths(files));
    name.ifPresent(request::setName);
    return call(service -> service.controlTransitions(request.build()));
  }

  private List<String> paths(List<Path> files) {
    return files.stream().map(this::name).toList();
  }

  /** As the NameNode knows it. */
  private String name(Path path) {
    return hdfs.makeQualified(path).toUri().getPath();
  }

  private static void throwRefusal(OutcomesProto outcomes) throws IOException {
    OutcomeProto outcome = outcomes.getOutcome(0);
    if (outcome.getKind() == OutcomeProto.Kind.REFUSED) {
      throw new RemoteException(outcome.getException(), outcome.getReason())
          .unwrapRemoteException();
    }
  }

  /**
   * The transitions of files at and below a path, by their turn. Of a large tree they are asked for
   * in parts, while they go on.
   *
   * @throws FileNotFoundException where the path does not exist
   */
  public List<TransitionStatus> status(Path path) throws IOException {
    return list(path).stream().filter(each -> each.step().isKept()).toList();
  }

  /**
   * The last transitions of files at and below a path that this NameNode gave up since it started.
   *
   * @throws FileNotFoundException where the path does not exist
   */
  public List<TransitionStatus> givenUp(Path path) throws IOException {
    return list(path).stream().filter(each -> !each.step().isKept()).toList();
  }

  /**
   * Both, those that were given up last.
   *
   * @throws FileNotFoundException where the path does not exist
   */
  public List<TransitionStatus> list(Path path) throws IOException {
    List<TransitionStatus> all = new ArrayList<>();
    ListTransitionsResponseProto page = page(path, 0, false);
    addTo(all, page);
    while (page.hasNext()) {
      page = page(path, page.getNext(), false);
      addTo(all, page);
    }
    all.sort(TransitionStatus.BY_TURN);
    return all;
  }

  private static void addTo(List<TransitionStatus> all, ListTransitionsResponseProto page) {
    page.getEntryList().forEach(each -> all.add(TransitionStatus.of(each)));
  }

  /**
   * The last transitions of files at and below a path that ended since this NameNode started, the
   * oldest first.
   *
   * @throws FileNotFoundException where the path does not exist
   */
  public List<EndedTransition> history(Path path) throws IOException {
    return page(path, 0, true).getEntryList().stream().map(EndedTransition::of).toList();
  }

  /**
   * One part of either list.
   *
   * @param cursor 0, or what the part before says
   */
  public ListTransitionsResponseProto page(Path path, long cursor, boolean history)
      throws IOException {
    ListTransitionsRequestProto request =
        ListTransitionsRequestProto.newBuilder()
            .setPath(name(path)).setCursor(cursor).setHistory(history).build();
    return call(service -> service.listTransitions(request));
  }

  /** What DataNodes told of their repairs, by policy and counter; for the superuser. */
  public Map<String, Map<String, Long>> repairStats() throws IOException {
    GetRepairStatsRequestProto request = GetRepairStatsRequestProto.getDefaultInstance();
    return PolicyRepairs.of(call(service -> service.getRepairStats(request)).getPolicyList());
  }

  /** How far the scrub of all groups is; for the superuser. */
  public GetScrubStatusResponseProto scrubStatus() throws IOException {
    GetScrubStatusRequestProto request = GetScrubStatusRequestProto.getDefaultInstance();
    return call(service -> service.getScrubStatus(request));
  }

  /** What would be left if DataNodes stopped; for the superuser. */
  public CheckStopResponseProto checkStop(List<String> nodes) throws IOException {
    CheckStopRequestProto request =
        CheckStopRequestProto.newBuilder().addAllNode(nodes).build();
    return call(service -> service.checkStop(request));
  }

  /** A page of what DataNodes are and do; for the superuser. */
  public ListNodesResponseProto nodes(ListNodesRequestProto request) throws IOException {
    return call(service -> service.listNodes(request));
  }

  /** A page of what a DataNode has of files with a stripe width; for the superuser. */
  public ListMembersResponseProto members(ListMembersRequestProto request) throws IOException {
    return call(service -> service.listMembers(request));
  }

  /** Sets the rule of a directory, or says why that cannot be; for the superuser. */
  public SetRuleResponseProto setRule(SetRuleRequestProto request) throws IOException {
    return call(service -> service.setRule(request));
  }

  /**
   * Removes the rule of a directory; what has begun goes on. For the superuser.
   *
   * @return its id; empty where the directory has none
   */
  public OptionalLong removeRule(Path directory) throws IOException {
    RemoveRuleRequestProto request =
        RemoveRuleRequestProto.newBuilder().setPath(name(directory)).build();
    RemoveRuleResponseProto answer = call(service -> service.removeRule(request));
    return answer.hasId() ? OptionalLong.of(answer.getId()) : OptionalLong.empty();
  }

  /** Rules of directories at and below a path, by their paths; for the superuser. */
  public List<RuleStatusProto> rules(Path path) throws IOException {
    ListRulesRequestProto request =
        ListRulesRequestProto.newBuilder().setPath(name(path)).build();
    return call(service -> service.listRules(request)).getRuleList();
  }

  @FunctionalInterface
  private interface Call<T> {
    T of(OkapiAdmin service) throws IOException;
  }

  private <T> T call(Call<T> call) throws IOException {
    try {
      return call.of(service());
    } catch (RemoteException e) {
      if (UnknownService.isCauseOf(e)) {
        throw new IOException(
            "What answers at " + hdfs.getUri() + " does not know transitions: it is a NameNode of"
                + " stock HDFS, which must be upgraded, or a Router, past which -fs"
                + " hdfs://NAMESERVICE goes", e);
      }
      throw e.unwrapRemoteException();
    }
  }

  private synchronized OkapiAdmin service() throws IOException {
    if (admin == null) {
      admin = OkapiAdminProxies.of(hdfs);
    }
    return admin;
  }

  @Override
  public synchronized void close() {
    if (admin != null) {
      RPC.stopProxy(admin);
      admin = null;
    }
  }
}
