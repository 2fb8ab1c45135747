package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.IdRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/**
 * Whether a step of a transition can be one of a file, judged before anything is made of it. Each
 * answer says what is wrong, or is null. Under the namesystem's lock.
 */
public final class TransitionCheck {

  private TransitionCheck() {}

  /**
   * Judges a step that takes the file as it is: the request, the start, the end.
   *
   * @param blocks null while an image is loaded, whose blocks are not in their map yet
   */
  public static String refusal(BlockManager blocks, INodeFile inode, TransitionRecord record) {
    String wrong = refusalOfPolicies(inode, record);
    if (wrong != null) {
      return wrong;
    }
    if (inode.isUnderConstruction()) {
      return "the file is being written";
    }
    DecoupledFile file = DecoupledFile.changeable(inode);
    if (file.isAdoption()) {
      wrong = FileAdoption.refusal(file, record);
    }
    if (wrong == null && record.last().stockLayout()) {
      wrong = FileCoupling.refusal(file, record);
    }
    boolean starts =
        record.step() == Step.STARTED
            && ParityGroupsFeature.nextOf(inode).isEmpty()
            && ParityGroupsFeature.comingOf(inode).isEmpty();
    return wrong == null && starts ? refusalOfStart(blocks, file, record) : wrong;
  }

  /**
   * Judges a step that leaves the file as it is: waiting, pausing, giving up. A file that waits may
   * have been appended to, or be written, since it was asked for.
   */
  static String refusalOfPolicies(INodeFile inode, TransitionRecord record) {
    DecoupledFile file;
    try {
      file = DecoupledFile.changeable(inode);
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
    int cellSize = file.layout().policy().cellSize();
    String wrong = refusal(record.policyId(), cellSize);
    return wrong == null && record.last().policyId() != record.policyId()
        ? refusal(record.last().policyId(), cellSize)
        : wrong;
  }

  private static String refusal(byte policyId, int cellSize) {
    ErasureCodingPolicy policy = ErasureCodingPolicyManager.getInstance().getByID(policyId);
    if (policy == null || policy.isReplicationPolicy()) {
      return "unknown policy: policyId=" + policyId;
    }
    return policy.getCellSize() == cellSize
        ? null
        : "the cell size is the file's for ever: policy=" + policy.getName() + ", cellSize="
            + cellSize;
  }

  private static String refusalOfStart(
      BlockManager blocks, DecoupledFile file, TransitionRecord record) {
    FileLayout layout = file.layoutUnder(record.policyId());
    long groups = record.couples() ? file.stripes().length : layout.groupCount(file.length());
    if (record.groupCount() != groups) {
      return "other block groups than the file will have: named=" + record.groupCount()
          + ", groups=" + groups;
    }
    long last = Long.MIN_VALUE;
    for (IdRun run : record.runs()) {
      for (int i = 0; i < run.count(); i++) {
        long id = run.id(i);
        if (!GroupIds.isStockGroup(id) || id <= last) {
          return "not the stock ids of block groups in their order: id=" + id;
        }
        Block group =
            new Block(record.couples() ? id : GroupIds.parityGroup(id, layout.policy().r()));
        if (blocks != null && blocks.getStoredBlock(group) != null) {
          return "the id is taken: id=" + group.getBlockId();
        }
        last = id;
      }
    }
    return null;
  }
}
