package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.verify.CorruptReplicas;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Asks the NameNode where the blocks of a striped file lie. Of a decoupled one in three calls, for
 * the data stripes, the parity groups and what is wrong with replicas: what changes between them
 * shows as it is at its own call. HDFS's own layout is told as stripes of k blocks.
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
      throw new IOException(path + " is a directory; add -recursive");
    }
    ErasureCodingPolicy policy = status.getErasureCodingPolicy();
    if (policy == null) {
      throw new IOException(path + " is replicated: it has neither stripes nor parity");
    }
    LocatedBlocks stripes = client.getLocatedBlocks(path, 0, Long.MAX_VALUE);
    if (stripes.isUnderConstruction()) {
      throw new IOException(
          path + " is still being written; its layout is final once it is closed");
    }
    boolean coupled = !StripeView.isView(policy);
    FileLayout layout =
        coupled
            ? new FileLayout(
                PolicyCodecs.groupPolicy(policy), policy.getNumDataUnits(), status.getBlockSize())
            : StripeView.of(policy).layout(status.getBlockSize());
    List<LocatedBlock> groups =
        coupled
            ? CoupledParity.of(stripes, layout)
            : parityGroups(client, path, layout, stripes.getFileLength());
    long heartbeatMillis =
        conf.getTimeDuration(
            DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
            DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT, TimeUnit.SECONDS,
            TimeUnit.MILLISECONDS);
    List<LocatedBlock> wrong = coupled ? List.of() : CorruptReplicas.list(client, path);
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
