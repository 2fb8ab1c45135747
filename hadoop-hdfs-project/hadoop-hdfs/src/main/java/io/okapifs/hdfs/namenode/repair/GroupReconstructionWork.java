package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.DeletionOrders;
import io.okapifs.hdfs.namenode.health.EarlierTargets;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.TransitionRules;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.namenode.placement.GroupRun;
import io.okapifs.hdfs.namenode.placement.PlacementCounters;
import io.okapifs.hdfs.namenode.placement.RepairTargets;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.TaskEnvelope;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.net.Node;

/**
 * Rebuilds the lost members of one group, in one pass over the ones that live. They may belong to
 * several block groups; each of those then has a repair pending.
 *
 * <p>A target never holds another block of the same block group. It holds no member of the same
 * group either, unless there is no other node. If that costs nothing, it holds no block of the
 * group's data stripes and none that is being replaced, and no other repair writes there.
 *
 * <p>A target that has enough to do already is waited for: a part of the members costs as many
 * reads as all of them. Groups that can lose nothing more take what they get. What is encoded for a
 * transition waits for a target that may encode one more group.
 *
 * <p>A target that is worse than a node which only has to delete a replica first, as it was told a
 * few seconds ago, is not taken: the member would have to move there soon. The next round looks
 * again.
 */
final class GroupReconstructionWork extends GroupWork {

  private final BlockManager blocks;
  private final GroupHealth health;
  private final int group;
  private final long parityLength;
  private final Map<Integer, BlockInfoStriped> owners = new HashMap<>();
  private final Map<BlockInfoStriped, List<Integer>> missing = new LinkedHashMap<>();
  private final Map<BlockInfoStriped, Set<Node>> nodes = new LinkedHashMap<>();
  private final Map<BlockInfoStriped, Set<Node>> freeSoon = new HashMap<>();
  private final Map<Integer, DatanodeStorageInfo> targets = new TreeMap<>();
  private final List<DatanodeStorageInfo> sameBlockGroups;
  private final BitSet zeros = new BitSet();
  private RepairInputs inputs;
  private HelperPlan helpers = HelperPlan.none();
  private Optional<RepairLoads.Load> load = Optional.empty();

  /**
   * @param missing members to write, ascending, some of them of {@code block}
   */
  GroupReconstructionWork(
      BlockManager blocks, GroupHealth health, int group, BlockInfoDecoupled block,
      RepairInputs inputs, List<Integer> missing, int priority) {
    super(
        health, block, inputs.sources().stream().map(GroupMembers.Source::node).toList(),
        missing.size(), priority);
    this.blocks = blocks;
    this.health = health;
    this.group = group;
    this.parityLength = health.place(group, health.file().k()).length();
    this.inputs = inputs;
    this.sameBlockGroups = health.storagesOfBlockGroups(group);
    zeros.set(health.layout().dataMembers(group, health.length()), health.file().k());
    // The block group that the queue gave comes first: it shall not miss its targets.
    this.missing.put(block, new ArrayList<>());
    for (int member : missing) {
      BlockInfoStriped owner = health.place(group, member).block();
      owners.put(member, owner);
      this.missing.computeIfAbsent(owner, any -> new ArrayList<>()).add(member);
    }
    this.missing.keySet()
        .forEach(owner -> nodes.put(owner, new HashSet<>(GroupPlacement.nodesOf(owner))));
    this.missing.keySet().forEach(owner -> freeSoon.put(owner, freeSoon(owner)));
  }

  @Override
  protected void choose(
      BlockPlacementPolicy placement, BlockStoragePolicySuite policies, Set<Node> sameBlock) {
    nodes.get(block()).addAll(sameBlock);
    RepairTargets chooser =
        new RepairTargets(
            placement, blocks.getDatanodeManager().getNetworkTopology(), path(),
            parityLength, policies.getPolicy(storagePolicy()));
    List<List<DatanodeStorageInfo>> wishes = wishes();
    List<DatanodeStorageInfo> apart = new ArrayList<>(inputs.members().storages());
    boolean lacks = false;
    boolean waits = false;
    for (Map.Entry<BlockInfoStriped, List<Integer>> each : missing.entrySet()) {
      List<Integer> wanted = each.getValue();
      Set<Node> never = new HashSet<>(nodes.get(each.getKey()));
      DeletionOrders.exclude(blocks, each.getKey(), never);
      List<DatanodeStorageInfo> chosen =
          chooser.choose(wanted.size(), never, apart, wishes);
      if (never.removeAll(freeSoon.get(each.getKey()))) {
        waits |=
            isWorse(
                chosen, chooser.choose(wanted.size(), never, apart, wishes), apart);
      }
      lacks |=
          chosen.removeIf(
              target -> GroupMembers.isBusy(blocks, target.getDatanodeDescriptor(), priority()));
      for (int i = 0; i < chosen.size(); i++) {
        targets.put(wanted.get(i), chosen.get(i));
      }
      apart.addAll(chosen);
    }
    if (waits || lacks && priority() != RepairQueueWindow.HIGHEST) {
      targets.clear();
    }
    take(targetsOf(block()));
    if (!targets.isEmpty()) {
      chooseHelpers();
    }
  }

  private void chooseHelpers() {
    if (inputs.merge().isEmpty()) {
      DatanodeDescriptor target = targets.values().iterator().next().getDatanodeDescriptor();
      helpers =
          HelperPlan.of(
              blocks, health.code(), zeros, targets.keySet(), inputs.sources(),
              target, parityLength);
    }
    load =
        Optional.of(
            RepairLoads.of(blocks)
                .plan(
                    blocks, block(), helpers.bytesOf(inputs.sources()),
                    List.copyOf(targets.values())));
  }

  /** Nodes to avoid as long as that costs nothing else; then fewer of them. */
  private List<List<DatanodeStorageInfo>> wishes() {
    List<DatanodeStorageInfo> all = new ArrayList<>(RepairLoads.of(blocks).targets(blocks));
    all.addAll(sameBlockGroups);
    return List.of(all, sameBlockGroups);
  }

  /** Nodes without the block group that have yet to delete a replica of it. */
  private Set<Node> freeSoon(BlockInfoStriped owner) {
    Set<Node> soon = DeletionOrders.nodesFreeSoon(blocks, owner);
    GroupPlacement.nodesOf(owner).forEach(soon::remove);
    return soon;
  }

  /** Whether a choice is smaller than another one, or has members share more nodes or racks. */
  private static boolean isWorse(
      List<DatanodeStorageInfo> choice, List<DatanodeStorageInfo> other,
      List<DatanodeStorageInfo> apart) {
    return choice.size() < other.size()
        || distinct(choice, apart, DatanodeStorageInfo::getDatanodeDescriptor)
            < distinct(other, apart, DatanodeStorageInfo::getDatanodeDescriptor)
        || distinct(choice, apart, GroupReconstructionWork::rack)
            < distinct(other, apart, GroupReconstructionWork::rack);
  }

  private static String rack(DatanodeStorageInfo storage) {
    return storage.getDatanodeDescriptor().getNetworkLocation();
  }

  private static long distinct(
      List<DatanodeStorageInfo> choice, List<DatanodeStorageInfo> apart,
      Function<DatanodeStorageInfo, ?> what) {
    return Stream.concat(choice.stream(), apart.stream()).map(what).distinct().count();
  }

  private List<DatanodeStorageInfo> targetsOf(BlockInfo owner) {
    return targets.entrySet().stream()
        .filter(target -> owners.get(target.getKey()) == owner)
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  boolean refresh() {
    List<DatanodeStorageInfo> before = inputs.members().storages();
    inputs = RepairInputs.of(blocks, health, group);
    targets.values().removeIf(target -> isTaken(target, before, inputs.members().storages()));
    targets.entrySet().removeIf(
        target ->
            DeletionOrders.nodes(blocks, owners.get(target.getKey()))
                .contains(target.getValue().getDatanodeDescriptor()));
    targets.keySet().retainAll(GroupRepairs.missing(blocks, health, group, inputs));
    take(targetsOf(block()));
    boolean isLeft = !targets().isEmpty() && worker().isPresent();
    if (!isLeft) {
      load.ifPresent(RepairLoads.of(blocks)::drop);
    }
    return isLeft;
  }

  @Override
  protected void handOut() {
    List<GroupMember> outputs = new ArrayList<>();
    targets.forEach(
        (member, target) -> outputs.add(health.place(group, member).replicaOn(member, target)));
    GroupTask task = inputs.task(health, group, parityLength, outputs);
    PlacementCounters.of(blocks).countPlaced(
        List.of(new GroupRun(targets.size(), inputs.members().storages())),
        List.copyOf(targets.values()));
    DatanodeDescriptor worker = worker().orElseThrow();
    if (health.file().isNext()) {
      EncodingSlots.of(blocks).take(worker, block());
      TransitionRules.of(blocks).countAsked(health.file().inode().getId(), group);
    }
    LOG.debug(
        "Repair of a group: path={}, group={}, block={}, targets={}, merge={}",
        path(), group, block(), targets, inputs.merge().isPresent());
    DatanodeWindow.addTask(
        worker, new ExtendedBlock(blocks.getBlockPoolId(), block()),
        inputs.sources().stream().map(GroupMembers.Source::node).toList(), targets.values(),
        TaskEnvelope.of(
            task.ranked(helpers.ranksOf(inputs.sources()))
                .limited(TransitionRules.of(blocks).limits())));
    load.ifPresent(RepairLoads.of(blocks)::handOut);
    missing.keySet().forEach(
        owner ->
            EarlierTargets.add(
                blocks, owner, targetsOf(owner),
                DeletionOrders.nodesFreeSoon(blocks, owner)));
    missing.keySet().stream().filter(owner -> owner != block()).forEach(this::awaitReports);
  }

  /** The target that shall rebuild the members. */
  private Optional<DatanodeDescriptor> worker() {
    return targets.values().stream()
        .map(DatanodeStorageInfo::getDatanodeDescriptor)
        .filter(
            node -> !health.file().isNext() || EncodingSlots.of(blocks).isFree(blocks, node))
        .min(Comparator.comparingInt(DatanodeDescriptor::getNumberOfBlocksToBeErasureCoded));
  }

  /** What upstream does for the block group that the work was made for. */
  private void awaitReports(BlockInfoStriped owner) {
    DatanodeStorageInfo[] expected = targetsOf(owner).toArray(DatanodeStorageInfo[]::new);
    if (expected.length == 0) {
      return;
    }
    DatanodeStorageInfo.incrementBlocksScheduled(expected);
    RepairQueueWindow.addPending(blocks, owner, expected);
    if (RepairQueueWindow.isSufficient(blocks, owner, blocks.countNodes(owner), expected.length)) {
      RepairQueueWindow.remove(blocks, owner);
    }
  }
}
