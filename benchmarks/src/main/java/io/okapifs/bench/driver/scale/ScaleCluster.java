package io.okapifs.bench.driver.scale;

import io.okapifs.bench.driver.FakeDataNodes;
import io.okapifs.bench.driver.NamespaceDriver;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;

/**
 * A NameNode whose DataNodes exist in their calls alone, and whose lock is timed. What it does of
 * its own accord is kept from happening. Used by one thread.
 */
final class ScaleCluster {

  /** More than all blocks: it stays in safe mode until it is told to leave. */
  private static final float NEVER = 1.5f;

  private final Rounds rounds;
  private final MiniDFSCluster cluster;
  private final FakeDataNodes nodes;
  private TimedLock lock;

  /** Starts it, with so many nodes. */
  ScaleCluster(Rounds rounds, int nodes) throws IOException {
    this.rounds = rounds;
    cluster =
        new MiniDFSCluster.Builder(settings())
            .numDataNodes(0)
            .enableManagedDfsDirsRedundancy(false)
            .build();
    cluster.waitActive();
    watch();
    this.nodes = FakeDataNodes.remembering(rpc(), nodes);
  }

  private static Configuration settings() {
    Configuration conf = new HdfsConfiguration();
    NamespaceDriver.configure(conf);
    int day = (int) TimeUnit.DAYS.toSeconds(1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, day);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, day);
    conf.setFloat(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_THRESHOLD_PCT_KEY, NEVER);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    // Its monitor takes the lock while it is being replaced.
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_CACHING_ENABLED_KEY, false);
    return conf;
  }

  private void watch() throws IOException {
    rounds.stop(namesystem());
    TimedLock timed = new TimedLock();
    try {
      while (!replaceLock(timed)) {
        Thread.sleep(1);
      }
    } catch (InterruptedException | ReflectiveOperationException e) {
      throw new IOException(e);
    }
    lock = timed;
  }

  /**
   * Puts a lock into the place of the NameNode's own.
   *
   * @return false where a thread waits for that, which could not let go of it later
   */
  private boolean replaceLock(TimedLock timed) throws ReflectiveOperationException {
    Method set =
        FSNamesystem.class.getDeclaredMethod("setFsLockForTests", ReentrantReadWriteLock.class);
    set.setAccessible(true);
    namesystem().writeLock();
    ReentrantReadWriteLock own = namesystem().getFsLockForTests();
    try {
      if (own.hasQueuedThreads()) {
        return false;
      }
      set.invoke(namesystem(), timed);
      return true;
    } finally {
      own.writeLock().unlock();
    }
  }

  /** Stops it and starts it again from its image; it is in safe mode and knows no node then. */
  void restart() throws IOException {
    cluster.restartNameNode(0, false);
    watch();
  }

  /** Leaves safe mode, and waits until it has looked at the redundancy of everything. */
  void leaveSafeMode() throws Exception {
    rpc().setSafeMode(SafeModeAction.SAFEMODE_LEAVE, false);
    awaitQueues();
  }

  /** Queues anew what misses something, so that nothing of an event is left. */
  void queueAnew() throws Exception {
    namesystem().writeLock();
    try {
      blocks().processMisReplicatedBlocks();
    } finally {
      namesystem().writeUnlock();
    }
    awaitQueues();
  }

  private void awaitQueues() throws ReflectiveOperationException, InterruptedException {
    Field field = BlockManager.class.getDeclaredField("reconstructionQueuesInitializer");
    field.setAccessible(true);
    if (field.get(blocks()) instanceof Thread initializer) {
      initializer.join();
    }
  }

  /** What it knows of a node. */
  DatanodeDescriptor descriptor(int node) {
    return blocks().getDatanodeManager().getDatanode(nodes.nodes().get(node).uuid());
  }

  MiniDFSCluster mini() {
    return cluster;
  }

  NamenodeProtocols rpc() {
    return cluster.getNameNodeRpc();
  }

  FSNamesystem namesystem() {
    return cluster.getNamesystem();
  }

  BlockManager blocks() {
    return namesystem().getBlockManager();
  }

  FakeDataNodes nodes() {
    return nodes;
  }

  TimedLock lock() {
    return lock;
  }

  Rounds rounds() {
    return rounds;
  }

  /** All replicas that its nodes have. */
  long replicas() {
    return nodes.nodes().stream().mapToLong(node -> node.replicas()).sum();
  }
}
