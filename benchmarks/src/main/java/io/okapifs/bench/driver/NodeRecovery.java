package io.okapifs.bench.driver;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** The loss of a DataNode, until every block that it held lies elsewhere. */
final class NodeRecovery {

  private static final long MILLIS_MAX = 10 * 60 * 1000;
  private static final long POLL_MILLIS = 20;

  private final MiniDFSCluster cluster;

  NodeRecovery(MiniDFSCluster cluster) {
    this.cluster = cluster;
  }

  /** Waits until no block needs a repair. */
  Map<String, ?> settle() throws TimeoutException, InterruptedException {
    await();
    return Map.of();
  }

  /** Takes away the node that is longest there; an empty one takes its place afterwards. */
  Map<String, ?> recover() throws Exception {
    DataNode lost = cluster.getDataNodes().get(0);
    DatanodeID id = lost.getDatanodeId();
    long lostBytes = lost.getFSDataset().getDfsUsed();
    long readBefore = sum("ecReconstructionBytesRead", 1);
    long writtenBefore = sum("ecReconstructionBytesWritten", 1);
    Configuration conf = cluster.getConfiguration(0);
    cluster.stopDataNode(0);
    long start = System.nanoTime();
    cluster.setDataNodeDead(id);
    await();
    long nanos = System.nanoTime() - start;
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("nanos", nanos);
    answer.put("lostBytes", lostBytes);
    answer.put("readBytes", sum("ecReconstructionBytesRead", 0) - readBefore);
    answer.put("writtenBytes", sum("ecReconstructionBytesWritten", 0) - writtenBefore);
    cluster.startDataNodes(conf, 1, true, StartupOption.REGULAR, null);
    cluster.waitActive();
    return answer;
  }

  private long sum(String counter, int from) throws ReflectiveOperationException {
    long sum = 0;
    for (DataNode node : cluster.getDataNodes().subList(from, cluster.getDataNodes().size())) {
      // The management bean has it, too, but up to ten seconds late.
      Field field = DataNodeMetrics.class.getDeclaredField(counter);
      field.setAccessible(true);
      sum += ((MutableCounterLong) field.get(node.getMetrics())).value();
    }
    return sum;
  }

  private void await() throws TimeoutException, InterruptedException {
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    long begin = System.nanoTime();
    while (blocks.getLowRedundancyBlocksCount() + blocks.getPendingReconstructionBlocksCount() > 0) {
      if (System.nanoTime() - begin > MILLIS_MAX * 1_000_000) {
        throw new TimeoutException(
            "not recovered: lowRedundancy=" + blocks.getLowRedundancyBlocksCount() + ", pending="
                + blocks.getPendingReconstructionBlocksCount());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
