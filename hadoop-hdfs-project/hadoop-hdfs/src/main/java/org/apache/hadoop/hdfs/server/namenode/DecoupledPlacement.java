package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.FileLayout;
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
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the blocks of a new data stripe or parity group go. Blocks of one block group never share a
 * node; members of one group do not as long as the cluster is large enough (N >= max(s, k + r));
 * racks are spread by HDFS's own placement policy for striped files.
 *
 * <p>Planned under the namesystem's read lock (what the group's members occupy), carried out
 * without any lock.
 *
 * @param path for messages
 * @param needed live DataNodes below which the file must not be begun at all
 * @param width internal blocks to place
 * @param avoiding how many of them, from index 0 on, must avoid the members
 * @param members storages that hold blocks of the same group
 * @param blockSize bytes that a storage must have room for
 * @param clientMachine where the writer runs
 * @param storagePolicy of the file
 */
public record DecoupledPlacement(
    String path,
    int needed,
    int width,
    int avoiding,
    List<DatanodeStorageInfo> members,
    long blockSize,
    String clientMachine,
    byte storagePolicy) {

  private static final Logger LOG = LoggerFactory.getLogger(DecoupledPlacement.class);

  /** Plans the data stripe that comes next. */
  static DecoupledPlacement ofNextStripe(String path, DecoupledFile file) {
    FileLayout layout = file.layout();
    long firstBlock = (long) file.stripes().length * layout.stripeWidth();
    int begun = layout.memberOf(firstBlock);
    int straddling = begun == 0 ? 0 : Math.min(layout.stripeWidth(), file.k() - begun);
    int needed = file.stripes().length == 0 ? Math.max(layout.stripeWidth(), file.r()) : 0;
    return of(
        path, file, needed, layout.stripeWidth(), straddling,
        storagesOf(file, firstBlock - begun, firstBlock), layout.blockSize());
  }

  /** Plans the parity blocks of a group. */
  static DecoupledPlacement ofParityGroup(
      String path, DecoupledFile file, int group, long parityLength) {
    long first = (long) group * file.k();
    return of(
        path, file, 0, file.r(), file.r(), storagesOf(file, first, first + file.k()), parityLength);
  }

  private static DecoupledPlacement of(
      String path, DecoupledFile file, int needed, int width, int avoiding,
      List<DatanodeStorageInfo> members, long blockSize) {
    INodeFile inode = file.inode();
    return new DecoupledPlacement(
        path, needed, width, avoiding, members, blockSize,
        inode.getFileUnderConstructionFeature().getClientMachine(), inode.getStoragePolicyID());
  }

  /** Storages of data blocks [from, to) as far as they are known. */
  private static List<DatanodeStorageInfo> storagesOf(DecoupledFile file, long from, long to) {
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
  DatanodeStorageInfo[] choose(
      BlockManager blocks, DatanodeInfo[] excluded, EnumSet<AddBlockFlag> flags)
      throws IOException {
    checkNodes(blocks);
    Chooser chooser = new Chooser(blocks, writer(blocks, flags), nodes(excluded), flags);
    chooser.choose(avoiding, members);
    if (chooser.chosen.size() < avoiding) {
      LOG.warn(
          "Too few DataNodes to keep the members of a group apart: path={}, avoiding={},"
              + " members={}, found={}",
          path, avoiding, members.size(), chooser.chosen.size());
    }
    chooser.choose(width, List.of());
    if (chooser.chosen.size() < width) {
      throw new IOException(
          "Cannot place " + width + " blocks of " + path + " on distinct DataNodes: found="
              + chooser.chosen.size() + ", running="
              + blocks.getDatanodeManager().getNetworkTopology().getNumOfLeaves() + ", excluded="
              + (excluded == null ? 0 : excluded.length) + ". The stripe width and the number of"
              + " parity blocks must not exceed the DataNodes that have room.");
    }
    return chooser.chosen.toArray(DatanodeStorageInfo[]::new);
  }

  private void checkNodes(BlockManager blocks) throws IOException {
    int live = blocks.getDatanodeManager().getNumLiveDataNodes();
    if (live < needed) {
      throw new IOException(
          "Cannot write " + path + ": its stripe width and its number of parity blocks need "
              + needed + " DataNodes, live=" + live + ".");
    }
  }

  private Node writer(BlockManager blocks, EnumSet<AddBlockFlag> flags) {
    if (flags != null && flags.contains(AddBlockFlag.IGNORE_CLIENT_LOCALITY)) {
      return null;
    }
    Node node = blocks.getDatanodeManager().getDatanodeByHost(clientMachine);
    return node != null ? node : FSDirWriteFileOp.getClientNode(blocks, clientMachine);
  }

  private static Set<Node> nodes(DatanodeInfo[] excluded) {
    return excluded == null ? Set.of() : new HashSet<>(Arrays.asList(excluded));
  }

  /** Asks HDFS's policy and takes from its answer only what is distinct. */
  private final class Chooser {
    private final BlockManager blocks;
    private final Node writer;
    private final Set<Node> excluded;
    private final EnumSet<AddBlockFlag> flags;
    private final List<DatanodeStorageInfo> chosen = new ArrayList<>();

    Chooser(
        BlockManager blocks, Node writer, Set<Node> excluded, EnumSet<AddBlockFlag> flags) {
      this.blocks = blocks;
      this.writer = writer;
      this.excluded = excluded;
      this.flags = flags;
    }

    /** Fills up to {@code count} blocks, on nodes of none of {@code apart}. */
    void choose(int count, List<DatanodeStorageInfo> apart) {
      int missing = count - chosen.size();
      if (missing <= 0) {
        return;
      }
      List<DatanodeStorageInfo> taken = new ArrayList<>(apart);
      taken.addAll(chosen);
      // The fallback of HDFS's policy forgets the excluded set, never the taken storages.
      DatanodeStorageInfo[] found =
          blocks
              .getStriptedBlockPlacementPolicy()
              .chooseTarget(
                  path, missing, writer, new ArrayList<>(taken), false, new HashSet<>(excluded),
                  blockSize, blocks.getStoragePolicy(storagePolicy), flags);
      Set<DatanodeDescriptor> nodes = new HashSet<>();
      taken.forEach(storage -> nodes.add(storage.getDatanodeDescriptor()));
      for (DatanodeStorageInfo storage : found) {
        if (chosen.size() < count && nodes.add(storage.getDatanodeDescriptor())) {
          chosen.add(storage);
        }
      }
    }
  }
}
