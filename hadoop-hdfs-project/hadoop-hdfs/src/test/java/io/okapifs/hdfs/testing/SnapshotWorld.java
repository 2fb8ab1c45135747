package io.okapifs.hdfs.testing;

import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;

/** Two snapshottable directories, the file in one of them, and what must be there. */
public final class SnapshotWorld {

  /** What may happen to the file. */
  public enum Step { SNAPSHOT, DELETE, RENAME_WITHIN, RENAME_ACROSS, OVERWRITE, CLOSE,
    DELETE_OLDEST, DELETE_NEWEST }

  /** A content that some name or snapshot may show. */
  private static final class Version {
    private byte[] bytes;
    private boolean open;
    private boolean renamed;
  }

  private final BlockFileCluster cluster;
  private final Path root;
  private final ExpectedSpace space;
  private final int stripeWidth;
  private final boolean beginsOpen;
  private final List<Step> life;
  private final Map<String, Map<Path, byte[]>> snapshots = new LinkedHashMap<>();
  private final Map<String, Version> versionOfSnapshot = new LinkedHashMap<>();

  /** Null where the file is open at first: HDFS reserves space for open blocks of each kind. */
  private final ReplicatedTwin twin;
  private Path file;
  private Version version;
  private FSDataOutputStream out;
  private int names;

  /**
   * See {@link SnapshotModelTest#hdfsMiscountsAStripedFileThatGrowsAfterItsRename}; what is counted
   * too much stays when the names are gone.
   */
  private boolean miscounts;

  public SnapshotWorld(
      BlockFileCluster cluster, int number, ExpectedSpace space, int stripeWidth,
      boolean beginsOpen, List<Step> life) throws IOException {
    this.cluster = cluster;
    this.root = new Path("/world" + number);
    this.space = space;
    this.stripeWidth = stripeWidth;
    this.beginsOpen = beginsOpen;
    this.life = life;
    this.twin = beginsOpen ? null : new ReplicatedTwin(cluster.fs(), twinOf(root));
  }

  private Path twinOf(Path path) {
    return new Path("/twins" + path);
  }

  /** The path, and that of the twin. */
  private List<Path> both(Path path) {
    return twin == null ? List.of(path) : List.of(path, twinOf(path));
  }

  private List<Path> directories() {
    return List.of(new Path(root, "a"), new Path(root, "b"));
  }

  public void begin() throws IOException {
    for (Path directory : directories()) {
      for (Path each : both(directory)) {
        cluster.fs().mkdirs(each);
        cluster.fs().allowSnapshot(each);
      }
    }
    cluster.fs().setErasureCodingPolicy(root, space.code() + "-64k@" + stripeWidth);
    for (Path each : both(root)) {
      cluster.fs().setQuota(each, 1000, 1L << 40);
    }
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

  private FSDataOutputStream create(Path file) throws IOException {
    return cluster.fs().create(file, true, 4096, (short) 1, CELL);
  }

  private Version write(Path path) throws IOException {
    Version written = new Version();
    written.bytes = BlockFileCluster.bytes((4L + names % 2) * CELL + names, names++);
    try (FSDataOutputStream to = create(path)) {
      to.write(written.bytes);
    }
    if (twin != null) {
      twin.write(twinOf(path), space.of(stripeWidth, CELL, written.bytes.length));
    }
    return written;
  }

  public void step(int number) throws Exception {
    if (number >= life.size()) {
      return;
    }
    switch (life.get(number)) {
      case SNAPSHOT -> snapshot();
      case DELETE -> delete();
      case RENAME_WITHIN -> rename(new Path(file.getParent(), "file" + ++names));
      case RENAME_ACROSS -> {
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
      for (Path each : both(directory)) {
        cluster.fs().createSnapshot(each, name);
      }
      Path snapshot = new Path(new Path(directory, ".snapshot"), name);
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
    for (Path each : both(file)) {
      cluster.fs().delete(each, false);
    }
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
    for (Path each : both(file)) {
      Path target = each.equals(file) ? to : twinOf(to);
      assertThat(cluster.fs().rename(each, target)).isTrue();
    }
    file = to;
    version.renamed = true;
    miscounts |= beginsOpen;
  }

  private void deleteSnapshot(String name) throws IOException {
    for (Path directory : directories()) {
      for (Path each : both(directory)) {
        cluster.fs().deleteSnapshot(each, name);
      }
    }
    snapshots.remove(name);
    versionOfSnapshot.remove(name);
  }

  private void refuseAppend() throws IOException {
    if (version != null && !version.open) {
      assertThatThrownBy(() -> cluster.fs().append(file)).isInstanceOf(IOException.class);
    }
  }

  public void check(String when) throws IOException {
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
    long used = usage(root);
    long counted = cluster.fs().getContentSummary(root).getSpaceConsumed();
    if (twin != null) {
      assertThat(used).as("usage of %s", what).isEqualTo(twin.used());
      assertThat(counted).as("space of %s", what).isEqualTo(twin.counted());
      return;
    }
    Set<Version> shown = new LinkedHashSet<>(versionOfSnapshot.values());
    shown.add(version);
    shown.remove(null);
    if (!miscounts && shown.stream().noneMatch(any -> any.renamed)) {
      assertThat(used).as("usage of %s", what).isEqualTo(counted);
    }
  }

  public void end() throws IOException {
    if (version != null) {
      delete();
    }
    for (String name : new ArrayList<>(snapshots.keySet())) {
      deleteSnapshot(name);
    }
    for (Path each : both(root)) {
      if (!miscounts) {
        assertThat(usage(each)).as("usage of %s", this).isZero();
      }
      cluster.fs().delete(each, true);
    }
  }

  private long usage(Path directory) throws IOException {
    return cluster.fs().getQuotaUsage(directory).getSpaceConsumed();
  }

  @Override
  public String toString() {
    return root + " " + space.code() + " width " + stripeWidth + (beginsOpen ? " open " : " ")
        + life;
  }
}
