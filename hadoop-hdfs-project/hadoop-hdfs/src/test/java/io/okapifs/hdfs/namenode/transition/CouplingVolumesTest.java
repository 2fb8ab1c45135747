package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A volume goes with blocks that have two names: both are lost, and what they named is rebuilt. */
@LayoutChangeCases.TwoVolumes
class CouplingVolumesTest extends CouplingCases {

  private static final byte[] BYTES = BlockFileCluster.bytes(7L * BLOCK + 9, 6);
  private static int files;

  private Path file;
  private Replica replica;
  private DataNode node;

  /** All blocks of the file but one have two names, which stays so while repairs fail. */
  @BeforeEach
  void holdFile() throws Exception {
    file = hold("volumes" + files++, BYTES);
    replica = cluster.member(file, 0, 0);
    node = cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node()));
  }

  @Test
  void aVolumeIsTakenOutAndPutBack() throws Exception {
    List<File> folders = folders();
    List<File> kept = new ArrayList<>(folders);
    kept.removeIf(folder -> cluster.blockFile(replica).toPath().startsWith(folder.toPath()));
    assertThat(kept).hasSize(1);
    DataNodeTestUtils.reconfigureDataNode(node, kept.toArray(File[]::new));
    awaitEnd();
    DataNodeTestUtils.reconfigureDataNode(node, folders.toArray(File[]::new));
    cluster.mini().triggerBlockReports();
    check(file, BYTES);
  }

  @Test
  void aVolumeFails() throws Exception {
    FsVolumeSpi volume = node.getFSDataset().getVolume(replica.block());
    File folder = new File(volume.getStorageLocation().getUri());
    DataNodeTestUtils.injectDataDirFailure(folder);
    try {
      node.checkDiskError();
      cluster.mini().triggerHeartbeats();
      awaitEnd();
    } finally {
      DataNodeTestUtils.restoreDataDirFromFailure(folder);
    }
  }

  private void awaitEnd() throws Exception {
    BlockFileCluster.await(
        "the loss of " + replica, () -> cluster.memberIfAny(file, 0, 0).node() == null);
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(POLICY);
    check(file, BYTES);
  }

  private List<File> folders() throws IOException {
    List<File> folders = new ArrayList<>();
    try (var volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        folders.add(new File(volume.getStorageLocation().getUri()));
      }
    }
    return folders;
  }
}
