package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** Whether the loss of any r nodes costs no group of a file more than r members. */
public final class GroupSafety {

  private GroupSafety() {}

  /** The data stripes among the block groups of a file: they stay while parity changes. */
  public static List<BlockInfo> stripesOf(BlockInfo[] blockGroups) {
    return Stream.of(blockGroups).filter(BlockInfoStripedData.class::isInstance).toList();
  }

  /**
   * Of the groups that the file has, whatever it will have: members that nobody has, and nodes that
   * alone have several of one group. Replicas in excess are as good as gone.
   *
   * @param stripe a data stripe of the file
   */
  public static List<String> violations(FSNamesystem namesystem, BlockInfo stripe) {
    List<String> violations = new ArrayList<>();
    namesystem.readLock();
    try {
      BlockManager blocks = namesystem.getBlockManager();
      GroupHealth health = GroupHealth.of(blocks, (BlockInfoDecoupled) stripe).orElseThrow();
      for (long group = 0; group < health.layout().groupCount(health.length()); group++) {
        violations.addAll(violations(blocks, health, group));
      }
    } finally {
      namesystem.readUnlock();
    }
    return violations;
  }

  private static List<String> violations(BlockManager blocks, GroupHealth health, long group) {
    Map<Integer, Set<DatanodeInfo>> holders = new HashMap<>();
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          DatanodeDescriptor node = storage.getDatanodeDescriptor();
          if (health.isReadable(block, storage) && !blocks.isExcess(node, block)) {
            holders.computeIfAbsent(member, any -> new HashSet<>()).add(node);
          }
        });
    int dataMembers = health.layout().dataMembers(group, health.length());
    for (int member = 0; member < health.layout().policy().n(); member++) {
      if (member < dataMembers || member >= health.file().k()) {
        holders.putIfAbsent(member, Set.of());
      }
    }
    return violations(describe(health, group), holders);
  }

  /**
   * The same of one group.
   *
   * @param what the group is called
   * @param holders the nodes that have it, for each member that exists
   */
  public static <N> List<String> violations(String what, Map<?, Set<N>> holders) {
    List<String> violations = new ArrayList<>();
    Map<N, Integer> alone = new HashMap<>();
    holders.forEach((member, nodes) -> {
      if (nodes.isEmpty()) {
        violations.add(what + ": nobody has member " + member);
      } else if (nodes.size() == 1) {
        alone.merge(nodes.iterator().next(), 1, Integer::sum);
      }
    });
    alone.forEach((node, members) -> {
      if (members > 1) {
        violations.add(what + ": " + members + " members only on " + node);
      }
    });
    return violations;
  }

  private static String describe(GroupHealth health, long group) {
    return "group " + group + " of " + health.file().inode().getLocalName() + " under "
        + health.layout().policy().name();
  }

  /** Whether a file has the groups of a transition beside its own. */
  public static boolean isChanging(FSNamesystem namesystem, BlockInfo stripe) {
    namesystem.readLock();
    try {
      return DecoupledFile.find(namesystem.getBlockManager().getBlockCollection(stripe))
          .flatMap(file -> DecoupledFile.next(file.inode()))
          .isPresent();
    } finally {
      namesystem.readUnlock();
    }
  }

  /** Whether the NameNode would move a block of a data stripe, were it asked. */
  public static boolean wouldMove(FSNamesystem namesystem, BlockInfo stripe) {
    namesystem.readLock();
    try {
      return GroupPlacement.findMisplaced(
              namesystem.getBlockManager(), (BlockInfoDecoupled) stripe)
          .isPresent();
    } finally {
      namesystem.readUnlock();
    }
  }
}
