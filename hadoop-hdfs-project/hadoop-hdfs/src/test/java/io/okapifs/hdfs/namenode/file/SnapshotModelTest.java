package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ExpectedSpace;
import io.okapifs.hdfs.testing.SnapshotWorld;
import io.okapifs.hdfs.testing.SnapshotWorld.Step;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every short life of a file among snapshots, beside a model that is a few maps and a replicated
 * twin. All lives go step by step together, so that a restart after any step is one for all.
 */
class SnapshotModelTest {

  private static final long SEED = Seed.get();
  private static final String POLICY = "RS-3-2-64k";

  /** Of closed files all lives of one step less are tried; longer ones, and open files, sampled. */
  private static final int STEPS = 4;

  private static final int SAMPLES = 16;
  private static final int THREADS = 6;
  private static final int[] STRIPE_WIDTHS = {1, 3, 5};

  /** One world of so many has a code with sub-blocks; 3 would give all of them one width. */
  private static final int VECTOR_EVERY = 4;

  @Cluster(
      dataNodes = 7,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_CAPTURE_OPENFILES + "=true",
        DFSConfigKeys.DFS_NAMENODE_MAX_DIRECTORY_ITEMS_KEY + "=4096"
      })
  private static BlockFileCluster cluster;

  @BeforeAll
  static void addPolicy() throws Exception {
    cluster.addPolicy(ExpectedSpace.LESS2_4_2.code());
  }

  @Test
  void everyShortLifeOfAFileKeepsTheBytesOfItsSnapshotsAndLeavesNoBlock() throws Exception {
    long before = totalBlocks();
    List<SnapshotWorld> worlds = worlds();
    assertThat(worlds).hasSizeGreaterThan(80);
    Random random = new Random(SEED);
    int restartAfter = random.nextInt(STEPS);
    int imageAfter = random.nextInt(STEPS);
    forAll(worlds, SnapshotWorld::begin);
    for (int step = 0; step < STEPS; step++) {
      int number = step;
      forAll(worlds, world -> world.step(number));
      if (step == imageAfter) {
        cluster.saveNamespace();
      }
      if (step == restartAfter || step == imageAfter) {
        cluster.restartNameNode();
        checkAll(worlds, "after restart in step " + step);
      }
    }
    checkAll(worlds, "at the end");
    forAll(worlds, SnapshotWorld::end);
    BlockFileCluster.await("all block groups gone, seed " + SEED, () -> totalBlocks() == before);
    BlockFileCluster.await("all replicas gone, seed " + SEED, () -> {
      // The NameNode may not have heard of what an open file had.
      cluster.mini().triggerBlockReports();
      return replicas() == 0;
    });
  }

  private interface Action {
    void of(SnapshotWorld world) throws Exception;
  }

  /** Most of the time of a file goes by waiting. */
  private static void forAll(List<SnapshotWorld> worlds, Action action) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Void>> actions = new ArrayList<>();
      for (SnapshotWorld world : worlds) {
        actions.add(() -> {
          action.of(world);
          return null;
        });
      }
      for (Future<Void> done : threads.invokeAll(actions)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** What is wrong of how many lives says more than the first of them. */
  private static void checkAll(List<SnapshotWorld> worlds, String when)
      throws IOException {
    List<String> wrong = new ArrayList<>();
    for (SnapshotWorld world : worlds) {
      try {
        world.check("seed " + SEED + ", " + when);
      } catch (AssertionError e) {
        wrong.add(e.getMessage());
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** A world for every sequence of steps; stripe widths are dealt out in an order of the seed's. */
  private static List<SnapshotWorld> worlds() throws IOException {
    List<SnapshotWorld> worlds = new ArrayList<>();
    Random random = new Random(SEED);
    int deal = random.nextInt(STRIPE_WIDTHS.length);
    for (boolean open : new boolean[] {false, true}) {
      List<List<Step>> shorter = new ArrayList<>();
      extend(shorter, STEPS - 1, List.of(), true, open, 0);
      List<List<Step>> longer = new ArrayList<>();
      extend(longer, STEPS, List.of(), true, open, 0);
      Collections.shuffle(shorter, random);
      Collections.shuffle(longer, random);
      List<List<Step>> lives = new ArrayList<>(longer.subList(0, SAMPLES / 2));
      // Every open file keeps the threads and sockets of its writer.
      lives.addAll(open ? shorter.subList(0, SAMPLES / 2) : shorter);
      for (List<Step> life : lives) {
        int width = STRIPE_WIDTHS[(deal + worlds.size()) % STRIPE_WIDTHS.length];
        ExpectedSpace space =
            worlds.size() % VECTOR_EVERY == 0 ? ExpectedSpace.LESS2_4_2 : ExpectedSpace.RS_3_2;
        worlds.add(new SnapshotWorld(cluster, worlds.size(), space, width, open, life));
      }
    }
    return worlds;
  }

  private static void extend(
      List<List<Step>> lives, int steps, List<Step> life, boolean live, boolean open,
      int snapshots) {
    if (life.size() == steps) {
      if (life.contains(Step.SNAPSHOT)) {
        lives.add(life);
      }
      return;
    }
    for (Step step : Step.values()) {
      boolean possible =
          switch (step) {
            case SNAPSHOT -> snapshots < 2;
            case OVERWRITE -> true;
            case DELETE, RENAME_WITHIN, RENAME_ACROSS -> live;
            case CLOSE -> open && live;
            case DELETE_OLDEST -> snapshots > 0;
            case DELETE_NEWEST -> snapshots > 1;
          };
      if (possible) {
        List<Step> more = new ArrayList<>(life);
        more.add(step);
        extend(
            lives, steps, more,
            step == Step.OVERWRITE || live && step != Step.DELETE,
            open && step != Step.CLOSE && step != Step.OVERWRITE && step != Step.DELETE,
            snapshots + switch (step) {
              case SNAPSHOT -> 1;
              case DELETE_OLDEST, DELETE_NEWEST -> -1;
              default -> 0;
            });
      }
    }
  }

  private static long usage(Path directory) throws IOException {
    return cluster.fs().getQuotaUsage(directory).getSpaceConsumed();
  }

  private static long totalBlocks() {
    return cluster.mini().getNamesystem().getBlockManager().getTotalBlocks();
  }

  private static long replicas() throws IOException {
    return BlockFileCluster.blockFiles(cluster.mini()).stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> GroupIds.isDecoupled(Long.parseLong(name.substring("blk_".length()))))
        .count();
  }

  /**
   * Stock behaviour of a coupled file, for which the model must allow: the name in the snapshot
   * counts with all blocks that the file got later, but only once everything is counted anew.
   */
  @Test
  void hdfsMiscountsAStripedFileThatGrowsAfterItsRename() throws Exception {
    Path root = new Path("/coupled");
    cluster.fs().mkdirs(root);
    cluster.fs().setErasureCodingPolicy(root, POLICY);
    cluster.fs().setQuota(root, 1000, 1L << 40);
    growAfterRename(root);
    long used = usage(root);
    cluster.restartNameNode();
    assertThat(usage(root)).isGreaterThan(used);
  }

  /** Stock behaviour of a coupled file: the name goes from memory only, and comes back. */
  @Test
  void hdfsDeletesNoStripedFileThatGrewAfterItsRenameBeforeTheSnapshotIsDeleted()
      throws Exception {
    Path root = new Path("/undeletable");
    cluster.fs().mkdirs(root);
    cluster.fs().setErasureCodingPolicy(root, POLICY);
    Path coupled = growAfterRename(root);
    assertThatThrownBy(() -> cluster.fs().delete(coupled, false))
        .hasMessageContaining("IllegalStateException");
    cluster.restartNameNode();
    assertThat(cluster.fs().exists(coupled)).isTrue();
    cluster.fs().deleteSnapshot(new Path(root, "a"), "s");
    assertThat(cluster.fs().delete(coupled, false)).isTrue();
  }

  @Test
  void aDecoupledFileThatGrewAfterItsRenameIsDeletedForGood() throws Exception {
    long before = totalBlocks();
    Path root = cluster.directory(POLICY, 2);
    Path file = growAfterRename(root);
    assertThat(cluster.fs().delete(file, false)).isTrue();
    cluster.restartNameNode();
    assertThat(cluster.fs().exists(file)).isFalse();
    cluster.fs().deleteSnapshot(new Path(root, "a"), "s");
    BlockFileCluster.await("all block groups gone", () -> totalBlocks() == before);
  }

  /** A file that a snapshot shows as it was when it was open, had another name and fewer bytes. */
  private static Path growAfterRename(Path root) throws IOException {
    Path before = new Path(new Path(root, "a"), "file");
    Path after = new Path(new Path(root, "b"), "file");
    cluster.fs().mkdirs(before.getParent());
    cluster.fs().mkdirs(after.getParent());
    cluster.fs().allowSnapshot(before.getParent());
    try (FSDataOutputStream out = cluster.fs().create(before, true, 4096, (short) 1, CELL)) {
      out.write(BlockFileCluster.bytes(4 * CELL, 1));
      cluster.fs().createSnapshot(before.getParent(), "s");
      assertThat(cluster.fs().rename(before, after)).isTrue();
      out.write(BlockFileCluster.bytes(9 * CELL, 2));
    }
    return after;
  }
}
