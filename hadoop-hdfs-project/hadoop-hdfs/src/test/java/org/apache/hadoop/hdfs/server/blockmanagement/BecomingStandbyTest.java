package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.health.EarlierTargets;
import io.okapifs.hdfs.namenode.health.OpenBlocks;
import io.okapifs.hdfs.namenode.health.OverdueReports;
import io.okapifs.hdfs.namenode.health.RecoveryClock;
import io.okapifs.hdfs.namenode.repair.EncodingSlots;
import io.okapifs.hdfs.namenode.repair.GroupSiblings;
import io.okapifs.hdfs.namenode.repair.PlacementSweep;
import io.okapifs.hdfs.namenode.repair.RedundancySweep;
import io.okapifs.hdfs.namenode.repair.RepairLoads;
import io.okapifs.hdfs.recovery.Forgoing;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.KeptPorts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Test;

/** A NameNode that becomes standby forgets what only an active one may know. */
class BecomingStandbyTest {

  private static final String POLICY = "XOR-2-1-1024k";
  private static final int WAIT_SECONDS = 1;
  private static final Path FILE = new Path("/d/f");

  private MiniDFSCluster cluster;

  private BlockManager blocks() {
    return cluster.getNamesystem(0).getBlockManager();
  }

  /** The stripe that is being written. */
  private BlockInfo stripe() throws Exception {
    FSNamesystem namesystem = cluster.getNamesystem(0);
    return namesystem.getFSDirectory().getINode(FILE.toString()).asFile().getLastBlock();
  }

  private List<Object> parts() {
    List<Class<?>> ofOneTerm =
        List.of(
            EncodingSlots.class, EarlierTargets.class, RepairLoads.class, OverdueReports.class,
            RecoveryClock.class, OpenBlocks.class, PlacementSweep.class, RedundancySweep.class);
    return ofOneTerm.stream().<Object>map(OkapiParts.of(blocks())::get).toList();
  }

  @Test
  void nothingOfAnEarlierTimeAsActiveIsLeft() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(Forgoing.WAIT_KEY, WAIT_SECONDS);
    cluster = KeptPorts.pair(conf, 3).build();
    try {
      cluster.waitActive();
      cluster.transitionToActive(0);
      DistributedFileSystem fs =
          (DistributedFileSystem) HATestUtil.configureFailoverFs(cluster, conf);
      fs.enableErasureCodingPolicy(POLICY);
      fs.mkdirs(FILE.getParent());
      fs.setErasureCodingPolicy(FILE.getParent(), POLICY + "@2");
      FSDataOutputStream out = fs.create(FILE);
      out.write(new byte[1 << 20]);
      RecoveryClock.start(blocks(), stripe());
      BlockFileCluster.await("the wait is over", () -> RecoveryClock.isOver(blocks(), stripe()));
      List<Object> before = parts();
      BlockInfoDecoupled changed = (BlockInfoDecoupled) stripe();
      GroupSiblings.afterAdding(blocks(), changed);
      failOver(0, 1);
      assertThat(changed.change()).isEqualTo(BlockInfoDecoupled.Change.NONE);
      failOver(1, 0);
      assertThat(RecoveryClock.isOver(blocks(), stripe())).isFalse();
      RecoveryClock.start(blocks(), stripe());
      assertThat(RecoveryClock.isOver(blocks(), stripe())).isFalse();
      List<Object> after = parts();
      for (int i = 0; i < before.size(); i++) {
        assertThat(after.get(i)).isNotSameAs(before.get(i));
      }
      out.close();
      fs.close();
    } finally {
      ClusterEnd.of(cluster);
    }
  }

  private void failOver(int from, int to) throws Exception {
    cluster.transitionToStandby(from);
    cluster.transitionToActive(to);
  }
}
