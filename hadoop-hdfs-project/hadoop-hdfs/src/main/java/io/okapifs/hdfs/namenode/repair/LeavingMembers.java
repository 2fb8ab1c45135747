package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** The blocks of a block group that lie only on nodes that are being decommissioned or rested. */
final class LeavingMembers {

  private LeavingMembers() {}

  /** What must be copied and can be read, at most one copy of each block. */
  static List<MemberCopyWork.Copy> of(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block, int priority) {
    BitSet done = new BitSet();
    for (BlockInfoStriped.StorageAndBlockIndex at : block.getStorageAndIndexInfos()) {
      DatanodeStorageInfo storage = at.getStorage();
      if (ReplicaQuestion.LASTING.holds(blocks, block, storage)) {
        done.set(at.getBlockIndex());
      }
    }
    List<MemberCopyWork.Copy> copies = new ArrayList<>();
    health.forEachGroup(
        block,
        group ->
            health.forEachReplica(
                group,
                (member, owner, index, storage) -> {
                  DatanodeDescriptor node = storage.getDatanodeDescriptor();
                  if (owner == block
                      && !done.get(index)
                      && ReplicaQuestion.SOURCE.holds(blocks, block, storage)
                      && !GroupMembers.isBusy(blocks, node, priority)) {
                    done.set(index);
                    copies.add(
                        new MemberCopyWork.Copy(
                            group, index, health.place((int) group, member).length(), node,
                            health.occupied(group)));
                  }
                }));
    return copies;
  }
}
