package io.okapifs.bench.driver;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.balancer.ExitStatus;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Runs HDFS's balancer again and again beside other work. So that it always finds blocks to move,
 * other disks are the small ones in each run. One thread begins and ends it.
 */
final class Balancing {

  /** A small disk is a quarter full, by what nodes have on average, a large one a sixteenth. */
  private static final int SMALL = 4;
  private static final int LARGE = 16;

  /** Until the NameNode knows. */
  private static final long HEARTBEATS_MILLIS = 1500;

  private static final String BALANCER = "org.apache.hadoop.hdfs.server.balancer.Balancer$Cli";

  /** All is balanced, there is nothing to move, or what was tried did not move. */
  private static final Set<Integer> ENDS =
      Stream.of(ExitStatus.SUCCESS, ExitStatus.NO_MOVE_BLOCK, ExitStatus.NO_MOVE_PROGRESS)
          .map(ExitStatus::getExitCode)
          .collect(Collectors.toSet());

  private final List<DataNode> nodes;
  private final Configuration conf;
  private final Random random = new Random(1);
  private final Thread thread = new Thread(this::repeat, "balancing");
  private final long movesBefore;
  private volatile boolean ends;
  private int runs;
  private Exception failure;

  private Balancing(List<DataNode> nodes, Configuration conf)
      throws ReflectiveOperationException {
    this.nodes = nodes;
    this.conf = conf;
    this.movesBefore = moves();
  }

  static Balancing begin(List<DataNode> nodes, Configuration conf)
      throws ReflectiveOperationException {
    Balancing balancing = new Balancing(nodes, conf);
    balancing.thread.start();
    return balancing;
  }

  private long moves() throws ReflectiveOperationException {
    return NodeCounters.times(nodes, "replaceBlockOp");
  }

  private void repeat() {
    try {
      while (!ends) {
        resize();
        runOnce();
        runs++;
      }
    } catch (Exception e) {
      failure = e;
    }
  }

  private void resize() throws Exception {
    long used = 0;
    for (DataNode node : nodes) {
      used += node.getFSDataset().getDfsUsed();
    }
    for (DataNode node : nodes) {
      setCapacity(node, used / nodes.size() * (random.nextBoolean() ? SMALL : LARGE));
    }
    Thread.sleep(HEARTBEATS_MILLIS);
  }

  private static void setCapacity(DataNode node, long bytes) throws IOException {
    try (FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        ((FsVolumeImpl) volume).setCapacityForTesting(bytes);
      }
    }
  }

  private void runOnce() throws Exception {
    Configuration own = new Configuration(conf);
    own.setLong(DFSConfigKeys.DFS_BALANCER_GETBLOCKS_MIN_BLOCK_SIZE_KEY, 1);
    own.setLong(DFSConfigKeys.DFS_BALANCER_MAX_NO_MOVE_INTERVAL_KEY, 1000);
    Constructor<?> balancer = Class.forName(BALANCER).getDeclaredConstructor();
    balancer.setAccessible(true);
    int code =
        ToolRunner.run(
            own, (Tool) balancer.newInstance(),
            new String[] {"-threshold", "1", "-idleiterations", "1"});
    if (!ENDS.contains(code)) {
      throw new IOException("the balancer ended with code " + code);
    }
  }

  /** Ends with the run that is under way; disks have what the machine has again. */
  Map<String, ?> end() throws Exception {
    ends = true;
    thread.join();
    if (failure != null) {
      throw new IOException("the balancer failed: runs=" + runs, failure);
    }
    for (DataNode node : nodes) {
      setCapacity(node, -1);
    }
    return Map.of("runs", runs, "moves", moves() - movesBefore);
  }
}
