package org.apache.hadoop.hdfs.server.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;

/** HDFS's mover knows nothing of parity groups, and would put their members on one node. */
class MoverTest {

  private static final int NODES = 6;
  private static final int BLOCK = 2 << 20;
  private static final String POLICY = "RS-3-2-1024k";
  private static final String ALL_SSD = HdfsConstants.ALLSSD_STORAGE_POLICY_NAME;

  @Test
  void theMoverMovesCoupledFilesAndLeavesDecoupledOnesAlone() throws Exception {
    Configuration conf = new HdfsConfiguration();
    // The mover waits for both of them between its rounds.
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_MOVER_MOVEDWINWIDTH_KEY, 2000);
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    StorageType[][] types = new StorageType[NODES][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK, StorageType.SSD});
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf).numDataNodes(NODES).storagesPerDatanode(2)
            .storageTypes(types).build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      fs.enableErasureCodingPolicy(POLICY);
      Path coupled = write(fs, new Path("/coupled"), POLICY);
      Path decoupled = write(fs, new Path("/decoupled"), POLICY + "@2");
      assertThat(storageTypes(fs, coupled)).containsOnly(StorageType.DISK);
      assertThat(storageTypes(fs, decoupled)).containsOnly(StorageType.DISK);
      fs.setStoragePolicy(coupled.getParent(), ALL_SSD);
      fs.setStoragePolicy(decoupled.getParent(), ALL_SSD);

      assertThat(ToolRunner.run(conf, new Mover.Cli(), new String[] {"-p", "/"})).isZero();

      assertThat(storageTypes(fs, coupled)).containsOnly(StorageType.SSD);
      assertThat(storageTypes(fs, decoupled)).containsOnly(StorageType.DISK);
    }
  }

  private static Path write(DistributedFileSystem fs, Path directory, String policy)
      throws IOException {
    fs.mkdirs(directory);
    fs.setErasureCodingPolicy(directory, policy);
    Path file = new Path(directory, "file");
    try (FSDataOutputStream out = fs.create(file)) {
      out.write(new byte[3 * BLOCK]);
    }
    return file;
  }

  private static List<StorageType> storageTypes(DistributedFileSystem fs, Path file)
      throws IOException {
    List<StorageType> types = new ArrayList<>();
    for (LocatedBlock block :
        fs.getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks()) {
      types.addAll(List.of(block.getStorageTypes()));
    }
    return types;
  }
}
