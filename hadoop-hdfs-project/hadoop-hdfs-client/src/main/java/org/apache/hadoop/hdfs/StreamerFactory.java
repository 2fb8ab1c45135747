package org.apache.hadoop.hdfs;

import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;

/** Makes the streamers of one file, which differ only in their lane and index. */
record StreamerFactory(
    DFSClient client,
    String src,
    HdfsFileStatus status,
    Progressable progress,
    DataChecksum checksum,
    AtomicReference<CachingStrategy> cachingStrategy,
    ByteArrayManager buffers,
    EnumSet<AddBlockFlag> flags) {

  /**
   * @param favoredNodes nodes on which the replica is to be pinned, or null
   */
  LaneStream create(int index, LaneCoordinator coordinator, String[] favoredNodes) {
    StripedDataStreamer streamer =
        new StripedDataStreamer(
            status, client, src, progress, checksum, cachingStrategy, buffers, favoredNodes,
            (short) index, coordinator, flags);
    return new LaneStream(index, streamer);
  }

  /** The same for blocks of another length than the file's: parity may be longer. */
  StreamerFactory ofBlocks(long blockSize) {
    HdfsFileStatus ofBlocks =
        new HdfsFileStatus.Builder()
            .fileId(status.getFileId())
            .blocksize(blockSize)
            .replication(status.getReplication())
            .storagePolicy(status.getStoragePolicy())
            .ecPolicy(status.getErasureCodingPolicy())
            .build();
    return new StreamerFactory(
        client, src, ofBlocks, progress, checksum, cachingStrategy, buffers, flags);
  }

  DfsClientConf conf() {
    return client.getConf();
  }
}
