package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CountsProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One request gives the files of a tree another policy, whatever happens to the tree meanwhile. */
class TreeTransitionTest {

  private static final String FROM = "RS-3-2-64k";
  private static final String TO = "RS-6-3-64k";
  private static final TransitionGoal GOAL = TransitionGoal.of(TO, TransitionRecord.NORMAL);

  /** More than a request has in a transition at a time. */
  private static final int MANY = TransitionPace.TREE_FILES + 6;

  @Cluster(
      dataNodes = 9,
      settings = {
        ClusterSettings.RETRY_SOON,
        ClusterSettings.MANY_REPAIRS_AT_A_TIME,
        TransitionService.MAX_CONCURRENT_KEY + "=20",
        TransitionService.INTERVAL_KEY + "=100"
      })
  private static BlockFileCluster cluster;

  private Transitions transitions;
  private TransitionClient client;
  private Path parent;
  private Path tree;

  @BeforeEach
  void makeTree(TestInfo test) throws IOException {
    transitions = new Transitions(cluster, "none", () -> {});
    client = transitions.client();
    parent = new Path(cluster.directory(FROM, 3), test.getTestMethod().get().getName());
    tree = new Path(parent, "tree");
    cluster.fs().mkdirs(tree);
  }

  @AfterEach
  void endAll() throws Exception {
    BlockFileCluster.allowRepairs();
    for (TreeTransitionStatusProto each : client.trees(new Path("/"))) {
      client.control(new Path(each.getPath()), ControlProto.CANCEL);
    }
    client.close();
  }

  private Path write(String name) throws IOException {
    Path file = new Path(tree, name);
    cluster.write(file, BlockFileCluster.bytes(1, 1));
    return file;
  }

  private void writeMany(String folder) throws IOException {
    for (int i = 0; i < MANY; i++) {
      write(folder + "/f" + i);
    }
  }

  /** A request that is full: what is under way does not end. */
  private long beginMany() throws Exception {
    BlockFileCluster.failRepairs();
    writeMany("many");
    long id = client.beginTree(tree, GOAL, 0);
    awaitFull(id);
    return id;
  }

  private TreeTransitionStatusProto status(long id) throws IOException {
    return client.tree(id).orElseThrow();
  }

  private TreeTransitionStatusProto awaitEnd(long id) throws Exception {
    BlockFileCluster.await("end of request " + id, () -> status(id).hasEndedMs());
    return status(id);
  }

  private void awaitFull(long id) throws Exception {
    BlockFileCluster.await(
        "a full request", () -> status(id).getUnderWay() == TransitionPace.TREE_FILES);
  }

  private static String policy(Path file) throws IOException {
    return cluster.layout(file).policy().name();
  }

  @Test
  void everyFileIsCountedOnce() throws Exception {
    write("a/one");
    write("b/c/two");
    transitions.begin(write("so"), TO);
    transitions.awaitDone(new Path(tree, "so"));
    cluster.fs().mkdirs(new Path(tree, "plain"));
    Path plain = new Path(tree, "plain/replicated");
    cluster.fs().createFile(plain).replicate().build().close();
    write(TransitionGoal.COPIES + "/left-behind");
    Path young = write("young");
    cluster.fs().setTimes(young, System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1), -1);

    long id = client.beginTree(tree, GOAL, 0);
    TreeTransitionStatusProto ended = awaitEnd(id);

    assertThat(ended.getPath()).isEqualTo(tree.toString());
    assertThat(ended.getDone()).isEqualTo(2);
    assertThat(ended.getAlreadySo()).isEqualTo(1);
    assertThat(ended.getTooYoung()).isEqualTo(1);
    assertThat(ended.getReplicated()).isEqualTo(1);
    assertThat(ended.getRefused()).as("%s", ended).isZero();
    assertThat(ended.getWhy()).isEmpty();
    assertThat(policy(new Path(tree, "a/one"))).isEqualTo(TO);
    assertThat(policy(new Path(tree, "b/c/two"))).isEqualTo(TO);
    assertThat(policy(young)).isEqualTo(FROM);
    assertThat(policy(new Path(tree, TransitionGoal.COPIES + "/left-behind"))).isEqualTo(FROM);
  }

  @Test
  void theCommandWaitsAndNamesAFileForEachReason() throws Exception {
    write("good");
    Path other = new Path(cluster.directory(FROM, 2), "other");
    cluster.write(new Path(other, "width1"), BlockFileCluster.bytes(1, 1));
    cluster.write(new Path(other, "width2"), BlockFileCluster.bytes(1, 1));
    cluster.fs().rename(other, new Path(tree, "other"));
    EcRun.Outcome outcome =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", tree.toString(), "-policy", TO + "@3",
            "-recursive", "-wait");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).containsExactly("1 done, 2 refused");
    assertThat(outcome.err())
        .singleElement().asString()
        .startsWith(tree + "/other/width1: the stripe width never changes: stripeWidth=2")
        .endsWith("(2 files)");
    assertThat(EcRun.run(cluster.fs().getConf(), "-listTransitions", "-history").out())
        .anyMatch(line -> line.contains("done") && line.endsWith(tree.toString()));
  }

  @Test
  void aTreeTakesAsMuchOfTheQueueWhateverItsSize() throws Exception {
    long id = beginMany();
    assertThat(client.beginTree(tree, GOAL, 0)).as("asked for again").isEqualTo(id);
    cluster.awaitRounds(3);
    TransitionQueue queue =
        TransitionService.of(cluster.mini().getNamesystem()).queue();
    assertThat(queue.partsOf(id)).hasSize(TransitionPace.TREE_FILES);
    BlockFileCluster.allowRepairs();
    assertThat(awaitEnd(id).getDone()).isEqualTo(MANY);
    assertThat(queue.partsOf(id)).isEmpty();
  }

  @Test
  void whatMovesBehindTheWalkIsFoundByTheNextOne() throws Exception {
    BlockFileCluster.failRepairs();
    writeMany("many");
    write("z/last");
    long id = client.beginTree(tree, GOAL, 0);
    awaitFull(id);
    Path behind = new Path(tree, "a");
    cluster.fs().rename(new Path(tree, "z"), behind);
    Path late = write("zz");
    BlockFileCluster.allowRepairs();
    TreeTransitionStatusProto ended = awaitEnd(id);
    assertThat(ended.getDone()).isEqualTo(MANY + 1);
    assertThat(ended.getWalk()).isGreaterThan(1);
    assertThat(policy(new Path(behind, "last"))).isEqualTo(TO);
    assertThat(policy(late)).as("written behind the request").isEqualTo(FROM);
    assertThat(ended.getTooYoung()).isEqualTo(1);
  }

  @Test
  void aRequestGoesWithItsDirectory() throws Exception {
    long id = beginMany();
    Path renamed = new Path(parent, "renamed");
    cluster.fs().rename(tree, renamed);
    BlockFileCluster.await(
        "the new name", () -> status(id).getPath().equals(renamed.toString()));
    BlockFileCluster.allowRepairs();
    assertThat(awaitEnd(id).getDone()).isEqualTo(MANY);
  }

  @Test
  void aRequestEndsWithItsDirectoryAlsoWhereASnapshotHasIt() throws Exception {
    BlockFileCluster.failRepairs();
    cluster.fs().allowSnapshot(parent);
    write("file");
    Path other = new Path(parent, "other");
    cluster.fs().mkdirs(other);
    long kept = client.beginTree(tree, GOAL, 0);
    long gone = client.beginTree(other, GOAL, 0);
    cluster.fs().delete(other, true);
    cluster.fs().createSnapshot(parent, "s");
    cluster.fs().delete(tree, true);
    assertThat(awaitEnd(kept).getWhy()).isEqualTo("the directory was deleted");
    // The empty one may have ended before.
    awaitEnd(gone);
    assertThat(client.trees(new Path("/"))).isEmpty();
    cluster.restartNameNode();
    assertThat(transitions.client().trees(new Path("/"))).isEmpty();
    cluster.fs().deleteSnapshot(parent, "s");
    cluster.fs().disallowSnapshot(parent);
  }

  @Test
  void requestsForOneTreeAreNotNested() throws Exception {
    BlockFileCluster.failRepairs();
    write("inner/file");
    long id = client.beginTree(tree, GOAL, 0);
    for (Path each : List.of(parent, new Path(tree, "inner"))) {
      assertThatThrownBy(() -> client.beginTree(each, GOAL, 0))
          .hasMessageContaining("path=" + tree + ", id=" + id);
    }
    assertThatThrownBy(
            () ->
                client.beginTree(
                    tree, TransitionGoal.of("RS-3-2-64k", TransitionRecord.NORMAL), 0))
        .hasMessageContaining("cancel it");
    assertThatThrownBy(() -> client.beginTree(new Path(tree, "inner/file"), GOAL, 0))
        .hasMessageContaining("it is no directory");
    assertThat(client.trees(parent)).hasSize(1);
  }

  /** A tree with a request may be moved into the tree of another one. */
  @Test
  void theRequestNearestToAFileDecides() throws Exception {
    BlockFileCluster.failRepairs();
    Path file = write("z/file");
    writeMany("many");
    Path elsewhere = new Path(parent, "elsewhere");
    cluster.fs().rename(new Path(tree, "z"), elsewhere);
    long outer = client.beginTree(tree, GOAL, 0);
    awaitFull(outer);
    long inner = client.beginTree(elsewhere, GOAL, 0);
    client.control(elsewhere, ControlProto.PAUSE);
    cluster.fs().rename(elsewhere, new Path(tree, "z"));
    BlockFileCluster.allowRepairs();
    assertThat(awaitEnd(outer).getDone()).isEqualTo(MANY);
    assertThat(policy(file)).isEqualTo(FROM);
    client.control(new Path(tree, "z"), ControlProto.RESUME);
    assertThat(awaitEnd(inner).getDone()).isEqualTo(1);
    assertThat(policy(file)).isEqualTo(TO);
  }

  @EnumSource(names = {"PAUSE", "CANCEL"})
  @ParameterizedTest
  void nothingBeginsOnceARequestIsPausedOrCancelled(ControlProto control) throws Exception {
    write("file");
    long id = controlInARound(control);
    TransitionService service = TransitionService.of(cluster.mini().getNamesystem());
    final List<Long> parts = service.queue().partsOf(id);
    final long ended = service.trees().ended().stream().filter(each -> each.getId() == id).count();
    service.start();
    assertThat(parts).isEmpty();
    assertThat(ended).isEqualTo(control == ControlProto.CANCEL ? 1 : 0);
  }

  @Test
  void aFileThatHasLeftTheTreeDoesNotBegin() throws Exception {
    Path file = write("file");
    long id = controlInARound(ControlProto.PAUSE);
    TransitionService.of(cluster.mini().getNamesystem()).start();
    Path outside = new Path(parent, "outside");
    cluster.fs().rename(file, outside);
    client.control(tree, ControlProto.RESUME);
    assertThat(awaitEnd(id).getDone()).isZero();
    assertThat(policy(outside)).isEqualTo(FROM);
  }

  /**
   * A request that somebody pauses or cancels where a round looks for its files. The rounds of the
   * NameNode, which would look for them too, are stopped.
   */
  private long controlInARound(ControlProto control) throws Exception {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    TransitionService service = TransitionService.of(namesystem);
    service.stop();
    long id = addRequest(namesystem, service);
    AtomicBoolean isFirst = new AtomicBoolean(true);
    BooleanSupplier controlled =
        () -> {
          if (isFirst.getAndSet(false)) {
            assertThatCode(() -> client.control(tree, control)).doesNotThrowAnyException();
          }
          return true;
        };
    new TreeWalker(namesystem, service, controlled).round();
    return id;
  }

  private long addRequest(FSNamesystem namesystem, TransitionService service) throws IOException {
    namesystem.writeLock();
    try {
      INode top = namesystem.getFSDirectory().getINode(tree.toString());
      return service.loadedTrees().add(namesystem, top, GOAL, 0, "root").id();
    } finally {
      namesystem.writeUnlock();
    }
  }

  @Test
  void ageIsCountedFromTheRequest() throws Exception {
    Path old = write("old");
    Path young = write("young");
    cluster.fs().setTimes(old, System.currentTimeMillis() - TimeUnit.DAYS.toMillis(2), -1);
    long id = client.beginTree(tree, GOAL, TimeUnit.DAYS.toMillis(1));
    TreeTransitionStatusProto ended = awaitEnd(id);
    assertThat(ended.getChangedUntilMs())
        .isEqualTo(ended.getSinceMs() - TimeUnit.DAYS.toMillis(1));
    assertThat(ended.getDone()).isEqualTo(1);
    assertThat(ended.getTooYoung()).isEqualTo(1);
    assertThat(policy(old)).isEqualTo(TO);
    assertThat(policy(young)).isEqualTo(FROM);
  }

  @Test
  void theRequesterMustBeAllowedToWriteEachFile() throws Exception {
    Path own = write("own");
    Path foreign = write("foreign");
    cluster.fs().setOwner(own, "alice", "staff");
    cluster.fs().setOwner(tree, "alice", "staff");
    cluster.fs().setPermission(foreign, new FsPermission((short) 0644));
    UserGroupInformation alice =
        UserGroupInformation.createUserForTesting("alice", new String[] {"staff"});
    UserGroupInformation bob =
        UserGroupInformation.createUserForTesting("bob", new String[] {"guests"});
    try (TransitionClient asBob = as(bob)) {
      assertThatThrownBy(() -> asBob.beginTree(tree, GOAL, 0))
          .isInstanceOf(AccessControlException.class);
    }
    try (TransitionClient asAlice = as(alice)) {
      assertThatThrownBy(
              () -> asAlice.beginTree(tree, TransitionGoal.of(TO, TransitionRecord.URGENT), 0))
          .isInstanceOf(AccessControlException.class);
      long id = asAlice.beginTree(tree, GOAL, 0);
      TreeTransitionStatusProto ended = awaitEnd(id);
      assertThat(asAlice.tree(id)).contains(ended);
      assertThat(ended.getDone()).isEqualTo(1);
      assertThat(ended.getReasonList()).singleElement()
          .satisfies(
              reason -> {
                assertThat(reason.getExample()).isEqualTo(foreign.toString());
                assertThat(reason.getWhy()).contains("may not write").contains("alice");
              });
      try (TransitionClient asBob = as(bob)) {
        assertThatThrownBy(() -> asBob.tree(id)).isInstanceOf(AccessControlException.class);
      }
    }
    assertThat(policy(foreign)).isEqualTo(FROM);
  }

  private static TransitionClient as(UserGroupInformation user) throws Exception {
    return new TransitionClient(
        user.doAs(
            (PrivilegedExceptionAction<DistributedFileSystem>)
                () ->
                    (DistributedFileSystem)
                        FileSystem.newInstance(
                            cluster.mini().getURI(), cluster.mini().getConfiguration(0))));
  }

  @Test
  void aRequestWaitsForQuota() throws Exception {
    Path file = write("file");
    cluster.fs().setQuota(tree, 1000, cluster.fs().getContentSummary(tree).getSpaceConsumed());
    long id = client.beginTree(tree, GOAL, 0);
    BlockFileCluster.await("the quota named", () -> status(id).getWhy().contains("quota"));
    assertThat(status(id).getRefused()).isZero();
    assertThat(policy(file)).isEqualTo(FROM);
    cluster.fs().setQuota(tree, 1000, 1L << 30);
    // Whoever does not want to wait for the next look.
    client.control(tree, ControlProto.PAUSE);
    client.control(tree, ControlProto.RESUME);
    assertThat(awaitEnd(id).getDone()).isEqualTo(1);
    assertThat(policy(file)).isEqualTo(TO);
  }

  /** 13 members of a group would share 9 nodes; a node may come soon. */
  @Test
  void aRequestWaitsForDataNodes() throws Exception {
    String wide = cluster.addPolicy("RS-9-4");
    Path file = new Path(tree, "wide");
    cluster.write(file, BlockFileCluster.bytes(9L * BlockFileCluster.BLOCK, 9));
    long id = client.beginTree(tree, TransitionGoal.of(wide, TransitionRecord.NORMAL), 0);
    BlockFileCluster.await(
        "what it waits for", () -> status(id).getWhy().contains("members=13, dataNodes=9"));
    assertThat(status(id).getRefused()).isZero();
    assertThat(status(id).hasEndedMs()).isFalse();
    assertThat(policy(file)).isEqualTo(FROM);
  }

  @Test
  void aRequestIsPausedAndResumedWithItsFiles() throws Exception {
    long id = beginMany();
    EcRun.Outcome paused =
        EcRun.run(cluster.fs().getConf(), "-pauseTransition", "-path", tree.toString());
    assertThat(paused.out()).containsExactly("1 requests for trees paused", "0 transitions paused");
    assertThat(client.status(tree)).hasSize(TransitionPace.TREE_FILES)
        .allMatch(each -> each.paused());
    BlockFileCluster.allowRepairs();
    cluster.restartNameNode();
    client = transitions.client();
    assertThat(status(id).getPaused()).isTrue();
    assertThat(EcRun.run(cluster.fs().getConf(), "-listTransitions").out())
        .anyMatch(line -> line.startsWith(id + " ") && line.contains("paused"));
    EcRun.Outcome resumed =
        EcRun.run(cluster.fs().getConf(), "-resumeTransition", "-path", parent.toString());
    assertThat(resumed.out().get(0)).isEqualTo("1 requests for trees resumed");
    assertThat(awaitEnd(id).getDone()).isEqualTo(MANY);
  }

  @Test
  void aRequestIsCancelledWithItsFiles() throws Exception {
    long id = beginMany();
    EcRun.Outcome cancelled =
        EcRun.run(cluster.fs().getConf(), "-cancelTransition", "-path", tree.toString());
    assertThat(cancelled.out())
        .containsExactly("1 requests for trees cancelled", "0 transitions cancelled");
    assertThat(client.status(tree)).isEmpty();
    assertThat(status(id).getWhy()).isEqualTo("cancelled");
    BlockFileCluster.allowRepairs();
    assertThat(client.beginTree(tree, GOAL, 0)).as("a new request").isGreaterThan(id);
  }

  @Test
  void aFileThatWasCancelledIsNotAskedForAgain() throws Exception {
    BlockFileCluster.failRepairs();
    Path file = write("cancelled");
    Path other = write("other");
    long id = client.beginTree(tree, GOAL, 0);
    BlockFileCluster.await("both queued", () -> status(id).getUnderWay() == 2);
    client.cancel(file);
    BlockFileCluster.allowRepairs();
    TreeTransitionStatusProto ended = awaitEnd(id);
    assertThat(ended.getDone()).isEqualTo(1);
    assertThat(ended.getRefused()).isEqualTo(1);
    assertThat(ended.getReason(0).getExample()).isEqualTo(file.toString());
    assertThat(policy(file)).isEqualTo(FROM);
    assertThat(policy(other)).isEqualTo(TO);
  }

  @Test
  void aRequestGoesOnBehindARestartFromTheJournalOrTheImage() throws Exception {
    long id = beginMany();
    cluster.restartNameNode();
    cluster.saveNamespace();
    cluster.restartNameNode();
    client = transitions.client();
    assertThat(status(id).getPath()).isEqualTo(tree.toString());
    BlockFileCluster.allowRepairs();
    TreeTransitionStatusProto ended = awaitEnd(id);
    assertThat(ended.getDone()).isEqualTo(MANY);
    for (int i = 0; i < MANY; i++) {
      assertThat(policy(new Path(tree, "many/f" + i))).isEqualTo(TO);
    }
  }

  /** A file outside of the tree. */
  private Path beside(String name) throws IOException {
    Path file = new Path(parent, name);
    cluster.write(file, BlockFileCluster.bytes(1, 1));
    return file;
  }

  private EcRun.Outcome ec(String... command) throws Exception {
    return EcRun.run(cluster.fs().getConf(), command);
  }

  private List<String> pausedBelow(Path path) throws IOException {
    return client.status(path).stream()
        .filter(TransitionStatus::paused).map(TransitionStatus::path).sorted().toList();
  }

  @Test
  void whatHasANameIsPausedResumedAndCancelledTogether() throws Exception {
    BlockFileCluster.failRepairs();
    Path part = write("part");
    Path named = beside("named");
    Path other = beside("other");
    Path none = beside("none");
    long id = client.beginTree(tree, GOAL.named("n"), 0);
    BlockFileCluster.await("the part", () -> status(id).getUnderWay() == 1);
    ec("-transition", named.toString(), "-policy", TO, "-name", "n");
    client.begin(other, GOAL.named("m"));
    client.begin(none, GOAL);
    assertThat(ec("-pauseTransition", "-name", "n").out())
        .containsExactly("1 requests for trees paused", "1 transitions paused");
    cluster.restartNameNode();
    cluster.saveNamespace();
    cluster.restartNameNode();
    client = transitions.client();
    assertThat(pausedBelow(parent)).containsExactly(named.toString(), part.toString());
    List<String> listed = ec("-listTransitions", "-name", "n").out();
    assertThat(listed).anyMatch(line -> line.startsWith(id + " ") && line.contains(" n "))
        .anyMatch(line -> line.endsWith(named.toString()) && line.contains(" n "))
        .anyMatch(line -> line.endsWith(part.toString()) && line.contains(" n "))
        .noneMatch(line -> line.contains(other.toString()) || line.contains(none.toString()));
    assertThat(ec("-resumeTransition", "-name", "m").out())
        .containsExactly("0 transitions resumed");
    assertThat(ec("-resumeTransition", "-name", "n", "-path", named.toString()).out())
        .containsExactly("1 transitions resumed");
    assertThat(pausedBelow(parent)).containsExactly(part.toString());
    assertThat(ec("-cancelTransition", "-name", "n").out())
        .containsExactly("1 requests for trees cancelled", "1 transitions cancelled");
    assertThat(client.status(parent)).extracting(TransitionStatus::path)
        .containsExactlyInAnyOrder(other.toString(), none.toString());
    assertThat(ec("-listTransitions", "-history", "-name", "n").out())
        .anyMatch(line -> line.contains(named.toString()));
    assertThat(ec("-cancelTransition", "-name", "a b").err()).hasSize(1).first().asString()
        .endsWith("begins with a letter or digit: name=a b");
    for (String name : List.of("", "a b")) {
      assertThat(ec("-transition", none.toString(), "-policy", TO, "-name", name).err())
          .singleElement().asString().contains("name");
    }
    assertThat(ec("-cancelTransition", "-all", "-path", "/").exitCode()).isEqualTo(1);
    ec("-cancelTransition", "-all");
  }

  /** What was listed may have been cancelled, and asked for again by somebody else. */
  @Test
  void aCallAboutANameLeavesOthersAlone() throws Exception {
    BlockFileCluster.failRepairs();
    Path file = beside("file");
    // Without a file the request would end.
    write("part");
    client.begin(file, GOAL.named("m"));
    client.beginTree(tree, GOAL.named("m"), 0);
    List<Path> both = List.of(file, tree);
    CountsProto counts =
        client.control(both, ControlProto.PAUSE, Optional.of("n")).getCounts();
    assertThat(counts.getAlreadySo()).isEqualTo(2);
    assertThat(counts.getTaken()).isZero();
    assertThat(pausedBelow(parent)).isEmpty();
    assertThat(client.control(both, ControlProto.PAUSE, Optional.of("m")).getCounts().getTaken())
        .isEqualTo(2);
    ec("-cancelTransition", "-all");
  }
}
