package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.GroupMember;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSPacket;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;

/**
 * Streams one repaired member to the node that shall hold it, front to back. Until {@link
 * #finish()} the replica is temporary: a connection that ends before leaves nothing behind. Used by
 * one thread.
 *
 * <p>HDFS acknowledges nothing to a writing DataNode; the NameNode learns of the replica from the
 * report of the target and of a failure from its absence.
 */
final class TargetWriter implements Closeable {

  private static final int PACKET_BYTES = 64 << 10;

  private final RepairContext context;
  private final ExtendedBlock block;
  private final DatanodeInfo node;
  private final DataChecksum checksum;
  private final int chunksPerPacket;
  private final byte[] packet;
  private final ByteBuffer sums;

  /** What does not fill a packet yet. */
  private final ByteBuffer pending;

  private final Socket socket;
  private final DataOutputStream out;
  private long offset;
  private long sequenceNumber;

  TargetWriter(
      RepairContext context, ReceivedTask received, GroupMember replica, DatanodeInfo node,
      StorageType type, DataChecksum checksum)
      throws IOException {
    this.context = context;
    this.block = received.block(replica);
    this.node = node;
    this.checksum = checksum;
    int chunk = checksum.getBytesPerChecksum() + checksum.getChecksumSize();
    this.chunksPerPacket = Math.max(1, PACKET_BYTES / chunk);
    this.packet = new byte[PacketHeader.PKT_MAX_HEADER_LEN + chunksPerPacket * chunk];
    this.sums = ByteBuffer.allocateDirect(chunksPerPacket * checksum.getChecksumSize());
    this.pending = ByteBuffer.allocateDirect(chunksPerPacket * checksum.getBytesPerChecksum());
    this.socket = context.datanode().newSocket();
    try {
      this.out = connect(type, replica.storageId());
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private DataOutputStream connect(StorageType type, String storageId) throws IOException {
    DataNode datanode = context.datanode();
    StorageType[] types = {type};
    String[] storageIds = {storageId};
    Token<BlockTokenIdentifier> token =
        datanode.getBlockAccessToken(block, EnumSet.of(AccessMode.WRITE), types, storageIds);
    int timeoutMillis = datanode.getDnConf().getSocketTimeout();
    NetUtils.connect(socket, context.addressOf(node), timeoutMillis);
    socket.setSoTimeout(timeoutMillis);
    socket.setTcpNoDelay(datanode.getDnConf().getDataTransferServerTcpNoDelay());
    IOStreamPair streams =
        datanode.getSaslClient().socketSend(
            socket,
            NetUtils.getOutputStream(socket, datanode.getDnConf().getSocketWriteTimeout()),
            NetUtils.getInputStream(socket),
            datanode.getDataEncryptionKeyFactoryForBlock(block), token, node);
    DataOutputStream opened =
        new DataOutputStream(
            new BufferedOutputStream(
                streams.out, DFSUtilClient.getSmallBufferSize(context.conf())));
    DatanodeInfo self = new DatanodeInfoBuilder().setNodeID(datanode.getDatanodeId()).build();
    // No client name: the target takes it as a transfer between DataNodes, with one target.
    new Sender(opened)
        .writeBlock(
            block, type, token, "", new DatanodeInfo[] {node}, types, self,
            BlockConstructionStage.PIPELINE_SETUP_CREATE, 0, 0, 0, 0, checksum,
            CachingStrategy.newDefaultStrategy(), false, false, null, storageId, storageIds);
    return opened;
  }

  DatanodeInfo node() {
    return node;
  }

  long bytesWritten() {
    return offset;
  }

  /**
   * Takes the next bytes of the member; those behind its end are left out.
   *
   * @param window keeps its position
   */
  void write(ByteBuffer window) throws IOException {
    ByteBuffer data = window.duplicate();
    long left = block.getNumBytes() - offset - pending.position();
    data.limit(data.position() + (int) Math.min(data.remaining(), left));
    while (data.hasRemaining()) {
      int count = Math.min(data.remaining(), pending.remaining());
      pending.put(data.slice(data.position(), count));
      data.position(data.position() + count);
      if (!pending.hasRemaining() || offset + pending.position() == block.getNumBytes()) {
        send(pending.flip());
        pending.clear();
      }
    }
  }

  private void send(ByteBuffer data) throws IOException {
    int bytes = data.remaining();
    sums.clear().limit(chunks(bytes) * checksum.getChecksumSize());
    checksum.calculateChunkedSums(data, sums);
    byte[] sumBytes = new byte[sums.remaining()];
    sums.get(sumBytes);
    DFSPacket next =
        new DFSPacket(
            packet, chunksPerPacket, offset, sequenceNumber++, checksum.getChecksumSize(), false);
    next.writeChecksum(sumBytes, 0, sumBytes.length);
    next.writeData(data, bytes);
    next.writeTo(out);
    offset += bytes;
  }

  private int chunks(int bytes) {
    return (bytes + checksum.getBytesPerChecksum() - 1) / checksum.getBytesPerChecksum();
  }

  /** Ends the block, whereupon the target finalises the replica. */
  void finish() throws IOException {
    if (offset != block.getNumBytes()) {
      throw new IllegalStateException(
          "the member is not complete: block=" + block + ", bytesWritten=" + offset);
    }
    new DFSPacket(packet, 0, offset, sequenceNumber++, checksum.getChecksumSize(), true)
        .writeTo(out);
    out.flush();
  }

  /**
   * Has the target drop the replica, and waits until it did, so that it takes another one: it ends
   * the connection then.
   */
  void drop() throws IOException {
    socket.shutdownOutput();
    InputStream answers = NetUtils.getInputStream(socket);
    while (answers.read() >= 0) {
      // Whatever it says.
    }
  }

  @Override
  public void close() {
    IOUtils.cleanupWithLogger(DataNode.LOG, out, socket);
  }
}
