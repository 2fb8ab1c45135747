package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Whether the last step of a transition may be taken. That step deletes parity, or first names of
 * blocks, which may be the last that is known of some bytes. So every member of what the file will
 * have must be proven to be there, by a replica on a live node. The node must have reported it
 * since this NameNode became active. The replica must be neither corrupt nor to be deleted, now or
 * by an earlier order that its node has not confirmed. What the step leaves as it is, which are
 * data members, may be on a node that leaves. What is new must be on one that stays.
 *
 * <p>That nothing is left to do is no such proof. Under the namesystem's write lock.
 */
public final class CommitProof {

  private final BlockManager blocks;
  private final GroupHealth health;
  private final Optional<BlockInfoStriped[]> coming;

  private CommitProof(
      BlockManager blocks, GroupHealth health, Optional<BlockInfoStriped[]> coming) {
    this.blocks = blocks;
    this.health = health;
    this.coming = coming;
  }

  /** Of a file whose transition has started. */
  static CommitProof of(BlockManager blocks, INodeFile file) {
    Optional<BlockInfoStriped[]> coming = DecoupledFile.coming(file);
    GroupHealth health =
        coming.isPresent()
            ? GroupHealth.ofNow(blocks, file)
            : GroupHealth.ofNext(blocks, file).orElseThrow();
    return new CommitProof(blocks, health, coming);
  }

  /**
   * Why the last step may not be taken.
   *
   * @return null where it may
   */
  public static String refusal(BlockManager blocks, INodeFile file) {
    CommitProof proof = of(blocks, file);
    int groups =
        proof.coming
            .map(names -> names.length)
            .orElseGet(() -> proof.health.file().parityGroups().length);
    return IntStream.range(0, groups)
        .filter(group -> !proof.holds(group))
        .mapToObj(proof::refusal)
        .findFirst()
        .orElse(null);
  }

  private String refusal(int group) {
    int member = proven(group).nextClearBit(0);
    Block block =
        coming.isPresent() ? coming.get()[group] : health.place(group, member).block();
    return "no node that stays has reported a good replica of a member since this NameNode became"
        + " active: group=" + group + ", member=" + member + ", block=" + block;
  }

  /** Whether all members of a group are proven. */
  boolean holds(int group) {
    return proven(group).nextClearBit(0) >= health.layout().policy().n();
  }

  /** Members of a group that are proven; what lies behind the end of the file needs no proof. */
  private BitSet proven(int group) {
    int k = health.file().k();
    BitSet proven = new BitSet();
    proven.set(health.layout().dataMembers(group, health.length()), k);
    if (coming.isPresent()) {
      BlockInfoStriped names = coming.get()[group];
      for (BlockInfoStriped.StorageAndBlockIndex at : names.getStorageAndIndexInfos()) {
        if (isProven(names, at.getStorage(), true)) {
          proven.set(at.getBlockIndex());
        }
      }
    } else {
      health.forEachReplica(
          group,
          (member, block, index, storage) -> {
            if (isProven(block, storage, member >= k)) {
              proven.set(member);
            }
          });
    }
    return proven;
  }

  private boolean isProven(BlockInfo block, DatanodeStorageInfo storage, boolean stays) {
    return ReplicaQuestion.PROVEN.holds(blocks, block, storage)
        && (!stays || ReplicaQuestion.STAYS.holds(blocks, block, storage));
  }
}
