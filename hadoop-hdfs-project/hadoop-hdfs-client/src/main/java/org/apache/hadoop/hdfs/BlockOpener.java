package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.impl.BlockReaderFactory;
import org.apache.hadoop.hdfs.client.impl.BlockReaderRemote;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;

/**
 * Opens replicas as HDFS's factory does: on this machine's disks, over a connection that is kept,
 * or over a new one. The factory logs a stack for each new connection that fails. Our callers read
 * around such nodes, so that new connections are made here, and a failure is theirs to tell. Any
 * thread may call it.
 *
 * @param conf the client's settings
 * @param verifiesChecksums whether readers compare stored checksums
 * @param mayReadLocally whether readers may open files of this machine's DataNode
 * @param caching what DataNodes shall do about their page cache
 */
public record BlockOpener(
    DFSClient client,
    Configuration conf,
    boolean verifiesChecksums,
    boolean mayReadLocally,
    CachingStrategy caching) {

  /** Leaves HDFS's factory where it would make a new connection. */
  private static final class NoConnection extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoConnection() {
      super(null, null, false, false);
    }
  }

  /**
   * Opens a replica at its first location.
   *
   * @param file what DataNodes call the reader in their logs
   * @param replica with its node, storage and token
   * @param address of the node
   * @param from first byte of the block
   * @param length bytes to read
   * @throws IOException where the node cannot be reached or refuses
   */
  public BlockReader open(
      String file, LocatedBlock replica, InetSocketAddress address, long from, long length)
      throws IOException {
    BlockReaderFactory factory =
        new BlockReaderFactory(client.getConf())
            .setConfiguration(conf)
            .setUserGroupInformation(client.ugi)
            .setClientCacheContext(client.getClientContext())
            .setClientName(client.getClientName())
            .setFileName(file)
            .setDatanodeInfo(replica.getLocations()[0])
            .setInetSocketAddress(address)
            .setStorageType(replica.getStorageTypes()[0])
            .setBlockToken(replica.getBlockToken())
            .setBlock(replica.getBlock())
            .setLength(length)
            .setStartOffset(from)
            .setCachingStrategy(caching)
            .setVerifyChecksum(verifiesChecksums)
            .setAllowShortCircuitLocalReads(mayReadLocally)
            .setRemotePeerFactory(
                (ignoredAddress, ignoredToken, ignoredNode) -> {
                  throw new NoConnection();
                });
    try {
      return factory.build();
    } catch (NoConnection e) {
      return connect(file, replica, address, from, length);
    }
  }

  private BlockReader connect(
      String file, LocatedBlock replica, InetSocketAddress address, long from, long length)
      throws IOException {
    DatanodeInfo node = replica.getLocations()[0];
    Peer peer = client.newConnectedPeer(address, replica.getBlockToken(), node);
    BlockReader opened = null;
    try {
      ClientContext context = client.getClientContext();
      opened =
          BlockReaderRemote.newBlockReader(
              file, replica.getBlock(), replica.getBlockToken(), from, length, verifiesChecksums,
              client.getClientName(), peer, node, context.getPeerCache(), caching,
              context.getNetworkDistance(node), conf);
      return opened;
    } finally {
      if (opened == null) {
        peer.close();
      }
    }
  }
}
