package io.okapifs.hdfs.balancer;

import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.namenode.placement.MovableBlocks;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.MovableBlockProto;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;

/**
 * A cluster on paper whose blocks are all of one file. What is misplaced, what may leave a node and
 * where it may go is decided by the code of the NameNode and of the balancer; moves are done at
 * once.
 */
final class PaperCluster {

  private final int groups;
  private final PaperFile file;
  private final Random random;
  private final Set<DatanodeDescriptor> present;

  PaperCluster(int groups, List<Integer> racks, Random random) {
    this.groups = groups;
    this.file = new PaperFile(groups, racks);
    this.random = random;
    this.present = new HashSet<>(file.nodes());
  }

  /** All nodes that there ever are. */
  List<DatanodeDescriptor> nodes() {
    return file.nodes();
  }

  boolean isPresent(DatanodeDescriptor node) {
    return present.contains(node);
  }

  int presentNodes() {
    return present.size();
  }

  /** A node comes, empty. */
  void join(DatanodeDescriptor node) {
    present.add(node);
    file.setPresent(node, true);
  }

  /** A node goes. What it had is rebuilt on nodes that have nothing of the group, on any rack. */
  void leave(DatanodeDescriptor node) {
    present.remove(node);
    file.setPresent(node, false);
    for (int group = 0; group < groups; group++) {
      for (int member = 0; member < PaperFile.N; member++) {
        if (place(group, member) == node) {
          List<DatanodeDescriptor> free = new ArrayList<>(inOrder());
          for (int other = 0; other < PaperFile.N; other++) {
            free.remove(place(group, other));
          }
          move(group, member, node, free.get(random.nextInt(free.size())));
        }
      }
    }
  }

  private List<DatanodeDescriptor> inOrder() {
    return file.nodes().stream().filter(present::contains).toList();
  }

  private DatanodeDescriptor place(int group, int member) {
    BlockInfoDecoupled owner = file.ownerOf(group, member);
    int index = member < PaperFile.K ? member : member - PaperFile.K;
    for (BlockInfoStriped.StorageAndBlockIndex at : owner.getStorageAndIndexInfos()) {
      if (at.getBlockIndex() == index) {
        return at.getStorage().getDatanodeDescriptor();
      }
    }
    throw new IllegalStateException("lost: group=" + group + ", member=" + member);
  }

  private void move(
      int group, int member, DatanodeDescriptor from, DatanodeDescriptor to) {
    file.takeAway(group, member, from);
    file.put(group, member, to);
  }

  // --- what is wrong

  /** Members that lie on a node with another one, and racks that groups could be on and are not. */
  int wrong() {
    int wrong = 0;
    int racks = (int) racks(present);
    for (int group = 0; group < groups; group++) {
      wrong += lacking(places(group, 0, PaperFile.N), racks);
      wrong += lacking(places(group, 0, PaperFile.K), racks);
    }
    return wrong;
  }

  private List<DatanodeDescriptor> places(int group, int from, int to) {
    List<DatanodeDescriptor> places = new ArrayList<>();
    for (int member = from; member < to; member++) {
      places.add(place(group, member));
    }
    return places;
  }

  private static int lacking(List<DatanodeDescriptor> places, int racks) {
    long nodes = places.stream().distinct().count();
    return (int) (places.size() - nodes + Math.min(racks, places.size()) - racks(places));
  }

  private static long racks(Collection<DatanodeDescriptor> nodes) {
    return nodes.stream().map(DatanodeDescriptor::getNetworkLocation).distinct().count();
  }

  /** Blocks that nodes have more than their share, summed up, or fewer; the larger of the two. */
  double imbalance() {
    double share = share();
    double more = 0;
    double fewer = 0;
    for (DatanodeDescriptor node : present) {
      more += Math.max(0, node.numBlocks() - share);
      fewer += Math.max(0, share - node.numBlocks());
    }
    return Math.max(more, fewer);
  }

  private double share() {
    return (double) groups * PaperFile.N / present.size();
  }

  // --- who moves

  /** Moves each block once that lies badly, as the NameNode's rounds do; how many. */
  int sweep() {
    int moves = 0;
    for (int group = 0; group < groups; group++) {
      for (BlockInfoDecoupled block : List.of(file.stripe(group), file.parity(group))) {
        Optional<GroupPlacement.Misplaced> found =
            GroupPlacement.findMisplaced(file.blocks, block);
        if (found.isPresent()) {
          mend(group, block, found.get());
          moves++;
        }
      }
    }
    return moves;
  }

  private void mend(int group, BlockInfoDecoupled block, GroupPlacement.Misplaced misplaced) {
    List<DatanodeDescriptor> better =
        new GroupPlacement(file.blocks, file.health(), block)
            .betterNodes(misplaced).stream()
            .flatMap(Set::stream)
            .sorted((a, b) -> a.getDatanodeUuid().compareTo(b.getDatanodeUuid()))
            .toList();
    move(
        group, misplaced.member(), misplaced.storage().getDatanodeDescriptor(),
        better.get(random.nextInt(better.size())));
  }

  /**
   * An iteration of the balancer: from nodes that have more than their share to nodes that have
   * less, as long as one is beyond the threshold.
   *
   * @param threshold blocks
   * @return how many moved
   */
  int balance(int threshold) {
    GroupMoves moves = new GroupMoves();
    int moved = 0;
    for (DatanodeDescriptor from : byBlocks(true)) {
      ListMovableBlocksResponseProto listed = MovableBlocks.of(file.blocks, allOf(from));
      moves.note(listed);
      Set<Long> ids =
          listed.getBlockList().stream().map(MovableBlockProto::getId).collect(Collectors.toSet());
      for (DatanodeDescriptor to : byBlocks(false)) {
        moved += balance(moves, ids, from, to, threshold);
      }
    }
    return moved;
  }

  private static ListMovableBlocksRequestProto allOf(DatanodeDescriptor node) {
    return ListMovableBlocksRequestProto.newBuilder()
        .setDatanodeUuid(node.getDatanodeUuid()).setBytes(Long.MAX_VALUE).setMinBlockBytes(1)
        .build();
  }

  private List<DatanodeDescriptor> byBlocks(boolean mostFirst) {
    List<DatanodeDescriptor> nodes = new ArrayList<>(inOrder());
    Collections.shuffle(nodes, random);
    nodes.sort(
        (a, b) -> Integer.compare(a.numBlocks(), b.numBlocks()) * (mostFirst ? -1 : 1));
    return nodes;
  }

  private int balance(
      GroupMoves moves, Set<Long> listed, DatanodeDescriptor from, DatanodeDescriptor to,
      int threshold) {
    int moved = 0;
    for (int group = 0; group < groups; group++) {
      for (int member = 0; member < PaperFile.N; member++) {
        if (isWanted(from, to, threshold) && place(group, member) == from) {
          long id = replica(group, member);
          if (listed.contains(id) && moves.mayMove(id, from, to)) {
            moves.begin(id);
            move(group, member, from, to);
            moved++;
          }
        }
      }
    }
    return moved;
  }

  private long replica(int group, int member) {
    return StripedBlockWindow.replicaOn(
            file.ownerOf(group, member), PaperFile.storage(place(group, member)))
        .getBlockId();
  }

  private boolean isWanted(DatanodeDescriptor from, DatanodeDescriptor to, int threshold) {
    double more = from.numBlocks() - share();
    double fewer = share() - to.numBlocks();
    return more >= 1 && fewer >= 1 && Math.max(more, fewer) > threshold;
  }
}
