package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/** Files with a stripe width get HDFS's own striped layout again: only names change. */
abstract class CouplingCases extends LayoutChangeCases {

  static final String POLICY = "RS-3-2-64k";

  static Path write(String policy, int width, String name, byte[] bytes)
      throws Exception {
    Path file = new Path(cluster.directory(policy, width), name);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  static void couple(Path file, String policy) throws Exception {
    transitions.couple(file, policy);
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(policy);
  }

  /** Every block on disk, every byte, and nothing counted as missing or in excess. */
  static void check(Path file, byte[] bytes) throws Exception {
    cluster.awaitCoupled(file);
    settle();
    checkBlocks(file, bytes);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    assertThat(cluster.mini().getNamesystem().getBlockManager().getLowRedundancyBlocksCount())
        .isZero();
  }

  static void checkBlocks(Path file, byte[] bytes) throws IOException {
    ErasureCodingPolicy policy = cluster.fs().getErasureCodingPolicy(file);
    int k = policy.getNumDataUnits();
    GroupPolicy code =
        new GroupPolicy(
            policy.getName(), policy.getCodecName(), k, policy.getNumParityUnits(), 1,
            policy.getCellSize());
    FileLayout layout = new FileLayout(code, k, BLOCK);
    BlockOracle oracle = new BlockOracle(layout, bytes);
    List<LocatedStripedBlock> groups = cluster.dataStripes(file);
    for (int j = 0; j < groups.size(); j++) {
      DatanodeInfo[] nodes = BlockFileCluster.nodesByIndex(groups.get(j), code.n());
      byte[][] parities = oracle.parities(j, (int) layout.parityLength(j, bytes.length));
      for (int member = 0; member < code.n(); member++) {
        if (member < layout.dataMembers(j, bytes.length) || member >= k) {
          assertThat(cluster.replica(groups.get(j), member, nodes[member]))
              .as("block %s of block group %s of %s", member, j, file)
              .isEqualTo(
                  member < k ? oracle.data((long) j * k + member) : parities[member - k]);
        }
      }
    }
  }

  /** A file that has begun, and cannot end while repairs fail. */
  static Path hold(String name, byte[] bytes) throws Exception {
    Path file = write(POLICY, 3, name, bytes);
    hold(file, bytes);
    return file;
  }

  static void hold(Path file, byte[] bytes) throws Exception {
    BlockFileCluster.failRepairs();
    Replica lost = cluster.member(file, 1, 1);
    cluster.delete(lost);
    holdFor(lost, file, bytes);
  }

  /** As above, for a replica that the NameNode takes for corrupt. */
  static void holdFor(Replica lost, Path file, byte[] bytes) throws Exception {
    BlockFileCluster.failRepairs();
    cluster.reportCorrupt(List.of(lost));
    transitions.couple(file, POLICY);
    transitions.awaitStep(file, Step.STARTED);
    FileLayout layout = cluster.layout(file);
    long members =
        layout.blockCount(bytes.length)
            + layout.groupCount(bytes.length) * layout.policy().r();
    BlockFileCluster.await(
        "second names of what is whole", () -> secondNames(file).size() == members - 1);
  }

  /** Names of replicas that the NameNode knows of block groups that a file will have. */
  static Set<String> secondNames(Path file) throws IOException {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    INodeFile inode = namesystem.getFSDirectory().getINode(file.toString()).asFile();
    Set<String> names = new TreeSet<>();
    namesystem.readLock();
    try {
      for (BlockInfoStriped group : DecoupledFile.coming(inode).orElseThrow()) {
        group.getStorageAndIndexInfos()
            .forEach(at -> names.add("blk_" + (group.getBlockId() + at.getBlockIndex())));
      }
    } finally {
      namesystem.readUnlock("secondNames");
    }
    return names;
  }

  static EcRun.Outcome run(Path path, String policy, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of("-transition", "-path", path.toString(), "-policy", policy, "-recursive"));
    args.addAll(List.of(more));
    return EcRun.run(clusterConf(), args.toArray(String[]::new));
  }

  private static org.apache.hadoop.conf.Configuration clusterConf() {
    return cluster.mini().getConfiguration(0);
  }
}
