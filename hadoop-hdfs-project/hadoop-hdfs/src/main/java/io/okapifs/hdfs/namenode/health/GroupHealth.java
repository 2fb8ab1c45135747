package io.okapifs.hdfs.namenode.health;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.repair.GroupMember;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Which members of a decoupled file's groups live, and what that means. Upstream asks one block
 * group about itself; here the answer lies in other block groups of the same file. Data stripes of
 * a file that is being adopted still are HDFS's own block groups, with parity behind their data.
 *
 * <p>Of a file under RS-3-2@2, a row for each block group and a number for each member:
 *
 * <pre>
 *   data stripe 0     0  1      of group 0
 *   data stripe 1     2  0      of group 0, of group 1
 *   data stripe 2     1  2      of group 1
 *   parity group 0    3  4
 *   parity group 1    3  4
 * </pre>
 *
 * <p>So data stripe 1 is whole when both groups can be decoded. A member <em>lives</em> where a
 * replica of it can be read ({@link ReplicaQuestion#READABLE}). The <em>margin</em> of a group is
 * how many more losses it survives, whichever they are: 2 with all members, 0 with three, and below
 * 0 something of it cannot be rebuilt now. Which sets of members suffice is asked of the code, and
 * never counted here: codes with local parities survive more than their margin says.
 *
 * <p>A short-lived view under the namesystem's lock. Costs k + r storages per group that is asked
 * about.
 */
public final class GroupHealth {

  private final BlockManager blocks;
  private final DecoupledFile file;
  private final FileLayout layout;
  private final long length;

  /** Looked up once it is asked for. */
  private ErasureCode code;

  private GroupHealth(BlockManager blocks, DecoupledFile file) {
    this.blocks = blocks;
    this.file = file;
    this.layout = file.layout();
    this.length = file.length();
  }

  /** The groups among which those of a block group are; empty where its file is gone. */
  public static Optional<GroupHealth> of(BlockManager blocks, BlockInfoDecoupled block) {
    return block.isDeleted()
        ? Optional.empty()
        : DecoupledFile.find(BlockManagerWindow.fileOf(blocks, block), block)
            .map(file -> new GroupHealth(blocks, file));
  }

  /** The groups that a file in transition will have. */
  public static Optional<GroupHealth> ofNext(BlockManager blocks, INodeFile file) {
    return DecoupledFile.next(file).map(next -> new GroupHealth(blocks, next));
  }

  /** The groups that a file with a stripe width has. */
  public static GroupHealth ofNow(BlockManager blocks, INodeFile file) {
    return new GroupHealth(blocks, DecoupledFile.of(file));
  }

  /** The groups that a file has which will have others, and is not being adopted. */
  public GroupHealth now() {
    return file.isNext() ? ofNow(blocks, file.inode()) : this;
  }

  /** The groups that the file will have, if it is in transition and this does not show them. */
  public Optional<GroupHealth> next() {
    return file.isNext() ? Optional.empty() : ofNext(blocks, file.inode());
  }

  /** The same where anything is to be done for them now. */
  public Optional<GroupHealth> nextAtWork() {
    return next().filter(next -> !TransitionRules.of(blocks).isPaused(next));
  }

  public DecoupledFile file() {
    return file;
  }

  public FileLayout layout() {
    return layout;
  }

  /** Bytes of the file. */
  public long length() {
    return length;
  }

  /** Position of a block group in its list, or -1 where it is not (or not yet) in it. */
  public int indexOf(BlockInfoDecoupled block) {
    BlockInfo[] list = listOf(block);
    int hint = block.indexHint();
    if (hint < list.length && list[hint] == block) {
      return hint;
    }
    int index = BlockPosition.of(list, block);
    if (index >= 0) {
      block.setIndexHint(index);
    }
    return index;
  }

  private BlockInfo[] listOf(BlockInfoDecoupled block) {
    return block instanceof BlockInfoStripedParity ? file.parityGroups() : file.stripes();
  }

  /** Calls back with every group that a block group has members of. */
  public void forEachGroup(BlockInfoDecoupled block, LongConsumer visitor) {
    int index = indexOf(block);
    if (index < 0) {
      return;
    }
    long end = endGroup(block, index);
    for (long group = firstGroup(block, index); group < end; group++) {
      visitor.accept(group);
    }
  }

  /** The first group that a block group at an index of its list has members of. */
  public long firstGroup(BlockInfoDecoupled block, int index) {
    return block instanceof BlockInfoStripedParity
        ? index
        : layout.groupOf((long) index * layout.stripeWidth());
  }

  /** The first group behind those. */
  public long endGroup(BlockInfoDecoupled block, int index) {
    if (block instanceof BlockInfoStripedParity) {
      return index + 1L;
    }
    long first = (long) index * layout.stripeWidth();
    long end = Math.min(first + layout.stripeWidth(), layout.blockCount(length));
    return end == 0 ? 0 : layout.groupOf(end - 1) + 1;
  }

  /**
   * Where a member of a group is kept.
   *
   * @param index of the internal block in its block group
   * @param length bytes of the member
   */
  public record Place(BlockInfoStriped block, int index, long length) {

    public GroupMember replicaOn(int member, DatanodeStorageInfo storage) {
      return new GroupMember(
          member, block.getBlockId() + index, block.getGenerationStamp(), length,
          storage.getStorageID());
    }
  }

  public Place place(int group, int member) {
    if (member >= file.k()) {
      BlockInfoDecoupled parity = file.parityGroups()[group];
      return new Place(parity, member - file.k(), parity.getNumBytes());
    }
    long x = (long) group * file.k() + member;
    return new Place(
        (BlockInfoStriped) file.stripes()[(int) layout.stripeOf(x)], layout.indexInStripe(x),
        layout.blockLength(x, length));
  }

  /** The block groups that have members of a group. */
  public Set<BlockInfoStriped> blocksOf(long group) {
    Set<BlockInfoStriped> found = new LinkedHashSet<>();
    forEachBlock(group, found::add);
    return found;
  }

  /** Calls back with each of them. */
  void forEachBlock(long group, Consumer<BlockInfoStriped> visitor) {
    BlockInfo[] stripes = file.stripes();
    long first = group * file.k();
    for (long j = layout.stripeOf(first);
        j < stripes.length && j * layout.stripeWidth() < first + file.k();
        j++) {
      visitor.accept((BlockInfoStriped) stripes[(int) j]);
    }
    if (group < file.parityGroups().length) {
      visitor.accept(file.parityGroups()[(int) group]);
    }
  }

  /**
   * The block groups that have a member of a group in common with a block group, and itself. Parity
   * that a file will have protects nobody yet.
   */
  public Set<BlockInfoDecoupled> relatives(BlockInfoDecoupled block) {
    Set<BlockInfoDecoupled> found = new LinkedHashSet<>();
    found.add(block);
    if (!file.isNext()) {
      forEachGroup(
          block, group -> forEachBlock(group, each -> found.add((BlockInfoDecoupled) each)));
    }
    return found;
  }

  /** Whether nobody writes any member of a group any more, so that lost ones may be rebuilt. */
  public boolean isSettled(long group) {
    boolean whole =
        !file.inode().isUnderConstruction()
            || (group + 1) * file.k() <= (long) file.stripes().length * layout.stripeWidth();
    return whole
        && group < file.parityGroups().length
        && blocksOf(group).stream().allMatch(BlockInfo::isComplete);
  }

  /** Whether a test holds for every group that a block group has members of. */
  private boolean everyGroup(BlockInfoDecoupled block, LongPredicate test) {
    boolean[] all = {true};
    forEachGroup(block, group -> all[0] &= test.test(group));
    return all[0];
  }

  /**
   * Members that can be read, counting the zeros behind the end of the file and what streams that
   * are open are about to report.
   */
  public BitSet live(long group) {
    return live(group, this::isReadable, true);
  }

  private BitSet live(long group, ReplicaTest test, boolean withExpected) {
    GroupPolicy policy = layout.policy();
    BitSet live = new BitSet(policy.n());
    live.set(layout.dataMembers(group, length), policy.k());
    long first = group * policy.k();
    long end = Math.min(first + policy.k(), layout.blockCount(length));
    for (long j = layout.stripeOf(first); j * layout.stripeWidth() < end; j++) {
      long base = j * layout.stripeWidth();
      visitLive(
          file.stripes()[(int) j], test, withExpected,
          index -> {
            if (isData(index) && base + index >= first && base + index < end) {
              live.set((int) (base + index - first));
            }
          });
    }
    if (group < file.parityGroups().length) {
      visitLive(
          file.parityGroups()[(int) group], test, withExpected,
          index -> live.set((int) (policy.k() + index)));
    }
    return live;
  }

  /**
   * Whether every group of a data stripe survives the loss of what no DataNode has reported of it.
   * Members that are still to be written do not count; the parity of a group does once it is
   * allocated.
   */
  public boolean survivesUnreported(BlockInfoDecoupled stripe) {
    int tolerance = code().tolerance();
    return everyGroup(stripe, group -> unreported(group) <= tolerance);
  }

  private int unreported(long group) {
    long first = group * file.k();
    long end = Math.min(first + file.k(), layout.blockCount(length));
    int missing = 0;
    for (long x = first; x < end; x++) {
      BlockInfo stripe = file.stripes()[(int) layout.stripeOf(x)];
      missing += isReported(stripe, layout.indexInStripe(x)) ? 0 : 1;
    }
    for (int i = 0; group < file.parityGroups().length && i < file.r(); i++) {
      missing += isReported(file.parityGroups()[(int) group], i) ? 0 : 1;
    }
    return missing;
  }

  private static boolean isReported(BlockInfo block, int index) {
    for (BlockInfoStriped.StorageAndBlockIndex at :
        ((BlockInfoStriped) block).getStorageAndIndexInfos()) {
      if (at.getBlockIndex() == index) {
        return true;
      }
    }
    return false;
  }

  private interface ReplicaTest {
    boolean holds(BlockInfo block, DatanodeStorageInfo storage);
  }

  private static void visitLive(
      BlockInfo block, ReplicaTest test, boolean withExpected, LongConsumer visitor) {
    BlockUnderConstructionFeature open = block.getUnderConstructionFeature();
    if (open != null && withExpected) {
      for (byte index : open.getBlockIndices()) {
        visitor.accept(index);
      }
    }
    for (BlockInfoStriped.StorageAndBlockIndex at :
        ((BlockInfoStriped) block).getStorageAndIndexInfos()) {
      if (test.holds(block, at.getStorage())) {
        visitor.accept(at.getBlockIndex());
      }
    }
  }

  /** Whether a reported replica can be read, as far as the NameNode knows. */
  public boolean isReadable(BlockInfo block, DatanodeStorageInfo storage) {
    return ReplicaQuestion.READABLE.holds(blocks, block, storage);
  }

  /** Whether a block of a data stripe holds data: HDFS's own block groups have parity as well. */
  private boolean isData(long index) {
    return index < layout.stripeWidth();
  }

  /** One reported replica of a member of a group, readable or not. */
  public interface ReplicaVisitor {
    void visit(int member, BlockInfo block, int index, DatanodeStorageInfo storage);
  }

  /** Calls back with every reported replica of a group, in order of data stripes, then parity. */
  public void forEachReplica(long group, ReplicaVisitor visitor) {
    long first = group * file.k();
    long end = Math.min(first + file.k(), layout.blockCount(length));
    for (long j = layout.stripeOf(first); j * layout.stripeWidth() < end; j++) {
      long base = j * layout.stripeWidth() - first;
      BlockInfoStriped stripe = (BlockInfoStriped) file.stripes()[(int) j];
      for (BlockInfoStriped.StorageAndBlockIndex at : stripe.getStorageAndIndexInfos()) {
        long member = base + at.getBlockIndex();
        if (isData(at.getBlockIndex()) && member >= 0 && member < end - first) {
          visitor.visit((int) member, stripe, at.getBlockIndex(), at.getStorage());
        }
      }
    }
    if (group < file.parityGroups().length) {
      BlockInfoStriped parity = file.parityGroups()[(int) group];
      for (BlockInfoStriped.StorageAndBlockIndex at : parity.getStorageAndIndexInfos()) {
        visitor.visit(
            file.k() + at.getBlockIndex(), parity, at.getBlockIndex(), at.getStorage());
      }
    }
  }

  /** Where all replicas lie, good or not, of the block groups that a group has members in. */
  public List<DatanodeStorageInfo> storagesOfBlockGroups(long group) {
    long first = group * file.k();
    long end = Math.min(first + file.k(), layout.blockCount(length));
    List<DatanodeStorageInfo> storages = new ArrayList<>();
    for (long j = layout.stripeOf(first); j * layout.stripeWidth() < end; j++) {
      BlockInfoStriped stripe = (BlockInfoStriped) file.stripes()[(int) j];
      stripe.getStorageInfos().forEachRemaining(storages::add);
    }
    if (group < file.parityGroups().length) {
      file.parityGroups()[(int) group].getStorageInfos().forEachRemaining(storages::add);
    }
    return storages;
  }

  /** Where members of a group lie that keep their places, and where repairs may bring some. */
  public List<DatanodeStorageInfo> occupied(long group) {
    Set<DatanodeStorageInfo> storages = new LinkedHashSet<>();
    forEachReplica(
        group,
        (member, block, index, storage) -> {
          if (ReplicaQuestion.PLACED.holds(blocks, block, storage)) {
            storages.add(storage);
          }
        });
    for (BlockInfo block : blocksOf(group)) {
      storages.addAll(EarlierTargets.of(blocks, block));
    }
    return List.copyOf(storages);
  }

  public ErasureCode code() {
    if (code == null) {
      code = UnknownCode.orCode(layout.policy());
    }
    return code;
  }

  /** Whether everything in a group can be read or rebuilt. */
  public boolean isDecodable(long group) {
    return isDecodable(group, LiveMembers.count(this, group));
  }

  /** Members are looked at one by one only where their number does not tell. */
  private boolean isDecodable(long group, int live) {
    ErasureCode code = code();
    return live >= code.n() - code.tolerance()
        || live >= code.k() && code.decodable(live(group));
  }

  /** Whether everything in all groups that a block group touches can be read or rebuilt. */
  public boolean isDecodable(BlockInfoDecoupled block) {
    return everyGroup(block, this::isDecodable);
  }

  /** Whether that is so with what DataNodes have reported, whatever may still come. */
  public boolean isDecodableAsReported(BlockInfoDecoupled block) {
    return everyGroup(
        block, group -> code().decodable(live(group, this::isReadable, false)));
  }

  /** Whether everything is decodable without the nodes that are in maintenance or about to be. */
  public boolean survivesMaintenance(BlockInfoDecoupled block) {
    ErasureCode code = code();
    return everyGroup(
        block,
        group ->
            code.decodable(
                live(
                    group,
                    (each, storage) ->
                        isReadable(each, storage)
                            && !storage.getDatanodeDescriptor().isMaintenance(),
                    true)));
  }

  /** Whether every block of a data stripe can be read or rebuilt, whatever else is lost. */
  public boolean isReadable(BlockInfoDecoupled stripe) {
    return everyGroup(stripe, group -> isDecodable(group) || isReadable(stripe, group));
  }

  private boolean isReadable(BlockInfoDecoupled stripe, long group) {
    BitSet live = live(group);
    ErasureCode code = code();
    return IntStream.range(0, layout.dataMembers(group, length))
        .filter(member -> place((int) group, member).block() == stripe)
        .allMatch(member -> code.recoverable(member, live));
  }

  /** More losses that a group surely survives; negative if not everything can be rebuilt. */
  public int margin(long group) {
    ErasureCode code = code();
    int live = LiveMembers.count(this, group);
    int margin = code.tolerance() - (code.n() - live);
    return margin < 0 && isDecodable(group, live) ? 0 : margin;
  }

  /** The least margin among the groups of a block group. */
  public int worstMargin(BlockInfoDecoupled block) {
    int[] worst = {Integer.MAX_VALUE};
    forEachGroup(block, group -> worst[0] = Math.min(worst[0], margin(group)));
    return worst[0] == Integer.MAX_VALUE ? 0 : worst[0];
  }
}
