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
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
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
 *     of nodes that have more blocks of the directory than others
 * @param blockSize bytes that a storage must have room for
 * @param clientMachine where the writer runs
 * @param storagePolicy of the file
 */
public record DecoupledPlacement(
    String path,
    String policy,
    int needed,
    List<GroupRun> runs,
    List<List<DatanodeStorageInfo>> wishes,
    long blockSize,
    String clientMachine,
    byte storagePolicy) {

  /**
   * Plans a data stripe, all before which have their places.
   *
   * @param lookahead groups before whose nodes it avoids
   * @param crowded further places that it avoids, see {@link EvenPlacement#avoided}
   */
  public static DecoupledPlacement ofStripe(
      BlockManager blocks, String path, DecoupledFile file, int stripe, int lookahead,
      List<List<DatanodeStorageInfo>> crowded) {
    FileLayout layout = file.layout();
    int width = layout.stripeWidth();
    long next = (long) stripe * width;
    int begun = layout.memberOf(next);
    List<GroupRun> runs = new ArrayList<>();
    runs.add(
        new GroupRun(
            Math.min(width, file.k() - begun), storagesOf(blocks, file, next - begun, next)));
    for (int placed = runs.get(0).length(); placed < width; placed += file.k()) {
      runs.add(new GroupRun(Math.min(width - placed, file.k()), List.of()));
    }
    int needed = stripe == 0 ? Math.max(width, file.r()) : 0;
    List<List<DatanodeStorageInfo>> wishes = new ArrayList<>();
    long group = (next - begun) / file.k();
    for (long far = Math.max(0, group - lookahead); far < group; far++) {
      wishes.add(storagesOf(blocks, file, far * file.k(), next));
    }
    wishes.addAll(crowded);
    return of(path, file, needed, runs, wishes, layout.blockSize());
  }

  /** Plans the parity blocks of a group. */
  public static DecoupledPlacement ofParityGroup(
      BlockManager blocks, String path, DecoupledFile file, int group, long parityLength) {
    long first = (long) group * file.k();
    List<DatanodeStorageInfo> data = storagesOf(blocks, file, first, first + file.k());
    return of(path, file, 0, List.of(new GroupRun(file.r(), data)), List.of(), parityLength);
  }

  private static DecoupledPlacement of(
      String path, DecoupledFile file, int needed, List<GroupRun> runs,
      List<List<DatanodeStorageInfo>> wishes, long blockSize) {
    INodeFile inode = file.inode();
    String policy = file.layout().policy().name() + "@" + file.layout().stripeWidth();
    return new DecoupledPlacement(
        path, policy, needed, runs, wishes, blockSize,
        inode.getFileUnderConstructionFeature().getClientMachine(), inode.getStoragePolicyID());
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
      UnreportedMembers.of(blocks, stripes[j]).stream()
          .filter(storage -> !storages.contains(storage))
          .forEach(storages::add);
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
   * Chooses a storage for every internal block.
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
    List<DatanodeStorageInfo> chosen =
        TargetChooser.choose(
            blocks,
            new TargetRequest(
                path, runs, wishes, never, writer(blocks, flags), blockSize,
                blocks.getStoragePolicy(storagePolicy), flags));
    int width = runs.stream().mapToInt(GroupRun::length).sum();
    if (chosen.size() < width) {
      throw new IOException(
          "Cannot place " + width + " blocks of " + path + " on distinct DataNodes: found="
              + chosen.size() + ", inService=" + inService + ", excluded=" + never.size()
              + ", policy=" + policy + ". Too few DataNodes have room for " + blockSize
              + " bytes more.");
    }
    return chosen.toArray(DatanodeStorageInfo[]::new);
  }

  private Node writer(BlockManager blocks, EnumSet<AddBlockFlag> flags) {
    if (flags != null && flags.contains(AddBlockFlag.IGNORE_CLIENT_LOCALITY)) {
      return null;
    }
    Node node = blocks.getDatanodeManager().getDatanodeByHost(clientMachine);
    return node != null ? node : NamespaceWindow.placeOf(blocks, clientMachine);
  }
}
