package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.transition.ParityMerge;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/**
 * What the repair of a group reads, at one moment under the namesystem's lock: members of the
 * group, or, for the parity of a group that a file will have, the parities that it is merged from.
 *
 * <p>A group is merged where all of those can be read, and that is less than its data.
 *
 * @param members of the group
 * @param merge what the group is merged from; empty where it is coded from members
 */
public record RepairInputs(GroupMembers members, Optional<Merge> merge) {

  /**
   * @param of which groups are merged
   * @param members number of parities of them
   * @param sources the replica to read of each, by place among them; fewer where it is to wait
   */
  record Merge(ParityMerge of, int members, Map<Integer, GroupMembers.Source> sources) {}

  public static RepairInputs of(BlockManager blocks, GroupHealth health, int group) {
    GroupMembers members = GroupMembers.of(blocks, health, group);
    boolean mayMerge = health.file().isNext() && !health.file().isAdoption();
    return new RepairInputs(
        members, mayMerge ? merge(blocks, health, group) : Optional.empty());
  }

  private static Optional<Merge> merge(
      BlockManager blocks, GroupHealth health, int group) {
    GroupHealth old = health.now();
    return ParityMerge.of(old.layout(), health.layout())
        .filter(merge -> merge.pays(group, health.length()))
        .filter(
            merge ->
                IntStream.range(merge.firstOld(group), merge.endOld(group, health.length()))
                    .allMatch(g -> hasParity(old, g, health.place(group, health.file().k()))))
        .map(merge -> merge(blocks, old, merge, group));
  }

  /** A group of a file's end may have longer parity than its data: it is not merged. */
  private static boolean hasParity(GroupHealth old, int group, GroupHealth.Place into) {
    BitSet live = old.live(group);
    return old.isSettled(group)
        && live.nextClearBit(old.file().k()) >= old.layout().policy().n()
        && old.place(group, old.file().k()).length() <= into.length();
  }

  private static Merge merge(
      BlockManager blocks, GroupHealth old, ParityMerge merge, int group) {
    int k = old.file().k();
    int r = old.file().r();
    int first = merge.firstOld(group);
    int end = merge.endOld(group, old.length());
    Map<Integer, GroupMembers.Source> sources = new TreeMap<>();
    for (int g = first; g < end; g++) {
      int before = (g - first) * r;
      GroupMembers.of(blocks, old, g).sources().forEach(
          (member, source) -> {
            if (member >= k) {
              sources.put(before + member - k, source.as(before + member - k));
            }
          });
    }
    return new Merge(merge, (end - first) * r, sources);
  }

  /** The replicas to read, ascending by member. */
  List<GroupMembers.Source> sources() {
    return new ArrayList<>(merge.map(Merge::sources).orElse(members.sources()).values());
  }

  /** Members that no node holds and that can be written now, ascending. */
  List<Integer> writable(GroupHealth health, int group) {
    if (merge.isEmpty()) {
      // What is lost of HDFS's own block groups is HDFS's to repair.
      return members.rebuildable(health, group).stream()
          .filter(member -> member >= health.file().k() || !health.file().isAdoption())
          .toList();
    }
    boolean complete = merge.get().sources().size() == merge.get().members();
    return IntStream.range(health.file().k(), health.layout().policy().n())
        .filter(member -> complete && !members.held().get(member))
        .boxed()
        .toList();
  }

  /** The task of writing members of the group. */
  GroupTask task(GroupHealth health, int group, long parityLength, List<GroupMember> outputs) {
    List<GroupMember> inputs = sources().stream().map(GroupMembers.Source::replica).toList();
    if (merge.isEmpty()) {
      return new GroupTask(
          health.layout().policy(), health.layout().dataMembers(group, health.length()),
          parityLength, inputs, outputs, health.file().isNext(), 0);
    }
    ParityMerge of = merge.get().of();
    int shift = of.coding().k() - health.file().k();
    return new GroupTask(
        of.coding(), merge.get().members(), parityLength, inputs,
        outputs.stream().map(output -> output.as(output.member() + shift)).toList(), true,
        of.old().policy().k());
  }
}
