package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.journal.DecoupledHeader;
import io.okapifs.hdfs.namenode.journal.MergedBlocks;
import java.io.OutputStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;

/**
 * Why: the image keeps the stripe width, the guarded policy id and the parity groups of a file.
 * Ladder: the image's messages are built and read inside these methods.
 * Gone when: HDFS keeps parity groups in its image.
 */
privileged aspect FSImageFormatPBINodeAspect {

  // journal: the image's block size carries the stripe width
  pointcut savedBlockSize(INodeFileAttributes file) :
      call(public long INodeFileAttributes.getPreferredBlockSize())
      && withincode(public static INodeSection.INodeFile.Builder
          FSImageFormatPBINode.Saver.buildINodeFile(INodeFileAttributes,
          FSImageFormatProtobuf.SaverContext))
      && target(file);

  long around(INodeFileAttributes file) : savedBlockSize(file) {
    return DecoupledHeader.persistedBlockSize(file);
  }

  // journal: the image has a policy id that Apache's NameNode refuses
  pointcut savedPolicyId(INodeFileAttributes file) :
      call(public byte INodeFileAttributes.getErasureCodingPolicyID())
      && withincode(public static INodeSection.INodeFile.Builder
          FSImageFormatPBINode.Saver.buildINodeFile(INodeFileAttributes,
          FSImageFormatProtobuf.SaverContext))
      && target(file);

  byte around(INodeFileAttributes file) : savedPolicyId(file) {
    return DecoupledHeader.persistedPolicyId(file, proceed(file));
  }

  // journal: parity groups are saved behind the blocks
  pointcut savedBlocks(INodeFile file) :
      call(public BlockInfo[] INodeFile.getBlocks())
      && withincode(private void FSImageFormatPBINode.Saver.save(OutputStream, INodeFile))
      && target(file);

  BlockInfo[] around(INodeFile file) : savedBlocks(file) {
    return MergedBlocks.merge(file, proceed(file));
  }

  // journal: the policy of a file is found again by the guarded id
  pointcut loadedPolicyId() :
      call(public int INodeSection.INodeFile.getErasureCodingPolicyID())
      && withincode(private INodeFile FSImageFormatPBINode.Loader.loadINodeFile(
          INodeSection.INode));

  int around() : loadedPolicyId() {
    return DecoupledHeader.policyId((byte) proceed());
  }

  // journal: blocks of both lists enter the blocks map
  pointcut mapBlocks(INodeFile file, BlockManager blocks) :
      execution(public static void FSImageFormatPBINode.Loader.updateBlocksMap(INodeFile,
          BlockManager))
      && args(file, blocks);

  after(INodeFile file, BlockManager blocks) returning : mapBlocks(file, blocks) {
    MergedBlocks.mapLoaded(file, blocks);
  }
}
