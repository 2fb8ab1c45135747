package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.soak.NodeCommands.Damage;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;

/** A cluster beside its model; commands change both in the same way. */
final class World implements AutoCloseable {

  /** Bytes of a stripe that a dead writer may not have sent although a later stripe is begun. */
  private static final int UNSENT_ROWS = 2;

  /** DataNodes remember the checksum of the last chunk of a replica. */
  private static final int CHUNK = 512;

  /** Is told what is wrong while the checker waits. */
  final Consumer<List<String>> watcher;

  final SoakCluster cluster = new SoakCluster();
  final Model model = new Model();
  final NodeStates nodes = new NodeStates();
  final Checker checker = new Checker(this);

  /** By block. */
  final Map<Long, Harm> harmed = new HashMap<>();

  World(Consumer<List<String>> watcher) throws Exception {
    this.watcher = watcher;
  }

  static void expect(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  /** Something that happens in the middle of a write. */
  interface Midway {
    void happen(FSDataOutputStream out) throws Exception;
  }

  void create(Path path, Content content, int after, Midway midway) throws Exception {
    byte[] bytes = content.bytes();
    FSDataOutputStream out = cluster.create(path);
    model.remove(path);
    try {
      out.write(bytes, 0, after);
      midway.happen(out);
      out.write(bytes, after, bytes.length - after);
      out.close();
      model.files.put(path, content);
    } catch (IOException | RuntimeException e) {
      if (content.home().isDecoupled() || nodes.bad().isEmpty()) {
        throw new AssertionError("write of " + path + " failed: " + e, e);
      }
      // HDFS's own ways are not judged here.
      DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
      cluster.fs().delete(path, false);
    }
  }

  void abandon(Path path, Content content) throws IOException {
    int stripe = (int) content.home().layout().stripeSize();
    int row = stripe / (SoakCluster.BLOCK / SoakCluster.CELL);
    long sent = Math.max(0, content.length() - UNSENT_ROWS * row) / stripe * stripe;
    FSDataOutputStream out = cluster.create(path);
    model.remove(path);
    boolean isWhole = nodes.bad().isEmpty();
    // A writer of replicas may queue whole blocks; one of stripes waits for the stripe before.
    boolean isSure = isWhole && content.home() != Directory.REPLICATED;
    model.open.put(path, new Model.Open(content, isSure ? sent : 0));
    try {
      out.write(content.bytes());
    } catch (IOException | RuntimeException e) {
      expect(!content.home().isDecoupled() && !isWhole, "write of " + path + " failed: " + e);
    }
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
  }

  void recover(Path path) throws Exception {
    Model.Open left = model.open.get(path);
    BlockFileCluster.await("recovery of " + path, () -> {
      boolean closed = cluster.fs().recoverLease(path);
      if (!closed) {
        // DataNodes get their orders with the next heartbeat.
        cluster.triggerHeartbeats();
      }
      return closed;
    });
    long length = cluster.fs().getFileStatus(path).getLen();
    expect(
        length >= left.surelyKept() && length <= left.written().length(),
        path + " is closed with " + length + " bytes of " + left);
    model.open.remove(path);
    model.files.put(path, left.written().cut(length));
  }

  // --- nodes

  /**
   * Whether a NameNode that starts can leave safe mode: not while a node is away that has finished
   * blocks of an open file, which has no parity for them yet.
   *
   * @param isWriting whether a file is being written
   */
  boolean mayRestartNameNode(boolean isWriting) {
    return nodes.bad().isEmpty() || !isWriting && model.open.isEmpty();
  }

  boolean mayStop(int node) throws IOException {
    Set<Integer> lost = new HashSet<>(nodes.stopped);
    lost.add(node);
    return nodes.mayStop(node) && survivesWithout(lost);
  }

  /** Whether every closed file can be read or rebuilt without nodes and damaged replicas. */
  private boolean survivesWithout(Set<Integer> lost) throws IOException {
    for (Map.Entry<Path, Content> file : model.readable().entrySet()) {
      if (!survives(file.getKey(), file.getValue(), lost)) {
        return false;
      }
    }
    return true;
  }

  private boolean survives(Path path, Content content, Set<Integer> lost) throws IOException {
    boolean isReplicated = content.home() == Directory.REPLICATED;
    Set<Integer> away = new HashSet<>(lost);
    StoredFile file = StoredFile.of(cluster, path, content);
    if (!file.content().home().isDecoupled()) {
      followHarm();
    }
    if (!file.content().home().isDecoupled() || !content.home().isDecoupled()) {
      // Nodes that have been decommissioned are no source for HDFS, though they still serve readers.
      away.addAll(nodes.excluded);
    }
    return file.survivesWithout(
        (piece, node) -> {
          Harm harm = harmed.get(piece.id());
          // Of two replicas of a member HDFS may remove the good one.
          return away.contains(node) || harm != null && (!isReplicated || harm.node() == node);
        });
  }

  /**
   * @return whether they are held since now
   */
  boolean holdDeletions(int node) throws IOException {
    return cluster.holdDeletions(node);
  }

  void stop(int node) {
    cluster.stop(node);
    nodes.stopped.add(node);
    nodes.full.remove(node);
    model.expectLossesOfOpenFiles();
  }

  void start(int node) throws Exception {
    cluster.start(node);
    nodes.stopped.remove(node);
  }

  /** The old node's replicas are lost for good. */
  void replace(int node) throws Exception {
    stop(node);
    cluster.wipe(node);
    start(node);
  }

  void exclude(int node) throws IOException {
    nodes.excluded.add(node);
    cluster.exclude(nodes.excluded);
  }

  void include(int node) throws IOException {
    nodes.excluded.remove(node);
    cluster.exclude(nodes.excluded);
  }

  void fill(int node) throws IOException {
    cluster.setCapacity(node, 1);
    nodes.full.add(node);
    model.expectLossesOfOpenFiles();
  }

  void free(int node) throws IOException {
    cluster.setCapacity(node, -1);
    nodes.full.remove(node);
  }

  /** Damages a replica, if the file can do without its block. */
  boolean harm(Path path, int number, Damage damage) throws IOException {
    Content content = model.files.get(path);
    if (content == null || content.length() == 0) {
      return false;
    }
    List<Piece> pieces = StoredFile.of(cluster, path, content).pieces();
    Piece piece = pieces.get(number % pieces.size());
    Disks.Found found =
        Disks.blockFiles(cluster, cluster.running()).stream()
            .filter(each -> each.block() == piece.id() && piece.nodes().contains(each.node()))
            .findFirst().orElse(null);
    if (found == null || harmed.containsKey(piece.id())) {
      return false;
    }
    harmed.put(piece.id(), new Harm(found.node(), found.file(), null, null));
    for (Map.Entry<Path, Content> file : model.readable().entrySet()) {
      if (file.getValue().equals(content)
          && !survives(file.getKey(), file.getValue(), nodes.stopped)) {
        harmed.remove(piece.id());
        return false;
      }
    }
    harmed.put(piece.id(), Harm.doTo(found, damage));
    return true;
  }

  /**
   * Rewrites a replica, if all is well. Its checksums are right, so that no reader could tell, and
   * nothing may read it before it is repaired.
   */
  boolean rewriteAndRepair(Path path, int number) throws Exception {
    Content content = model.files.get(path);
    if (content == null || content.length() == 0 || content.home() == Directory.REPLICATED
        || !checker.wrongs().isEmpty()) {
      return false;
    }
    Directory coded = cluster.coded(path);
    if (!coded.isDecoupled() || coded.layout().policy().r() < 2) {
      return false;
    }
    List<Piece> pieces = StoredFile.of(cluster, path, content).pieces();
    Piece piece = pieces.get(number % pieces.size());
    Disks.Found found =
        Disks.blockFiles(cluster, piece.nodes()).stream()
            .filter(each -> each.block() == piece.id())
            .findFirst().orElseThrow();
    int length = found.bytes().length;
    if (length <= CHUNK) {
      return false;
    }
    BlockFileCluster.rewrite(found.file().toFile(), found.meta().toFile(), 0, length - CHUNK);
    EcRun.Outcome outcome =
        EcRun.run(
            cluster.fs().getConf(), "-verify", "-path", path.toString(), "-repair", "-wait", "5m");
    expect(outcome.exitCode() == 0, "repair of " + piece + " of " + path + ": " + outcome);
    checker.readWhole(path, content);
    return true;
  }

  /** A file that got HDFS's own layout has its damaged replicas under other names. */
  void followHarm() throws IOException {
    for (Harm harm : List.copyOf(harmed.values())) {
      for (Map.Entry<java.nio.file.Path, Long> name : Disks.names(cluster, harm.node()).entrySet()) {
        Harm there = harm.under(name.getKey());
        if (there != null) {
          harmed.putIfAbsent(name.getValue(), there);
        }
      }
    }
  }

  /** Ends what is wrong with nodes and writers; nodes may stay away where nothing needs them. */
  void calm(boolean nodesReturn) throws Exception {
    cluster.awaitPauses();
    cluster.releaseDeletions();
    cluster.allowReports();
    cluster.endSilence();
    cluster.resumeTransitions();
    for (int node : List.copyOf(nodes.full)) {
      free(node);
    }
    boolean isNeeded =
        nodesReturn || !model.open.isEmpty() || !survivesWithout(nodes.stopped);
    for (int node : List.copyOf(nodes.stopped)) {
      if (isNeeded) {
        start(node);
      } else {
        cluster.noticeDead(node);
      }
    }
    for (Path path : new ArrayList<>(model.open.keySet())) {
      recover(path);
    }
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
