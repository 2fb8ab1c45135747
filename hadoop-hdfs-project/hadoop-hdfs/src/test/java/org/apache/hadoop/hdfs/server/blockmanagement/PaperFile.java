package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.transition.StripeCoupling;
import io.okapifs.hdfs.testing.WovenMocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap.Reason;
import org.apache.hadoop.hdfs.server.namenode.DecoupledInodes;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/**
 * A closed file on nodes that exist on paper, as a NameNode knows it: data stripes of three blocks,
 * each a group under RS-3-2 with every member on a node of its own. Nodes behind those are spare.
 * All nodes have reported all they have.
 */
public final class PaperFile {

  public static final int K = 3;
  public static final int R = 2;
  public static final int N = K + R;
  public static final long STAMP = 1001;
  static final int CELL = 1 << 20;

  /** Of the block groups that a file will have in HDFS's own layout. */
  public static final long NAME_STAMP = 2002;

  private static final byte POLICY = SystemErasureCodingPolicies.RS_3_2_POLICY_ID;
  private static final byte WIDER = SystemErasureCodingPolicies.RS_6_3_POLICY_ID;
  private static final int WIDER_R = 3;
  private static final long INODE = 17;
  private static final long ID = Long.MIN_VALUE + 4096;
  private static final long COMING_ID = ID + 16384;
  private static final long PENDING_MILLIS = 3_600_000;
  private static final long INDEX_MASK = 15;

  public final BlockManager blocks = WovenMocks.blocks();
  public final BlockManagerSafeMode safeMode = Mockito.mock(BlockManagerSafeMode.class);
  public final PendingDataNodeMessages pending = new PendingDataNodeMessages();
  public final Configuration conf = new Configuration(false);
  private final NodesOfTest nodes;
  private final BlockInfo[] stripes;
  private final BlockInfoStripedParity[] parity;
  private final INodeFile inode;
  private BlockInfoStripedParity[] wider = {};
  private BlockInfoStriped[] coming = {};

  public PaperFile(int stripeCount, int spareNodes) {
    this(stripeCount, List.of(stripeCount * N + spareNodes));
  }

  /** On racks of so many nodes each; its blocks are dealt to them in the order of the racks. */
  public PaperFile(int stripeCount, List<Integer> racks) {
    nodes = NodesOfTest.onRacks(racks);
    stripes = new BlockInfo[stripeCount];
    parity = new BlockInfoStripedParity[stripeCount];
    for (int group = 0; group < stripeCount; group++) {
      stripes[group] =
          create(GroupIds.dataStripe(ID + 32L * group, K), (long) K * NodesOfTest.BLOCK);
      parity[group] = parity(ID + 32L * group + 16, R);
    }
    loadPolicies();
    inode =
        (INodeFile)
            DecoupledInodes.file(INODE, POLICY, K, NodesOfTest.BLOCK, stripes, parity);
    mockNameNode();
    nodes.nodes().forEach(node -> storage(node).setBlockContentsStale(false));
    for (int group = 0; group < stripeCount; group++) {
      for (int member = 0; member < N; member++) {
        put(group, member, nodeOf(group, member));
      }
    }
  }

  private static void loadPolicies() {
    try {
      ErasureCodingPolicyManager.getInstance().init(new Configuration());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void mockNameNode() {
    DatanodeManager manager = Mockito.mock(DatanodeManager.class);
    HeartbeatManager heartbeats = Mockito.mock(HeartbeatManager.class);
    HostConfigManager hosts = Mockito.mock(HostConfigManager.class);
    FSNamesystem namesystem = WovenMocks.namesystem();
    Mockito.when(manager.getNetworkTopology()).thenReturn(nodes.topology());
    Mockito.when(manager.getDatanode(ArgumentMatchers.anyString()))
        .thenAnswer(call -> node(call.getArgument(0)));
    Mockito.when(manager.getHeartbeatManager()).thenReturn(heartbeats);
    Mockito.when(manager.getHostConfigManager()).thenReturn(hosts);
    Mockito.when(hosts.getConf()).thenReturn(conf);
    Mockito.when(namesystem.getBlockManager()).thenReturn(blocks);
    Mockito.when(blocks.getDatanodeManager()).thenReturn(manager);
    Mockito.when(blocks.getBlockCollection(ArgumentMatchers.any())).thenReturn(inode);
    Mockito.when(blocks.getStoredBlock(ArgumentMatchers.any()))
        .thenAnswer(call -> storedBlock(call.getArgument(0)));
    Mockito.doAnswer(
            call ->
                storage(call.getArgument(1, DatanodeDescriptor.class))
                    .removeBlock(call.getArgument(0)))
        .when(blocks)
        .removeStoredBlock(
            ArgumentMatchers.any(BlockInfo.class), ArgumentMatchers.any(DatanodeDescriptor.class));
    setStoragePolicy(HdfsConstants.HOT_STORAGE_POLICY_ID);
    Mockito.when(blocks.getReplicationStreamsHardLimit()).thenReturn(4);
    Mockito.when(blocks.getMaxReplicationStreams()).thenReturn(2);
    set(HeartbeatManager.class, heartbeats, "namesystem", namesystem);
    set(BlockManager.class, blocks, "bmSafeMode", safeMode);
    set(BlockManager.class, blocks, "pendingDNMessages", pending);
    set(BlockManager.class, blocks, "corruptReplicas", new CorruptReplicasMap());
    set(BlockManager.class, blocks, "excessRedundancyMap", new ExcessRedundancyMap());
    set(BlockManager.class, blocks, "neededReconstruction", new LowRedundancyBlocks());
    set(
        BlockManager.class, blocks, "pendingReconstruction",
        new PendingReconstructionBlocks(PENDING_MILLIS));
  }

  private DatanodeDescriptor node(String uuid) {
    return nodes.nodes().stream()
        .filter(node -> node.getDatanodeUuid().equals(uuid))
        .findFirst()
        .orElse(null);
  }

  private BlockInfo storedBlock(Block replica) {
    return Stream.of(stripes, parity, wider, coming)
        .flatMap(Stream::of)
        .filter(group -> group.getBlockId() == (replica.getBlockId() & ~INDEX_MASK))
        .findFirst()
        .orElse(null);
  }

  private static void set(Class<?> type, Object owner, String name, Object value) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      field.set(owner, value);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static BlockInfo create(long id, long bytes) {
    BlockInfo block = BlockInfoDecoupled.create(new Block(id, bytes, STAMP), CELL);
    block.setBlockCollectionId(INODE);
    return block;
  }

  private static BlockInfoStripedParity parity(long id, int width) {
    return (BlockInfoStripedParity) create(GroupIds.parityGroup(id, width), NodesOfTest.BLOCK);
  }

  public INodeFile inode() {
    return inode;
  }

  public BlockInfoStripedData stripe(int group) {
    return (BlockInfoStripedData) stripes[group];
  }

  public BlockInfoStripedParity parity(int group) {
    return parity[group];
  }

  /** The block group that has a member of a group. */
  public BlockInfoDecoupled ownerOf(int group, int member) {
    return member < K ? stripe(group) : parity(group);
  }

  public GroupHealth health() {
    return GroupHealth.ofNow(blocks, inode);
  }

  /** The node on which a member of a group was put first. */
  public DatanodeDescriptor nodeOf(int group, int member) {
    return nodes.nodes().get((group * N + member) % nodes.nodes().size());
  }

  /** All nodes, in the order of the racks. */
  public List<DatanodeDescriptor> nodes() {
    return nodes.nodes();
  }

  /** Has a node be of the cluster, or not. */
  public void setPresent(DatanodeDescriptor node, boolean present) {
    node.setAlive(present);
    if (present) {
      nodes.topology().add(node);
    } else {
      nodes.topology().remove(node);
    }
  }

  public DatanodeStorageInfo storageOf(int group, int member) {
    return storage(nodeOf(group, member));
  }

  public DatanodeManager manager() {
    return blocks.getDatanodeManager();
  }

  /** HDFS's policy for striped blocks, over these nodes. */
  public BlockPlacementPolicy placement() {
    return nodes.policy(BlockPlacementPolicyRackFaultTolerant.class);
  }

  /** A node that has nothing of the file. */
  public DatanodeDescriptor spare(int number) {
    return nodes.nodes().get(stripes.length * N + number);
  }

  public static DatanodeStorageInfo storage(DatanodeDescriptor node) {
    return node.getStorageInfos()[0];
  }

  /** Makes the storage of a node one of another type. */
  public static void setType(DatanodeDescriptor node, StorageType type) {
    DatanodeStorageInfo storage = storage(node);
    storage.updateFromStorage(
        new DatanodeStorage(storage.getStorageID(), storage.getState(), type));
  }

  /** Fills the storage of a node, which has room on others. */
  public static void fill(DatanodeDescriptor node) {
    storage(node).setRemainingForTests(0);
  }

  /** Wants the file on another storage. */
  public void setStoragePolicy(byte id) {
    Mockito.when(blocks.getStoragePolicy(ArgumentMatchers.anyByte()))
        .thenReturn(BlockStoragePolicySuite.createDefaultSuite().getPolicy(id));
  }

  /** Puts a replica of a member of a group on a node. */
  public void put(int group, int member, DatanodeDescriptor node) {
    put(ownerOf(group, member), member < K ? member : member - K, node);
  }

  public static void put(BlockInfoStriped owner, int index, DatanodeDescriptor node) {
    storage(node).addBlock(owner, replica(owner, index));
  }

  public static Block replica(BlockInfoStriped owner, int index) {
    return new Block(
        owner.getBlockId() + index, NodesOfTest.BLOCK, owner.getGenerationStamp());
  }

  public void takeAway(int group, int member, DatanodeDescriptor node) {
    storage(node).removeBlock(ownerOf(group, member));
  }

  /** The NameNode has told a node to delete what it has of a block group. */
  public void markExcess(int group, int member, DatanodeDescriptor node) {
    Mockito.when(blocks.isExcess(node, ownerOf(group, member))).thenReturn(true);
  }

  public void markCorrupt(int group, int member, DatanodeDescriptor node) {
    blocks.corruptReplicas.addToCorruptReplicasMap(
        ownerOf(group, member), node, "test", Reason.ANY, true);
  }

  public void markCorrupt(BlockInfo block, DatanodeDescriptor node) {
    blocks.corruptReplicas.addToCorruptReplicasMap(block, node, "test", Reason.ANY, true);
  }

  /** A node has nothing of a block any more. */
  public static void takeAway(BlockInfo block, DatanodeDescriptor node) {
    storage(node).removeBlock(block);
  }

  /** The only storage of a node fails, or works again. */
  public static void setFailed(DatanodeDescriptor node, boolean failed) {
    storage(node).setState(
        failed ? DatanodeStorage.State.FAILED : DatanodeStorage.State.NORMAL);
  }

  /** A block waits for repair. */
  public void queue(BlockInfo block) {
    blocks.neededReconstruction.add(block, K, 0, 0, N);
  }

  /** A node was told to delete a replica. */
  public void verifyDeleted(Block replica, DatanodeDescriptor node) {
    Mockito.verify(blocks)
        .addToInvalidates(ArgumentMatchers.eq(replica), ArgumentMatchers.same(node));
  }

  /** Begins a transition to RS-6-3: each two stripes will be a group. */
  public void beginWider(boolean paused) {
    wider =
        IntStream.range(0, (stripes.length + 1) / 2)
            .mapToObj(group -> parity(ID + 8192 + 16L * group, WIDER_R))
            .toArray(BlockInfoStripedParity[]::new);
    DecoupledInodes.setNext(inode, WIDER, paused, wider);
  }

  /** Begins the way back to HDFS's own layout: each stripe will be a block group of RS-3-2. */
  public void beginCoupling() {
    coming =
        IntStream.range(0, stripes.length)
            .mapToObj(
                group ->
                    StripeCoupling.newGroup(
                        new Block(
                            COMING_ID + 16L * group, (long) K * NodesOfTest.BLOCK, NAME_STAMP),
                        SystemErasureCodingPolicies.getByID(POLICY)))
            .toArray(BlockInfoStriped[]::new);
    Stream.of(coming).forEach(group -> group.setBlockCollectionId(INODE));
    DecoupledInodes.setComing(inode, coming);
  }

  /**
   * Has the file be in HDFS's own layout, each block where the member was, and begins its adoption.
   * Nothing is queued for repair.
   *
   * @param policyId which it will have
   */
  public void beginAdoption(byte policyId) {
    Mockito.when(
            blocks.hasEnoughEffectiveReplicas(
                ArgumentMatchers.any(), ArgumentMatchers.any(), ArgumentMatchers.anyInt()))
        .thenReturn(true);
    beginCoupling();
    DecoupledInodes.couple(inode, coming);
    for (int group = 0; group < coming.length; group++) {
      StripedBlockWindow.complete(coming[group]);
      for (int member = 0; member < N; member++) {
        put(coming[group], member, nodeOf(group, member));
      }
    }
    wider =
        IntStream.range(0, stripes.length)
            .mapToObj(group -> parity(ID + 8192 + 16L * group, R))
            .toArray(BlockInfoStripedParity[]::new);
    DecoupledInodes.setNext(inode, policyId, false, wider);
  }

  public BlockInfoStriped coming(int group) {
    return coming[group];
  }

  public BlockInfoStripedParity wider(int group) {
    return wider[group];
  }

  public GroupHealth healthOfNext() {
    return GroupHealth.ofNext(blocks, inode).orElseThrow();
  }
}
