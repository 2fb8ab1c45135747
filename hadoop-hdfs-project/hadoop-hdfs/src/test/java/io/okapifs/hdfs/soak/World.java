package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.soak.NodeCommands.Damage;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.tools.EcRun;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.balancer.BalancerRun;
import org.apache.hadoop.hdfs.server.mover.MoverRun;

/** A cluster beside its model; commands change both in the same way. */
final class World implements AutoCloseable {

  /** Bytes of a stripe that a dead writer may not have sent although a later stripe is begun. */
  private static final int UNSENT_ROWS = 2;

  /** DataNodes remember the checksum of the last chunk of a replica. */
  private static final int CHUNK = 512;

  private static final int BALANCER_THRESHOLD = 5;

  /** All is well; no block may move; nothing moved for a while. */
  private static final Set<Integer> TOOL_ENDS = Set.of(0, -2, -3);

  /** Is told what is wrong while the checker waits. */
  final Consumer<List<String>> watcher;

  final SoakCluster cluster = new SoakCluster();
  final Model model = new Model();
  final NodeStates nodes = new NodeStates();
  final Checker checker = new Checker(this);

  /** By block. */
  final Map<Long, Harm> harmed = new HashMap<>();

  /** Inodes of files of which a replica was rewritten: the scrub may find nothing of others. */
  final Set<Long> rewritten = new HashSet<>();

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

  /** Afterwards each block has one place again: what is stopped next is judged by that. */
  boolean balance() throws Exception {
    if (!cluster.isOrderly()) {
      return false;
    }
    cluster.shrinkDisks(nodes.full);
    BalancerRun.Outcome outcome = BalancerRun.run(cluster.toolSettings(), BALANCER_THRESHOLD);
    cluster.widenDisks(nodes.full);
    expect(TOOL_ENDS.contains(outcome.exitCode()), "balancer: " + outcome);
    cluster.awaitNoExcess();
    return true;
  }

  /** Where it says that all is well, blocks of decoupled files are on the type they belong on. */
  boolean runMover() throws Exception {
    if (!cluster.isOrderly()) {
      return false;
    }
    MoverRun.Outcome outcome = MoverRun.run(cluster.toolSettings(), "/");
    expect(TOOL_ENDS.contains(outcome.exitCode()), "mover: " + outcome);
    cluster.awaitNoExcess();
    if (outcome.exitCode() == 0 && nodes.bad().isEmpty() && harmed.isEmpty()) {
      for (Map.Entry<Path, Content> file : Map.copyOf(model.files).entrySet()) {
        checkStorage(file.getKey(), file.getValue());
      }
    }
    return true;
  }

  private void checkStorage(Path path, Content content) throws IOException {
    if (!cluster.coded(path).isDecoupled()
        || content.home() == Directory.REPLICATED
        || !cluster.transitions().status(path).isEmpty()) {
      return;
    }
    StorageType wanted = cluster.storageType(path);
    Set<Long> blocks =
        StoredFile.of(cluster, path, content).pieces().stream()
            .map(Piece::id).collect(Collectors.toSet());
    // Of nodes that leave the mover moves nothing.
    Set<Integer> nodesThatStay = new TreeSet<>(cluster.running());
    nodesThatStay.removeAll(nodes.excluded);
    for (Disks.Found found : Disks.blockFiles(cluster, nodesThatStay)) {
      File disk = cluster.disks(found.node()).get(SoakCluster.DISKS.indexOf(wanted));
      expect(
          !blocks.contains(found.block()) || found.file().startsWith(disk.toPath()),
          "the mover said that all is well, and " + found + " of " + path + " is not on "
              + wanted);
    }
  }

  boolean move(Path path, int number, int node) throws Exception {
    Content content = model.files.get(path);
    if (content == null || content.length() == 0 || nodes.bad().contains(node)
        || !cluster.isOrderly() || !cluster.coded(path).isDecoupled()) {
      return false;
    }
    List<Piece> pieces = StoredFile.of(cluster, path, content).pieces();
    Piece piece = pieces.get(number % pieces.size());
    if (piece.nodes().size() != 1 || harmed.containsKey(piece.id())
        || piece.nodes().contains(node) || nodes.stopped.containsAll(piece.nodes())) {
      return false;
    }
    cluster.move(piece, node);
    cluster.awaitNoExcess();
    return true;
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
   * nothing may read it before it is repaired: because the scrub found it, or somebody asked.
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
    cluster.scrub(false);
    rewritten.add(cluster.fs().getClient().getFileInfo(path.toString()).getFileId());
    BlockFileCluster.rewrite(found.file().toFile(), found.meta().toFile(), 0, length - CHUNK);
    if (number % 2 == 0) {
      cluster.scrub(true);
      checker.check();
    } else {
      EcRun.Outcome outcome =
          EcRun.run(
              cluster.fs().getConf(), "-verify", "-path", path.toString(), "-repair", "-wait",
              "5m");
      expect(outcome.exitCode() == 0, "repair of " + piece + " of " + path + ": " + outcome);
      cluster.scrub(true);
    }
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
    cluster.removeRules();
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
