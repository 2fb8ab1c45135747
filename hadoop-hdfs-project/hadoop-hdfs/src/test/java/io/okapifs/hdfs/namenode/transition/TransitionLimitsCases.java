package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.tools.EcRun;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.BeforeAll;

/** Transitions in a cluster that does one at a time, with little bandwidth. */
abstract class TransitionLimitsCases {

  static final int BYTES_PER_SECOND = 512 << 10;

  static final int LISTED_BY_A_CALL = 2;

  @Cluster(
      dataNodes = 10,
      settings = {
        TransitionService.MAX_CONCURRENT_KEY + "=1",
        DFSConfigKeys.DFS_LIST_LIMIT + "=" + LISTED_BY_A_CALL,
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=20",
        TransitionService.BANDWIDTH_KEY + "=" + BYTES_PER_SECOND
      })
  static BlockFileCluster cluster;
  static Transitions transitions;

  @BeforeAll
  static void makeDirectory() throws Exception {
    cluster.directory("RS-6-3-64k", 2);
    transitions = new Transitions(cluster, "none", () -> {});
  }

  static Path write(String name, int blocks) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), name);
    cluster.write(file, BlockFileCluster.bytes((long) blocks * BLOCK, blocks));
    cluster.checkBlocks(file, BlockFileCluster.bytes((long) blocks * BLOCK, blocks));
    return file;
  }

  static EcRun.Outcome begin(Path file, String policy, String... more) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("-transition", "-path", file.toString(), "-policy", policy));
    words.addAll(List.of(more));
    return EcRun.run(cluster.fs().getConf(), words.toArray(String[]::new));
  }
}
