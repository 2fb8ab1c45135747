package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.ReplayedBlocks;
import io.okapifs.hdfs.namenode.ops.Quarantine;
import io.okapifs.hdfs.namenode.transition.TransitionReplay;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;

/**
 * Why: replay puts parity groups beside the block list and settles them as the active did.
 * Ladder: private methods of the loader.
 * Gone when: HDFS journals parity groups.
 */
privileged aspect FSEditLogLoaderAspect {

  // journal: replay adds stripes and parity groups to their lists
  pointcut addBlock(FSEditLogLoader loader, FSEditLogOp.AddBlockOp op, INodeFile file) :
      execution(private void FSEditLogLoader.addNewBlock(FSEditLogOp.AddBlockOp, INodeFile,
          ErasureCodingPolicy))
      && this(loader)
      && args(op, file, ErasureCodingPolicy);

  void around(FSEditLogLoader loader, FSEditLogOp.AddBlockOp op,
      INodeFile file) throws IOException :
      addBlock(loader, op, file) {
    Quarantine.replay(loader.fsNamesys, file, null, false, () -> {
      ReplayedBlocks.checkReplayedAdd(
          loader.fsNamesys, file, op.getPath(), op.getPenultimateBlock(), op.getLastBlock());
      if (!ReplayedBlocks.replayAddParity(loader.fsNamesys, file, op.getLastBlock())) {
        proceed(loader, op, file);
        ReplayedBlocks.replayedAddStripe(loader.fsNamesys, file);
      }
      return null;
    });
  }

  // journal: replay updates both lists of blocks
  pointcut updateBlocks(FSEditLogLoader loader, FSEditLogOp.BlockListUpdatingOp op,
      INodeFile file) :
      execution(private void FSEditLogLoader.updateBlocks(FSDirectory,
          FSEditLogOp.BlockListUpdatingOp, INodesInPath, INodeFile, ErasureCodingPolicy))
      && this(loader)
      && args(FSDirectory, op, INodesInPath, file, ErasureCodingPolicy);

  void around(FSEditLogLoader loader, FSEditLogOp.BlockListUpdatingOp op,
      INodeFile file) throws IOException :
      updateBlocks(loader, op, file) {
    Quarantine.replay(loader.fsNamesys, file, null, op.shouldCompleteLastBlock(), () -> {
      Block[] merged = op.getBlocks();
      boolean complete = op.shouldCompleteLastBlock();
      Block[] stripes =
          ReplayedBlocks.stripesOf(loader.fsNamesys, file, op.getPath(), merged, complete);
      proceed(loader, EditLogWindow.withBlocks(op, stripes), file);
      ReplayedBlocks.replayParity(loader.fsNamesys, file, merged, complete);
      return null;
    });
  }

  // journal: a step of a transition is taken again
  pointcut setAttributes(FSDirectory directory, INodesInPath path, List<XAttr> attributes) :
      call(static INode FSDirXAttrOp.unprotectedSetXAttrs(FSDirectory, INodesInPath, List, EnumSet))
      && withincode(private long FSEditLogLoader.applyEditLogOp(FSEditLogOp, FSDirectory,
          StartupOption, int, long))
      && args(directory, path, attributes, EnumSet);

  INode around(FSDirectory directory, INodesInPath path,
      List<XAttr> attributes) throws IOException :
      setAttributes(directory, path, attributes) {
    INode inode = path.getLastINode();
    return Quarantine.replay(
        directory.getFSNamesystem(), inode, inode, false,
        () ->
            TransitionReplay.edit(
                directory, path, attributes, () -> proceed(directory, path, attributes)));
  }

  // journal: a file that cannot be is put into quarantine
  pointcut addFile(
      FSDirectory directory, INodesInPath existing, byte[] name, long blockSize, byte policyId) :
      execution(static INodeFile FSDirWriteFileOp.addFileForEditLog(FSDirectory, long, INodesInPath,
          byte[], PermissionStatus, List, List,
          short, long, long, long, boolean, String, String, byte, byte))
      && args(directory, long, existing, name,
          PermissionStatus, List, List, short,
          long, long, blockSize, boolean, String, String, byte, policyId);

  INodeFile around(FSDirectory directory, INodesInPath existing, byte[] name, long blockSize,
      byte policyId) :
      addFile(directory, existing, name, blockSize, policyId) {
    return Quarantine.create(directory, existing, name, blockSize, policyId,
        (knownSize, knownId) -> proceed(directory, existing, name, knownSize, knownId));
  }
}
