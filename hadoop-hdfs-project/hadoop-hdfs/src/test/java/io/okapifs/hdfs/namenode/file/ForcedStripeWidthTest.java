package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.testing.BlockFileCluster;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The switch with which upstream's tests run on decoupled files. */
class ForcedStripeWidthTest {

  private static BlockFileCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new BlockFileCluster(9, conf -> conf.set(ForcedStripeWidth.KEY, "k-2"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void fileWithoutAWidthGetsTheForcedOneAndKeepsItOverARestart() throws Exception {
    Path narrow = file("/forced-3-2", "RS-3-2-64k");
    Path wide = file("/forced-6-3", "RS-6-3-64k");
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 5, 1);
    cluster.write(narrow, bytes);
    cluster.write(wide, bytes);
    cluster.restartNameNode();
    assertThat(stripeWidth(narrow)).isEqualTo(1);
    assertThat(stripeWidth(wide)).isEqualTo(4);
    assertThat(cluster.read(narrow)).isEqualTo(bytes);
    assertThat(cluster.read(wide)).isEqualTo(bytes);
  }

  @Test
  void aNamedWidthWins() throws Exception {
    Path file = new Path(cluster.directory("RS-6-3-64k", 2), "named");
    cluster.write(file, BlockFileCluster.bytes(BLOCK, 2));
    assertThat(stripeWidth(file)).isEqualTo(2);
  }

  @Test
  void aReplicatedFileStaysOne() throws Exception {
    Path file = new Path("/replicated");
    cluster.write(file, BlockFileCluster.bytes(BLOCK, 3));
    assertThat(cluster.fs().getErasureCodingPolicy(file)).isNull();
    assertThat(cluster.fs().getFileStatus(file).isErasureCoded()).isFalse();
  }

  @Test
  void theKeyIsOffByDefault() {
    ErasureCodingPolicy coupled = SystemErasureCodingPolicies.getPolicies().get(0);
    assertThat(ForcedStripeWidth.of(new Configuration()).of(coupled)).isEqualTo(PolicyName.COUPLED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "17", "-2", "k-", "k*2", "wide", "k-100"})
  void anotherValueIsRefusedByName(String value) {
    Configuration conf = new Configuration();
    conf.set(ForcedStripeWidth.KEY, value);
    assertThatThrownBy(() -> ForcedStripeWidth.of(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(ForcedStripeWidth.KEY)
        .hasMessageContaining(value);
  }

  private static int stripeWidth(Path file) throws IOException {
    return StripeView.of(cluster.fs().getErasureCodingPolicy(file)).stripeWidth();
  }

  private static Path file(String directory, String policy) throws IOException {
    Path path = new Path(directory);
    cluster.fs().mkdirs(path);
    cluster.fs().setErasureCodingPolicy(path, policy);
    return new Path(path, "file");
  }
}
