package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.Transitions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.GroupSafety;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;

/** While files change, any r nodes may be lost at any time. */
class TransitionSafetyTest {

  private static final long OBSERVATION_NANOS = 500_000;

  @Cluster(
      dataNodes = 16,
      codes = {"RS-9-2", "LESS2-4-2", "RS-VAND-3-2", "RS-VAND-9-2"},
      settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;

  /** Wider, narrower, merged, to sub-blocks and back; most of them with blocks that move first. */
  @Test
  void everyGroupKeepsItsMembersOnNodesOfTheirOwn() throws Exception {
    Map<Path, String> changes = new LinkedHashMap<>();
    for (int i = 0; i < 3; i++) {
      changes.put(write("RS-3-2", 3, i), "RS-9-2-64k");
      changes.put(write("RS-9-2", 4, i), "RS-3-2-64k");
      changes.put(write("RS-VAND-3-2", 3, i), "RS-VAND-9-2-64k");
      changes.put(write("RS-6-3", 2, i), "LESS2-4-2-64k");
      changes.put(write("LESS2-4-2", 5, i), "RS-6-3-64k");
    }
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    Map<Path, BlockInfo> blocks = new LinkedHashMap<>();
    for (Path file : changes.keySet()) {
      blocks.put(
          file, GroupSafety.stripesOf(BlockFileCluster.blocks(namesystem, file)).get(0));
    }
    Set<String> violations = new ConcurrentSkipListSet<>();
    Set<String> seenChanging = new ConcurrentSkipListSet<>();
    AtomicLong looks = new AtomicLong();
    Thread observer =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                blocks.forEach((file, block) -> {
                  violations.addAll(GroupSafety.violations(namesystem, block));
                  if (GroupSafety.isChanging(namesystem, block)) {
                    seenChanging.add(file.toString());
                  }
                });
                looks.incrementAndGet();
                LockSupport.parkNanos(OBSERVATION_NANOS);
              }
            },
            "observer");
    observer.setUncaughtExceptionHandler((thread, e) -> violations.add("no more looks: " + e));
    observer.start();
    Transitions transitions = new Transitions(cluster, "none", () -> {});
    try {
      for (Map.Entry<Path, String> change : changes.entrySet()) {
        transitions.begin(change.getKey(), change.getValue());
      }
      for (Path file : changes.keySet()) {
        transitions.awaitDone(file);
      }
    } finally {
      observer.interrupt();
      observer.join();
    }
    for (Map.Entry<Path, String> change : changes.entrySet()) {
      assertThat(cluster.layout(change.getKey()).policy().name()).isEqualTo(change.getValue());
    }
    assertThat(violations).as("in %s looks", looks).isEmpty();
    assertThat(new TreeSet<>(seenChanging))
        .isEqualTo(new TreeSet<>(changes.keySet().stream().map(Path::toString).toList()));
  }

  private static Path write(String code, int stripeWidth, int i) throws Exception {
    Path file = new Path(cluster.directory(code + "-64k", stripeWidth), code + "-" + i);
    byte[] bytes = BlockFileCluster.bytes((12L + i) * BLOCK + i, i);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }
}
