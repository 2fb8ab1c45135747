package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.repair.LinkTask;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * How far a file is that gets HDFS's own layout. Every replica of its groups gets a second name, as
 * one of the block group that will be in the place of its stripe. A block group is ready when the
 * stripe's group is whole and lies well, every member is proven to have a second name, and the
 * second names lie exactly where the members do.
 *
 * <p>Under the namesystem's write lock.
 */
public final class CouplingProgress {

  private final BlockManager blocks;
  private final GroupHealth health;
  private final TransitionProgress members;
  private final CommitProof proof;
  private final BlockInfoStriped[] coming;
  private final SecondNames wanted;

  private CouplingProgress(BlockManager blocks, INodeFile file) {
    this.blocks = blocks;
    this.health = GroupHealth.ofNow(blocks, file);
    this.members = new TransitionProgress(blocks, health);
    this.proof = CommitProof.of(blocks, file);
    this.coming = DecoupledFile.coming(file).orElseThrow();
    this.wanted = new SecondNames(blocks);
  }

  /**
   * The first block group from one on that is not ready, or their count; asks for what it lacks.
   *
   * @param from block groups before it are taken for ready
   */
  public static int advance(BlockManager blocks, INodeFile file, int from) {
    return new CouplingProgress(blocks, file).advance(from);
  }

  private int advance(int from) {
    int group = from;
    while (group < coming.length
        && members.isWhole(group)
        && proof.holds(group)
        && look(group)) {
      group++;
    }
    // What the last look found is found again.
    wanted.clear();
    for (int g = group; g < Math.min(coming.length, group + TransitionPace.LINKED_AT_ONCE); g++) {
      look(g);
    }
    wanted.ask();
    return group;
  }

  /**
   * Notes which links a group lacks, and drops names that its members have no more.
   *
   * @return whether there was nothing to do; that is no proof that all names are there
   */
  private boolean look(int group) {
    BlockInfoStriped names = coming[group];
    Map<DatanodeDescriptor, Integer> named = new HashMap<>();
    for (BlockInfoStriped.StorageAndBlockIndex at : names.getStorageAndIndexInfos()) {
      named.put(at.getStorage().getDatanodeDescriptor(), (int) at.getBlockIndex());
    }
    Map<DatanodeDescriptor, Integer> strays = new HashMap<>(named);
    boolean[] all = {true};
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          DatanodeDescriptor node = storage.getDatanodeDescriptor();
          if (BlockManagerWindow.isCorrupt(blocks, names, node)) {
            return;
          }
          strays.remove(node, member);
          if (members.isLasting(block, storage) && !named.containsKey(node)) {
            all[0] = false;
            wanted.add(node, link(group, member, names));
          }
        });
    strays.forEach((node, index) -> drop(names, index, node));
    return all[0] && strays.isEmpty();
  }

  private LinkTask.Link link(int group, int member, BlockInfoStriped names) {
    GroupHealth.Place place = health.place(group, member);
    return new LinkTask.Link(
        place.block().getBlockId() + place.index(), place.block().getGenerationStamp(),
        names.getBlockId() + member, names.getGenerationStamp(), place.length());
  }

  private void drop(BlockInfoStriped names, int index, DatanodeDescriptor node) {
    blocks.removeStoredBlock(names, node);
    BlockManagerWindow.delete(blocks, 
        new Block(names.getBlockId() + index, names.getNumBytes(), names.getGenerationStamp()),
        node);
  }
}
