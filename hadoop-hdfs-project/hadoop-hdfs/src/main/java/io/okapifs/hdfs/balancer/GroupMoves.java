package io.okapifs.hdfs.balancer;

import io.okapifs.Woven;
import io.okapifs.hdfs.balancer.MovableBlock.Move;
import io.okapifs.hdfs.balancer.MovableBlock.Refusal;
import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.UnknownService;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.MovableBlockProto;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.OkapiAdminProxies;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.StripedBlockWithLocations;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.util.StringUtils;

/**
 * Blocks of parity groups that a balancer may move in one iteration. HDFS's balancer asks the
 * NameNode for blocks of a node and pairs each with a target. Here it gets blocks of groups as
 * well, from our service, and each pair is judged by where the relatives of the block lie.
 *
 * <p>The mover brings the blocks of one file at a time, see {@link MoverFile}. What goes wrong all
 * the same the NameNode undoes. Any thread may call it.
 */
public final class GroupMoves {

  /** What is woven into the balancer's connection to a NameNode. */
  public interface Held {
    GroupMoves okapiMoves();
  }

  private final Map<Long, MovableBlock> movable = new HashMap<>();

  /** Moves that have begun, by the block group of relatives. */
  private final Map<Long, List<Move>> moving = new HashMap<>();

  /** By block, where it was allowed to go; some of these moves begin. */
  private final Map<Long, Move> allowed = new HashMap<>();

  /** By block that was judged, the first reason; nothing where it might go somewhere. */
  private final Map<Long, Optional<Refusal>> judged = new HashMap<>();

  /** What the NameNode did not list, and what stayed of the files of a mover. */
  private final MoveReasons reasons = new MoveReasons();

  /** Blocks that have begun to move. */
  private final Set<Long> begun = new HashSet<>();

  private final MoverProgress progress = new MoverProgress();
  private long movedBytes;
  private Optional<StorageRacks> racks = Optional.empty();
  private OkapiAdmin admin;

  static GroupMoves of(NameNodeConnector nameNode) {
    return ((Held) nameNode).okapiMoves();
  }

  /**
   * Blocks of a node for the balancer: those that HDFS lists, and blocks of groups where those are
   * fewer than were asked for.
   */
  @Woven
  public static BlocksWithLocations list(
      NameNodeConnector nameNode, DatanodeInfo node, long bytes, long minBytes,
      BlocksWithLocations stock) throws IOException {
    long listed = Stream.of(stock.getBlocks()).mapToLong(GroupMoves::bytesOf).sum();
    return listed >= bytes
        ? stock
        : of(nameNode).listAlso(nameNode, node, bytes - listed, minBytes, stock);
  }

  /** As the balancer counts them. */
  private static long bytesOf(BlockWithLocations block) {
    long bytes = block.getBlock().getNumBytes();
    return block instanceof StripedBlockWithLocations striped
        ? bytes / striped.getDataBlockNum()
        : bytes;
  }

  private BlocksWithLocations listAlso(
      NameNodeConnector nameNode, DatanodeInfo node, long bytes, long minBytes,
      BlocksWithLocations stock) throws IOException {
    ListMovableBlocksRequestProto request =
        ListMovableBlocksRequestProto.newBuilder()
            .setDatanodeUuid(node.getDatanodeUuid()).setBytes(bytes).setMinBlockBytes(minBytes)
            .build();
    ListMovableBlocksResponseProto answer;
    try {
      answer = admin(nameNode).listMovableBlocks(request);
    } catch (IOException e) {
      if (UnknownService.isCauseOf(e)) {
        return stock;
      }
      throw e;
    }
    note(answer);
    return new BlocksWithLocations(
        Stream.concat(
                Stream.of(stock.getBlocks()),
                answer.getBlockList().stream().map(block -> located(block, node)))
            .toArray(BlockWithLocations[]::new));
  }

  synchronized OkapiAdmin admin(NameNodeConnector nameNode) throws IOException {
    if (admin == null) {
      admin = OkapiAdminProxies.of(nameNode.getDistributedFileSystem());
    }
    return admin;
  }

  /** As a block with one replica, which alone can be read. */
  private static BlockWithLocations located(MovableBlockProto block, DatanodeInfo node) {
    return new BlockWithLocations(
        new Block(block.getId(), block.getBytes(), block.getStamp()),
        new String[] {node.getDatanodeUuid()}, new String[] {block.getStorageId()},
        new StorageType[] {StorageType.parseStorageType(block.getStorageType())});
  }

  synchronized void note(ListMovableBlocksResponseProto answer) {
    note(answer, Racks.even(answer.getRacks()));
    answer.getKeptList().forEach(each -> reasons.add(each.getWhy(), each.getBytes()));
  }

  private void note(ListMovableBlocksResponseProto answer, Racks on) {
    answer.getBlockList()
        .forEach(block -> movable.put(block.getId(), MovableBlock.of(answer, block, on)));
  }

  /** Adds blocks of the file that a mover looks at, which can go to these racks. */
  synchronized void beginFile(ListMovableBlocksResponseProto answer, Racks on) {
    note(answer, on);
    progress.found(answer.getBlockCount());
  }

  /** Racks with a type of storage, as they were when an iteration asked first. */
  synchronized Racks racks(NameNodeConnector nameNode, StorageType type) throws IOException {
    if (racks.isEmpty()) {
      racks = Optional.of(StorageRacks.of(nameNode.getLiveDatanodeStorageReport()));
    }
    return racks.get().with(type);
  }

  /** Whether a block may go from a node to another one; always where it is of no group. */
  @Woven
  public static boolean mayMove(
      NameNodeConnector nameNode, Block block, DatanodeInfo from, DatanodeInfo to) {
    return of(nameNode).mayMove(block.getBlockId(), from, to);
  }

  synchronized boolean mayMove(long block, DatanodeInfo from, DatanodeInfo to) {
    MovableBlock found = movable.get(block);
    if (found == null) {
      return true;
    }
    if (begun.contains(block)) {
      return false;
    }
    Optional<Refusal> refusal =
        progress.isStuck()
            ? Optional.of(Refusal.CAME_BACK)
            : found.refusal(from, to, this::movesOf);
    if (refusal.isEmpty()) {
      judged.put(block, refusal);
      allowed.put(block, Move.of(block, from, to));
    } else {
      judged.putIfAbsent(block, refusal);
    }
    return refusal.isEmpty();
  }

  private List<Move> movesOf(long group) {
    return moving.getOrDefault(group, List.of());
  }

  /** When a block was chosen, under the lock under which it was judged. */
  @Woven
  public static void begin(NameNodeConnector nameNode, Block block) {
    of(nameNode).begin(block.getBlockId());
  }

  synchronized void begin(long block) {
    MovableBlock found = movable.get(block);
    if (found != null) {
      Move move = allowed.remove(block);
      found.relatives()
          .forEach(each -> moving.computeIfAbsent(each.id(), any -> new ArrayList<>()).add(move));
      begun.add(block);
      movedBytes += found.bytes();
    }
  }

  /**
   * After a mover looked for a target of a block: notes why it has found none.
   *
   * @return whether the block stays
   */
  synchronized boolean endBlock(MovableBlockProto block, StorageType wanted, String path) {
    boolean stays = !begun.contains(block.getId());
    if (stays) {
      String why = block.hasKept() ? block.getKept() : whyNot(block, wanted);
      reasons.add(why, block.getBytes(), path);
    }
    return stays;
  }

  /** Notes a file of which the NameNode did not say which blocks are to move. */
  synchronized void addUnknown(String path) {
    reasons.addUnknown("the NameNode did not list them, see the log", path);
  }

  private String whyNot(MovableBlockProto block, StorageType wanted) {
    Optional<Refusal> refusal = judged.get(block.getId());
    return refusal == null
        ? "no DataNode has room for it on " + wanted
        : refusal.map(Refusal::words).orElse("DataNodes were busy");
  }

  /** After an iteration: says what did not move and why, and forgets everything. */
  @Woven
  public static void endIteration(NameNodeConnector nameNode, PrintStream out) {
    of(nameNode).endIteration(out);
  }

  synchronized void endIteration(PrintStream out) {
    judged.forEach(
        (block, refusal) ->
            refusal.ifPresent(why -> reasons.add(why.words(), movable.get(block).bytes())));
    if (!movable.isEmpty() || movedBytes > 0 || !reasons.isEmpty()) {
      out.println(
          "Files with a stripe width: " + StringUtils.byteDesc(movedBytes) + " began to move");
      reasons.print(out);
    }
    forgetBlocks();
    reasons.clear();
    progress.endPass(movedBytes > 0);
    racks = Optional.empty();
    movedBytes = 0;
    if (admin != null) {
      RPC.stopProxy(admin);
      admin = null;
    }
  }

  synchronized void forgetBlocks() {
    movable.clear();
    moving.clear();
    allowed.clear();
    judged.clear();
    begun.clear();
  }
}
