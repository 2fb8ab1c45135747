package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Who may ask for a transition, what of one it may be asked for, and when its last step is due. */
class TransitionRequestsTest {

  private static final String FROM = "RS-3-2-64k";
  private static final String TO = "RS-6-3-64k";

  @Cluster(
      dataNodes = 6,
      settings = {
        ClusterSettings.RETRY_SOON,
        DFSConfigKeys.DFS_NAMENODE_EDITS_ASYNC_LOGGING + "=false"
      })
  private static BlockFileCluster cluster;
  private static Transitions transitions;
  private static DistributedFileSystem asSomebody;

  private Path file;

  @BeforeAll
  static void logIn() throws Exception {
    transitions = new Transitions(cluster, "none", () -> {});
    UserGroupInformation somebody =
        UserGroupInformation.createUserForTesting("somebody", new String[] {"some"});
    asSomebody =
        somebody.doAs(
            (PrivilegedExceptionAction<DistributedFileSystem>)
                () ->
                    (DistributedFileSystem)
                        FileSystem.newInstance(
                            cluster.mini().getURI(), cluster.mini().getConfiguration(0)));
  }

  @AfterAll
  static void closeClient() throws IOException {
    asSomebody.close();
  }

  /** What begins does not end. */
  @BeforeEach
  void write(TestInfo test) throws Exception {
    BlockFileCluster.failRepairs();
    Path directory = new Path(cluster.directory(FROM, 3), test.getTestMethod().get().getName());
    file = new Path(directory, "file");
    cluster.write(file, BlockFileCluster.bytes(3L * BLOCK, 3));
  }

  @AfterEach
  void endAll() throws Exception {
    for (TransitionStatus each : transitions.status(new Path("/"))) {
      transitions.client().cancel(new Path(each.path()));
    }
    BlockFileCluster.allowRepairs();
  }

  private static TransitionClient somebody() {
    return new TransitionClient(asSomebody);
  }

  private void setPermission(Path path, int bits) throws IOException {
    cluster.fs().setPermission(path, new FsPermission((short) bits));
  }

  private String policy() throws IOException {
    return cluster.layout(file).policy().name();
  }

  private List<TransitionStatus> status() throws IOException {
    return transitions.status(file);
  }

  @Test
  void onlyWhoMayWriteAFileMayChangeItsPolicy() throws Exception {
    setPermission(file, 0644);
    assertThatThrownBy(() -> somebody().begin(file, TO, TransitionRecord.NORMAL))
        .isInstanceOf(AccessControlException.class);
    assertThat(status()).isEmpty();
    setPermission(file, 0646);
    somebody().begin(file, TO, TransitionRecord.NORMAL);
    assertThat(status()).hasSize(1);
  }

  /** They ignore the operator's time of day, and where members may lie. */
  @Test
  void onlyTheSuperuserMayHurryOrForce() throws Exception {
    setPermission(file, 0646);
    TransitionGoal normal = TransitionGoal.of(TO, TransitionRecord.NORMAL);
    for (TransitionGoal hurried :
        List.of(TransitionGoal.of(TO, TransitionRecord.URGENT), normal.forced(true))) {
      assertThatThrownBy(() -> somebody().begin(file, hurried))
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("Only the superuser")
          .hasMessageContaining("user=somebody");
    }
    assertThat(status()).isEmpty();
    somebody().begin(file, normal);
    assertThat(status()).hasSize(1);
    transitions.client().cancel(file);
    transitions.client().begin(
        file, TransitionGoal.of(TO, TransitionRecord.URGENT).forced(true));
    assertThat(status()).hasSize(1);
  }

  /** Those that wait and those that are paused included, until the files are gone. */
  @Test
  void anOwnerHasOnlySoManyFilesInATransitionAtATime() throws Exception {
    Path second = new Path(file.getParent(), "second");
    cluster.write(second, BlockFileCluster.bytes(3L * BLOCK, 4));
    for (Path own : List.of(file, second)) {
      cluster.fs().setOwner(own, "somebody", "some");
    }
    reconfigure("1");
    try {
      somebody().begin(file, TO, TransitionRecord.NORMAL);
      somebody().pause(file);
      assertThatThrownBy(() -> somebody().begin(second, TO, TransitionRecord.NORMAL))
          .hasMessageContaining("owner=somebody, files=1")
          .hasMessageContaining(TransitionService.MAX_PER_OWNER_KEY + "=1");
      assertThat(transitions.status(second)).isEmpty();
      cluster.restartNameNode();
      awaitAnswer();
      reconfigure("1");
      assertThatThrownBy(() -> somebody().begin(second, TO, TransitionRecord.NORMAL))
          .hasMessageContaining("owner=somebody, files=1");
      transitions.begin(second, TO);
      transitions.client().cancel(second);
      cluster.fs().delete(file, false);
      BlockFileCluster.await(
          "the deleted file forgotten",
          () -> {
            try {
              somebody().begin(second, TO, TransitionRecord.NORMAL);
              return true;
            } catch (IOException full) {
              return false;
            }
          });
    } finally {
      reconfigure(null);
    }
  }

  /** The first call after a restart may meet the old connection. */
  private void awaitAnswer() throws Exception {
    BlockFileCluster.await("an answer", () -> {
      try {
        return asSomebody.exists(new Path("/")) && somebody().status(file) != null;
      } catch (IOException stale) {
        return false;
      }
    });
  }

  private static void reconfigure(String files) throws ReconfigurationException {
    cluster.mini().getNameNode()
        .reconfigureProperty(TransitionService.MAX_PER_OWNER_KEY, files);
  }

  @Test
  void onlyWhoMayWriteAFileMayPauseOrCancelItsTransition() throws Exception {
    transitions.begin(file, TO);
    setPermission(file, 0644);
    for (ControlProto control : ControlProto.values()) {
      assertThatThrownBy(() -> somebody().control(file, control))
          .as("%s", control).isInstanceOf(AccessControlException.class);
    }
    assertThat(status()).extracting(TransitionStatus::paused).containsExactly(false);
    setPermission(file, 0646);
    somebody().cancel(file);
    assertThat(status()).isEmpty();
  }

  @Test
  void onlyWhoMayReadAFileIsToldOfItsTransition() throws Exception {
    transitions.begin(file, TO);
    setPermission(file, 0642);
    assertThatThrownBy(() -> somebody().status(file))
        .isInstanceOf(AccessControlException.class);
    setPermission(file, 0644);
    assertThat(somebody().status(file)).hasSize(1);
  }

  /** Files below may be hidden from whoever owns it. */
  @Test
  void onlyTheSuperuserIsToldOfADirectory() throws Exception {
    transitions.begin(file, TO);
    cluster.fs().setOwner(file.getParent(), "somebody", "some");
    setPermission(file.getParent(), 0777);
    assertThatThrownBy(() -> somebody().status(file.getParent()))
        .isInstanceOf(AccessControlException.class);
    assertThat(transitions.status(file.getParent())).hasSize(1);
  }

  @Test
  void aSnapshotIsAskedForNothing() throws Exception {
    cluster.fs().allowSnapshot(file.getParent());
    cluster.fs().createSnapshot(file.getParent(), "s");
    Path inSnapshot = new Path(file.getParent(), ".snapshot/s/file");
    assertThatThrownBy(() -> transitions.begin(inSnapshot, TO))
        .hasMessageContaining("read-only snapshot");
    assertThat(status()).isEmpty();
    cluster.fs().deleteSnapshot(file.getParent(), "s");
  }

  @Test
  void aFileOnItsWayToOnePolicyGetsNoOther() throws Exception {
    String other = cluster.addPolicy("RS-4-2");
    transitions.begin(file, TO);
    transitions.awaitStep(file, Step.STARTED);
    assertThatThrownBy(() -> transitions.begin(file, other))
        .hasMessageContaining("must be cancelled first: policy=" + TO);
    assertThatThrownBy(() -> transitions.couple(file, FROM))
        .hasMessageContaining("must be cancelled first");
    assertThat(status()).extracting(TransitionStatus::to).containsExactly(TO);
  }

  /** A tree of files that are refused must not fill the log. */
  @Test
  void aRefusalIsNoLineOfTheNameNodesLog() throws Exception {
    LogCapturer log = LogCapturer.captureLogs(Server.LOG);
    try {
      assertThatThrownBy(() -> transitions.begin(file, "no-policy"))
          .hasMessageContaining("no such erasure coding policy is enabled: policy=no-policy");
    } finally {
      log.stopCapturing();
    }
    assertThat(log.getOutput()).doesNotContain("no-policy");
  }

  @Test
  void aRequestThatIsRepeatedChangesNothing() throws Exception {
    transitions.begin(file, TO);
    transitions.awaitStep(file, Step.STARTED);
    long edits = cluster.mini().getNamesystem().getEditLog().getLastWrittenTxId();
    transitions.begin(file, TO);
    transitions.begin(file, TO + "@3");
    assertThat(cluster.mini().getNamesystem().getEditLog().getLastWrittenTxId()).isEqualTo(edits);
  }

  /** No parity group could be placed, whatever shares nodes. */
  @Test
  void fewerNodesThanAGroupHasParityBlocksAreRefusedThoughForced() throws Exception {
    String wide = cluster.addPolicy("RS-3-7");
    assertThatThrownBy(() -> transitions.force(file, wide))
        .hasMessageContaining("fewer DataNodes in service than parity blocks");
    assertThat(status()).isEmpty();
  }

  private long inodeId() throws IOException {
    return cluster.fs().getClient().getFileInfo(file.toString()).getFileId();
  }

  /** Members may have been lost behind the look that found their group ready. */
  @Test
  void groupsThatWereReadyAreLookedAtAgainBeforeTheLastStep() throws Exception {
    transitions.begin(file, TO);
    transitions.awaitStep(file, Step.STARTED);
    // One more than there are, which shows when they are looked at again.
    TransitionLooks.setReady(cluster.mini().getNamesystem(), inodeId(), 2);
    BlockFileCluster.await(
        "the next look", () -> status().stream().noneMatch(each -> each.ready() == 2));
    assertThat(status()).extracting(TransitionStatus::step).containsExactly(Step.STARTED);
    assertThat(policy()).isEqualTo(FROM);
  }

  /** Whoever asks for it. */
  @Test
  void theLastStepIsRefusedWhereNewMembersAreMissing() throws Exception {
    transitions.begin(file, TO);
    transitions.awaitStep(file, Step.STARTED);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    long edits = namesystem.getEditLog().getLastWrittenTxId();
    assertThatThrownBy(() -> TransitionLooks.commit(namesystem, inodeId()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot end yet")
        .hasMessageContaining("group=0, member=6");
    assertThat(namesystem.getEditLog().getLastWrittenTxId()).isEqualTo(edits);
    assertThat(policy()).isEqualTo(FROM);
  }

  /** A NameNode that dies before finds the file as it was, and its parity must be there. */
  @Test
  void oldParityIsRemovedOnceTheLastStepIsInTheJournal() throws Exception {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockInfo parity = BlockFileCluster.blocks(namesystem, file)[0];
    Queue<Boolean> durable = TransitionLooks.watchRemoval(namesystem, parity);
    BlockFileCluster.allowRepairs();
    transitions.begin(file, TO);
    transitions.awaitDone(file);
    assertThat(policy()).isEqualTo(TO);
    BlockFileCluster.await("the removal of old parity", () -> !durable.isEmpty());
    assertThat(durable).containsExactly(true);
  }
}
