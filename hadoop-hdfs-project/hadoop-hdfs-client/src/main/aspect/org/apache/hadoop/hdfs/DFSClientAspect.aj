package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.WriterName;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumCombineMode;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Why: a decoupled file is decoded by its groups, also for its checksum,
 * and the NameNode must know a writer that adds parity from one that does not.
 * Ladder: constructor calls, fixed in a private method and in a constructor.
 * Gone when: HDFS lets a policy supply the input stream.
 */
aspect DFSClientAspect {

  // read: a decoupled file is decoded by its groups
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

  // read: a broken stripe gets its checksum from its groups
  pointcut sumStriped(String src, long length, LocatedBlocks blocks, ClientProtocol namenode,
      DFSClient client, ErasureCodingPolicy policy, ChecksumCombineMode mode) :
      call(FileChecksumHelper.StripedFileNonStripedChecksumComputer.new(String, long,
          LocatedBlocks, ClientProtocol, DFSClient, ErasureCodingPolicy, ChecksumCombineMode))
      && withincode(FileChecksum DFSClient.getFileChecksumInternal(String, long,
          ChecksumCombineMode))
      && args(src, length, blocks, namenode, client, policy, mode);

  // A decoupled file's computer replaces the one that proceed would make.
  FileChecksumHelper.StripedFileNonStripedChecksumComputer around(String src, long length,
      LocatedBlocks blocks, ClientProtocol namenode, DFSClient client, ErasureCodingPolicy policy,
      ChecksumCombineMode mode) throws IOException :
      sumStriped(src, length, blocks, namenode, client, policy, mode) {
    return DecoupledStreams.isDecoupled(policy)
        ? DecoupledStreams.newChecksum(src, length, blocks, namenode, client, policy, mode)
        : proceed(src, length, blocks, namenode, client, policy, mode);
  }

  // write: the NameNode tells who adds parity from others
  pointcut taskInName() :
      call(public String DfsClientConf.getTaskId())
      && withincode(public DFSClient.new(URI, ClientProtocol, Configuration,
          FileSystem.Statistics));

  String around() : taskInName() {
    return WriterName.marked(proceed());
  }
}
