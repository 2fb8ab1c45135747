package org.apache.hadoop.hdfs.server.mover;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.NameNodePair;
import java.io.IOException;
import java.util.ArrayList;
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
import org.apache.hadoop.hdfs.server.blockmanagement.StorageCounts;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The mover beside two NameNodes, with files in HDFS's own layout and files with a width. */
class MoverTest {

  private static final int NODES = 6;
  private static final int BLOCK = 2 << 20;
  private static final String POLICY = "RS-3-2-1024k";

  /** Three blocks and two of parity; four, the last two of which are half full, and twice two. */
  private static final int REPLICAS = 5 + 8;

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.set(KeptPorts.VOLUMES_KEY, "DISK,SSD");
    cluster = KeptPorts.pair(conf, NODES).build();
    cluster.waitActive();
    cluster.transitionToActive(0);
    fs = (DistributedFileSystem) HATestUtil.configureFailoverFs(cluster, conf);
    fs.enableErasureCodingPolicy(POLICY);
  }

  @AfterEach
  void stop() throws IOException {
    fs.close();
    ClusterEnd.of(cluster);
  }

  @Test
  void bothLayoutsMoveUnderEitherNameNode() throws Exception {
    write(new Path("/coupled"), POLICY);
    write(new Path("/decoupled"), POLICY + "@2");
    assertAllOn(StorageType.DISK, 0);
    move(HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    assertAllOn(StorageType.SSD, 0);
    int active = NameNodePair.change(cluster, 0, false);
    move(HdfsConstants.HOT_STORAGE_POLICY_NAME);
    assertAllOn(StorageType.DISK, active);
  }

  private void write(Path directory, String policy) throws IOException {
    fs.mkdirs(directory);
    fs.setErasureCodingPolicy(directory, policy);
    try (FSDataOutputStream out = fs.create(new Path(directory, "file"))) {
      out.write(new byte[3 * BLOCK]);
    }
  }

  private void move(String policy) throws Exception {
    for (String directory : List.of("/coupled", "/decoupled")) {
      fs.setStoragePolicy(new Path(directory), policy);
    }
    MoverRun.Outcome outcome = MoverRun.run(fs.getConf(), "/");
    assertThat(outcome.exitCode()).as("%s", outcome.out()).isZero();
  }

  private void assertAllOn(StorageType type, int active) throws Exception {
    BlockFileCluster.await(
        "each replica on " + type,
        () ->
            StorageCounts.replicasOn(cluster.getNamesystem(active).getBlockManager(), type)
                == REPLICAS);
    for (String directory : List.of("/coupled", "/decoupled")) {
      assertThat(storageTypes(new Path(directory, "file"))).containsOnly(type);
    }
  }

  private List<StorageType> storageTypes(Path file) throws IOException {
    List<StorageType> types = new ArrayList<>();
    for (LocatedBlock block :
        fs.getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks()) {
      types.addAll(List.of(block.getStorageTypes()));
    }
    return types;
  }
}
