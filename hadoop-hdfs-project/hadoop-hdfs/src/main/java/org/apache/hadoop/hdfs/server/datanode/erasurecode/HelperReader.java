package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import io.okapifs.hdfs.repair.GroupMember;
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
 * Reads one helper front to back, one window at a time, checksums verified; zeros stand behind its
 * end. Used by one thread at a time.
 */
final class HelperReader implements Closeable {

  private final RepairSite site;
  private final ExtendedBlock block;
  private final DatanodeInfo node;
  private final ByteBuffer window;
  private BlockReader reader;
  private boolean local;
  private long offset;
  private long windowStart = -1;
  private long bytesRead;

  HelperReader(RepairSite site, RepairOrder order, GroupMember replica, DatanodeInfo node) {
    this.site = site;
    this.block = order.block(replica);
    this.node = node;
    this.window = site.buffers().getBuffer(true, site.windowBytes());
  }

  ExtendedBlock block() {
    return block;
  }

  DatanodeInfo node() {
    return node;
  }

  long bytesRead() {
    return bytesRead;
  }

  long remoteBytesRead() {
    return local ? 0 : bytesRead;
  }

  /** The helper's bytes in the window that was filled last. */
  ByteBuffer window() {
    return window;
  }

  /** Connects, and says how the replica is checksummed. */
  DataChecksum connect(long from) throws IOException {
    if (reader == null) {
      open(from);
    }
    return reader.getDataChecksum();
  }

  /** Makes {@link #window()} the bytes from {@code from} on; a window that is there is kept. */
  void fill(long from, int length) throws IOException {
    if (windowStart == from && window.remaining() == length) {
      return;
    }
    windowStart = -1;
    window.clear();
    int present = (int) Math.max(0, Math.min(length, block.getNumBytes() - from));
    if (present > 0) {
      if (reader != null && offset != from) {
        close();
      }
      connect(from);
      window.limit(present);
      readFully();
    }
    window.limit(length).position(present);
    while (window.hasRemaining()) {
      window.put((byte) 0);
    }
    window.rewind();
    windowStart = from;
  }

  private void readFully() throws IOException {
    while (window.hasRemaining()) {
      int count = reader.read(window);
      if (count <= 0) {
        throw new EOFException(
            "the replica ends early: block=" + block + ", node=" + node + ", offset=" + offset
                + ", missingBytes=" + window.remaining());
      }
      offset += count;
      bytesRead += count;
    }
  }

  private void open(long from) throws IOException {
    DataNode datanode = site.datanode();
    Token<BlockTokenIdentifier> token =
        datanode.getBlockAccessToken(
            block, EnumSet.of(AccessMode.READ), StorageType.EMPTY_ARRAY, new String[0]);
    Peer peer = connect(datanode, token);
    try {
      reader =
          BlockReaderRemote.newBlockReader(
              block.toString(), block, token, from, block.getNumBytes() - from, true, "", peer,
              node, null, CachingStrategy.newDefaultStrategy(), -1, site.conf());
    } finally {
      if (reader == null) {
        peer.close();
      }
    }
    local = peer.isLocal();
    offset = from;
  }

  private Peer connect(DataNode datanode, Token<BlockTokenIdentifier> token) throws IOException {
    int timeoutMillis = datanode.getDnConf().getSocketTimeout();
    Socket socket = datanode.newSocket();
    try {
      NetUtils.connect(socket, site.addressOf(node), timeoutMillis);
      return DFSUtilClient.peerFromSocketAndKey(
          datanode.getSaslClient(), socket, datanode.getDataEncryptionKeyFactoryForBlock(block),
          token, node, timeoutMillis);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /** Ends the connection; the window stays. */
  @Override
  public void close() {
    if (reader != null) {
      try {
        reader.close();
      } catch (IOException e) {
        // It was read to the end or is given up; nothing depends on how the connection ends.
        DataNode.LOG.debug("Closing the reader of {} failed", block, e);
      }
      reader = null;
    }
  }

  /** Gives the buffer back; the reader must not be used any more. */
  void release() {
    close();
    site.buffers().putBuffer(window);
  }
}
