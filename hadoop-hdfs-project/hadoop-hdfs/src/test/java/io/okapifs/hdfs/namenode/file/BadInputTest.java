package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input gets one clear error and changes nothing. */
class BadInputTest {

  @Cluster(dataNodes = 4, codes = "RS-14-3")
  private static BlockFileCluster cluster;

  @ParameterizedTest
  @ValueSource(strings = {"@0", "@17", "@x", "@", "@-1", "@4@4", "@99999999999"})
  void malformedStripeWidthIsRefused(String suffix) throws Exception {
    Path directory = new Path("/malformed");
    cluster.fs().mkdirs(directory);
    assertThatThrownBy(() -> cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-64k" + suffix))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("(?s).*(stripe width out of range|malformed policy name).*");
    assertThat(cluster.fs().getErasureCodingPolicy(directory)).isNull();
  }

  @Test
  void unknownPolicyIsRefusedUnderTheNameThatWasAskedFor() throws Exception {
    Path directory = new Path("/unknown");
    cluster.fs().mkdirs(directory);
    assertThatThrownBy(() -> cluster.fs().setErasureCodingPolicy(directory, "RS-9-9-64k@4"))
        .hasMessageContaining("RS-9-9-64k@4");
    assertThat(cluster.fs().getErasureCodingPolicy(directory)).isNull();
  }

  @Test
  void replicationHasNoStripeWidth() throws Exception {
    Path directory = new Path("/replicated");
    cluster.fs().mkdirs(directory);
    assertThatThrownBy(() -> cluster.fs().setErasureCodingPolicy(directory, "replication@4"))
        .hasMessageContaining("Replication has no stripe width");
    assertThat(cluster.fs().getErasureCodingPolicy(directory)).isNull();
  }

  @Test
  void groupWiderThanABlockGroupHasStripesOfItsDataBlocksUnlessToldOtherwise() throws Exception {
    Path directory = new Path("/wide");
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, "RS-14-3-64k");
    assertThat(cluster.fs().getErasureCodingPolicy(directory).getName())
        .isEqualTo("RS-14-3-64k@14");
    cluster.fs().setErasureCodingPolicy(directory, "RS-14-3-64k@2");
    assertThat(cluster.fs().getErasureCodingPolicy(directory).getName())
        .isEqualTo("RS-14-3-64k@2");
  }

  @Test
  void directoryKeepsPolicyAndWidthOnTheWireAlsoForBuiltInPolicies() throws Exception {
    Path directory = new Path("/built-in");
    cluster.fs().mkdirs(directory);
    cluster.fs().enableErasureCodingPolicy("RS-3-2-1024k");
    cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-1024k@3");
    ErasureCodingPolicy policy = cluster.fs().getErasureCodingPolicy(directory);
    assertThat(policy.getName()).isEqualTo("RS-3-2-1024k@3");
    assertThat(policy.getNumDataUnits()).isEqualTo(3);
    assertThat(policy.getNumParityUnits()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {CELL + 512, 1L << 40})
  void blockSizeThatHoldsNoWholeCellsOrIsTooLargeIsRefusedAndKeepsTheOldFile(long blockSize)
      throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "block-size-" + blockSize);
    byte[] bytes = BlockFileCluster.bytes(10, 1);
    cluster.write(file, bytes);
    assertThatThrownBy(() -> cluster.fs().create(file, true, 4096, (short) 1, blockSize))
        .hasMessageContaining("block size must be a positive multiple of the cell size")
        .hasMessageContaining("blockSize=" + blockSize);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    cluster.restartNameNode();
    assertThat(cluster.read(file)).isEqualTo(bytes);
  }

  @Test
  void coupledFileOfHugeBlocksIsRefusedBecauseItsHeaderWouldHoldAStripeWidth() throws Exception {
    Path directory = new Path("/huge-blocks");
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-64k");
    assertThatThrownBy(
            () -> cluster.fs().create(new Path(directory, "f"), true, 4096, (short) 1, 1L << 40))
        .hasMessageContaining("block size must be below 2^40");
    assertThat(cluster.fs().exists(new Path(directory, "f"))).isFalse();
  }

  @Test
  void fewerDataNodesThanTheStripeIsWideIsAClearErrorAndTheFileCanBeDeleted() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 5), "too-wide");
    assertThatThrownBy(() -> cluster.write(file, BlockFileCluster.bytes(5L * BLOCK, 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Cannot write " + file)
        .hasMessageContaining("need 5 DataNodes in service, inService=4");
    cluster.fs().delete(file, false);
    assertThat(cluster.fs().exists(file)).isFalse();
  }

  @Test
  void fewerDataNodesThanAGroupHasParityBlocksIsAClearErrorAndTheFileCanBeDeleted()
      throws Exception {
    cluster.addPolicy("RS-2-5");
    Path file = new Path(cluster.directory("RS-2-5-64k", 1), "too-much-parity");
    assertThatThrownBy(() -> cluster.write(file, BlockFileCluster.bytes(BLOCK, 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Cannot write " + file)
        .hasMessageContaining("need 5 DataNodes in service, inService=4");
    cluster.fs().delete(file, false);
    assertThat(cluster.fs().exists(file)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"okapi-pg=", "okapi-pg=1", "okapi-pg=x:4", "okapi-pg=0:-4",
      "okapi-pg=0:0", "okapi-pg=0:999999999", "okapi-pg=7:65536"})
  void malformedRequestForParityChangesNothing(String marker) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 1), "forged" + marker.hashCode());
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(BlockFileCluster.bytes(CELL, 1));
      long fileId = ((DFSOutputStream) out.getWrappedStream()).getFileId();
      HdfsFileStatus status = cluster.fs().getClient().getFileInfo(file.toString());
      assertThat(status.getFileId()).isEqualTo(fileId);
      ClientProtocol namenode = cluster.fs().getClient().getNamenode();
      assertThatThrownBy(
              () -> namenode.addBlock(
                  file.toString(), cluster.fs().getClient().getClientName(), null, null, fileId,
                  new String[] {marker}, EnumSet.noneOf(AddBlockFlag.class)))
          .isInstanceOf(IOException.class);
    }
    cluster.checkBlocks(file, BlockFileCluster.bytes(CELL, 1));
  }

  @Test
  void parityOfACoupledFileCannotBeAskedFor() throws Exception {
    Path directory = new Path("/coupled-parity");
    cluster.fs().mkdirs(directory);
    Path file = new Path(directory, "file");
    String marker = new ParityRequests.Allocation(0, BLOCK).toMarker();
    try (FSDataOutputStream out = cluster.create(file)) {
      long fileId = ((DFSOutputStream) out.getWrappedStream()).getFileId();
      assertThatThrownBy(
              () -> cluster.fs().getClient().getNamenode().addBlock(
                  file.toString(), cluster.fs().getClient().getClientName(), null, null, fileId,
                  new String[] {marker}, EnumSet.noneOf(AddBlockFlag.class)))
          .hasMessageContaining("the file has no stripe width");
    }
  }

  @Test
  void fileOfAKilledWriterCanBeDeletedAndNeverBlocksARestart() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "abandoned");
    FSDataOutputStream out = cluster.create(file);
    out.write(BlockFileCluster.bytes(5L * BLOCK + CELL, 1));
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
    cluster.restartNameNode();
    cluster.saveNamespace();
    cluster.restartNameNode();
    cluster.fs().delete(file, false);
    assertThat(cluster.fs().exists(file)).isFalse();
    cluster.restartNameNode();
    assertThat(cluster.fs().exists(file)).isFalse();
  }
}
