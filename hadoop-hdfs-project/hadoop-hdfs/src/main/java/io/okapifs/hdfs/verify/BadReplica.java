package io.okapifs.hdfs.verify;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaNotFoundException;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;

/**
 * A replica that was found to be bad, until its node has deleted it. Its checksums may be right:
 * then it would count as good again for a NameNode that starts before that.
 */
final class BadReplica {

  /** Whether it is still there. */
  enum State {
    STORED,
    GONE,
    /** Its node does not answer, and has it if it returns. */
    UNREACHABLE
  }

  private final DFSClient client;
  private final Configuration conf;
  private final String address;
  private final DatanodeInfo node;

  /**
   * @param address transfer address of its node
   * @param node null where the address alone is known, of what was corrupt before: it is not looked
   *     for
   */
  BadReplica(DFSClient client, Configuration conf, String address, DatanodeInfo node) {
    this.client = client;
    this.conf = new Configuration(conf);
    // Whoever waits asks again: a node that is down must not hold up what is asked of others.
    this.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    this.address = address;
    this.node = node;
  }

  String address() {
    return address;
  }

  /**
   * Asks its node, and the NameNode where that does not answer.
   *
   * @param good a replica of the same block on another node, whose token is of the block
   */
  State look(LocatedBlock good) {
    if (node == null) {
      return State.GONE;
    }
    try {
      return isStored(good) ? State.STORED : State.GONE;
    } catch (IOException e) {
      DFSClient.LOG.debug("{} does not say whether it has {}", node, good.getBlock(), e);
      return isLive() ? State.STORED : State.UNREACHABLE;
    }
  }

  /** As far as the user may know it: the list of nodes is the superuser's. */
  private boolean isLive() {
    try {
      return List.of(client.datanodeReport(DatanodeReportType.LIVE)).contains(node);
    } catch (IOException e) {
      DFSClient.LOG.debug("The NameNode does not say whether {} is live", node, e);
      return false;
    }
  }

  private boolean isStored(LocatedBlock good) throws IOException {
    ClientDatanodeProtocol datanode =
        DFSUtilClient.createClientDatanodeProtocolProxy(
            node, conf, client.getConf().getSocketTimeout(),
            client.getConf().isConnectToDnViaHostname(), good);
    try {
      datanode.getReplicaVisibleLength(good.getBlock());
      return true;
    } catch (RemoteException e) {
      if (e.unwrapRemoteException() instanceof ReplicaNotFoundException) {
        return false;
      }
      throw e;
    } finally {
      RPC.stopProxy(datanode);
    }
  }
}
