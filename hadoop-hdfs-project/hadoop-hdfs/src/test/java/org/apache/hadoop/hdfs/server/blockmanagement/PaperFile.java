package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.Woven;
import io.okapifs.hdfs.WovenMocks;
import io.okapifs.hdfs.layout.GroupIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap.Reason;
import org.apache.hadoop.hdfs.server.namenode.DecoupledInodes;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/**
 * A closed file on nodes that exist on paper, as a NameNode knows it: data stripes of three blocks,
 * each a group under RS-3-2 with every member on a node of its own. Nodes behind those are spare.
 * All nodes have reported all they have.
 */
final class PaperFile {

  static final int K = 3;
  static final int R = 2;
  static final int N = K + R;
  static final long STAMP = 1001;
  static final int CELL = 1 << 20;

  /** Of the block groups that a file will have in HDFS's own layout. */
  static final long NAME_STAMP = 2002;

  private static final byte POLICY = SystemErasureCodingPolicies.RS_3_2_POLICY_ID;
  private static final byte WIDER = SystemErasureCodingPolicies.RS_6_3_POLICY_ID;
  private static final int WIDER_R = 3;
  private static final long INODE = 17;
  private static final long ID = Long.MIN_VALUE + 4096;
  private static final long COMING_ID = ID + 16384;
  private static final long PENDING_MILLIS = 3_600_000;
  private static final long INDEX_MASK = 15;

  final BlockManager blocks = WovenMocks.blocks();
  final BlockManagerSafeMode safeMode = Mockito.mock(BlockManagerSafeMode.class);
  final PendingDataNodeMessages pending = new PendingDataNodeMessages();
  final Configuration conf = new Configuration(false);
  private final NodesOfTest nodes;
  private final BlockInfo[] stripes;
  private final BlockInfoStripedParity[] parity;
  private final INodeFile inode;
  private BlockInfoStripedParity[] wider = {};
  private BlockInfoStriped[] coming = {};

  PaperFile(int stripeCount, int spareNodes) {
    nodes = NodesOfTest.onRacks(Collections.nCopies(1, stripeCount * N + spareNodes));
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
    Mockito.when(blocks.getReplicationStreamsHardLimit()).thenReturn(4);
    Mockito.when(blocks.getMaxReplicationStreams()).thenReturn(2);
    set(HeartbeatManager.class, heartbeats, "namesystem", namesystem);
    set(BlockManager.class, blocks, "bmSafeMode", safeMode);
    set(BlockManager.class, blocks, "pendingDNMessages", pending);
    set(BlockManager.class, blocks, "corruptReplicas", new CorruptReplicasMap());
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

  INodeFile inode() {
    return inode;
  }

  BlockInfoStripedData stripe(int group) {
    return (BlockInfoStripedData) stripes[group];
  }

  BlockInfoStripedParity parity(int group) {
    return parity[group];
  }

  /** The block group that has a member of a group. */
  BlockInfoDecoupled ownerOf(int group, int member) {
    return member < K ? stripe(group) : parity(group);
  }

  GroupHealth health() {
    return GroupHealth.ofNow(blocks, inode);
  }

  /** The node on which a member of a group was put first. */
  DatanodeDescriptor nodeOf(int group, int member) {
    return nodes.nodes().get(group * N + member);
  }

  DatanodeStorageInfo storageOf(int group, int member) {
    return storage(nodeOf(group, member));
  }

  DatanodeManager manager() {
    return blocks.getDatanodeManager();
  }

  /** HDFS's policy for striped blocks, over these nodes. */
  BlockPlacementPolicy placement() {
    return nodes.policy(BlockPlacementPolicyRackFaultTolerant.class);
  }

  /** A node that has nothing of the file. */
  DatanodeDescriptor spare(int number) {
    return nodes.nodes().get(stripes.length * N + number);
  }

  static DatanodeStorageInfo storage(DatanodeDescriptor node) {
    return node.getStorageInfos()[0];
  }

  /** Puts a replica of a member of a group on a node. */
  void put(int group, int member, DatanodeDescriptor node) {
    put(ownerOf(group, member), member < K ? member : member - K, node);
  }

  static void put(BlockInfoStriped owner, int index, DatanodeDescriptor node) {
    storage(node).addBlock(owner, replica(owner, index));
  }

  static Block replica(BlockInfoStriped owner, int index) {
    return new Block(
        owner.getBlockId() + index, NodesOfTest.BLOCK, owner.getGenerationStamp());
  }

  void takeAway(int group, int member, DatanodeDescriptor node) {
    storage(node).removeBlock(ownerOf(group, member));
  }

  /** The NameNode has told a node to delete what it has of a block group. */
  void markExcess(int group, int member, DatanodeDescriptor node) {
    Mockito.when(blocks.isExcess(node, ownerOf(group, member))).thenReturn(true);
  }

  void markCorrupt(int group, int member, DatanodeDescriptor node) {
    blocks.corruptReplicas.addToCorruptReplicasMap(
        ownerOf(group, member), node, "test", Reason.ANY, true);
  }

  /** Begins a transition to RS-6-3: each two stripes will be a group. */
  void beginWider(boolean paused) {
    wider =
        IntStream.range(0, (stripes.length + 1) / 2)
            .mapToObj(group -> parity(ID + 8192 + 16L * group, WIDER_R))
            .toArray(BlockInfoStripedParity[]::new);
    DecoupledInodes.setNext(inode, WIDER, paused, wider);
  }

  /** Begins the way back to HDFS's own layout: each stripe will be a block group of RS-3-2. */
  void beginCoupling() {
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

  BlockInfoStriped coming(int group) {
    return coming[group];
  }

  BlockInfoStripedParity wider(int group) {
    return wider[group];
  }

  GroupHealth healthOfNext() {
    return GroupHealth.ofNext(blocks, inode);
  }
}
