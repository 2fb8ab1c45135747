package io.okapifs.hdfs.testing;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/**
 * Transitions of a cluster, as tests ask for them.
 *
 * @param vector a policy whose code has sub-blocks
 * @param observe called where something has changed
 */
public record Transitions(BlockFileCluster cluster, String vector, Runnable observe) {

  static final String FROM = "RS-3-2-64k";
  static final String TO = "RS-6-3-64k";

  /** Every way in which a transition goes on and ends, while repairs fail at first. */
  public void run() throws Exception {
    Path directory = cluster.directory(FROM, 4);
    cluster.fs().setQuota(directory, 1000, 1L << 40);
    cluster.fs().allowSnapshot(directory);
    Path committed = write(directory, "committed", 9L * BLOCK + 5);
    Path toVector = write(directory, "to-vector", 5L * BLOCK + 5);
    final Path empty = write(directory, "empty", 0);
    final Path cancelled = write(directory, "cancelled", 7L * BLOCK);
    final Path deleted = write(directory, "deleted", 7L * BLOCK + 1);
    final Path kept = write(directory, "kept-by-a-snapshot", 6L * BLOCK + 1);
    final Path paused = write(directory, "paused", 4L * BLOCK);
    final Path below = write(directory, "folder/below", 5L * BLOCK);
    // HDFS counts a file twice that was renamed since a snapshot, but changes of it once.
    Path plain = cluster.directory(FROM, 6);
    cluster.fs().setQuota(plain, 1000, 1L << 40);
    final Path renamed = write(plain, "renamed", 6L * BLOCK);
    Path coupled = cluster.coupledDirectory(FROM);
    cluster.fs().setQuota(coupled, 1000, 1L << 40);
    final Path adopted = write(coupled, "adopted", 5L * BLOCK + 5);
    final Path wider = write(coupled, "adopted-and-wider", 7L * BLOCK);
    final Path left = write(coupled, "adoption-cancelled", 6L * BLOCK + 1);
    final Path gone = write(coupled, "adoption-deleted", 4L * BLOCK);
    Path released = cluster.directory(FROM, 3);
    cluster.fs().setQuota(released, 1000, 1L << 40);
    final Path back = write(released, "coupled", 5L * BLOCK + 5);
    final Path backAndOther = write(coupled, "coupled-other-code", 4L * BLOCK + 5);
    final Path stays = write(released, "coupling-cancelled", 3L * BLOCK);
    cluster.fs().createSnapshot(directory, "before");
    begin(committed, TO);
    begin(toVector, vector);
    begin(empty, TO);
    for (Path file : List.of(cancelled, deleted, kept, paused, below, renamed)) {
      begin(file, TO);
      awaitStep(file, Step.STARTED);
      observe.run();
    }
    String other = cluster.addPolicy("RS-LEGACY-3-2");
    adopt(left, other);
    client().cancel(left);
    observe.run();
    adopt(gone, other);
    cluster.fs().delete(gone, false);
    observe.run();
    couple(stays, FROM);
    client().pause(stays);
    observe.run();
    client().cancel(stays);
    observe.run();
    couple(back, FROM);
    observe.run();
    begin(adopted, FROM + "@3");
    observe.run();
    adopt(wider, TO);
    cluster.fs().createSnapshot(directory, "during");
    final Path moved = new Path(plain, "moved");
    cluster.fs().rename(renamed, moved);
    observe.run();
    client().pause(paused);
    observe.run();
    client().cancel(cancelled);
    observe.run();
    cluster.fs().delete(deleted, false);
    observe.run();
    cluster.fs().delete(kept, false);
    observe.run();
    cluster.fs().delete(below.getParent(), true);
    observe.run();
    awaitDone(empty);
    BlockFileCluster.allowRepairs();
    couple(backAndOther, other);
    observe.run();
    for (Path file : List.of(committed, toVector, moved, adopted, wider, back, backAndOther)) {
      awaitDone(file);
      observe.run();
    }
    assertThat(status(paused)).extracting(TransitionStatus::paused).containsExactly(true);
    client().resume(paused);
    observe.run();
    awaitDone(paused);
    observe.run();
    cluster.fs().deleteSnapshot(directory, "before");
    observe.run();
    cluster.fs().deleteSnapshot(directory, "during");
    observe.run();
  }

  private void adopt(Path file, String policy) throws Exception {
    begin(file, policy);
    awaitStep(file, Step.STARTED);
    observe.run();
  }

  private Path write(Path directory, String name, long length) throws IOException {
    Path file = new Path(directory, name);
    cluster.write(file, BlockFileCluster.bytes(length, length));
    return file;
  }

  public TransitionClient client() throws IOException {
    return new TransitionClient(cluster.fs());
  }

  public void begin(Path file, String policy) throws IOException {
    client().begin(file, policy, TransitionRecord.NORMAL);
  }

  /** The same, where members of a group may share nodes. */
  public void force(Path file, String policy) throws IOException {
    client().begin(
        file, TransitionGoal.of(policy, TransitionRecord.NORMAL).forced(true));
  }

  /** Has a file get HDFS's own layout. */
  public void couple(Path file, String policy) throws IOException {
    client().begin(
        file, TransitionGoal.of(policy, TransitionRecord.NORMAL).coupling(true));
  }

  public List<TransitionStatus> status(Path path) throws IOException {
    return client().status(path);
  }

  public void awaitStep(Path file, Step step) throws Exception {
    BlockFileCluster.await(
        "transition " + step + " of " + file,
        () -> status(file).stream().anyMatch(each -> each.step() == step));
  }

  public void awaitDone(Path file) throws Exception {
    BlockFileCluster.await("end of the transition of " + file, () -> status(file).isEmpty());
  }

  /** By the command of an operator, who waits. */
  public void run(Path path, String policy) throws Exception {
    EcRun.Outcome outcome =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", path.toString(), "-policy", policy,
            "-recursive", "-wait");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
  }

  /** Threads of all nodes that wait until they may read or write for a transition. */
  public static long waitingForLimits() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                Stream.of(stack)
                    .anyMatch(frame -> frame.getClassName().endsWith(".TransitionThrottle")))
        .count();
  }
}
