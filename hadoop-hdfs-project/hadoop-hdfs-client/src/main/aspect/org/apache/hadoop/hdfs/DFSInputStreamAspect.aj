package org.apache.hadoop.hdfs;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Why: a stream that asks where a block is while another file, of another form, was renamed over
 * its own would read the other's blocks as its own: wrong bytes, silently. Files are copied to
 * another form by such renames.
 * Ladder: a call in a private method of a class that upstream constructs itself.
 * Gone when: HDFS compares the blocks of a file there as it does where it refreshes all of them.
 */
aspect DFSInputStreamAspect {

  // read: blocks renamed over this file would be read as its own
  pointcut locate(DFSInputStream stream) :
      call(public LocatedBlocks DFSClient.getLocatedBlocks(String, long, ..))
      && withincode(private LocatedBlock DFSInputStream.fetchBlockAt(long, long, boolean))
      && this(stream);

  after(DFSInputStream stream) returning(LocatedBlocks told) throws IOException :
      locate(stream) {
    SameFile.check(stream, told);
  }
}
