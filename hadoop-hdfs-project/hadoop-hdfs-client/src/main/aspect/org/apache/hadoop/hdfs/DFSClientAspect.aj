package org.apache.hadoop.hdfs;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Why: a decoupled file is decoded from groups that its stripes do not show.
 * Ladder: the constructor call is fixed in a private method; this substitutes a subclass.
 * Gone when: HDFS lets a policy supply the input stream.
 */
aspect DFSClientAspect {

  pointcut openStriped(
      DFSClient client, String src, boolean verify, ErasureCodingPolicy policy,
      LocatedBlocks blocks) :
      call(DFSStripedInputStream.new(
          DFSClient, String, boolean, ErasureCodingPolicy, LocatedBlocks))
      && withincode(DFSInputStream DFSClient.openInternal(LocatedBlocks, String, boolean))
      && args(client, src, verify, policy, blocks);

  DFSStripedInputStream around(
      DFSClient client, String src, boolean verify, ErasureCodingPolicy policy,
      LocatedBlocks blocks) throws IOException :
      openStriped(client, src, verify, policy, blocks) {
    return DecoupledStreams.open(
        client, src, verify, policy, blocks,
        () -> proceed(client, src, verify, policy, blocks));
  }
}
