package io.okapifs.hdfs.datanode.recovery;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeWindow;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.apache.hadoop.hdfs.server.protocol.InterDatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replicas of an open data stripe, as the nodes tell that were asked to recover them. */
final class StripeReplicas implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(StripeReplicas.class);

  /** A powered-off node must not hold up the recovery of other files. */
  private static final int CONNECT_MILLIS = 5000;

  /** A replica that takes part. */
  record Replica(DatanodeInfo node, InterDatanodeProtocol proxy, ReplicaRecoveryInfo info) {}

  private final DataNode datanode;
  private final RecoveringStripedBlock order;
  private final Configuration conf;
  private final Replica[] replicas;
  private final BitSet listed = new BitSet();
  private final BitSet silent = new BitSet();
  private final List<Closeable> proxies = new ArrayList<>();

  StripeReplicas(DataNode datanode, RecoveringStripedBlock order) {
    this.datanode = datanode;
    this.order = order;
    this.replicas = new Replica[order.getErasureCodingPolicy().getNumDataUnits()];
    this.conf = new Configuration(datanode.getConf());
    conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_TIMEOUT_KEY, CONNECT_MILLIS);
  }

  /**
   * Asks every node of the order. Its replica stops being written and waits for its new length.
   *
   * @throws RecoveryInProgressException where a newer recovery has begun
   */
  void ask() throws RecoveryInProgressException {
    DatanodeInfo[] nodes = order.getLocations();
    byte[] indices = order.getBlockIndices();
    for (int i = 0; i < nodes.length; i++) {
      listed.set(indices[i]);
      try {
        add(indices[i], ask(nodes[i], indices[i]));
      } catch (RecoveryInProgressException e) {
        throw e;
      } catch (IOException e) {
        silent.set(indices[i]);
        LOG.warn(
            "Node does not say what it has: block={}, index={}, node={}",
            order.getBlock(), indices[i], nodes[i], e);
      }
    }
  }

  private Replica ask(DatanodeInfo node, int index) throws IOException {
    InterDatanodeProtocol proxy = proxy(node);
    ExtendedBlock block = new ExtendedBlock(order.getBlock());
    block.setBlockId(block.getBlockId() + index);
    try {
      return new Replica(
          node, proxy,
          proxy.initReplicaRecovery(
              new RecoveringBlock(block, null, order.getNewGenerationStamp())));
    } catch (RemoteException e) {
      throw e.unwrapRemoteException(RecoveryInProgressException.class);
    }
  }

  private InterDatanodeProtocol proxy(DatanodeInfo node) throws IOException {
    if (datanode.getDNRegistrationForBP(order.getBlock().getBlockPoolId()).equals(node)) {
      return datanode;
    }
    InterDatanodeProtocol proxy =
        DataNode.createInterDataNodeProtocolProxy(
            node, conf, DataNodeWindow.socketTimeout(datanode),
            DataNodeWindow.connectsByName(datanode));
    proxies.add((Closeable) proxy);
    return proxy;
  }

  private void add(int index, Replica replica) {
    ReplicaRecoveryInfo info = replica.info();
    boolean usable =
        info != null
            && info.getNumBytes() > 0
            && info.getGenerationStamp() >= order.getBlock().getGenerationStamp()
            && info.getOriginalReplicaState().getValue() <= ReplicaState.RWR.getValue();
    if (usable && info.getNumBytes() > length(replicas[index])) {
      replicas[index] = replica;
    }
  }

  private static long length(Replica replica) {
    return replica == null ? 0 : replica.info().getNumBytes();
  }

  /** Bytes of each block, 0 where no replica is known of. */
  long[] lengths() {
    return Arrays.stream(replicas).mapToLong(StripeReplicas::length).toArray();
  }

  Replica replica(int index) {
    return replicas[index];
  }

  /** Whether a node that should have the block gave no answer. */
  boolean isSilent(int index) {
    return silent.get(index);
  }

  /** Whether it is known where the block should be. */
  boolean isListed(int index) {
    return listed.get(index);
  }

  @Override
  public void close() {
    IOUtils.cleanupWithLogger(LOG, proxies.toArray(Closeable[]::new));
  }
}
