package org.apache.hadoop.hdfs.tools.offlineImageViewer;

import io.okapifs.hdfs.namenode.journal.DecoupledHeader;
import io.okapifs.hdfs.tools.PersistedSizes;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;

/**
 * Why: an image keeps the stripe width of a file in its block size, and parity groups among its
 * blocks; viewers would show both. The XML viewer shows what is there: an image is made from it
 * again.
 * Ladder: the viewers read the image's messages in methods of their own.
 * Gone when: HDFS keeps width and parity groups apart in its image.
 */
aspect ImageViewersAspect {

  pointcut viewers() :
      within(FSImageLoader) || within(PBImageDelimitedTextWriter)
      || within(FileDistributionCalculator);

  // tools: viewers show a block size without the width
  pointcut blockSize(INodeSection.INodeFile file) :
      viewers() && call(public long INodeSection.INodeFile.getPreferredBlockSize()) && target(file);

  long around(INodeSection.INodeFile file) : blockSize(file) {
    return DecoupledHeader.blockSizeOfImage(file, proceed(file));
  }

  // tools: viewers count blocks without parity groups
  pointcut blocksCount(INodeSection.INodeFile file) :
      viewers() && call(public int INodeSection.INodeFile.getBlocksCount()) && target(file);

  int around(INodeSection.INodeFile file) : blocksCount(file) {
    // Never proceeds: the count is the call.
    return PersistedSizes.data(file.getBlocksList()).size();
  }
}
