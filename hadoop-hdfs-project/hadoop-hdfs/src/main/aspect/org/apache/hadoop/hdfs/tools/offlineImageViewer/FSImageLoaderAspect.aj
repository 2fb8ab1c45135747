package org.apache.hadoop.hdfs.tools.offlineImageViewer;

import io.okapifs.hdfs.tools.PersistedSizes;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto;

/**
 * Why: viewers of an image add up a file's blocks, and parity groups are not part of its length.
 * Ladder: a static method.
 * Gone when: HDFS keeps parity groups apart in its image.
 */
aspect FSImageLoaderAspect {

  // tools: viewers add up a length without parity
  pointcut fileSize(FsImageProto.INodeSection.INodeFile file) :
      execution(static long FSImageLoader.getFileSize(FsImageProto.INodeSection.INodeFile))
      && args(file);

  long around(FsImageProto.INodeSection.INodeFile file) : fileSize(file) {
    // Never proceeds: the sum is the method.
    return PersistedSizes.sizeOf(file.getBlocksList());
  }
}
