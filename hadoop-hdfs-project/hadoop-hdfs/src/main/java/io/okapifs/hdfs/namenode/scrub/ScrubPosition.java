package io.okapifs.hdfs.namenode.scrub;

import org.apache.hadoop.hdfs.server.namenode.INodeId;

/**
 * A group of all, in the order in which they are scrubbed: that of the inodes of their files.
 *
 * @param group in the file
 */
record ScrubPosition(long inodeId, int group) {

  static final ScrubPosition FIRST = new ScrubPosition(INodeId.ROOT_INODE_ID, 0);

  /** The next one, if the file has so many. */
  ScrubPosition nextGroup() {
    return new ScrubPosition(inodeId, group + 1);
  }

  /** The first one of the next inode, if there is such a one. */
  ScrubPosition nextInode() {
    return new ScrubPosition(inodeId + 1, 0);
  }
}
