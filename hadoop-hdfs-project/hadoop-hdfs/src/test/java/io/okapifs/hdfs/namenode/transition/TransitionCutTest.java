package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.NamespaceRecord;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.EditLogInputStream;
import org.apache.hadoop.hdfs.server.namenode.FSEditLog;
import org.apache.hadoop.hdfs.server.namenode.GroupsOnDisk;
import org.apache.hadoop.hdfs.server.namenode.NamespaceReplay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * While files change, the cluster is looked at: how far the journal is durable, and what the disks
 * hold. Had it lost its power there, the journal would load into groups that are all on the disks.
 */
class TransitionCutTest {

  @TempDir static java.nio.file.Path temporary;

  /**
   * @param durable the last edit that would be found
   * @param disks the nodes that have a finalized replica, by the block's id
   */
  private record Look(long durable, Map<Long, Set<String>> disks) {}

  private final List<Look> seen = new ArrayList<>();
  private final AtomicReference<Throwable> blind = new AtomicReference<>();

  /**
   * Wider, narrower, merged, to sub-blocks, adopted and coupled again; some with blocks that move
   * first.
   */
  @Test
  void wherePowerIsLostEveryGroupSurvivesTheLossOfAsManyNodesAsItsCode() throws Exception {
    BlockFileCluster cluster =
        new BlockFileCluster(
            13,
            conf -> {
              conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_EDITS_ASYNC_LOGGING, false);
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 5);
            });
    Map<Path, String> changes = new LinkedHashMap<>();
    NamespaceRecord recorded;
    try {
      for (String code :
          List.of(
              "RS-3-2", "RS-LEGACY-3-2", "RS-6-3", "RS-9-2", "LESS2-4-2", "RS-VAND-3-2",
              "RS-VAND-9-2")) {
        cluster.addPolicy(code);
      }
      changes.put(write(cluster, "RS-3-2", 3), "RS-9-2-64k");
      changes.put(write(cluster, "RS-9-2", 4), "RS-3-2-64k");
      changes.put(write(cluster, "RS-VAND-3-2", 2), "RS-VAND-9-2-64k");
      changes.put(write(cluster, "RS-6-3", 5), "LESS2-4-2-64k");
      changes.put(writeCoupled(cluster, "RS-3-2"), "RS-LEGACY-3-2-64k@3");
      final Path named = writeCoupled(cluster, "named");
      Path back = new Path(cluster.directory("RS-3-2-64k", 3), "back");
      cluster.write(back, BlockFileCluster.bytes(10L * BLOCK, 10));
      awaitLook(cluster);
      Transitions transitions = new Transitions(cluster, "none", () -> {});
      BlockFileCluster.failRepairs();
      for (Map.Entry<Path, String> change : changes.entrySet()) {
        transitions.begin(change.getKey(), change.getValue());
        transitions.awaitStep(change.getKey(), Step.STARTED);
      }
      awaitLook(cluster);
      Thread observer = new Thread(() -> observe(cluster), "observer");
      observer.setUncaughtExceptionHandler((thread, e) -> blind.set(e));
      observer.start();
      BlockFileCluster.allowRepairs();
      transitions.couple(back, "RS-3-2-64k");
      transitions.begin(named, "RS-3-2-64k@3");
      for (Path file : changes.keySet()) {
        transitions.awaitDone(file);
      }
      transitions.awaitDone(back);
      transitions.awaitDone(named);
      observer.interrupt();
      observer.join();
      awaitLook(cluster);
      recorded = NamespaceRecord.of(cluster, temporary);
    } finally {
      BlockFileCluster.allowRepairs();
      cluster.close();
    }
    assertThat(blind.get()).isNull();
    check(recorded, changes);
  }

  private static Path write(BlockFileCluster cluster, String code, int stripeWidth)
      throws Exception {
    Path file = new Path(cluster.directory(code + "-64k", stripeWidth), code);
    byte[] bytes = BlockFileCluster.bytes(19L * BLOCK + 1, stripeWidth);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  private static Path writeCoupled(BlockFileCluster cluster, String name) throws Exception {
    Path file = new Path(cluster.coupledDirectory("RS-3-2-64k"), name);
    cluster.write(file, BlockFileCluster.bytes(9L * BLOCK, 9));
    cluster.awaitCoupled(file);
    return file;
  }

  private void observe(BlockFileCluster cluster) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        look(cluster);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitLook(BlockFileCluster cluster) throws Exception {
    BlockFileCluster.await("a steady look", () -> look(cluster));
  }

  /**
   * Takes down what stayed as it is for so long as looking takes.
   *
   * @return whether it did
   */
  private boolean look(BlockFileCluster cluster) throws IOException {
    FSEditLog journal = cluster.mini().getNamesystem().getEditLog();
    long durable = journal.getSyncTxId();
    Map<Long, Set<String>> disks = disks(cluster);
    Look look = new Look(durable, disks);
    boolean isSteady = disks.equals(disks(cluster)) && journal.getSyncTxId() == durable;
    if (isSteady && (seen.isEmpty() || !seen.get(seen.size() - 1).equals(look))) {
      seen.add(look);
    }
    return isSteady;
  }

  private static Map<Long, Set<String>> disks(BlockFileCluster cluster) throws IOException {
    Map<Long, Set<String>> disks = new HashMap<>();
    for (java.nio.file.Path file : BlockFileCluster.blockFiles(cluster.mini())) {
      if (file.toString().contains("/finalized/")) {
        long id = Long.parseLong(file.getFileName().toString().substring("blk_".length()));
        disks.computeIfAbsent(id, any -> new TreeSet<>()).add(file.getName(0).toString());
      }
    }
    return disks;
  }

  private void check(NamespaceRecord recorded, Map<Path, String> changes) throws IOException {
    List<String> violations = new ArrayList<>();
    Map<String, Set<String>> policies = new TreeMap<>();
    try (NamespaceReplay replay = recorded.load();
        EditLogInputStream edits = NamespaceReplay.edits(recorded.journal(), 1)) {
      for (Look look : seen) {
        while (replay.txId() < look.durable) {
          replay.apply(edits);
        }
        GroupsOnDisk.violations(replay.namesystem(), look.disks)
            .forEach(what -> violations.add("after edit " + look.durable + ": " + what));
        GroupsOnDisk.policies(replay.namesystem())
            .forEach(
                (path, policy) ->
                    policies.computeIfAbsent(path, any -> new TreeSet<>()).add(policy));
      }
    }
    assertThat(violations).as("%d looks", seen.size()).isEmpty();
    assertThat(policies.get("/RS-3-2-64k-at-3/back"))
        .contains("RS-3-2-64k", "RS-3-2-64k coupled")
        .isSubsetOf("RS-3-2-64k", "RS-3-2-64k -> coupled", "RS-3-2-64k coupled");
    assertThat(policies.get("/coupled-RS-3-2-64k/named"))
        .contains("RS-3-2-64k coupled", "RS-3-2-64k")
        .isSubsetOf("RS-3-2-64k coupled", "RS-3-2-64k coupled -> RS-3-2-64k", "RS-3-2-64k");
    changes.forEach((file, policy) -> {
      String before =
          file.getName() + "-64k" + (file.toString().startsWith("/coupled") ? " coupled" : "");
      String after = PolicyName.parse(policy).policy();
      assertThat(policies.get(file.toString()))
          .as("seen of %s", file)
          .containsExactlyInAnyOrder(before, before + " -> " + after, after);
    });
  }
}
