package io.okapifs.hdfs.balancer;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.Places;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.StorageCounts;
import org.apache.hadoop.hdfs.server.mover.MoverRun;
import org.apache.hadoop.hdfs.server.sps.SatisfierMain;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.StringUtils;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The mover brings data and parity to the storage that their policy wants, and no group lies worse
 * for it; tools with Apache's jars move nothing of files with a stripe width.
 */
class GroupMovingTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final String SATISFIED =
      "Mover Successful: all blocks satisfy the specified storage policy. Exiting...";

  @Cluster(
      dataNodes = 9,
      racks = {"/a", "/a", "/a", "/b", "/b", "/b", "/c", "/c", "/c"},
      settings = {
        KeptPorts.VOLUMES_KEY + "=DISK,ARCHIVE",
        DFSConfigKeys.DFS_BLOCK_SIZE_KEY + "=" + BLOCK,
        DFSConfigKeys.DFS_STORAGE_POLICY_SATISFIER_MODE_KEY + "=external"
      })
  private BlockFileCluster cluster;

  private final Map<Path, byte[]> files = new LinkedHashMap<>();

  private Path write(int width, String name) throws Exception {
    Path file = new Path(cluster.directory(POLICY, width), name);
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 1000, width);
    cluster.write(file, bytes);
    files.put(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  private void writeAll() throws Exception {
    for (int width : new int[] {1, 2, 6}) {
      write(width, "file");
    }
    // What the NameNode itself moves apart goes to the storage that the policy wants.
    cluster.awaitRounds(2);
    HealthChecks.assertHealthy(cluster, files.keySet().toArray(new Path[0]));
  }

  private void storagePolicy(String name) throws Exception {
    cluster.fs().setStoragePolicy(new Path("/"), name);
  }

  private MoverRun.Outcome move(String... paths) throws Exception {
    return MoverRun.run(cluster.fs().getConf(), paths.length == 0 ? new String[] {"/"} : paths);
  }

  private List<StorageType> types(Path file) throws Exception {
    return Places.types(cluster, file);
  }

  private void assertAllOn(StorageType type) throws Exception {
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
      assertThat(types(file.getKey())).as("%s", file.getKey()).containsOnly(type);
    }
    assertThat(BlockFileCluster.stateOf("MovesUndoneSinceStart")).isZero();
    EcRun.Outcome outcome = EcRun.run(cluster.fs().getConf(), "-verify", "-path", "/");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
  }

  @Test
  void dataAndParityGoWhereTheirPolicyWantsThem() throws Exception {
    writeAll();
    storagePolicy(HdfsConstants.COLD_STORAGE_POLICY_NAME);
    MoverRun.Outcome outcome = move();
    assertThat(outcome.exitCode()).as("%s", outcome.out()).isZero();
    assertThat(outcome.out()).endsWith(SATISFIED);
    assertAllOn(StorageType.ARCHIVE);
    assertThat(move().out()).containsExactly(SATISFIED);
    storagePolicy(HdfsConstants.HOT_STORAGE_POLICY_NAME);
    assertThat(move().exitCode()).isZero();
    assertAllOn(StorageType.DISK);
  }

  /** HDFS places striped files under these as under none, and its mover leaves them alone. */
  @Test
  void policiesThatNoStripedFileCanHaveMoveNothing() throws Exception {
    writeAll();
    for (String name :
        List.of(
            HdfsConstants.WARM_STORAGE_POLICY_NAME, HdfsConstants.ONESSD_STORAGE_POLICY_NAME)) {
      storagePolicy(name);
      assertThat(move().out()).containsExactly(SATISFIED);
      assertAllOn(StorageType.DISK);
    }
  }

  @Test
  void whatCannotMoveIsCountedAndNamed() throws Exception {
    Path file = write(2, "file");
    Path another = write(2, "another");
    storagePolicy(HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    MoverRun.Outcome outcome = move();
    assertThat(outcome.exitCode()).as("%s", outcome.out()).isEqualTo(MoverRun.NO_MOVE_BLOCK);
    // 8 data blocks, and in 3 groups parity of 1, 1 and a half block and 1000 bytes.
    long bytes = 2 * (7L * BLOCK + 1000 + 2 * (2 * BLOCK + BLOCK / 2 + 1000));
    assertThat(outcome.out())
        .containsExactly(
            "Files with a stripe width: 0 B began to move",
            "  28 blocks of " + StringUtils.byteDesc(bytes)
                + " may not move now: no DataNode has room for it on SSD, of " + another + ", "
                + file,
            "Some blocks can't be moved. Exiting...");
    assertThat(types(file)).containsOnly(StorageType.DISK);
  }

  @Test
  void filesThatAreWrittenOrInTransitionWait() throws Exception {
    Path changing = write(2, "changing");
    Path open = new Path(changing.getParent(), "open");
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK, 3);
    BlockFileCluster.failRepairs();
    FSDataOutputStream out = cluster.create(open);
    out.write(bytes, 0, 5 * BLOCK);
    new TransitionClient(cluster.fs()).begin(changing, "RS-6-3-64k", TransitionRecord.NORMAL);
    storagePolicy(HdfsConstants.COLD_STORAGE_POLICY_NAME);
    BlockFileCluster.await(
        "the transition",
        () ->
            new TransitionClient(cluster.fs()).status(changing).stream()
                .anyMatch(each -> each.step() == TransitionRecord.Step.STARTED));
    MoverRun.Outcome outcome = move();
    assertThat(outcome.exitCode()).as("%s", outcome.out()).isEqualTo(MoverRun.NO_MOVE_BLOCK);
    assertThat(outcome.out())
        .anyMatch(line -> line.endsWith("its file is being written, of " + open))
        .anyMatch(line -> line.endsWith("its file is in transition, of " + changing));
    BlockFileCluster.allowRepairs();
    out.write(bytes, 5 * BLOCK, 4 * BLOCK);
    out.close();
    files.put(open, bytes);
    BlockFileCluster.await(
        "the other policy", () -> cluster.layout(changing).policy().k() == 6);
    assertThat(move().exitCode()).isZero();
    assertAllOn(StorageType.ARCHIVE);
  }

  /** Below other directories HDFS's mover does not look into snapshots. */
  @Test
  void aFileThatIsInASnapshotAloneMovesAsWell() throws Exception {
    Path file = write(2, "file");
    Path directory = file.getParent();
    cluster.fs().allowSnapshot(directory);
    cluster.fs().createSnapshot(directory, "s");
    cluster.fs().delete(file, false);
    storagePolicy(HdfsConstants.COLD_STORAGE_POLICY_NAME);
    MoverRun.Outcome outcome = move(directory + "/.snapshot");
    assertThat(outcome.exitCode()).as("%s", outcome.out()).isZero();
    BlockFileCluster.await("each on ARCHIVE", () -> blocksOn(StorageType.ARCHIVE) == 14);
    assertThat(cluster.read(new Path(directory, ".snapshot/s/file"))).isEqualTo(files.get(file));
  }

  private long blocksOn(StorageType type) {
    return StorageCounts.replicasOn(cluster.mini().getNamesystem().getBlockManager(), type);
  }

  @Test
  void aMoverWithApachesJarsMovesNothingOfOurs(@TempDir java.nio.file.Path folder)
      throws Exception {
    writeAll();
    Path coupled = coupled();
    storagePolicy(HdfsConstants.COLD_STORAGE_POLICY_NAME);
    try (ChildJvm mover =
        ChildJvm.stock(
            folder.resolve("log"), "org.apache.hadoop.hdfs.server.mover.Mover", "-fs",
            cluster.mini().getURI().toString(), "-D", "dfs.heartbeat.interval=1", "-D",
            "dfs.namenode.redundancy.interval.seconds=1", "-D", "dfs.blocksize=" + BLOCK, "-p",
            "/")) {
      assertThat(mover.awaitExit(Duration.ofMinutes(2))).isZero();
    }
    assertThat(types(coupled)).containsOnly(StorageType.ARCHIVE);
    assertAllOn(StorageType.DISK);
    // Files that are where they should be stay there as well.
    assertThat(move().exitCode()).isZero();
    assertAllOn(StorageType.ARCHIVE);
  }

  @Test
  void aSatisfierWithApachesJarsMovesNothingOfOurs(@TempDir java.nio.file.Path folder)
      throws Exception {
    writeAll();
    Path coupled = coupled();
    storagePolicy(HdfsConstants.COLD_STORAGE_POLICY_NAME);
    java.nio.file.Path log = folder.resolve("log");
    try (ChildJvm satisfier =
        ChildJvm.stock(
            log, SatisfierMain.class.getName(), "-fs", cluster.mini().getURI().toString(), "-D",
            "dfs.storage.policy.satisfier.datanode.cache.refresh.interval.ms=1000", "-D",
            "dfs.blocksize=" + BLOCK)) {
      cluster.fs().satisfyStoragePolicy(new Path("/"));
      BlockFileCluster.await(
          "the coupled file on ARCHIVE",
          () -> types(coupled).stream().allMatch(type -> type == StorageType.ARCHIVE));
      BlockFileCluster.await(
          "every file to be looked at",
          () -> Files.readString(log).split("not suitable for Striped EC files").length > 3);
    }
    assertAllOn(StorageType.DISK);
  }

  @Test
  void theSatisfierIsNotAskedForFilesWithAWidth() throws Exception {
    Path file = write(2, "file");
    for (Path path : List.of(file, file.getParent())) {
      Assertions.assertThatThrownBy(() -> cluster.fs().satisfyStoragePolicy(path))
          .isInstanceOf(RemoteException.class)
          .hasMessageStartingWith(
              "HDFS's storage policy satisfier moves no files with a stripe width: path="
                  + path + "; use hdfs mover -p " + path);
    }
    cluster.fs().satisfyStoragePolicy(coupled());
  }

  private Path coupled() throws Exception {
    Path coupled = new Path(cluster.coupledDirectory(POLICY), "file");
    cluster.write(coupled, BlockFileCluster.bytes(3L * BLOCK, 9));
    return coupled;
  }
}
