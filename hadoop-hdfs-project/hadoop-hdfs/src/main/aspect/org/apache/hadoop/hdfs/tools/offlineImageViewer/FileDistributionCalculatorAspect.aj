package org.apache.hadoop.hdfs.tools.offlineImageViewer;

import io.okapifs.hdfs.tools.PersistedSizes;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;

/**
 * Why: the distribution adds up a file's blocks, and parity groups are not part of its length.
 * Ladder: a private method of a class that the viewer constructs itself.
 * Gone when: HDFS keeps parity groups apart in its image.
 */
aspect FileDistributionCalculatorAspect {

  // tools: it adds up a length without parity
  pointcut countedBlocks() :
      call(public List INodeSection.INodeFile.getBlocksList())
      && withincode(private void FileDistributionCalculator.run(InputStream));

  List<BlockProto> around() : countedBlocks() {
    return PersistedSizes.data(proceed());
  }
}
