package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.journal.CompactBlockList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;

/**
 * Why: the image has the blocks of a closed file with a width as one entry.
 * Ladder: the loader and all viewers read the list of the message by this method.
 * Gone when: HDFS saves runs of blocks.
 */
aspect FsImageProtoAspect {

  // journal: whoever reads an image sees each block group
  pointcut blocksList(INodeSection.INodeFile file) :
      execution(public List INodeSection.INodeFile.getBlocksList()) && this(file);

  List<BlockProto> around(INodeSection.INodeFile file) : blocksList(file) {
    return CompactBlockList.expand(file, proceed(file));
  }
}
