package io.okapifs.hdfs.verify;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.BlockOpener;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.net.NetUtils;

/**
 * Reads one replica of a member from its node, stored checksums compared: each sub-block front to
 * back over a connection of its own. Zeros stand behind the end. Used by one thread.
 */
final class MemberReader implements ReplicaReader {

  private final DFSClient client;
  private final Configuration conf;
  private final LocatedBlock replica;
  private final long blockLength;
  private final long subBlockLength;
  private final BlockReader[] readers;
  private final long[] offsets;

  /**
   * @param blockLength bytes that are there
   * @param subBlockLength u
   */
  MemberReader(
      DFSClient client, Configuration conf, LocatedBlock replica, long blockLength,
      long subBlockLength, int alpha) {
    this.client = client;
    this.conf = conf;
    this.replica = replica;
    this.blockLength = blockLength;
    this.subBlockLength = subBlockLength;
    this.readers = new BlockReader[alpha];
    this.offsets = new long[alpha];
  }

  @Override
  public int fill(int subBlock, long from, ByteBuffer target) throws IOException {
    long start = subBlock * subBlockLength + from;
    int present = (int) Math.max(0, Math.min(target.remaining(), blockLength - start));
    ByteBuffer bytes = target.slice(0, present);
    if (present > 0) {
      if (readers[subBlock] == null || offsets[subBlock] != start) {
        close(subBlock);
        readers[subBlock] = open(start, endOf(subBlock));
        offsets[subBlock] = start;
      }
      read(subBlock, bytes);
    }
    for (int i = present; i < target.remaining(); i++) {
      target.put(i, (byte) 0);
    }
    return present;
  }

  private long endOf(int subBlock) {
    return Math.min(blockLength, (subBlock + 1) * subBlockLength);
  }

  private void read(int subBlock, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int count = readers[subBlock].read(bytes);
      if (count <= 0) {
        throw new EOFException(
            "the replica ends early: offset=" + offsets[subBlock] + ", expected=" + blockLength);
      }
      offsets[subBlock] += count;
    }
  }

  private BlockReader open(long from, long to) throws IOException {
    DatanodeInfo node = replica.getLocations()[0];
    String address = node.getXferAddr(client.getConf().isConnectToDnViaHostname());
    InetSocketAddress socketAddress = NetUtils.createSocketAddr(address);
    return new BlockOpener(client, conf, true, false, CachingStrategy.newDropBehind())
        .open(replica.getBlock().toString(), replica, socketAddress, from, to - from);
  }

  private void close(int subBlock) {
    if (readers[subBlock] != null) {
      try {
        readers[subBlock].close();
      } catch (IOException e) {
        // It was read to the end or is given up; nothing depends on how the connection ends.
        DFSClient.LOG.debug("Closing the reader of {} failed", replica, e);
      }
      readers[subBlock] = null;
    }
  }

  @Override
  public void close() {
    for (int subBlock = 0; subBlock < readers.length; subBlock++) {
      close(subBlock);
    }
  }
}
