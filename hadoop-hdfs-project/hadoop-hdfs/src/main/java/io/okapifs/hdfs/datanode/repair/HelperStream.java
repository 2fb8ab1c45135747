package io.okapifs.hdfs.datanode.repair;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.impl.BlockReaderRemote;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;

/**
 * One range of a replica, read front to back over one connection, checksums verified. Used by one
 * thread at a time.
 */
final class HelperStream implements Closeable {

  private final ExtendedBlock block;
  private final DatanodeInfo node;
  private final BlockReader reader;
  private final boolean local;
  private final long end;
  private long position;

  /** Connects; the node sends nothing behind {@code end}. */
  HelperStream(RepairContext context, ExtendedBlock block, DatanodeInfo node, long from, long end)
      throws IOException {
    this.block = block;
    this.node = node;
    this.position = from;
    this.end = end;
    Token<BlockTokenIdentifier> token =
        context.datanode().getBlockAccessToken(
            block, EnumSet.of(AccessMode.READ), StorageType.EMPTY_ARRAY, new String[0]);
    Peer peer = connect(context, token);
    BlockReader opened = null;
    try {
      opened =
          BlockReaderRemote.newBlockReader(
              block.toString(), block, token, from, end - from, true, "", peer, node, null,
              CachingStrategy.newDefaultStrategy(), -1, context.conf());
    } finally {
      if (opened == null) {
        peer.close();
      }
    }
    this.reader = opened;
    this.local = context.isHere(node);
  }

  private Peer connect(RepairContext context, Token<BlockTokenIdentifier> token)
      throws IOException {
    DataNode datanode = context.datanode();
    int timeoutMillis = datanode.getDnConf().getSocketTimeout();
    Socket socket = datanode.newSocket();
    try {
      NetUtils.connect(socket, context.addressOf(node), timeoutMillis);
      return DFSUtilClient.peerFromSocketAndKey(
          datanode.getSaslClient(), socket, datanode.getDataEncryptionKeyFactoryForBlock(block),
          token, node, timeoutMillis);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  long position() {
    return position;
  }

  boolean isAtEnd() {
    return position == end;
  }

  /** Whether the node is this one. */
  boolean isLocal() {
    return local;
  }

  /**
   * How the replica is checksummed, a new object: it keeps the sum of what it is fed with, and the
   * reader feeds its own in the thread that reads, while the repair's thread sends.
   */
  DataChecksum checksum() {
    DataChecksum read = reader.getDataChecksum();
    return DataChecksum.newDataChecksum(read.getChecksumType(), read.getBytesPerChecksum());
  }

  void readFully(ByteBuffer window) throws IOException {
    while (window.hasRemaining()) {
      int count = reader.read(window);
      if (count <= 0) {
        throw new EOFException(
            "the replica ends early: block=" + block + ", node=" + node + ", offset=" + position
                + ", missingBytes=" + window.remaining());
      }
      position += count;
    }
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      // It was read to the end or is given up; nothing depends on how the connection ends.
      DataNode.LOG.debug("Closing the reader of {} failed", block, e);
    }
  }
}
