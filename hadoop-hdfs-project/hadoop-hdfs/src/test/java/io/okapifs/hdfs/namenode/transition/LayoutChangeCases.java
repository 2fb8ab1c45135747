package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.Transitions;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;

/** Tests of files that get a stripe width, or HDFS's own layout, where they are. */
abstract class LayoutChangeCases {

  static BlockFileCluster cluster;
  static Transitions transitions;

  /** On a class whose DataNodes have two volumes each, and go on when one fails. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface TwoVolumes {}

  @BeforeAll
  static void startCluster(TestInfo test) throws Exception {
    boolean twoVolumes = test.getTestClass().orElseThrow().isAnnotationPresent(TwoVolumes.class);
    cluster =
        new BlockFileCluster(
            12,
            conf -> {
              ClusterSettings.of(ClusterSettings.RETRY_SOON).accept(conf);
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, 1);
              if (twoVolumes) {
                conf.set(KeptPorts.VOLUMES_KEY, "DISK,DISK");
                conf.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 1);
                conf.set(DFSConfigKeys.DFS_DATANODE_DISK_CHECK_MIN_GAP_KEY, "0ms");
              }
            });
    for (String code : List.of("LESS2-3-2", "RS-LEGACY-3-2", "RS-LEGACY-6-2", "XOR-2-1")) {
      cluster.addPolicy(code);
    }
    transitions = new Transitions(cluster, "none", () -> {});
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @AfterEach
  void allowRepairs() {
    BlockFileCluster.allowRepairs();
  }

  static String policyOf(Path file) throws IOException {
    return cluster.fs().getErasureCodingPolicy(file).getName();
  }

  /** What tells files apart, whatever their names. */
  static Set<Object> filesOnDisk() throws IOException {
    java.nio.file.Path data = java.nio.file.Path.of(cluster.mini().getDataDirectory());
    while (true) {
      Set<Object> keys = new HashSet<>();
      try {
        for (java.nio.file.Path file : BlockFileCluster.blockFiles(cluster.mini())) {
          keys.add(Files.readAttributes(data.resolve(file), BasicFileAttributes.class).fileKey());
        }
        return keys;
      } catch (NoSuchFileException e) {
        // A block of a file before went while it was looked at.
      }
    }
  }

  interface Check {
    void run() throws Exception;
  }

  /** From edits, and from an image. */
  static void restart(Check check) throws Exception {
    for (boolean image : new boolean[] {false, true}) {
      if (image) {
        cluster.saveNamespace();
      }
      cluster.restartNameNode();
      check.run();
    }
  }

  /** What the only file of a directory takes there, before and after a restart; none once it is gone. */
  static void checkSpace(Path file, long bytes) throws Exception {
    Path directory = file.getParent();
    for (int i = 0; i < 2; i++) {
      assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed()).isEqualTo(bytes);
      assertThat(cluster.fs().getContentSummary(directory).getSpaceConsumed()).isEqualTo(bytes);
      cluster.restartNameNode();
    }
    cluster.fs().delete(file, false);
    assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed()).isZero();
  }

  /** Waits until nothing is to be deleted any more; nothing may be missing then. */
  static void settle() throws Exception {
    BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
    BlockFileCluster.await(
        "nothing to delete",
        () -> blocks.getExcessBlocksCount() + blocks.getPendingDeletionBlocksCount() == 0);
    assertThat(blocks.getMissingBlocksCount()).isZero();
  }
}
