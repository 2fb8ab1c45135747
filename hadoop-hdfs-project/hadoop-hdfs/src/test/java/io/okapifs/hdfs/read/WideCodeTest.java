package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A code wider than a block group of HDFS, on exactly as many DataNodes as it has blocks. */
class WideCodeTest {

  private static final int MEMBERS = 33;
  private static final String POLICY = "RS-30-3-64k";
  private static final int LENGTH = 30 * BLOCK + 7 * CELL + 5;

  private static final String DEFINITION =
      """
      <?xml version="1.0"?>
      <configuration>
        <layoutversion>1</layoutversion>
        <schemas>
          <schema id="RS303"><codec>rs</codec><k>30</k><m>3</m></schema>
        </schemas>
        <policies>
          <policy><schema>RS303</schema><cellsize>65536</cellsize></policy>
        </policies>
      </configuration>
      """;

  @TempDir static java.nio.file.Path folder;

  @Cluster(dataNodes = MEMBERS, settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;
  private static Path directory;

  @BeforeAll
  static void addPolicy() throws Exception {
    java.nio.file.Path file = Files.writeString(folder.resolve("policies.xml"), DEFINITION);
    Outcome added = ec("-addPolicies", "-policyFile", file.toString());
    assertThat(added.out())
        .contains("Add ErasureCodingPolicy " + POLICY + " succeed.");
    assertThat(ec("-enablePolicy", "-policy", POLICY).exitCode()).isZero();
    directory = cluster.directory(POLICY, 6);
  }

  @Test
  void everyBlockIsExactOnANodeOfItsOwnThroughEditsAndImage() throws Exception {
    Path file = new Path(directory, "exact");
    byte[] bytes = BlockFileCluster.bytes(LENGTH, 1);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    List<String> written = BlockFileCluster.describe(cluster.mini().getNamesystem(), file);
    cluster.restartNameNode();
    check(file, bytes, written);
    cluster.saveNamespace();
    cluster.restartNameNode();
    check(file, bytes, written);
  }

  private static void check(Path file, byte[] bytes, List<String> written) throws Exception {
    assertThat(BlockFileCluster.describe(cluster.mini().getNamesystem(), file)).isEqualTo(written);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    cluster.checkBlocks(file, bytes);
  }

  @Test
  void threeLostMembersOfAGroupAreReadAround() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(LENGTH, 2);
    for (List<Integer> lost : List.of(List.of(0, 1, 2), List.of(5, 17, 31), List.of(29, 30, 32))) {
      Path file = new Path(directory, "lost-" + lost.get(0));
      cluster.write(file, bytes);
      cluster.awaitParityGroups(file, 2, 3);
      for (int member : lost) {
        cluster.delete(cluster.member(file, 0, member));
      }
      assertThat(cluster.read(file)).as("without members %s", lost).isEqualTo(bytes);
    }
  }

  /** The command of the repair names 32 members; its target shares a node, as there is no other. */
  @Test
  void lostParityIsEncodedFromThirtyMembers() throws Exception {
    Path file = new Path(directory, "repaired");
    byte[] bytes = BlockFileCluster.bytes(LENGTH, 3);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    Replica lost = cluster.member(file, 0, 31);
    cluster.fs().getClient().getNamenode().reportBadBlocks(
        new LocatedBlock[] {new LocatedBlock(lost.block(), new DatanodeInfo[] {lost.node()})});
    BlockFileCluster.await("parity 1 on another node", () -> {
      DatanodeInfo now = cluster.memberIfAny(file, 0, 31).node();
      return now != null && !now.equals(lost.node());
    });
    Replica repaired = cluster.member(file, 0, 31);
    assertThat(cluster.replica(cluster.parityGroups(file, 1).get(0), 1, repaired.node()))
        .isEqualTo(new BlockOracle(cluster.layout(file), bytes).parities(0)[1]);
  }

  @Test
  void withoutAStripeWidthThePolicyIsRefusedAndChangesNothing() throws Exception {
    Path coupled = new Path("/coupled");
    cluster.fs().mkdirs(coupled);
    assertThatThrownBy(() -> cluster.fs().setErasureCodingPolicy(coupled, POLICY))
        .hasMessageContaining("33 blocks per group")
        .hasMessageContaining("give a stripe width of 1..16, as in " + POLICY + "@6");
    assertThat(cluster.fs().getErasureCodingPolicy(coupled)).isNull();
    Path file = new Path(coupled, "file");
    assertThatThrownBy(() -> cluster.fs().createFile(file).ecPolicyName(POLICY).build())
        .hasMessageContaining("give a stripe width of 1..16");
    assertThat(cluster.fs().exists(file)).isFalse();
  }

  @Test
  void toolsShowPolicyWidthAndLayout() throws Exception {
    Path file = new Path(directory, "shown");
    cluster.write(file, BlockFileCluster.bytes(LENGTH, 4));
    cluster.awaitParityGroups(file, 2, 3);
    assertThat(ec("-getPolicy", "-path", file.toString()).out())
        .containsExactly(POLICY, "Stripe width: 6");
    assertThat(ec("-listPolicies").out())
        .anyMatch(line -> line.contains("Name=" + POLICY) && line.contains("State=ENABLED"));
    assertThat(ec("-layout", "-path", file.toString()).out())
        .contains(
            POLICY + ", stripe width 6: 6 stripes of up to 6 blocks, 2 groups of up to 30 + 3",
            "group 0: survives any 3 blocks, any 3 nodes, 0 racks",
            "group 1: survives any 3 blocks, any 3 nodes, 0 racks");
  }

  private static Outcome ec(String... args) throws Exception {
    return EcRun.run(cluster.fs().getConf(), args);
  }
}
