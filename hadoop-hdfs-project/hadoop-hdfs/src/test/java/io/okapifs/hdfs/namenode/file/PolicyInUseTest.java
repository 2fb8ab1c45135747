package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyState;
import org.junit.jupiter.api.Test;

/**
 * A policy that files and directories use is taken out of service: no new directory may have it,
 * all else goes on, as it does for files of HDFS's own layout, and after restarts.
 */
class PolicyInUseTest {

  private static final byte[] BYTES = BlockFileCluster.bytes(7L * BLOCK + CELL + 3, 1);
  private static final int WIDTH = 4;

  @Cluster(dataNodes = 8)
  private static BlockFileCluster cluster;

  @Test
  void ofADisabledPolicyFilesAreReadWrittenAndRepaired() throws Exception {
    String policy = cluster.addPolicy("RS-4-2");
    Path directory = cluster.directory(policy, WIDTH);
    Map<Path, byte[]> files = new TreeMap<>(Map.of(write(directory, "before"), BYTES));
    cluster.fs().disableErasureCodingPolicy(policy);
    checkThroughRestarts(policy, ErasureCodingPolicyState.DISABLED, directory, files);
    cluster.fs().enableErasureCodingPolicy(policy);
    cluster.fs().setErasureCodingPolicy(directory, policy + "@3");
    assertThat(cluster.layout(write(directory, "again")).stripeWidth()).isEqualTo(3);
  }

  @Test
  void ofARemovedPolicyFilesAreReadWrittenAndRepaired() throws Exception {
    String policy = cluster.addPolicy("RS-2-2");
    Path directory = cluster.directory(policy, WIDTH);
    Map<Path, byte[]> files = new TreeMap<>(Map.of(write(directory, "before"), BYTES));
    assertThatThrownBy(() -> cluster.fs().removeErasureCodingPolicy(policy + "@" + WIDTH))
        .hasMessageContaining(policy + "@" + WIDTH + " does not exist");
    cluster.fs().removeErasureCodingPolicy(policy);
    checkThroughRestarts(policy, ErasureCodingPolicyState.REMOVED, directory, files);
  }

  private static void checkThroughRestarts(
      String policy, ErasureCodingPolicyState state, Path directory, Map<Path, byte[]> files)
      throws Exception {
    check(policy, state, directory, files);
    cluster.restartNameNode();
    check(policy, state, directory, files);
    cluster.saveNamespace();
    cluster.restartNameNode();
    check(policy, state, directory, files);
  }

  private static void check(
      String policy, ErasureCodingPolicyState state, Path directory, Map<Path, byte[]> files)
      throws Exception {
    assertThat(stateOf(policy)).isEqualTo(state);
    for (String name : List.of(policy, policy + "@" + WIDTH)) {
      assertThatThrownBy(() -> cluster.fs().setErasureCodingPolicy(directory, name))
          .hasMessageContaining("Policy '" + name + "' does not match any enabled");
    }
    files.put(write(directory, "file" + files.size()), BYTES);
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      assertThat(Arrays.equals(cluster.read(file.getKey()), file.getValue())).isTrue();
      assertThat(cluster.layout(file.getKey()).stripeWidth()).isEqualTo(WIDTH);
      assertThat(cluster.layout(file.getKey()).policy().name()).isEqualTo(policy);
    }
    Path first = files.keySet().iterator().next();
    // A node that was restarted may still have what it was told to delete.
    HealthChecks.awaitWhole(cluster, first, BYTES);
    List<Replica> lost = List.of(cluster.member(first, 0, 1), cluster.member(first, 0, 3));
    cluster.reportCorrupt(lost);
    HealthChecks.awaitWhole(cluster, first, BYTES);
  }

  private static ErasureCodingPolicyState stateOf(String policy) throws Exception {
    return cluster.fs().getAllErasureCodingPolicies().stream()
        .filter(info -> info.getPolicy().getName().equals(policy))
        .map(ErasureCodingPolicyInfo::getState)
        .findFirst().orElseThrow();
  }

  private static Path write(Path directory, String name) throws Exception {
    Path file = new Path(directory, name);
    cluster.write(file, BYTES);
    cluster.checkBlocks(file, BYTES);
    return file;
  }
}
