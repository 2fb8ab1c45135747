package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.GroupIds;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/**
 * A block group of a decoupled file: a data stripe or a parity group. It reuses upstream's striped
 * block group for reports, storages and lengths, but nothing in it protects anything else in it, so
 * its policy must never reach a repair: the policy's codec does not exist.
 *
 * <p>Upstream's schemas demand at least one parity unit. The policy of a decoupled group therefore
 * counts one parity unit that does not exist, and the counts below take it off again.
 *
 * <p>There are slots for the internal blocks that hold bytes, which in the last stripe of a file
 * may be few; a report of another one makes room for it.
 *
 * <p>The name begins with BlockInfo because upstream asserts that of every list member.
 */
public abstract class BlockInfoDecoupled extends BlockInfoStriped {

  /** Codec of every policy made here: whatever tries to decode with it fails at once. */
  static final String NO_CODEC = "okapi-none";

  static final byte DATA_STRIPE_POLICY_ID = 61;
  static final byte PARITY_GROUP_POLICY_ID = 60;

  /** What became of the replicas of a block group since its relatives were last looked at. */
  public enum Change {
    NONE, WENT, CAME
  }

  private record PolicyKey(byte id, int data, int parity, int cellSize) {}

  private static final Map<PolicyKey, ErasureCodingPolicy> POLICIES = new ConcurrentHashMap<>();

  private static final Change[] CHANGES = Change.values();

  private static volatile boolean made;

  /** Where the group was last found in its file's list; a hint that the list confirms. */
  private int indexHint;

  /** Whether safe mode counts this group as safe; guarded by the namesystem's write lock. */
  private boolean countedSafe;

  /** The ordinal of a {@link Change}; guarded by the namesystem's write lock. */
  private byte change;

  /**
   * @param slots for so many storages there is room at once
   */
  BlockInfoDecoupled(Block block, ErasureCodingPolicy policy, int slots) {
    super(block, policy);
    StorageSlots.resize(this, slots);
    if (!made) {
      made = true;
    }
  }

  @Woven
  public static boolean isDecoupled(BlockInfo block) {
    return block instanceof BlockInfoDecoupled;
  }

  /** Whether this process has ever made one; false where no file has a stripe width. */
  public static boolean wereMade() {
    return made;
  }

  /**
   * The block group that an id asks for.
   *
   * @param cellSize c of the file, bytes
   */
  @Woven
  public static BlockInfoStriped create(Block block, int cellSize) {
    long id = block.getBlockId();
    if (GroupIds.isDataStripe(id)) {
      return new BlockInfoStripedData(block, GroupIds.width(id), cellSize);
    }
    if (GroupIds.isParityGroup(id)) {
      return new BlockInfoStripedParity(block, GroupIds.width(id), cellSize);
    }
    throw new IllegalArgumentException("not the id of a decoupled block group: block=" + block);
  }

  static ErasureCodingPolicy policy(byte id, int data, int parity, int cellSize) {
    return POLICIES.computeIfAbsent(
        new PolicyKey(id, data, parity, cellSize),
        key ->
            new ErasureCodingPolicy(
                NO_CODEC + "-" + data + "-" + parity,
                new ECSchema(NO_CODEC, data, parity),
                cellSize,
                id));
  }

  /** Internal blocks that hold bytes; all of them while the length is not known. */
  abstract int usedBlocks();

  @Override
  boolean addStorage(DatanodeStorageInfo storage, Block reported) {
    int index = BlockIdManager.getBlockIndex(reported);
    if (index >= getCapacity()) {
      StorageSlots.resize(this, index + 1);
    }
    StorageSlots.own(this);
    boolean added = super.addStorage(storage, reported);
    StorageSlots.share(this);
    return added;
  }

  @Override
  boolean removeStorage(DatanodeStorageInfo storage) {
    StorageSlots.own(this);
    boolean removed = super.removeStorage(storage);
    StorageSlots.share(this);
    return removed;
  }

  @Override
  void convertToCompleteBlock() {
    super.convertToCompleteBlock();
    int used = usedBlocks();
    for (int slot = used; slot < getCapacity(); slot++) {
      if (getStorageInfo(slot) != null) {
        return;
      }
    }
    if (used < getCapacity()) {
      StorageSlots.resize(this, used);
    }
  }

  public int indexHint() {
    return indexHint;
  }

  public void setIndexHint(int index) {
    indexHint = index;
  }

  public boolean isCountedSafe() {
    return countedSafe;
  }

  public void setCountedSafe(boolean counted) {
    countedSafe = counted;
  }

  public Change change() {
    return CHANGES[change];
  }

  public void setChange(Change latest) {
    change = (byte) latest.ordinal();
  }

  @Override
  public short getParityBlockNum() {
    return (short) (super.getParityBlockNum() - 1);
  }

  @Override
  public short getTotalBlockNum() {
    return (short) (super.getTotalBlockNum() - 1);
  }
}
