package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.verify.CorruptReplicas;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Asks the NameNode where the blocks of a decoupled file lie. Three calls, for the data stripes,
 * the parity groups and what is wrong with replicas: what changes between them shows as it is at
 * its own call.
 */
final class LayoutReader {

  private LayoutReader() {}

  /**
   * @param conf says how often DataNodes report
   * @param path absolute path in the file system
   * @throws IOException where the path has no such layout; the message is one sentence
   */
  static FileLayoutReport read(DFSClient client, Configuration conf, String path)
      throws IOException {
    HdfsFileStatus status = client.getFileInfo(path);
    if (status == null) {
      throw new FileNotFoundException(path + " does not exist");
    }
    if (status.isDirectory()) {
      throw new IOException(path + " is a directory; -layout shows one file at a time");
    }
    if (!StripeView.isView(status.getErasureCodingPolicy())) {
      throw new IOException(
          path + " has no stripe width: it is stored in HDFS's own layout, see hdfs fsck " + path
              + " -files -blocks -locations");
    }
    LocatedBlocks stripes = client.getLocatedBlocks(path, 0, Long.MAX_VALUE);
    if (stripes.isUnderConstruction()) {
      throw new IOException(
          path + " is still being written; its layout is final once it is closed");
    }
    FileLayout layout =
        StripeView.of(status.getErasureCodingPolicy()).layout(status.getBlockSize());
    List<LocatedBlock> groups = parityGroups(client, path, layout, stripes.getFileLength());
    long heartbeatMillis =
        conf.getTimeDuration(
            DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
            DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT, TimeUnit.SECONDS,
            TimeUnit.MILLISECONDS);
    List<LocatedBlock> wrong = CorruptReplicas.list(client, path);
    return new LayoutAssembly(
            layout, stripes, groups, CorruptReplicas.of(wrong),
            CorruptReplicas.contradictory(wrong), heartbeatMillis)
        .report(path);
  }

  private static List<LocatedBlock> parityGroups(
      DFSClient client, String path, FileLayout layout, long length) throws IOException {
    long count = layout.groupCount(length);
    if (count == 0) {
      return List.of();
    }
    return client
        .getLocatedBlocks(path, ParityRequests.listingOffset(0), count)
        .getLocatedBlocks();
  }
}
