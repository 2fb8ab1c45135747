package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.UnreportedMembers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.net.Node;

/**
 * Where the blocks of a new data stripe or parity group go. Blocks of one block group never share a
 * node; members of one group do not as long as the cluster is large enough (N >= max(s, k + r));
 * racks are spread by HDFS's own placement policy for striped files.
 *
 * <p>Planned under the namesystem's read lock (what the groups' members occupy), carried out
 * without any lock.
 *
 * @param path for messages
 * @param policy with its stripe width, for messages
 * @param needed DataNodes in service below which the file must not be begun at all
 * @param runs the blocks to place, by group
 * @param wishes places to avoid: of data of groups before, so that wider groups need no moves, and
 *     of nodes that have most blocks of the directory
 * @param blockSize bytes that a storage must have room for
 * @param clientMachine where the writer runs
 * @param storagePolicy of the file
 * @param ahead the members of the group for which places are, or are to be, planned as well
 */
public record DecoupledPlacement(
    String path,
    String policy,
    int needed,
    List<GroupRun> runs,
    List<List<DatanodeStorageInfo>> wishes,
    long blockSize,
    String clientMachine,
    byte storagePolicy,
    Ahead ahead) {

  /**
   * Members behind those that need a place now.
   *
   * @param member the first one that needs a place now
   * @param further how many members behind those that need a place now have none; 0: nothing is
   *     planned
   */
  private record Ahead(
      Namesystem namesystem, DecoupledFile file, long group, int member, int further) {

    /** What is planned behind the last data block of a group is for its parity alone. */
    List<DatanodeStorageInfo> planned(int count) {
      boolean isOfTwoGroups = member < file.k() && member + count > file.k();
      return isOfTwoGroups
          ? List.of()
          : PlannedPlaces.of(namesystem).of(file.inode().getId(), group, member, count);
    }

    /** The places in the order of the members that get them. */
    List<DatanodeStorageInfo> plan(List<DatanodeStorageInfo> places) {
      List<DatanodeStorageInfo> ordered =
          PlacesInOrder.of(
              EvenPlacement.of(namesystem).fewestFirst(file.inode().getParent().getId(), places),
              file.layout().stripeWidth(), file.k() - member);
      PlannedPlaces.of(namesystem).put(file.inode().getId(), group, member, ordered);
      return ordered;
    }
  }

  /**
   * Plans a data stripe, all before which have their places.
   *
   * @param lookahead groups before whose nodes it avoids; nothing is planned then
   */
  public static DecoupledPlacement ofStripe(
      BlockManager blocks, String path, DecoupledFile file, int stripe, int lookahead) {
    FileLayout layout = file.layout();
    int width = layout.stripeWidth();
    long next = (long) stripe * width;
    int begun = layout.memberOf(next);
    long group = (next - begun) / file.k();
    List<GroupRun> runs = runsOf(blocks, file, stripe);
    boolean mayPlan = file.isNarrow() && lookahead == 0 && runs.size() == 1;
    int members = file.k() + file.r();
    Ahead ahead =
        new Ahead(
            namesystem(blocks), file, group, begun,
            mayPlan ? members - begun - width : 0);
    List<List<DatanodeStorageInfo>> wishes = new ArrayList<>();
    if (ahead.planned(width).isEmpty()) {
      new Lookahead(lookahead).before(group).forEach(
          far -> wishes.add(storagesOf(blocks, file, far * file.k(), next)));
      if (file.isNarrow()) {
        wishes.add(
            EvenPlacement.of(namesystem(blocks))
                .crowded(
                    file.inode().getParent().getId(), DatanodeWindow.inService(blocks), members,
                    mayPlan));
      }
    }
    int needed = stripe == 0 ? Math.max(width, file.r()) : 0;
    return of(path, file, needed, runs, wishes, layout.blockSize(), ahead);
  }

  /** The blocks of a data stripe by group, and where the other members of the first one are. */
  private static List<GroupRun> runsOf(BlockManager blocks, DecoupledFile file, int stripe) {
    long next = (long) stripe * file.layout().stripeWidth();
    int begun = file.layout().memberOf(next);
    return GroupRun.ofStripe(
        file.layout(), begun, storagesOf(blocks, file, next - begun, next));
  }

  private static Namesystem namesystem(BlockManager blocks) {
    return DatanodeWindow.namesystem(blocks.getDatanodeManager());
  }

  /** Plans the parity blocks of a group. */
  public static DecoupledPlacement ofParityGroup(
      BlockManager blocks, String path, DecoupledFile file, int group, long parityLength) {
    long first = (long) group * file.k();
    List<DatanodeStorageInfo> data = storagesOf(blocks, file, first, first + file.k());
    return of(
        path, file, 0, List.of(new GroupRun(file.r(), data)), List.of(), parityLength,
        new Ahead(namesystem(blocks), file, group, file.k(), 0));
  }

  private static DecoupledPlacement of(
      String path, DecoupledFile file, int needed, List<GroupRun> runs,
      List<List<DatanodeStorageInfo>> wishes, long blockSize, Ahead ahead) {
    INodeFile inode = file.inode();
    String policy = file.layout().policy().name() + "@" + file.layout().stripeWidth();
    return new DecoupledPlacement(
        path, policy, needed, runs, wishes, blockSize,
        inode.getFileUnderConstructionFeature().getClientMachine(), inode.getStoragePolicyID(),
        ahead);
  }

  /** Storages of data blocks [from, to) as far as they are known, and such that may have some. */
  private static List<DatanodeStorageInfo> storagesOf(
      BlockManager blocks, DecoupledFile file, long from, long to) {
    int width = file.layout().stripeWidth();
    BlockInfo[] stripes = file.stripes();
    List<DatanodeStorageInfo> storages = new ArrayList<>();
    for (int j = (int) (from / width); j < stripes.length && (long) j * width < to; j++) {
      long base = (long) j * width;
      forEachStorage(
          stripes[j],
          (index, storage) -> {
            if (base + index >= from && base + index < to) {
              storages.add(storage);
            }
          });
      for (DatanodeStorageInfo storage : UnreportedMembers.of(blocks, stripes[j])) {
        if (!storages.contains(storage)) {
          storages.add(storage);
        }
      }
    }
    return storages;
  }

  private interface StorageVisitor {
    void visit(int index, DatanodeStorageInfo storage);
  }

  private static void forEachStorage(BlockInfo block, StorageVisitor visitor) {
    if (block.isComplete()) {
      for (BlockInfoStriped.StorageAndBlockIndex at :
          ((BlockInfoStriped) block).getStorageAndIndexInfos()) {
        visitor.visit(at.getBlockIndex(), at.getStorage());
      }
      return;
    }
    DatanodeStorageInfo[] storages =
        block.getUnderConstructionFeature().getExpectedStorageLocations();
    byte[] indices = block.getUnderConstructionFeature().getBlockIndices();
    for (int i = 0; i < storages.length; i++) {
      visitor.visit(indices[i], storages[i]);
    }
  }

  /**
   * Chooses a storage for every internal block, and counts what it adds to shared nodes.
   *
   * @throws IOException where there are fewer usable nodes than blocks
   */
  public DatanodeStorageInfo[] choose(
      BlockManager blocks, DatanodeInfo[] excluded, EnumSet<AddBlockFlag> flags)
      throws IOException {
    int inService = DatanodeWindow.inService(blocks);
    if (inService < needed) {
      throw new IOException(
          "Cannot write " + path + ": a stripe of " + policy + " and the parity of a group need "
              + needed + " DataNodes in service, inService=" + inService
              + ". Add DataNodes, or write under a policy with a smaller stripe width or less"
              + " parity.");
    }
    Set<Node> never = excluded == null ? Set.of() : new HashSet<>(Arrays.asList(excluded));
    int width = runs.stream().mapToInt(GroupRun::length).sum();
    List<DatanodeStorageInfo> chosen = planned(blocks, width, never);
    if (chosen.size() < width) {
      chosen = chooseAnew(blocks, width, never, flags);
    }
    PlacementCounters.of(blocks).countPlaced(runs, chosen);
    return chosen.toArray(DatanodeStorageInfo[]::new);
  }

  private List<DatanodeStorageInfo> chooseAnew(
      BlockManager blocks, int width, Set<Node> never, EnumSet<AddBlockFlag> flags)
      throws IOException {
    TargetRequest request =
        new TargetRequest(
            path, runs, wishes, never, writer(blocks, flags), blockSize,
            blocks.getStoragePolicy(storagePolicy), flags);
    List<DatanodeStorageInfo> chosen = chooseAhead(blocks, request);
    if (chosen.isEmpty()) {
      chosen = TargetChooser.choose(blocks, request);
    }
    if (chosen.size() < width) {
      throw new IOException(
          "Cannot place " + width + " blocks of " + path + " on distinct DataNodes: found="
              + chosen.size() + ", inService=" + DatanodeWindow.inService(blocks) + ", excluded="
              + never.size() + ", policy=" + policy + ". Too few DataNodes have room for "
              + blockSize + " bytes more.");
    }
    return chosen;
  }

  /** The planned places whose nodes can still serve, and have got no other member meanwhile. */
  private List<DatanodeStorageInfo> planned(BlockManager blocks, int width, Set<Node> never) {
    List<DatanodeStorageInfo> usable = new ArrayList<>();
    for (DatanodeStorageInfo place : ahead.planned(width)) {
      DatanodeDescriptor node = place.getDatanodeDescriptor();
      DatanodeStorageInfo storage =
          !never.contains(node) && !hasMember(node) && canServe(blocks, node)
              ? node.chooseStorage4Block(place.getStorageType(), blockSize)
              : null;
      if (storage != null) {
        usable.add(storage);
      }
    }
    return usable;
  }

  private boolean hasMember(DatanodeDescriptor node) {
    for (DatanodeStorageInfo member : runs.get(0).members()) {
      if (member.getDatanodeDescriptor().equals(node)) {
        return true;
      }
    }
    return false;
  }

  private static boolean canServe(BlockManager blocks, DatanodeDescriptor node) {
    DatanodeManager nodes = blocks.getDatanodeManager();
    return NodeSupply.isInService(node)
        && nodes.getNetworkTopology().contains(node)
        && !(nodes.shouldAvoidStaleDataNodesForWrite() && DatanodeWindow.isStale(nodes, node));
  }

  /**
   * Chooses places for the rest of the group as well, and remembers them.
   *
   * @return those of the blocks that need one now; none where there are too few nodes for all
   */
  private List<DatanodeStorageInfo> chooseAhead(BlockManager blocks, TargetRequest request) {
    if (ahead.further == 0) {
      return List.of();
    }
    GroupRun now = runs.get(0);
    GroupRun all = new GroupRun(now.length() + ahead.further, now.members());
    List<DatanodeStorageInfo> chosen = TargetChooser.choose(blocks, request.of(all));
    if (chosen.size() < all.length() || GroupRun.shared(all.with(chosen)) > 0) {
      return List.of();
    }
    return ahead.plan(chosen).subList(0, now.length());
  }

  private Node writer(BlockManager blocks, EnumSet<AddBlockFlag> flags) {
    if (flags != null && flags.contains(AddBlockFlag.IGNORE_CLIENT_LOCALITY)) {
      return null;
    }
    Node node = blocks.getDatanodeManager().getDatanodeByHost(clientMachine);
    return node != null ? node : NamespaceWindow.placeOf(blocks, clientMachine);
  }
}
