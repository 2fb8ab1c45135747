package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.journal.DecoupledHeader;

/**
 * Why: the header's block size field also holds the stripe width of a striped file.
 * Ladder: a static method of a private format.
 * Gone when: HDFS keeps a stripe width in the header.
 */
aspect HeaderFormatAspect {

  // file: the header's block size carries the stripe width
  pointcut blockSize(long header) :
      execution(static long INodeFile.HeaderFormat.getPreferredBlockSize(long)) && args(header);

  long around(long header) : blockSize(header) {
    return DecoupledHeader.blockSize(header, proceed(header));
  }
}
