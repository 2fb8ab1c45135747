package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.journal.CompactBlockList;
import io.okapifs.hdfs.namenode.journal.DecoupledHeader;
import io.okapifs.hdfs.namenode.journal.MergedBlocks;
import java.io.OutputStream;
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

  // journal: a file is saved with its groups, closed ones in short form
  pointcut savedFile(FSImageFormatPBINode.Saver saver, INodeSection.INode.Builder inode,
      INodeSection.INodeFile.Builder file) :
      call(public INodeSection.INode.Builder INodeSection.INode.Builder.setFile(
          INodeSection.INodeFile.Builder))
      && withincode(private void FSImageFormatPBINode.Saver.save(OutputStream, INodeFile))
      && this(saver) && target(inode) && args(file);

  before(FSImageFormatPBINode.Saver saver, INodeSection.INode.Builder inode,
      INodeSection.INodeFile.Builder file) :
      savedFile(saver, inode, file) {
    CompactBlockList.save(saver.fsn, inode.getId(), file);
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
