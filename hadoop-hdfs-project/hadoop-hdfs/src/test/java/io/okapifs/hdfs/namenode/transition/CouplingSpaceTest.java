package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A block with two names takes the space of one, whatever becomes of its node meanwhile. */
@LayoutChangeCases.TwoVolumes
class CouplingSpaceTest extends CouplingCases {

  /** More than the checksums of a block take. */
  private static final long CHECKSUM_FILE = BLOCK / 64;

  private static final byte[] BYTES = BlockFileCluster.bytes(15L * BLOCK + 9, 5);

  private Path file;
  private long empty;
  private long full;
  private long slack;

  /** All blocks of the file but one have two names, which stays so while repairs fail. */
  @BeforeEach
  void hold() throws Exception {
    empty = used();
    file = write(POLICY, 3, "space", BYTES);
    cluster.checkBlocks(file, BYTES);
    full = used();
    assertThat(full - empty).isGreaterThan(BYTES.length * 5L / 3);
    holdFor(cluster.member(file, 1, 1), file, BYTES);
  }

  /** Blocks that lost their first names take what they took, and nothing once the file is gone. */
  @AfterEach
  void endAndDelete() throws Exception {
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(POLICY);
    try {
      check(file, BYTES);
      awaitUsed(full);
    } finally {
      cluster.fs().delete(file, false);
    }
    awaitUsed(empty);
  }

  @Test
  void secondNamesTakeNoSpace() throws Exception {
    assertThat(used()).isEqualTo(full);
  }

  @Test
  void theSameIsKnownAfterARestart() throws Exception {
    for (DataNode node : List.copyOf(cluster.mini().getDataNodes())) {
      cluster.stop(new DatanodeInfo.DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build());
    }
    cluster.restartStopped();
    assertThat(used()).isEqualTo(full);
  }

  /** The directory scanner compares files with what is known; it finds nothing to correct. */
  @Test
  void aScanOfTheDirectoriesChangesNothing() throws Exception {
    Set<String> blocks = cluster.blocksOnDisk();
    for (DataNode node : cluster.mini().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }
    assertThat(used()).isEqualTo(full);
    assertThat(cluster.blocksOnDisk()).isEqualTo(blocks);
  }

  /** It counts in blocks of the disk, and folders as well. */
  @Test
  void duCountsAsMuch() throws Exception {
    try {
      setInterval("2000");
      BlockFileCluster.await("a count of du", () -> used() != full);
      BlockFileCluster.await(
          "what du counts", () -> Math.abs(used() - full) < (full - empty) / 4);
    } finally {
      setInterval("600000");
    }
    // A count that overlaps with changes forgets them, until the next one.
    slack = full;
  }

  private static void setInterval(String milliseconds) throws ReconfigurationException {
    for (DataNode node : cluster.mini().getDataNodes()) {
      node.reconfigureProperty(CommonConfigurationKeysPublic.FS_DU_INTERVAL_KEY, milliseconds);
    }
  }

  /** One name is left, and takes the space by itself. */
  @Test
  void aNameThatMovesToAnotherVolumeTakesSpaceThere() throws Exception {
    Replica replica = cluster.member(file, 0, 0);
    DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node()));
    move(node, replica.block());
    // HDFS forgets the space of a checksum file there.
    slack = CHECKSUM_FILE;
    awaitUsed(full + BLOCK);
  }

  /** A link ends where a name moves away from the other one; then both take space, and are counted. */
  @Test
  void whatIsUsedIsWhatTheDisksHoldWhenAllNamesHaveMoved() throws Exception {
    long unknown = used() - onDisk();
    int moved = 0;
    for (DataNode node : cluster.mini().getDataNodes()) {
      moved += moveAll(node);
    }
    assertThat(onDisk()).isGreaterThan(full - unknown + (full - empty) / 2);
    slack = moved * CHECKSUM_FILE;
    awaitUsed(unknown + onDisk());
  }

  /** Has each replica of a node, whatever its name, move to the other volume. */
  private static int moveAll(DataNode node) throws IOException {
    String pool = cluster.mini().getNamesystem().getBlockPoolId();
    int moved = 0;
    for (ReplicaInfo replica : node.getFSDataset().getFinalizedBlocks(pool)) {
      move(node, new ExtendedBlock(pool, replica));
      moved++;
    }
    return moved;
  }

  /** As the disk balancer does. */
  private static void move(DataNode node, ExtendedBlock block) throws IOException {
    FsVolumeSpi from = node.getFSDataset().getVolume(block);
    try (var volumes = node.getFSDataset().getFsVolumeReferences()) {
      FsVolumeSpi other = volumes.get(0) == from ? volumes.get(1) : volumes.get(0);
      node.getFSDataset().moveBlockAcrossVolumes(block, other);
    }
  }

  /** Bytes of block and checksum files, those with several names once. */
  private static long onDisk() throws IOException {
    Map<Object, Long> bytesByFile = new HashMap<>();
    for (DataNode node : cluster.mini().getDataNodes()) {
      try (var volumes = node.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          try (Stream<java.nio.file.Path> files =
              Files.walk(java.nio.file.Path.of(volume.getBaseURI()))) {
            for (java.nio.file.Path each : files.filter(CouplingSpaceTest::isOfBlock).toList()) {
              BasicFileAttributes there = Files.readAttributes(each, BasicFileAttributes.class);
              bytesByFile.put(there.fileKey(), there.size());
            }
          }
        }
      }
    }
    return bytesByFile.values().stream().mapToLong(Long::longValue).sum();
  }

  private static boolean isOfBlock(java.nio.file.Path file) {
    return file.getFileName().toString().startsWith("blk_") && Files.isRegularFile(file);
  }

  private static long used() throws IOException {
    long bytes = 0;
    for (DataNode node : cluster.mini().getDataNodes()) {
      bytes += node.getFSDataset().getDfsUsed();
    }
    return bytes;
  }

  private void awaitUsed(long bytes) throws Exception {
    try {
      BlockFileCluster.await(
          "so many bytes used: " + bytes, () -> Math.abs(used() - bytes) <= slack);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", now " + used(), e);
    }
  }
}
