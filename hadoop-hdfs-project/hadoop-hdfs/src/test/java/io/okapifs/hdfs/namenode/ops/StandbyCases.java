package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.NameNodePair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Two NameNodes, the second of which reads the journal of the first. */
public abstract class StandbyCases {

  public static final Path DIRECTORY = new Path("/decoupled");

  public MiniDFSCluster cluster;
  public DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    cluster = NameNodePair.start(conf, 8);
    fs = NameNodePair.client(cluster, conf);
    NameNodePair.addPolicy(fs);
    fs.mkdirs(DIRECTORY);
    BlockFileCluster.failRepairs();
  }

  @AfterEach
  void stop() throws IOException {
    BlockFileCluster.allowRepairs();
    fs.close();
    ClusterEnd.ofLiving(cluster);
  }

  List<LocatedBlock> stripes(Path file) throws IOException {
    return fs.getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  void awaitReplicas(Path file, int count) throws Exception {
    BlockFileCluster.await("replicas known to the standby", () -> {
      int known = 0;
      for (BlockInfo block : blocks(1, file)) {
        known += block.numNodes();
      }
      return known == count;
    });
  }

  void invalidate(LocatedBlock group, int position) throws IOException {
    DataNode node = nodeOf(group.getLocations()[position]);
    Block block = new Block(group.getBlock().getLocalBlock());
    if (group instanceof LocatedStripedBlock striped) {
      block.setBlockId(block.getBlockId() + striped.getBlockIndices()[position]);
    }
    node.getFSDataset().invalidate(group.getBlock().getBlockPoolId(), new Block[] {block});
  }

  LocatedStripedBlock awaitParity(Path file) throws Exception {
    BlockFileCluster.await("both parities",
        () -> parityGroups(file, 1).get(0).getLocations().length == 2);
    return parityGroups(file, 1).get(0);
  }

  List<LocatedStripedBlock> parityGroups(Path file, int count) throws IOException {
    List<LocatedStripedBlock> groups = new ArrayList<>();
    for (LocatedBlock group : fs.getClient().getNamenode()
        .getBlockLocations(file.toString(), ParityRequests.listingOffset(0), count)
        .getLocatedBlocks()) {
      groups.add((LocatedStripedBlock) group);
    }
    return groups;
  }

  DataNode nodeOf(DatanodeInfo node) {
    return cluster.getDataNodes().stream()
        .filter(running -> running.getXferPort() == node.getXferPort())
        .findFirst().orElseThrow();
  }

  List<String> describe(int namenode, Path file) throws IOException {
    return BlockFileCluster.describe(cluster.getNamesystem(namenode), file);
  }

  BlockInfo[] blocks(int namenode, Path file) throws IOException {
    return BlockFileCluster.blocks(cluster.getNamesystem(namenode), file);
  }

  void write(Path file, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, BLOCK)) {
      out.write(bytes);
    }
  }

  byte[] read(Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }
}
