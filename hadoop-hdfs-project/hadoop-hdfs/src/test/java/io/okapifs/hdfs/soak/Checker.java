package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto.WrongProto;
import io.okapifs.hdfs.soak.Disks.Found;
import io.okapifs.hdfs.testing.NameNodePair;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.ExcessReplicas;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares a cluster with its model. */
final class Checker {

  private static final Logger LOG = LoggerFactory.getLogger(Checker.class);
  private static final Duration PATIENCE =
      Duration.ofSeconds(Integer.getInteger("io.okapifs.soak.patience", 300));
  private static final long POLL_NANOS = 300_000_000;
  private static final int RANGES = 4;
  private static final int SHOWN_MAX = 25;

  /** In front of the inode of a file that only snapshots have. */
  private static final String INODES = "/.reserved/.inodes/";

  private final World world;

  /** What block files must hold, which takes long to compute. */
  private final Map<StoredFile.Shape, List<byte[]>> expected = new HashMap<>();

  Checker(World world) {
    this.world = world;
  }

  private interface Reading {
    byte[] of(FSDataInputStream in) throws IOException;
  }

  void readWhole(Path path, Content content) throws IOException {
    byte[] read = read(path, FSDataInputStream::readAllBytes);
    compare(path, content, 0, read, content.length());
  }

  void readRange(Path path, Content content, int from, int length) throws IOException {
    byte[] read = new byte[length];
    try {
      read(
          path,
          in -> {
            in.readFully(from, read);
            return read;
          });
    } catch (EOFException e) {
      throw new AssertionError(path + " ends early: from=" + from + ", length=" + length, e);
    }
    compare(path, content, from, read, length);
  }

  /** Reads again if the file got other blocks meanwhile, as readers are told to. */
  private byte[] read(Path path, Reading reading) throws IOException {
    List<Long> blocks = world.cluster.blockIds(path);
    try (FSDataInputStream in = world.cluster.fs().open(path)) {
      return reading.of(in);
    } catch (IOException e) {
      if (world.cluster.blockIds(path).equals(blocks)) {
        throw e;
      }
      LOG.info("{} got other blocks while it was read", path, e);
    }
    try (FSDataInputStream in = world.cluster.fs().open(path)) {
      return reading.of(in);
    }
  }

  private static void compare(Path path, Content content, int from, byte[] read, int length) {
    World.expect(
        read.length == length,
        path + " has " + read.length + " bytes instead of " + length + " from " + from + " on");
    int wrong = Arrays.mismatch(read, Arrays.copyOfRange(content.bytes(), from, from + length));
    World.expect(wrong < 0, "wrong byte " + (from + wrong) + " of " + path + " with " + content);
  }

  /** Waits until nothing is wrong any more, then reads everything and compares the NameNodes. */
  void check() throws Exception {
    expected.keySet().removeIf(shape -> !world.model.holds(shape.content()));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<String> wrong = wrongs();
    while (!wrong.isEmpty()) {
      world.watcher.accept(wrong);
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "still wrong after " + PATIENCE.toSeconds() + " s:\n  "
                + wrong.stream().limit(SHOWN_MAX).collect(Collectors.joining("\n  ")));
      }
      LOG.info("{} things are wrong, the last is {}", wrong.size(), wrong.get(wrong.size() - 1));
      LockSupport.parkNanos(POLL_NANOS);
      if (!world.harmed.isEmpty()) {
        world.cluster.scanDirectories();
        world.followHarm();
        reportHarm();
      }
      world.cluster.triggerReports();
      wrong = wrongs();
    }
    world.watcher.accept(wrong);
    world.model.ruledTo.clear();
    // A node that is away may bring a damaged replica back, in place of which a good one goes.
    world.harmed.values().removeIf(harm -> !world.nodes.stopped.contains(harm.node()));
    for (Map.Entry<Path, Content> file : world.model.readable().entrySet()) {
      readWhole(file.getKey(), file.getValue());
      readRanges(file.getKey(), file.getValue());
    }
    compareNameNodes();
    checkScrub();
  }

  /** Nothing but what was rewritten may contradict the other members of its group. */
  private void checkScrub() throws IOException {
    GetScrubStatusResponseProto status = world.cluster.transitions().scrubStatus();
    LOG.info("The scrub: {}", status);
    for (WrongProto wrong : status.getWrongList()) {
      World.expect(
          world.rewritten.contains(inodeOf(wrong.getPath())),
          "the scrub found what nobody rewrote: " + wrong);
    }
  }

  private long inodeOf(String path) throws IOException {
    return path.startsWith(INODES)
        ? Long.parseLong(path.substring(INODES.length()))
        : world.cluster.fs().getClient().getFileInfo(path).getFileId();
  }

  private void readRanges(Path path, Content content) throws IOException {
    int length = content.length();
    readRange(path, content, 0, length);
    for (int i = 1; i < RANGES && length > 0; i++) {
      int from = (int) ((content.seed() >>> 8 * i & 0xFFFF) % length);
      readRange(path, content, from, Math.min(length - from, 1 + SoakCluster.BLOCK * i / 2));
    }
  }

  /** Tells what a client or a scan that met the damage would tell. */
  private void reportHarm() throws IOException {
    for (Map.Entry<Path, Content> file : world.model.readable().entrySet()) {
      for (Piece piece : StoredFile.of(world.cluster, file.getKey(), file.getValue()).pieces()) {
        Harm harm = world.harmed.get(piece.id());
        if (harm != null && piece.nodes().contains(harm.node()) && harm.isThere()) {
          world.cluster.reportBad(piece, harm.node());
        }
      }
    }
  }

  List<String> wrongs() throws IOException {
    List<String> wrong = counters();
    world.cluster.transitions().status(new Path("/"))
        .forEach(each -> wrong.add("under way: " + each));
    for (Map.Entry<Path, Content> file : Map.copyOf(world.model.files).entrySet()) {
      checkPolicy(file.getKey(), file.getValue(), wrong);
    }
    for (int node : world.nodes.excluded) {
      if (!world.nodes.stopped.contains(node) && !world.cluster.isDecommissioned(node)) {
        wrong.add("DataNode " + node + " is not decommissioned");
      }
    }
    Map<Long, List<Found>> found =
        Disks.blockFiles(world.cluster, world.cluster.running()).stream()
            .collect(Collectors.groupingBy(Found::block));
    Map<Long, List<Found>> leaked = new HashMap<>(found);
    for (Map.Entry<Path, Content> entry : world.model.readable().entrySet()) {
      StoredFile file = StoredFile.of(world.cluster, entry.getKey(), entry.getValue());
      List<byte[]> bytes = expected.computeIfAbsent(file.shape(), shape -> file.bytes());
      for (int i = 0; i < bytes.size(); i++) {
        Piece piece = file.pieces().get(i);
        leaked.remove(piece.id());
        checkReplicas(
            entry.getKey() + " " + piece, entry.getValue().home().copies(),
            found.getOrDefault(piece.id(), List.of()), bytes.get(i), file.lengthSource(piece),
            wrong);
      }
      if (file.content().home().isDecoupled()) {
        wrong.addAll(file.shared(world.nodes.usable()));
      }
    }
    leaked.forEach((block, files) -> wrong.add("of no file: " + files));
    return wrong;
  }

  private void checkPolicy(Path file, Content content, List<String> wrong) throws IOException {
    boolean settled = world.cluster.transitions().status(file).isEmpty();
    if (content.home() == Directory.REPLICATED || !settled) {
      return;
    }
    Directory coded = world.cluster.coded(file);
    boolean isOfKind = coded.isDecoupled() == content.coded().isDecoupled();
    boolean byRule = coded.isDecoupled() && world.model.ruledTo.contains(coded.policy());
    if (byRule || !isOfKind && world.model.hasHadSnapshots) {
      // One that a snapshot was taken of meanwhile keeps the kind of layout that it has.
      world.model.files.put(file, content.as(coded));
    } else if (!isOfKind || !coded.policy().equals(content.coded().policy())) {
      wrong.add(file + " is coded as in " + coded + " instead of as in " + content.coded());
    }
  }

  /** As many replicas as there shall be, and as few; more only on nodes that are to leave. */
  private void checkReplicas(
      String what, int copies, List<Found> found, byte[] bytes, String lengthSource,
      List<String> wrong)
      throws IOException {
    List<Integer> staying =
        found.stream().map(Found::node).filter(node -> !world.nodes.excluded.contains(node))
            .toList();
    if (staying.size() != copies) {
      wrong.add(
          what + " is on " + staying + " instead of " + copies + " nodes: "
              + found.stream().map(each -> each.node() + " " + each.state()).toList());
    }
    for (Found replica : found) {
      byte[] there = replica.bytes();
      if (!Arrays.equals(there, bytes)) {
        String difference =
            there == null ? "it is gone" : Difference.of(there, bytes, lengthSource);
        wrong.add(what + " is wrong on " + replica.node() + ": " + difference);
      }
    }
  }

  private List<String> counters() throws IOException {
    FSNamesystem namesystem = world.cluster.active().getNamesystem();
    List<String> wrong = new ArrayList<>();
    Counters.of(namesystem).forEach((name, count) -> {
      if (count != 0) {
        wrong.add(name + "=" + count);
      }
    });
    namesystem.readLock();
    try {
      wrong.addAll(ExcessReplicas.describe(namesystem.getBlockManager()));
    } finally {
      namesystem.readUnlock();
    }
    return wrong;
  }

  private void compareNameNodes() throws Exception {
    HATestUtil.waitForStandbyToCatchUp(world.cluster.active(), world.cluster.standby());
    List<String> active = NameNodePair.known(world.cluster.active().getNamesystem());
    List<String> standby = NameNodePair.known(world.cluster.standby().getNamesystem());
    for (int i = 0; i < Math.max(active.size(), standby.size()); i++) {
      String left = i < active.size() ? active.get(i) : "nothing";
      String right = i < standby.size() ? standby.get(i) : "nothing";
      World.expect(left.equals(right), "the active knows " + left + ", the standby " + right);
    }
  }
}
