package io.okapifs.hdfs.namenode.placement;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.FileLife;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.KeptPorts;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DiskBalancerWorkStatus.Result;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.diskbalancer.datamodel.DiskBalancerVolume;
import org.apache.hadoop.hdfs.server.diskbalancer.planner.MoveStep;
import org.apache.hadoop.hdfs.server.diskbalancer.planner.NodePlan;
import org.junit.jupiter.api.Test;

/** HDFS's disk balancer moves blocks between the volumes of a node, whatever they belong to. */
class DiskBalancerTest {

  @Test
  void decoupledBlocksMoveAsAnyOthers() throws Exception {
    try (BlockFileCluster cluster =
        new BlockFileCluster(
            FileLife.NODES,
            ClusterSettings.of(
                ClusterSettings.RETRY_SOON, KeptPorts.VOLUMES_KEY + "=DISK,DISK"))) {
      FileLife life = FileLife.of(cluster);
      Path directory = new Path("/balanced");
      Path file = life.write(directory, 2);
      byte[] bytes = cluster.read(file);
      long moved = 0;
      for (DataNode node : cluster.mini().getDataNodes()) {
        moved += empty(node);
      }
      assertThat(moved).isGreaterThan(4L * BLOCK);
      HealthChecks.awaitWhole(cluster, file, bytes);
      life.loseAndRepair(file);
      life.change(file);
      life.verify(directory);
    }
  }

  /** Has the node move everything from its first volume to its second; the bytes that moved. */
  private static long empty(DataNode node) throws Exception {
    FsVolumeSpi full = volumes(node).get(0);
    FsVolumeSpi empty = volumes(node).get(1);
    NodePlan plan = new NodePlan(node.getDisplayName(), node.getIpcPort());
    plan.setNodeUUID(node.getDatanodeUuid());
    plan.setVolumeSetPlans(
        List.of(new MoveStep(described(full), 0, described(empty), 100L * BLOCK, "set")));
    String json = plan.toJson();
    node.submitDiskBalancerPlan(DigestUtils.sha1Hex(json), 1, "plan", json, true);
    BlockFileCluster.await(
        "the end of the plan",
        () -> node.queryDiskBalancerPlan().getResult() != Result.PLAN_UNDER_PROGRESS);
    assertThat(node.queryDiskBalancerPlan().getResult()).isEqualTo(Result.PLAN_DONE);
    return node.queryDiskBalancerPlan().getCurrentState().get(0).getWorkItem().getBytesCopied();
  }

  private static List<FsVolumeSpi> volumes(DataNode node) throws Exception {
    List<FsVolumeSpi> volumes = new ArrayList<>();
    try (var references = node.getFSDataset().getFsVolumeReferences()) {
      references.forEach(volumes::add);
    }
    return volumes;
  }

  private static DiskBalancerVolume described(FsVolumeSpi volume) {
    DiskBalancerVolume described = new DiskBalancerVolume();
    described.setUuid(volume.getStorageID());
    described.setPath(new File(volume.getStorageLocation().getUri()).getPath());
    described.setStorageType(StorageType.DISK.toString());
    return described;
  }
}
