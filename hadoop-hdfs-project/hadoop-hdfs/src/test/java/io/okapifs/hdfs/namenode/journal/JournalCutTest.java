package io.okapifs.hdfs.namenode.journal;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.NamespaceRecord;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.testing.Seed;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.namenode.EditLogInputStream;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NamespaceDigest;
import org.apache.hadoop.hdfs.server.namenode.NamespaceReplay;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The journal of a NameNode whose writers do everything, cut after each of its edits: what loads
 * from there is what the NameNode had.
 */
class JournalCutTest {

  private static final String POLICY = "RS-3-2-64k";

  /** As many as fill and finish a stripe or close a file. */
  private static final int EDITS_BEHIND_AN_IMAGE = 6;

  private static final int TORN_JOURNALS = 20;
  private static final long OBSERVATION_NANOS = 500_000;
  private static final long SEED = Seed.get();

  @TempDir static java.nio.file.Path temporary;

  private static NamespaceRecord recorded;
  private static long lastTxId;

  /** By transaction: states of the writer, and states loaded from edits alone. */
  private static final Map<Long, List<String>> WRITTEN = new ConcurrentSkipListMap<>();

  private static final Map<Long, List<String>> LOADED = new TreeMap<>();

  @BeforeAll
  static void write() throws Exception {
    // A class that is run once more begins anew.
    WRITTEN.clear();
    LOADED.clear();
    BlockFileCluster.failRepairs();
    BlockFileCluster cluster =
        new BlockFileCluster(
            9, conf -> {
              conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_CAPTURE_OPENFILES, true);
              // What was asked for while repairs failed is asked for again after that.
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 5);
              // Else a number is given to an edit after the change that it tells of was seen.
              conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_EDITS_ASYNC_LOGGING, false);
            });
    try {
      FSNamesystem namesystem = cluster.mini().getNamesystem();
      Thread observer = new Thread(() -> observe(namesystem), "observer");
      observer.start();
      new Script(cluster, () -> sample(namesystem)).run();
      observer.interrupt();
      observer.join();
      sample(namesystem);
      recorded = NamespaceRecord.of(cluster, temporary);
      lastTxId = recorded.lastTxId();
    } finally {
      cluster.close();
      BlockFileCluster.allowRepairs();
    }
    loadFromEditsAlone();
  }

  private static void observe(FSNamesystem namesystem) {
    while (!Thread.currentThread().isInterrupted()) {
      sample(namesystem);
      LockSupport.parkNanos(OBSERVATION_NANOS);
    }
  }

  private static void sample(FSNamesystem namesystem) {
    namesystem.readLock();
    try {
      if (WRITTEN.containsKey(namesystem.getEditLog().getLastWrittenTxId())) {
        return;
      }
      NamespaceDigest.At state = NamespaceDigest.ofWriter(namesystem);
      if (!NamespaceDigest.isAhead(namesystem)) {
        WRITTEN.put(state.txId(), state.lines());
      }
    } finally {
      namesystem.readUnlock();
    }
  }

  private static void loadFromEditsAlone() throws IOException {
    try (NamespaceReplay replay = recorded.load();
        EditLogInputStream edits = NamespaceReplay.edits(recorded.journal(), 1)) {
      LOADED.put(0L, replay.digest());
      save(replay);
      while (replay.txId() < lastTxId) {
        replay.apply(edits);
        LOADED.put(replay.txId(), replay.digest());
        save(replay);
      }
    }
  }

  private static void save(NamespaceReplay replay) throws IOException {
    replay.save(image(replay.txId()));
  }

  private static File image(long txId) {
    return temporary.resolve("image-" + txId).toFile();
  }

  @Test
  void editsCutWhereTheWriterWasSeenLoadWhatItHad() {
    assertThat(WRITTEN).hasSizeGreaterThan(20);
    WRITTEN.forEach((txId, written) -> checkSame("transaction " + txId, LOADED.get(txId), written));
  }

  @Test
  void everyStateThatMattersWasSeenAtTheWriter() {
    List<String> all = WRITTEN.values().stream().flatMap(List::stream).distinct().toList();
    assertThat(all).anyMatch(line -> line.contains("parity") && line.contains(" open"))
        .anyMatch(line -> line.contains("BlockInfoStripedData open"))
        .anyMatch(line -> line.contains("  snapshot"))
        .anyMatch(line -> line.contains("writer="));
    assertThat(WRITTEN.values()).anyMatch(JournalCutTest::isRestampedWhileAParityIsOpen);
  }

  /** Whether the open stripe is newer than a parity group that was allocated after it. */
  private static boolean isRestampedWhileAParityIsOpen(List<String> lines) {
    long parityStamp = Long.MAX_VALUE;
    for (String line : lines) {
      if (line.startsWith("file")) {
        parityStamp = Long.MAX_VALUE;
      } else if (line.contains("BlockInfoStripedParity open")) {
        parityStamp = Math.min(parityStamp, stamp(line));
      } else if (line.contains("BlockInfoStripedData open") && stamp(line) > parityStamp) {
        return true;
      }
    }
    return false;
  }

  private static long stamp(String line) {
    return Long.parseLong(line.substring(line.indexOf('_') + 1).split(" ")[0]);
  }

  @Test
  void imageOfEveryCutAndTheEditsBehindItLoadTheSame() throws IOException {
    for (long start = 0; start <= lastTxId; start++) {
      loadImageAndEdits(start, Math.min(lastTxId, start + EDITS_BEHIND_AN_IMAGE));
    }
    Random random = new Random(SEED);
    for (int i = 0; i < 3; i++) {
      loadImageAndEdits((long) (random.nextDouble() * lastTxId), lastTxId);
    }
  }

  private static void loadImageAndEdits(long start, long end) throws IOException {
    loadImageAndEdits(start, end, recorded.journal());
  }

  private static void loadImageAndEdits(long start, long end, File journal) throws IOException {
    try (NamespaceReplay replay = recorded.load(image(start), start);
        EditLogInputStream edits = NamespaceReplay.edits(journal, start + 1)) {
      check(start, replay);
      while (replay.txId() < end) {
        replay.apply(edits);
        check(start, replay);
      }
    }
  }

  /** Transactions and the bytes behind each, in the order of the journal. */
  private static NavigableMap<Long, Long> endOfEdits() throws IOException {
    NavigableMap<Long, Long> ends = new TreeMap<>();
    try (EditLogInputStream edits = NamespaceReplay.edits(recorded.journal(), 1)) {
      for (long txId = 1; txId <= lastTxId; txId++) {
        assertThat(edits.readOp().getTransactionId()).isEqualTo(txId);
        ends.put(txId, edits.getPosition());
      }
    }
    return ends;
  }

  /** As a NameNode does that finds the segment of one that was killed. */
  @Test
  void journalTornInAnEditLoadsWhatWasBeforeIt() throws IOException {
    byte[] journal = Files.readAllBytes(recorded.journal().toPath());
    NavigableMap<Long, Long> ends = endOfEdits();
    Random random = new Random(SEED);
    for (int i = 0; i < TORN_JOURNALS; i++) {
      long whole = 1 + (long) (random.nextDouble() * (lastTxId - 1));
      int begin = ends.get(whole).intValue();
      int length = begin + 1 + random.nextInt((int) (ends.get(whole + 1) - begin - 1));
      File torn =
          Files.write(temporary.resolve("torn-" + i), Arrays.copyOf(journal, length)).toFile();
      String what = "edits=" + whole + ", bytes=" + length + ", seed=" + SEED;
      assertThat(NamespaceReplay.lastTxId(torn)).as(what).isEqualTo(whole);
      long start = Math.max(0, whole - EDITS_BEHIND_AN_IMAGE);
      loadImageAndEdits(start, whole, torn);
    }
  }

  private static void check(long start, NamespaceReplay replay) {
    checkSame(
        "transaction " + replay.txId() + ", image of " + start + ", seed " + SEED,
        replay.digest(), LOADED.get(replay.txId()));
  }

  /** As equality of the lists, but a failure shows only where they differ. */
  private static void checkSame(String what, List<String> loaded, List<String> expected) {
    List<String> unexpected = new ArrayList<>(loaded);
    unexpected.removeAll(expected);
    List<String> missing = new ArrayList<>(expected);
    missing.removeAll(loaded);
    assertThat(unexpected).as("loaded and not expected (%s), %s", missing, what).isEmpty();
    assertThat(loaded).as(what).isEqualTo(expected);
  }

  /** What the writers do. */
  private record Script(BlockFileCluster cluster, Runnable observe) {

    void run() throws Exception {
      String vector = cluster.addPolicy("LESS2-4-2");
      for (Path directory :
          List.of(
              cluster.directory(POLICY, 1), cluster.directory(POLICY, 2),
              cluster.directory(POLICY, 3), cluster.directory(POLICY, 5),
              cluster.directory(vector, 3))) {
        cluster.fs().setQuota(directory, 1000, 1L << 40);
        cluster.fs().allowSnapshot(directory);
        cluster.write(new Path(directory, "kept"), bytes(4L * BLOCK + CELL + 1));
        writeThroughSnapshots(directory, 7 * BLOCK + 5);
      }
      Path directory = cluster.directory(POLICY, 2);
      restamp(new Path(directory, "restamped"));
      abandon(new Path(directory, "abandoned"));
      cluster.fs().setErasureCodingPolicy(directory, POLICY + "@4");
      cluster.write(new Path(directory, "other-width"), bytes(2L * BLOCK));
      cluster.fs().unsetErasureCodingPolicy(directory);
      cluster.write(new Path(directory, "replicated"), bytes(BLOCK));
      cluster.fs().delete(new Path(directory, "kept"), false);
      new Transitions(cluster, vector, observe).run();
    }

    private static byte[] bytes(long length) {
      return BlockFileCluster.bytes(length, length);
    }

    /** One file is open, and another one overwritten, renamed and deleted, between snapshots. */
    private void writeThroughSnapshots(Path directory, int length) throws IOException {
      Path open = new Path(directory, "open");
      Path renamed = new Path(directory, "renamed");
      byte[] bytes = bytes(length);
      try (FSDataOutputStream out = cluster.create(open)) {
        out.write(bytes, 0, length / 2);
        cluster.fs().createSnapshot(directory, "early");
        observe.run();
        cluster.write(new Path(directory, "passing"), bytes(BLOCK + 1));
        cluster.write(new Path(directory, "passing"), bytes(2L * BLOCK + 1));
        cluster.fs().rename(new Path(directory, "passing"), renamed, Options.Rename.OVERWRITE);
        cluster.fs().createSnapshot(directory, "late");
        observe.run();
        cluster.fs().delete(renamed, false);
        out.write(bytes, length / 2, length - length / 2);
      }
      cluster.fs().deleteSnapshot(directory, "early");
      cluster.fs().delete(open, false);
      cluster.fs().createSnapshot(directory, "last");
      observe.run();
      cluster.fs().deleteSnapshot(directory, "late");
      observe.run();
    }

    /** A data stream fails while the parity group of its stripe is open, then a parity stream. */
    private void restamp(Path file) throws Exception {
      byte[] bytes = bytes(8L * BLOCK + 3);
      int part = 4 * BLOCK + 4 * CELL;
      try (FSDataOutputStream out = cluster.create(file)) {
        out.write(bytes, 0, part);
        BlockFileCluster.await("group 1 open", () -> cluster.parityGroups(file, 9).size() == 2);
        List<LocatedStripedBlock> stripes = cluster.dataStripes(file);
        LocatedStripedBlock stripe = stripes.get(stripes.size() - 1);
        DatanodeInfo victim = stripe.getLocations()[0];
        cluster.stop(victim);
        out.write(bytes, part, 2 * CELL);
        BlockFileCluster.await("new stamp of the stripe", () -> {
          List<LocatedStripedBlock> now = cluster.dataStripes(file);
          return now.get(stripes.size() - 1).getBlock().getGenerationStamp()
              > stripe.getBlock().getGenerationStamp();
        });
        observe.run();
        out.write(bytes, part + 2 * CELL, bytes.length - part - 2 * CELL);
      }
      cluster.restartStopped();
    }

    /** Its lease is recovered, which records groups that nobody has encoded. */
    private void abandon(Path file) throws Exception {
      FSDataOutputStream out = cluster.create(file);
      out.write(bytes(6L * BLOCK + 4 * CELL));
      BlockFileCluster.await("last stripe begun", () -> cluster.isLastStripeBegun(file));
      DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
      BlockFileCluster.await("file closed", () -> cluster.fs().recoverLease(file));
      observe.run();
    }
  }
}
