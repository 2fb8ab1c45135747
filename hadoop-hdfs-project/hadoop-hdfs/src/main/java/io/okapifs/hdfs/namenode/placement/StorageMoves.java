package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement.Good;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesResponseProto;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Blocks of a file, data and parity, that lie on another type of storage than its storage policy
 * wants, for a mover that judges by the places of their relatives where they may go. Of an open
 * file those that are complete.
 *
 * <p>Under the namesystem's lock, for {@link #HOLD_NANOS} at most. Block groups that lie as they
 * should cost a look at each storage.
 */
public final class StorageMoves {

  private static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final BlockManager blocks;
  private final StorageType wanted;
  private final MovableList list;

  private StorageMoves(BlockManager blocks, StorageType wanted, MovableList list) {
    this.blocks = blocks;
    this.wanted = wanted;
    this.list = list;
  }

  /**
   * A page of them; none of a file without a stripe width.
   *
   * @param cursor block groups of the pages before, data stripes before parity groups
   * @throws HadoopIllegalArgumentException where no page begins there
   */
  public static ListStorageMovesResponseProto of(
      BlockManager blocks, INodeFile file, long cursor) {
    if (cursor < 0) {
      throw new HadoopIllegalArgumentException(
          "No page begins there: cursor=" + cursor + "; begin with 0");
    }
    WantedStorage storage = WantedStorage.of(blocks, file);
    MovableList list = new MovableList(blocks);
    ListStorageMovesResponseProto.Builder answer =
        ListStorageMovesResponseProto.newBuilder().setStoragePolicy(storage.policy());
    storage.type().ifPresent(type -> answer.setStorageType(type.name()));
    if (storage.type().isPresent() && DecoupledFile.isDecoupled(file)) {
      DecoupledFile decoupled = DecoupledFile.of(file);
      long all = (long) decoupled.stripes().length + decoupled.parityGroups().length;
      long next =
          new StorageMoves(blocks, storage.type().get(), list).look(decoupled, cursor, all);
      if (next < all) {
        answer.setNext(next);
      }
    }
    return answer.setBlocks(list.toProto()).build();
  }

  /** Looks at one block group at least, and says which is the next. */
  private long look(DecoupledFile file, long from, long all) {
    long end = System.nanoTime() + HOLD_NANOS;
    long at = from;
    while (at < all && (at == from || System.nanoTime() - end < 0)) {
      look(blockAt(file, at));
      at++;
    }
    return at;
  }

  private static BlockInfo blockAt(DecoupledFile file, long at) {
    int stripes = file.stripes().length;
    return at < stripes ? file.stripes()[(int) at] : file.parityGroups()[(int) (at - stripes)];
  }

  private void look(BlockInfo group) {
    if (group instanceof BlockInfoDecoupled block && block.isComplete() && isAstray(block)) {
      GroupHealth.of(blocks, block).ifPresent(health -> look(health, block));
    }
  }

  private boolean isAstray(BlockInfoStriped block) {
    for (BlockInfoStriped.StorageAndBlockIndex at : block.getStorageAndIndexInfos()) {
      if (at.getStorage().getStorageType() != wanted) {
        return true;
      }
    }
    return false;
  }

  private void look(GroupHealth health, BlockInfoDecoupled block) {
    GroupPlacement placement = new GroupPlacement(blocks, health, block);
    placement.forEachOwn(
        (group, replica, groups) -> {
          List<Good> members = groups.get(0);
          long length = health.place((int) group, replica.member()).length();
          if (length > 0 && isAstray(replica, members)) {
            list.add(
                list.whyKept(health, replica, members)
                    .map(why -> list.toProto(replica, length).setKept(why))
                    .orElseGet(
                        () ->
                            list.toProto(health, placement, group, replica, members, length))
                    .setHolder(list.number(replica.node())));
          }
        });
  }

  /** Whether no replica of the block is where it should be. */
  private boolean isAstray(Good replica, List<Good> members) {
    return members.stream()
        .filter(replica::isSameBlock)
        .allMatch(each -> each.storage().getStorageType() != wanted);
  }
}
