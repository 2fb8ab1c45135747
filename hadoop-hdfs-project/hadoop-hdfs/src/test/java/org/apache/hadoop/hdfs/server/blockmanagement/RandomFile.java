package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.GroupIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap.Reason;
import org.apache.hadoop.hdfs.server.blockmanagement.HealthOracle.Replica;
import org.apache.hadoop.hdfs.server.blockmanagement.HealthOracle.Stored;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.DecoupledInodes;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/** A closed file of random layout whose replicas are in random states, and the oracle of it. */
public final class RandomFile {

  public static final int CELL = 4096;

  private static final long INODE = 17;
  private static final int CELLS_PER_BLOCK = 2;
  private static final int STRIPES_MAX = 3;
  private static final int STRIPE_WIDTH_MAX = 7;

  private final Random random;
  private final ErasureCode code;
  private final int stripeWidth;
  private final int blocks;
  private final double lossRate;
  private final CorruptReplicasMap corrupt = new CorruptReplicasMap();
  private final List<Stored> data = new ArrayList<>();
  private final List<List<Stored>> parities = new ArrayList<>();
  private final BlockInfo[] stripes;
  private final BlockInfoStripedParity[] parityGroups;
  private final BlockCollection inode;
  private final String text;
  private int nodes;

  public RandomFile(Random random, ErasureCodingPolicy policy) {
    this.random = random;
    code =
        CodeRegistry.create(
            policy.getCodecName(), policy.getNumDataUnits(), policy.getNumParityUnits());
    stripeWidth = 1 + random.nextInt(STRIPE_WIDTH_MAX);
    lossRate = random.nextDouble() / 2;
    long blockSize = CELLS_PER_BLOCK * CELL;
    long stripeSize = stripeWidth * blockSize;
    long length = 1 + random.nextInt((int) (STRIPES_MAX * stripeSize));
    blocks = HealthOracle.blocks(length, CELL, stripeWidth, blockSize);
    stripes = new BlockInfo[(blocks + stripeWidth - 1) / stripeWidth];
    for (int j = 0; j < stripes.length; j++) {
      stripes[j] = stripe(j, Math.min(stripeSize, length - j * stripeSize));
    }
    int groups = (blocks + code.k() - 1) / code.k();
    boolean lacksParity = random.nextInt(5) == 0;
    parityGroups = new BlockInfoStripedParity[lacksParity ? random.nextInt(groups) : groups];
    for (int group = 0; group < parityGroups.length; group++) {
      parityGroups[group] = parityGroup(group);
    }
    inode =
        DecoupledInodes.file(
            INODE, policy.getId(), stripeWidth, blockSize, stripes, parityGroups);
    text =
        code.name() + ", stripeWidth=" + stripeWidth + ", length=" + length + ", parityGroups="
            + parityGroups.length + ", data=" + data + ", parities=" + parities;
  }

  private BlockInfo stripe(int index, long bytes) {
    BlockInfo stripe =
        create(GroupIds.dataStripe(Long.MIN_VALUE + 32L * index, stripeWidth), bytes);
    int used = Math.min(stripeWidth, blocks - index * stripeWidth);
    data.addAll(store(stripe, used, stripeWidth));
    return stripe;
  }

  private BlockInfoStripedParity parityGroup(int group) {
    BlockInfo parity =
        create(GroupIds.parityGroup(Long.MIN_VALUE + 32L * group + 16, code.r()), CELL);
    parities.add(store(parity, code.r(), code.r()));
    return (BlockInfoStripedParity) parity;
  }

  private static BlockInfo create(long id, long bytes) {
    BlockInfo block = BlockInfoDecoupled.create(new Block(id, bytes, 1001), CELL);
    block.setBlockCollectionId(INODE);
    return block;
  }

  /** Gives every block of a block group that is used some replicas; one in ten is still open. */
  private List<Stored> store(BlockInfo group, int used, int width) {
    int expected = random.nextInt(10) == 0 ? 1 + random.nextInt(width) : 0;
    if (expected > 0) {
      group.convertToBlockUnderConstruction(
          BlockUCState.UNDER_CONSTRUCTION, DFSTestUtil.createDatanodeStorageInfos(expected));
    }
    List<Stored> stored = new ArrayList<>();
    for (int index = 0; index < used; index++) {
      int count = random.nextDouble() < lossRate ? 0 : 1 + random.nextInt(10) / 9;
      List<Replica> replicas = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        replicas.add(replica(group, index));
      }
      stored.add(new Stored(index < expected, replicas));
    }
    return stored;
  }

  private Replica replica(BlockInfo group, int index) {
    String name = Integer.toString(++nodes);
    DatanodeStorageInfo storage =
        DFSTestUtil.createDatanodeStorageInfo("storage-" + name, "10.0.0." + name);
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    boolean corrupted = random.nextInt(12) == 0;
    boolean failed = random.nextInt(20) == 0;
    int state = random.nextInt(16);
    switch (state) {
      case 0 -> node.startDecommission();
      case 1 -> node.setDecommissioned();
      case 2 -> node.startMaintenance();
      case 3 -> node.setInMaintenance();
      default -> { }
    }
    if (failed) {
      storage.setState(DatanodeStorage.State.FAILED);
    }
    group.addStorage(storage, new Block(group.getBlockId() + index, 1, 1001));
    if (corrupted) {
      corrupt.addToCorruptReplicasMap(group, node, "random", Reason.ANY, true);
    }
    return new Replica(failed, state == 3, state == 2, corrupted);
  }

  public HealthOracle oracle() {
    return new HealthOracle(code, stripeWidth, data, parities);
  }

  public ErasureCode code() {
    return code;
  }

  public CorruptReplicasMap corrupt() {
    return corrupt;
  }

  public BlockCollection inode() {
    return inode;
  }

  public List<BlockInfoDecoupled> stripes() {
    return Arrays.stream(stripes).map(BlockInfoDecoupled.class::cast).toList();
  }

  public List<BlockInfoDecoupled> parityGroups() {
    return List.of(parityGroups);
  }

  @Override
  public String toString() {
    return text;
  }
}
