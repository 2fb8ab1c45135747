package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a pass looks for the next group: by the ids of inodes, so that it meets a file once however
 * often that is renamed, and in the same place after a restart. Used by one thread, under the
 * namesystem's lock.
 */
final class ScrubWalk {

  private static final Logger LOG = LoggerFactory.getLogger(ScrubWalk.class);

  private final long lastInode;
  private ScrubPosition at;

  /**
   * @param from the first group of interest
   * @param lastInode of interest
   */
  ScrubWalk(ScrubPosition from, long lastInode) {
    this.at = from;
    this.lastInode = lastInode;
  }

  ScrubPosition at() {
    return at;
  }

  boolean isAtEnd() {
    return at.inodeId() > lastInode;
  }

  /** Takes one step: over a group, which is returned, or to the next inode. */
  Optional<ScrubPosition> step(FSDirectory directory) {
    if (!isThere(directory, at)) {
      at = at.nextInode();
      return Optional.empty();
    }
    ScrubPosition found = at;
    at = at.nextGroup();
    return Optional.of(found);
  }

  /** Whether there is such a group. */
  static boolean isThere(FSDirectory directory, ScrubPosition position) {
    INode inode = directory.getINodeMap().get(position.inodeId());
    return inode != null && inode.isFile() && position.group() < groups(inode.asFile());
  }

  /** None of a file whose records cannot be right: it must not hold up all others. */
  private static long groups(INodeFile inode) {
    try {
      return DecoupledFile.find(inode)
          .map(file -> file.layout().groupCount(file.length()))
          .orElse(0L);
    } catch (RuntimeException e) {
      LOG.warn("File cannot be scrubbed: inode={}", inode.getId(), e);
      return 0;
    }
  }
}
