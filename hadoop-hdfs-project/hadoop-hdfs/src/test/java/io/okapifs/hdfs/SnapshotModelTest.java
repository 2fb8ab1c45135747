package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every short life of a file among snapshots, beside a model that is a few maps. All lives go step
 * by step together, so that a restart after any step is one for all of them.
 */
class SnapshotModelTest {

  /** Of closed files all lives of one step less are tried; longer ones, and open files, sampled. */
  private static final int STEPS = 4;

  private static final int SAMPLES = 40;
  private static final int[] STRIPE_WIDTHS = {1, 3, 5};

  private static BlockFileCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        new BlockFileCluster(
            7, conf -> {
              conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_CAPTURE_OPENFILES, true);
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_MAX_DIRECTORY_ITEMS_KEY, 4096);
            });
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private enum Step { SNAPSHOT, DELETE, RENAME_WITHIN, RENAME_ACROSS, OVERWRITE, CLOSE,
    DELETE_OLDEST, DELETE_NEWEST }

  @Test
  void everyShortLifeOfAFileKeepsTheBytesOfItsSnapshotsAndLeavesNoBlock() throws Exception {
    long seed = Long.getLong("io.okapifs.seed", System.nanoTime());
    long before = totalBlocks();
    List<World> worlds = worlds(seed);
    assertThat(worlds).hasSizeGreaterThan(100);
    Random random = new Random(seed);
    int restartAfter = random.nextInt(STEPS);
    int imageAfter = random.nextInt(STEPS);
    for (World world : worlds) {
      world.begin();
    }
    for (int step = 0; step < STEPS; step++) {
      for (World world : worlds) {
        if (step < world.life.size()) {
          world.step(step);
        }
      }
      if (step == imageAfter) {
        cluster.saveNamespace();
      }
      if (step == restartAfter || step == imageAfter) {
        cluster.restartNameNode();
        checkAll(worlds, seed, "after restart in step " + step);
      }
    }
    checkAll(worlds, seed, "at the end");
    for (World world : worlds) {
      world.end();
    }
    BlockFileCluster.await("all block groups gone, seed " + seed, () -> totalBlocks() == before);
    BlockFileCluster.await("all replicas gone, seed " + seed, () -> replicas() == 0);
  }

  private static void checkAll(List<World> worlds, long seed, String when) throws IOException {
    for (World world : worlds) {
      world.check("seed " + seed + ", " + when);
    }
  }

  /** A world for every sequence of steps; stripe widths are dealt out in an order of the seed's. */
  private static List<World> worlds(long seed) {
    List<World> worlds = new ArrayList<>();
    Random random = new Random(seed);
    int deal = random.nextInt(STRIPE_WIDTHS.length);
    for (boolean open : new boolean[] {false, true}) {
      List<List<Step>> shorter = new ArrayList<>();
      extend(shorter, STEPS - 1, List.of(), true, open, 0);
      List<List<Step>> longer = new ArrayList<>();
      extend(longer, STEPS, List.of(), true, open, 0);
      Collections.shuffle(shorter, random);
      Collections.shuffle(longer, random);
      List<List<Step>> lives = new ArrayList<>(longer.subList(0, open ? SAMPLES / 2 : SAMPLES));
      // Every open file keeps the threads and sockets of its writer.
      lives.addAll(open ? shorter.subList(0, SAMPLES / 2) : shorter);
      for (List<Step> life : lives) {
        int width = STRIPE_WIDTHS[(deal + worlds.size()) % STRIPE_WIDTHS.length];
        worlds.add(new World(worlds.size(), width, open, life));
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

  private static long totalBlocks() {
    return cluster.mini().getNamesystem().getBlockManager().getTotalBlocks();
  }

  private static long replicas() throws IOException {
    java.nio.file.Path data = java.nio.file.Path.of(cluster.mini().getDataDirectory());
    try (Stream<java.nio.file.Path> all = Files.walk(data)) {
      return all.map(java.nio.file.Path::toFile).map(File::getName)
          .filter(name -> name.startsWith("blk_-") && !name.endsWith(".meta")).count();
    }
  }

  /** A content that some name or snapshot may show; its space counts once. */
  private static final class Version {
    private byte[] bytes;
    private boolean open;
    private boolean renamedAcross;
  }

  /** Two snapshottable directories, the file in one of them, and what must be there. */
  private static final class World {

    private final Path root;
    private final int stripeWidth;
    private final boolean beginsOpen;
    private final List<Step> life;
    private final Map<String, Map<Path, byte[]>> snapshots = new LinkedHashMap<>();
    private final Map<String, Version> versionOfSnapshot = new LinkedHashMap<>();
    private Path file;
    private Version version;
    private FSDataOutputStream out;
    private int names;

    World(int number, int stripeWidth, boolean beginsOpen, List<Step> life) {
      this.root = new Path("/world" + number);
      this.stripeWidth = stripeWidth;
      this.beginsOpen = beginsOpen;
      this.life = life;
    }

    private List<Path> directories() {
      return List.of(new Path(root, "a"), new Path(root, "b"));
    }

    void begin() throws IOException {
      for (Path directory : directories()) {
        cluster.fs().mkdirs(directory);
        cluster.fs().allowSnapshot(directory);
      }
      cluster.fs().setErasureCodingPolicy(root, "RS-3-2-64k@" + stripeWidth);
      cluster.fs().setQuota(root, 1000, 1L << 40);
      file = new Path(directories().get(0), "file0");
      if (beginsOpen) {
        version = new Version();
        version.open = true;
        version.bytes = BlockFileCluster.bytes((4L + stripeWidth) * CELL + 1, 1);
        out = create(file);
        out.write(version.bytes, 0, (3 + stripeWidth) * CELL);
      } else {
        version = write(file);
      }
    }

    private static FSDataOutputStream create(Path file) throws IOException {
      return cluster.fs().create(file, true, 4096, (short) 1, CELL);
    }

    private Version write(Path path) throws IOException {
      Version written = new Version();
      written.bytes = BlockFileCluster.bytes((4L + names % 2) * CELL + names, names++);
      try (FSDataOutputStream to = create(path)) {
        to.write(written.bytes);
      }
      return written;
    }

    void step(int number) throws Exception {
      switch (life.get(number)) {
        case SNAPSHOT -> snapshot();
        case DELETE -> delete();
        case RENAME_WITHIN -> rename(new Path(file.getParent(), "file" + ++names));
        case RENAME_ACROSS -> {
          version.renamedAcross = true;
          int other = file.getParent().getName().equals("a") ? 1 : 0;
          rename(new Path(directories().get(other), "file" + ++names));
        }
        case OVERWRITE -> {
          abandon();
          version = write(file);
        }
        case CLOSE -> closeFile();
        case DELETE_OLDEST -> deleteSnapshot(snapshots.keySet().iterator().next());
        case DELETE_NEWEST ->
            deleteSnapshot(new ArrayList<>(snapshots.keySet()).get(snapshots.size() - 1));
      }
      refuseAppend();
    }

    private void snapshot() throws IOException {
      String name = "s" + names++;
      Map<Path, byte[]> seen = new LinkedHashMap<>();
      for (Path directory : directories()) {
        Path snapshot = cluster.fs().createSnapshot(directory, name);
        if (version != null && file.getParent().equals(directory)) {
          Path kept = new Path(snapshot, file.getName());
          int length = (int) cluster.fs().getFileStatus(kept).getLen();
          if (!version.open) {
            assertThat(length).isEqualTo(version.bytes.length);
          }
          seen.put(kept, Arrays.copyOf(version.bytes, length));
        }
      }
      snapshots.put(name, seen);
      versionOfSnapshot.put(name, version);
    }

    private void delete() throws IOException {
      cluster.fs().delete(file, false);
      abandon();
      version = null;
    }

    private void abandon() throws IOException {
      if (out != null) {
        DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
        out = null;
      }
    }

    private void closeFile() throws IOException {
      int rest = (3 + stripeWidth) * CELL;
      out.write(version.bytes, rest, version.bytes.length - rest);
      out.close();
      out = null;
      version.open = false;
    }

    private void rename(Path to) throws IOException {
      assertThat(cluster.fs().rename(file, to)).isTrue();
      file = to;
    }

    private void deleteSnapshot(String name) throws IOException {
      for (Path directory : directories()) {
        cluster.fs().deleteSnapshot(directory, name);
      }
      snapshots.remove(name);
      versionOfSnapshot.remove(name);
    }

    private void refuseAppend() throws IOException {
      if (version != null && !version.open) {
        assertThatThrownBy(() -> cluster.fs().append(file)).isInstanceOf(IOException.class);
      }
    }

    void check(String when) throws IOException {
      String what = this + ", " + when;
      if (version != null && !version.open) {
        assertThat(cluster.read(file)).as(what).isEqualTo(version.bytes);
      }
      for (Map<Path, byte[]> seen : snapshots.values()) {
        for (Map.Entry<Path, byte[]> kept : seen.entrySet()) {
          assertThat(cluster.read(kept.getKey())).as("%s, %s", kept.getKey(), what)
              .isEqualTo(kept.getValue());
        }
      }
      checkSpace(what);
    }

    private void checkSpace(String what) throws IOException {
      ContentSummary summary = cluster.fs().getContentSummary(root);
      long used = cluster.fs().getQuotaUsage(root).getSpaceConsumed();
      Set<Version> shown = new LinkedHashSet<>(versionOfSnapshot.values());
      shown.add(version);
      shown.remove(null);
      // HDFS counts a file that was renamed away from a snapshot in both places.
      if (shown.stream().noneMatch(any -> any.renamedAcross)) {
        assertThat(used).as("usage of %s", what).isEqualTo(summary.getSpaceConsumed());
        if (shown.stream().noneMatch(any -> any.open)) {
          assertThat(used).as("usage of %s", what)
              .isEqualTo(shown.stream().mapToLong(this::space).sum());
        }
      }
    }

    private long space(Version any) {
      return ExpectedSpace.of(stripeWidth, CELL, any.bytes.length);
    }

    void end() throws IOException {
      if (version != null) {
        delete();
      }
      for (String name : new ArrayList<>(snapshots.keySet())) {
        deleteSnapshot(name);
      }
      assertThat(cluster.fs().getQuotaUsage(root).getSpaceConsumed()).as("usage of %s", this)
          .isZero();
      cluster.fs().delete(root, true);
    }

    @Override
    public String toString() {
      return root + " width " + stripeWidth + (beginsOpen ? " open " : " ") + life;
    }
  }
}
