package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Why: the check looks at a file's block list, where parity groups are not.
 * Ladder: a private method of a class that upstream constructs itself.
 * Gone when: HDFS locates parity groups.
 */
aspect NamenodeFsckAspect {

  pointcut locate(NamenodeFsck fsck, String path, HdfsFileStatus file) :
      execution(private LocatedBlocks NamenodeFsck.getBlockLocations(String, HdfsFileStatus))
      && this(fsck) && args(path, file);

  LocatedBlocks around(NamenodeFsck fsck, String path, HdfsFileStatus file) throws IOException :
      locate(fsck, path, file) {
    return FsckParity.append(fsck, path, file, proceed(fsck, path, file));
  }
}
