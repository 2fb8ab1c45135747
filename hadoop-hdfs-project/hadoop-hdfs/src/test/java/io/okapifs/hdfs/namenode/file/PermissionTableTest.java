package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesRequestProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.trace.TracedRead;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.OkapiAdminProxies;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may do what: every entry point of docs/SECURITY.md, asked by the owner of a file of mode 0640,
 * a member of its group, somebody else and the superuser. What is refused changes nothing.
 */
class PermissionTableTest {

  private static final String FROM = "RS-3-2-64k";
  private static final String TO = "RS-6-3-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(3L * BLOCK, 10);

  private enum Caller {
    OWNER("alice", "staff"),
    MEMBER("bob", "staff"),
    OTHER("carol", "guests"),
    SUPERUSER(null, null);

    private final String user;
    private final String group;

    Caller(String user, String group) {
      this.user = user;
      this.group = group;
    }

    UserGroupInformation login() throws IOException {
      return user == null
          ? UserGroupInformation.getCurrentUser()
          : UserGroupInformation.createUserForTesting(user, new String[] {group});
    }
  }

  private static final Set<Caller> ALL = EnumSet.allOf(Caller.class);
  private static final Set<Caller> READERS = EnumSet.complementOf(EnumSet.of(Caller.OTHER));
  private static final Set<Caller> WRITERS = EnumSet.of(Caller.OWNER, Caller.SUPERUSER);
  private static final Set<Caller> SUPERUSER = EnumSet.of(Caller.SUPERUSER);

  // What begins does not end.
  @Cluster(dataNodes = 9, settings = ClusterSettings.RETRY_SOON, failRepairs = true)
  private static BlockFileCluster cluster;
  private static final Map<Caller, DistributedFileSystem> CLIENTS = new EnumMap<>(Caller.class);
  private static int files;

  /** What an entry point is asked for. */
  private interface Call {
    void send(DistributedFileSystem client, Path file) throws Exception;
  }

  /**
   * An entry point.
   *
   * @param allowed who may use it
   * @param begun whether the file is in a transition before
   */
  private record Row(String entry, Set<Caller> allowed, boolean begun, Call call) {

    @Override
    public String toString() {
      return entry;
    }
  }

  @BeforeAll
  static void logIn() throws Exception {
    for (Caller caller : Caller.values()) {
      CLIENTS.put(
          caller,
          caller.login().doAs(
              (PrivilegedExceptionAction<DistributedFileSystem>)
                  () ->
                      (DistributedFileSystem)
                          FileSystem.newInstance(
                              cluster.mini().getURI(), cluster.mini().getConfiguration(0))));
    }
  }

  @AfterAll
  static void closeClients() throws IOException {
    for (DistributedFileSystem client : CLIENTS.values()) {
      client.close();
    }
  }

  @AfterEach
  void endTransitions() throws IOException {
    TransitionClient client = new TransitionClient(cluster.fs());
    for (TransitionStatus each : client.status(new Path("/"))) {
      client.cancel(new Path(each.path()));
    }
  }

  private static Stream<Arguments> cells() {
    return rows().flatMap(
        row -> Stream.of(Caller.values()).map(caller -> Arguments.of(row, caller)));
  }

  private static Stream<Row> rows() {
    return Stream.of(questions(), requests(), commands()).flatMap(List::stream);
  }

  private static Row row(String entry, Set<Caller> allowed, Call call) {
    return new Row(entry, allowed, false, call);
  }

  private static List<Row> questions() {
    return List.of(
        row("read", READERS, (client, file) -> client.open(file).close()),
        row(
            "list parity groups", READERS,
            (client, file) -> locate(client, file, ParityRequests.listingOffset(0))),
        row(
            "list corrupt replicas", READERS,
            (client, file) -> locate(client, file, ParityRequests.corruptOffset())),
        row(
            "ask for a file's transition", READERS,
            (client, file) -> new TransitionClient(client).list(file)),
        row(
            "ask for the transitions below a directory", SUPERUSER,
            (client, file) -> new TransitionClient(client).list(file.getParent())),
        row(
            "ask for what DataNodes told of repairs", SUPERUSER,
            (client, file) -> new TransitionClient(client).repairStats()),
        row(
            "ask how far the scrub is", SUPERUSER,
            (client, file) -> new TransitionClient(client).scrubStatus()),
        row(
            "ask whether a DataNode may stop", SUPERUSER,
            (client, file) -> new TransitionClient(client).checkStop(List.of(oneNode()))),
        row(
            "ask what DataNodes are", SUPERUSER,
            (client, file) ->
                new TransitionClient(client).nodes(ListNodesRequestProto.getDefaultInstance())),
        row(
            "ask what lies on a DataNode", SUPERUSER,
            (client, file) ->
                new TransitionClient(client).members(
                    ListMembersRequestProto.newBuilder().setNode(oneNode()).build())),
        row(
            "ask which blocks lie on the wrong storage", SUPERUSER,
            (client, file) ->
                OkapiAdminProxies.of(client).listStorageMoves(
                    ListStorageMovesRequestProto.newBuilder().setPath(file.toString()).build())),
        row(
            "ask which blocks may leave a DataNode", SUPERUSER,
            (client, file) -> OkapiAdminProxies.of(client).listMovableBlocks(anyBlocks())),
        row(
            "ask for the rules", SUPERUSER,
            (client, file) -> new TransitionClient(client).rules(file.getParent())));
  }

  private static ListMovableBlocksRequestProto anyBlocks() {
    return ListMovableBlocksRequestProto.newBuilder()
        .setDatanodeUuid(cluster.mini().getDataNodes().get(0).getDatanodeUuid())
        .setBytes(1)
        .build();
  }

  private static void locate(DistributedFileSystem client, Path file, long offset)
      throws IOException {
    client.getClient().getNamenode().getBlockLocations(file.toString(), offset, 1);
  }

  private static List<Row> requests() {
    TransitionGoal begin = TransitionGoal.of(TO, TransitionRecord.NORMAL);
    return List.of(
        row("begin a transition", WRITERS, request(begin)),
        row("begin a forced one", SUPERUSER, request(begin.forced(true))),
        row(
            "begin an urgent one", SUPERUSER,
            request(TransitionGoal.of(TO, TransitionRecord.URGENT))),
        row(
            "begin one to HDFS's own layout", WRITERS,
            request(TransitionGoal.of(FROM, TransitionRecord.NORMAL).coupling(true))),
        new Row("pause", WRITERS, true, control(ControlProto.PAUSE)),
        new Row("resume", WRITERS, true, control(ControlProto.RESUME)),
        new Row("cancel", WRITERS, true, control(ControlProto.CANCEL)),
        row(
            "set a policy with a stripe width", WRITERS,
            (client, file) -> client.setErasureCodingPolicy(file.getParent(), FROM + "@2")),
        row(
            "set a rule", SUPERUSER,
            (client, file) -> new TransitionClient(client).setRule(rule(file.getParent()))),
        row(
            "remove a rule", SUPERUSER,
            (client, file) -> new TransitionClient(client).removeRule(file.getParent())),
        row(
            "create a file", WRITERS,
            (client, file) -> client.create(new Path(file.getParent(), "new")).close()));
  }

  private static SetRuleRequestProto rule(Path directory) {
    return SetRuleRequestProto.newBuilder()
        .setPath(directory.toString()).setPolicy(TO).setAgeMs(Long.MAX_VALUE / 2).build();
  }

  private static Call request(TransitionGoal goal) {
    return (client, file) -> new TransitionClient(client).begin(file, goal);
  }

  private static Call control(ControlProto control) {
    return (client, file) -> new TransitionClient(client).control(file, control);
  }

  private static List<Row> commands() {
    return List.of(
        row("ec -layout", READERS, command("-layout", "-path")),
        row("ec -verify", READERS, command("-verify", "-path")),
        row("ec -verify -repair", SUPERUSER, command("-verify", "-repair", "-path")),
        row("ec -verify -status", SUPERUSER, (client, file) -> run("-verify", "-status")),
        row("ec -transition", WRITERS, command("-transition", "-policy", TO, "-path")),
        row(
            "ec -transition -copy", WRITERS,
            command("-transition", "-copy", "-policy", TO, "-path")),
        row("ec -listFiles", ALL, inParent("-listFiles", "-decoupled", "-path")),
        row("ec -listTransitions", SUPERUSER, inParent("-listTransitions", "-path")),
        row(
            "ec -listTransitions -history", SUPERUSER,
            inParent("-listTransitions", "-history", "-path")),
        row(
            "ec -repairStats", SUPERUSER,
            (client, file) -> run("-repairStats")),
        row("ec -overhead", ALL, inParent("-overhead", "-path")),
        row("ec -advise", ALL, inParent("-advise", "-path")),
        row("ec -advise -check", WRITERS, PermissionTableTest::check),
        row(
            "ec -transition -dryRun -bandwidth", SUPERUSER,
            command("-transition", "-policy", TO, "-dryRun", "-bandwidth", "1m", "-path")),
        row("ec -adapt -dryRun", SUPERUSER, (client, file) -> run(adapt("-dryRun"))),
        row("ec -adapt", SUPERUSER, (client, file) -> run(adapt())),
        row("ec -listCodecs", ALL, (client, file) -> run("-listCodecs")),
        row("ec -describePolicy", ALL, (client, file) -> run("-describePolicy", FROM)),
        row(
            "ec -addPolicy", SUPERUSER,
            (client, file) -> run("-addPolicy", "-codec", "rs", "-k", "7", "-r", "3")),
        row("ec -nodes", SUPERUSER, (client, file) -> run("-nodes")),
        row(
            "ec -nodes -groups", SUPERUSER,
            (client, file) -> run("-nodes", oneNode(), "-groups")),
        row(
            "ec -setRule", SUPERUSER,
            inParent("-setRule", "-olderThan", "900d", "-policy", TO, "-path")),
        row(
            "ec -setRule -dryRun", SUPERUSER,
            inParent("-setRule", "-dryRun", "-olderThan", "9d", "-policy", TO, "-path")),
        row("ec -listRules", SUPERUSER, inParent("-listRules", "-path")),
        row("ec -removeRule", SUPERUSER, PermissionTableTest::removeRule),
        row("ec -okToStop", SUPERUSER, (client, file) -> okToStop(oneNode())));
  }

  private static void removeRule(DistributedFileSystem client, Path file) throws Exception {
    if (UserGroupInformation.getCurrentUser().equals(Caller.SUPERUSER.login())) {
      new TransitionClient(client).setRule(rule(file.getParent()));
    }
    run("-removeRule", file.getParent().toString());
  }

  private static void check(DistributedFileSystem client, Path file) throws Exception {
    java.nio.file.Path trace = Files.createTempFile("trace", "");
    Files.write(
        trace, List.of(TracedRead.HEADER, new TracedRead(0, "/f", 1 << 18, 0, 1 << 16).toLine()));
    try {
      run(
          "-advise", "-trace", trace.toString(), "-policy", FROM, "-blockSize", "64k", "-check",
          file.getParent().toString());
    } finally {
      Files.delete(trace);
    }
  }

  /** Answers by its exit code as well. */
  private static void okToStop(String node) throws Exception {
    EcRun.Outcome outcome = EcRun.run(cluster.fs().getConf(), "-okToStop", node);
    if (outcome.out().isEmpty()) {
      assertThat(outcome.err()).hasSize(1).first().asString().contains("uperuser privilege");
      throw new AccessControlException(outcome.err().get(0));
    }
  }

  /** Of a table by which no file needs anything. */
  private static String[] adapt(String... more) throws IOException {
    java.nio.file.Path table = Files.createTempFile("afr", ".txt");
    Files.writeString(table, "* 1\n");
    table.toFile().deleteOnExit();
    return Stream.concat(Stream.of("-adapt", "-afr", table.toString()), Stream.of(more))
        .toArray(String[]::new);
  }

  private static String oneNode() {
    return cluster.mini().getDataNodes().get(0).getDisplayName();
  }

  private static Call command(String... words) {
    return (client, file) -> run(with(words, file));
  }

  private static Call inParent(String... words) {
    return (client, file) -> run(with(words, file.getParent()));
  }

  private static String[] with(String[] words, Path path) {
    return Stream.concat(Stream.of(words), Stream.of(path.toString())).toArray(String[]::new);
  }

  /** Runs a command as the user of this thread. */
  private static void run(String... words) throws Exception {
    EcRun.Outcome outcome = EcRun.run(cluster.fs().getConf(), words);
    String told = String.join("\n", outcome.out()) + String.join("\n", outcome.err());
    if (outcome.exitCode() != 0) {
      assertThat(told).containsAnyOf("Permission denied", "uperuser privilege");
      throw new AccessControlException(told);
    }
  }

  @ParameterizedTest(name = "{0} by {1}")
  @MethodSource("cells")
  void whoMayDoWhat(Row row, Caller caller) throws Exception {
    Path file = write();
    if (row.begun()) {
      new TransitionClient(cluster.fs()).begin(file, TO, TransitionRecord.NORMAL);
      BlockFileCluster.await(
          "the begin",
          () ->
              new TransitionClient(cluster.fs()).status(file).stream()
                  .anyMatch(each -> each.step() == Step.STARTED));
    }
    long edits = edits();
    Throwable refusal =
        catchThrowable(
            () ->
                caller.login().doAs(
                    (PrivilegedExceptionAction<Void>) () -> {
                      row.call().send(CLIENTS.get(caller), file);
                      return null;
                    }));
    if (row.allowed().contains(caller)) {
      assertThat(refusal).isNull();
    } else {
      assertThat(unwrapped(refusal)).isInstanceOf(AccessControlException.class);
      assertThat(edits()).as("edits").isEqualTo(edits);
    }
  }

  /** As `du` does. */
  @ParameterizedTest
  @EnumSource(Caller.class)
  void whatADirectoryTakesIsToldToWhoMayListIt(Caller caller) throws Exception {
    isForReadersOfTheDirectory("-overhead", caller);
  }

  @ParameterizedTest
  @EnumSource(Caller.class)
  void adviceOnADirectoryIsGivenToWhoMayListIt(Caller caller) throws Exception {
    isForReadersOfTheDirectory("-advise", caller);
  }

  private static void isForReadersOfTheDirectory(String command, Caller caller)
      throws Exception {
    Path directory = write().getParent();
    cluster.fs().setPermission(directory, new FsPermission((short) 0750));
    Throwable refusal =
        catchThrowable(
            () ->
                caller.login().doAs(
                    (PrivilegedExceptionAction<Void>) () -> {
                      run(command, directory.toString());
                      return null;
                    }));
    if (READERS.contains(caller)) {
      assertThat(refusal).isNull();
    } else {
      assertThat(refusal).isInstanceOf(AccessControlException.class);
    }
  }

  private static Throwable unwrapped(Throwable refusal) {
    return refusal instanceof RemoteException remote ? remote.unwrapRemoteException() : refusal;
  }

  private static long edits() {
    return cluster.mini().getNamesystem().getEditLog().getLastWrittenTxId();
  }

  private static Path write() throws Exception {
    Path directory = new Path(cluster.directory(FROM, 3), "directory" + files++);
    Path file = new Path(directory, "file");
    cluster.write(file, BYTES);
    cluster.awaitParityGroups(file, 1, 2);
    cluster.fs().setPermission(file, new FsPermission((short) 0640));
    cluster.fs().setOwner(file, Caller.OWNER.user, Caller.OWNER.group);
    cluster.fs().setOwner(directory, Caller.OWNER.user, Caller.OWNER.group);
    return file;
  }
}
