package io.okapifs.hdfs.namenode.health;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.GroupMember;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parity groups whose members contradict each other although their checksums are right: DataNodes
 * found that before they repaired them, or when they scrubbed them. Such a group is not repaired as
 * long as all of the replicas that were compared are there, for what is rebuilt from them might be
 * wrong. A member that all others prove wrong is treated as corrupt instead. A transition of the
 * file is given up.
 */
public final class ContradictoryGroups {

  private static final Logger LOG = LoggerFactory.getLogger(ContradictoryGroups.class);
  private static final String REASON = "all other members of its group prove its bytes wrong";

  /** What a report means. */
  public enum Verdict {
    /** Nothing: its members are others by now, or of a group that is not one yet. */
    STALE,
    /** The group is wrong, and who of it cannot be told. */
    UNTOLD,
    /** All others prove some members wrong. */
    PROVEN
  }

  private final Map<BlockInfo, List<GroupMember>> groups = new ConcurrentHashMap<>();

  /**
   * Takes what a DataNode found, where it is of replicas that are there. Called under the
   * namesystem's write lock.
   *
   * @param pool of the blocks
   * @param isActive whether replicas may be marked; a standby hears of that in another way
   */
  public static Verdict hear(
      BlockManager blocks, String pool, boolean isActive, ContradictionReport report)
      throws IOException {
    Optional<BlockInfoStripedParity> parity = parityOf(blocks, report);
    Optional<GroupHealth> health = parity.flatMap(each -> GroupHealth.of(blocks, each));
    int group = health.map(view -> view.indexOf(parity.get())).orElse(-1);
    if (group < 0 || !replicas(health.get(), group).keySet().containsAll(report.members())) {
      LOG.info("Contradiction is of members that are others by now: {}", report);
      return Verdict.STALE;
    }
    // New parity that was made of a wrong member fits it, and would prove a rebuilt one wrong.
    TransitionRules.of(blocks).doubt(health.get().file().inode().getId());
    if (health.get().file().isNext()) {
      LOG.warn("Contradiction is of new parity, which proves nothing: {}", report);
      return Verdict.STALE;
    }
    return hear(blocks, pool, isActive, report, parity.get(), health.get(), group);
  }

  private static Verdict hear(
      BlockManager blocks, String pool, boolean isActive, ContradictionReport report,
      BlockInfoStripedParity parity, GroupHealth health, int group)
      throws IOException {
    String path = health.file().inode().getFullPathName();
    BitSet right = health.live(group);
    right.andNot(report.wrong());
    if (report.wrong().isEmpty() || !health.code().decodable(right)) {
      LOG.warn(
          "Members of a group contradict each other, and which one is wrong cannot be told; it is"
              + " not repaired: path={}, group={}, members={}",
          path, group, report.members());
      of(blocks).groups.put(parity, report.members());
      return Verdict.UNTOLD;
    }
    if (isActive) {
      LOG.warn(
          "Members of a group are wrong by all others: path={}, group={}, wrongMembers={},"
              + " members={}",
          path, group, report.wrong(), report.members());
      markWrong(blocks, pool, replicas(health, group), report);
    }
    return Verdict.PROVEN;
  }

  private static Optional<BlockInfoStripedParity> parityOf(
      BlockManager blocks, ContradictionReport report) {
    return report.members().stream()
        .map(member -> blocks.getStoredBlock(new Block(member.blockId())))
        .filter(BlockInfoStripedParity.class::isInstance)
        .map(BlockInfoStripedParity.class::cast)
        .findFirst();
  }

  /** Readable replicas of a group, as a repair names them. */
  private static Map<GroupMember, DatanodeStorageInfo> replicas(GroupHealth health, int group) {
    Map<GroupMember, DatanodeStorageInfo> replicas = new HashMap<>();
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          if (health.isReadable(block, storage)) {
            replicas.put(health.place(group, member).replicaOn(member, storage), storage);
          }
        });
    return replicas;
  }

  private static void markWrong(
      BlockManager blocks, String pool, Map<GroupMember, DatanodeStorageInfo> replicas,
      ContradictionReport report)
      throws IOException {
    for (GroupMember member : report.members()) {
      if (report.wrong().get(member.member())) {
        blocks.findAndMarkBlockAsCorrupt(
            new ExtendedBlock(
                pool, member.blockId(), member.lengthBytes(), member.generationStamp()),
            replicas.get(member).getDatanodeDescriptor(), member.storageId(), REASON);
      }
    }
  }

  /** Whether a group must not be repaired. Called under the namesystem's lock. */
  public static boolean holdBack(BlockManager blocks, GroupHealth health, long group) {
    ContradictoryGroups all = of(blocks);
    BlockInfo[] parities = health.file().parityGroups();
    List<GroupMember> compared =
        group < parities.length ? all.groups.get(parities[(int) group]) : null;
    if (compared == null) {
      return false;
    }
    boolean stands = replicas(health, (int) group).keySet().containsAll(compared);
    if (!stands) {
      all.groups.remove(parities[(int) group]);
    }
    return stands;
  }

  /** After a replica of a block group came or went; under the write lock. */
  public static void lookAt(BlockManager blocks, BlockInfo block) {
    if (of(blocks).groups.isEmpty()
        || !(block instanceof BlockInfoDecoupled decoupled)) {
      return;
    }
    GroupHealth.of(blocks, decoupled)
        .ifPresent(
            health ->
                health.forEachGroup(decoupled, group -> holdBack(blocks, health, group)));
  }

  /** Whether a parity group is one of them. Any thread may ask. */
  public boolean contains(BlockInfo parity) {
    return groups.containsKey(parity);
  }

  public static ContradictoryGroups of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(ContradictoryGroups.class);
  }

  /** Any thread may count. Groups of files that were deleted since are dropped. */
  public long count() {
    groups.keySet().removeIf(BlockInfo::isDeleted);
    return groups.size();
  }
}
