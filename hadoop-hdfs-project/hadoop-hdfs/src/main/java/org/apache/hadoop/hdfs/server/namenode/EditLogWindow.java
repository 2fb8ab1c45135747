package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.Woven;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.protocol.Block;

/**
 * What HDFS keeps private of its journal. No decision is taken here. Under the namesystem's write
 * lock; whoever adds to the journal has it synced.
 */
public final class EditLogWindow {

  private EditLogWindow() {}

  /** Journals that a block was allocated to a file. */
  public static void logAddBlock(FSNamesystem namesystem, INodeFile file, Block allocated) {
    FSEditLog log = namesystem.getEditLog();
    log.logEdit(
        FSEditLogOp.AddBlockOp.getInstance(log.cache.get())
            .setPath(file.getFullPathName())
            .setPenultimateBlock(file.getLastBlock())
            .setLastBlock(allocated));
  }

  /** Gives a file an attribute, and journals that. Under the lock of the directory tree as well. */
  public static void setAttribute(
      FSNamesystem namesystem, INodesInPath path, XAttr attribute) throws IOException {
    List<XAttr> attributes = new ArrayList<>(List.of(attribute));
    FSDirXAttrOp.unprotectedSetXAttrs(
        namesystem.getFSDirectory(), path, attributes,
        EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
    namesystem.getEditLog().logSetXAttrs(path.getPath(), attributes, false);
  }

  /** Journals the generation stamp that was given out last. */
  public static void logStamp(FSNamesystem namesystem, long stamp) {
    namesystem.getEditLog().logGenerationStamp(stamp);
  }

  /** The id of the policy of a file that an operation opens or closes. */
  public static OptionalInt policyId(FSEditLogOp operation) {
    return operation instanceof FSEditLogOp.AddCloseOp open
        ? OptionalInt.of(open.erasureCodingPolicyId)
        : OptionalInt.empty();
  }

  /** An operation that says the same of another list of blocks. */
  @Woven
  static FSEditLogOp.BlockListUpdatingOp withBlocks(
      FSEditLogOp.BlockListUpdatingOp op, Block[] blocks) {
    return new Changed(op.getPath(), blocks, op.shouldCompleteLastBlock());
  }

  private record Changed(String path, Block[] blocks, boolean complete)
      implements FSEditLogOp.BlockListUpdatingOp {

    @Override
    public Block[] getBlocks() {
      return blocks;
    }

    @Override
    public String getPath() {
      return path;
    }

    @Override
    public boolean shouldCompleteLastBlock() {
      return complete;
    }
  }
}
