package org.apache.hadoop.hdfs;

import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;

/**
 * Why: a decoupled file is written as data stripes and parity groups, not as block groups of both,
 * and settings of its writer are judged before a file is made.
 * Ladder: the choice of the stream is fixed in a static method; this substitutes a subclass.
 * Gone when: HDFS lets a policy supply the output stream.
 */
aspect DFSOutputStreamAspect {

  // write: settings of a writer are judged before a file is made
  pointcut create(DFSClient client) :
      execution(static DFSOutputStream DFSOutputStream.newStreamForCreate(DFSClient, String,
          FsPermission, EnumSet, boolean, short, long, Progressable, DataChecksum, String[], String,
          String))
      && args(client, ..);

  before(DFSClient client) : create(client) {
    WriteSeam.checkSettings(client);
  }

  // write: a data stripe has no parity
  pointcut choiceByPolicy() :
      call(ErasureCodingPolicy HdfsFileStatus.getErasureCodingPolicy())
      && withincode(DFSOutputStream DFSOutputStream.newStreamForCreate(DFSClient, String,
          FsPermission, EnumSet, boolean, short, long, Progressable, DataChecksum, String[], String,
          String));

  ErasureCodingPolicy around() : choiceByPolicy() {
    return WriteSeam.coupledPolicy(proceed());
  }

  // write: a file is data stripes and parity groups
  pointcut openContiguous(DFSClient client, String src, HdfsFileStatus status,
      EnumSet<CreateFlag> flags, Progressable progress, DataChecksum checksum,
      String[] favoredNodes, boolean createStreamer) :
      call(DFSOutputStream.new(DFSClient, String, HdfsFileStatus, EnumSet, Progressable,
          DataChecksum, String[], boolean))
      && withincode(DFSOutputStream DFSOutputStream.newStreamForCreate(DFSClient, String,
          FsPermission, EnumSet, boolean, short, long, Progressable, DataChecksum, String[], String,
          String))
      && args(client, src, status, flags, progress, checksum, favoredNodes, createStreamer);

  // A decoupled file's stream replaces the one that proceed would make.
  DFSOutputStream around(DFSClient client, String src, HdfsFileStatus status,
      EnumSet<CreateFlag> flags, Progressable progress, DataChecksum checksum,
      String[] favoredNodes, boolean createStreamer) :
      openContiguous(client, src, status, flags, progress, checksum, favoredNodes, createStreamer) {
    return WriteSeam.isDecoupled(status)
        ? WriteSeam.newStream(client, src, status, flags, progress, checksum, favoredNodes)
        : proceed(client, src, status, flags, progress, checksum, favoredNodes, createStreamer);
  }
}
