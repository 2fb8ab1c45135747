package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.namenode.journal.MergedBlocks;
import io.okapifs.hdfs.namenode.ops.DecoupledState;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.test.MetricsAsserts;
import org.apache.hadoop.util.DataChecksum;

/** A cluster in this JVM with small cells, and ways to look at the block files of a file. */
public final class BlockFileCluster implements AutoCloseable {

  public static final int CELL = 64 << 10;
  public static final int BLOCK = 4 * CELL;
  private static final int ORACLES_MAX = 32;
  private static final long POLL_NANOS_MIN = 5_000_000;
  private static final long POLL_NANOS_MAX = 50_000_000;
  private static final long DEAR_POLL_NANOS_MAX = 250_000_000;

  /** As many times as long as it took to ask there is a pause before the next time. */
  private static final int POLL_SHARE = 8;


  /** What limits of waiting are multiplied by, for a machine that is slow or busy. */
  private static final double PATIENCE =
      Double.parseDouble(System.getProperty("io.okapifs.patience", "1"));

  /** Null once it is closed: most classes keep theirs in a static field until the JVM ends. */
  private MiniDFSCluster cluster;

  private long bugs;

  /** From a DataNode's port, which it keeps, to the number of its folder. */
  private final Map<Integer, Integer> folderByPort = new HashMap<>();

  /** Of the files that were checked last: they are checked again after each of their losses. */
  private final Deque<BlockOracle> oracles = new ArrayDeque<>();

  private final List<DataNodeProperties> stopped = new ArrayList<>();

  public BlockFileCluster(int nodes) throws IOException {
    this(nodes, conf -> {});
  }

  /** As above, with settings of the test's own. */
  public BlockFileCluster(int nodes, Consumer<Configuration> settings) throws IOException {
    this(nodes, 0, null, settings);
  }

  /** As above, with a node on each of the given racks, which may repeat. */
  public BlockFileCluster(String[] racks, Consumer<Configuration> settings) throws IOException {
    this(racks.length, 0, racks, settings);
  }

  /** As above, with nodes that hold so many bytes each. */
  public BlockFileCluster(int nodes, long capacity) throws IOException {
    this(nodes, capacity, null, conf -> {});
  }

  private BlockFileCluster(
      int nodes, long capacity, String[] racks, Consumer<Configuration> settings)
      throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 10_000);
    conf.setInt("ipc.client.connect.max.retries", 30);
    // Short, but there, as in any cluster: without it repairs begin before all nodes have reported.
    conf.setInt(MiniDFSCluster.DFS_NAMENODE_SAFEMODE_EXTENSION_TESTING_KEY, 1000);
    settings.accept(conf);
    MiniDFSCluster.Builder builder = KeptPorts.cluster(conf, nodes).racks(racks);
    if (capacity > 0) {
      builder.storageCapacities(new long[] {capacity});
    }
    cluster = builder.build();
    cluster.waitActive();
    ShortWaits.hurry(cluster, 0);
    for (DataNode node : cluster.getDataNodes()) {
      folderByPort.put(node.getXferPort(), folderByPort.size());
    }
    addPolicy("RS-3-2");
    addPolicy("RS-6-3");
  }

  /** Starts one more DataNode, with settings of its own. */
  public DataNode addDataNode(Consumer<Configuration> settings) throws IOException {
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    ShortWaits.dataNodeSettings(conf);
    settings.accept(conf);
    cluster.startDataNodes(conf, 1, true, null, null);
    List<DataNode> nodes = cluster.getDataNodes();
    DataNode added = nodes.get(nodes.size() - 1);
    folderByPort.put(added.getXferPort(), nodes.size() - 1);
    return added;
  }

  /** Adds and enables the policy of a code such as RS-6-3 with this cluster's cells; its name. */
  public String addPolicy(String code) throws IOException {
    ErasureCode parsed = CodeRegistry.byName(code);
    String codec = code.replaceAll("-\\d+-\\d+$", "").toLowerCase(Locale.ROOT);
    ErasureCodingPolicy policy =
        new ErasureCodingPolicy(new ECSchema(codec, parsed.k(), parsed.r()), CELL);
    fs().addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    fs().enableErasureCodingPolicy(policy.getName());
    return policy.getName();
  }

  public DistributedFileSystem fs() throws IOException {
    return cluster.getFileSystem();
  }

  public MiniDFSCluster mini() {
    return cluster;
  }

  /** A new directory with the policy at a stripe width. */
  public Path directory(String policy, int stripeWidth) throws IOException {
    Path directory = new Path("/" + policy + "-at-" + stripeWidth);
    fs().mkdirs(directory);
    fs().setErasureCodingPolicy(directory, policy + "@" + stripeWidth);
    return directory;
  }

  /** A new directory with the policy in HDFS's own layout. */
  public Path coupledDirectory(String policy) throws IOException {
    Path directory = new Path("/coupled-" + policy);
    fs().mkdirs(directory);
    fs().setErasureCodingPolicy(directory, policy);
    return directory;
  }

  /** Waits until each block of a file in HDFS's own layout is known. */
  public void awaitCoupled(Path path) throws Exception {
    ErasureCodingPolicy policy = fs().getErasureCodingPolicy(path);
    await(
        "all blocks of " + path,
        () ->
            dataStripes(path).stream()
                .allMatch(
                    group ->
                        group.getLocations().length
                            == policy.getNumParityUnits()
                                + Math.min(
                                    policy.getNumDataUnits(),
                                    (group.getBlockSize() - 1) / CELL + 1)));
  }

  public FSDataOutputStream create(Path path) throws IOException {
    return fs().create(path, true, 4096, (short) 1, BLOCK);
  }

  /** A new file with the given content. */
  public void write(Path path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = create(path)) {
      out.write(bytes);
    }
  }

  /** Deletes all files and directories. */
  public void deleteFiles() throws IOException {
    for (FileStatus each : fs().listStatus(new Path("/"))) {
      fs().delete(each.getPath(), true);
    }
  }

  /** The whole content of a file, read from its begin to its end. */
  public byte[] read(Path path) throws IOException {
    try (FSDataInputStream in = fs().open(path)) {
      return in.readAllBytes();
    }
  }

  /** Bytes that depend on the seed alone. */
  public static byte[] bytes(long length, long seed) {
    long[] words = new long[Math.toIntExact((length + Long.BYTES - 1) / Long.BYTES)];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < words.length; i++) {
      words[i] = random.nextLong();
    }
    // As SplittableRandom.nextBytes gives them, which C1 makes slow.
    ByteBuffer bytes =
        ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(words);
    return Arrays.copyOf(bytes.array(), Math.toIntExact(length));
  }

  /** Restarts the NameNode and waits until it has left safe mode and heard all DataNodes. */
  public void restartNameNode() throws Exception {
    ShortWaits.restartNameNode(cluster, 0);
    awaitNameNode();
    cluster.triggerBlockReports();
  }

  /** Waits until every node that runs has told a NameNode that was restarted what it has. */
  public void awaitReports() throws Exception {
    DatanodeManager manager = cluster.getNamesystem().getBlockManager().getDatanodeManager();
    await("reports of all nodes", () ->
        cluster.getDataNodes().stream()
            .map(node -> manager.getDatanode(node.getDatanodeUuid()))
            .allMatch(node -> node != null && node.checkBlockReportReceived()));
  }

  /** Waits for an answer: the first call after a restart may meet an old connection. */
  public void awaitNameNode() throws Exception {
    await("answer of the NameNode", () -> {
      try (TransitionClient ours = new TransitionClient(fs())) {
        ours.page(new Path("/"), 0, true);
        return fs().exists(new Path("/"));
      } catch (IOException stale) {
        return false;
      }
    });
  }

  /** Saves the namespace, so that the next start reads an image and no edits. */
  public void saveNamespace() throws IOException {
    fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    fs().saveNamespace();
    fs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
  }

  public FileLayout layout(Path path) throws IOException {
    HdfsFileStatus status = fs().getClient().getFileInfo(path.toString());
    return StripeView.of(status.getErasureCodingPolicy()).layout(status.getBlockSize());
  }

  public List<LocatedStripedBlock> dataStripes(Path path) throws IOException {
    return striped(fs().getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE)
        .getLocatedBlocks());
  }

  public List<LocatedStripedBlock> parityGroups(Path path, int count) throws IOException {
    return striped(fs().getClient().getNamenode()
        .getBlockLocations(path.toString(), ParityRequests.listingOffset(0), count)
        .getLocatedBlocks());
  }

  private static List<LocatedStripedBlock> striped(List<LocatedBlock> located) {
    return located.stream().map(LocatedStripedBlock.class::cast)
        .map(BlockFileCluster::withoutRepeats).toList();
  }

  /** Where just the last blocks of a stripe are lost another one is listed twice. */
  private static LocatedStripedBlock withoutRepeats(LocatedStripedBlock group) {
    Map<String, Integer> places = new LinkedHashMap<>();
    for (int i = 0; i < group.getLocations().length; i++) {
      places.putIfAbsent(group.getBlockIndices()[i] + " " + group.getLocations()[i], i);
    }
    int count = places.size();
    DatanodeInfo[] nodes = new DatanodeInfo[count];
    String[] storages = new String[count];
    StorageType[] types = new StorageType[count];
    byte[] indices = new byte[count];
    Token<BlockTokenIdentifier>[] tokens = Arrays.copyOf(group.getBlockTokens(), count);
    int at = 0;
    for (int place : places.values()) {
      nodes[at] = group.getLocations()[place];
      storages[at] = group.getStorageIDs()[place];
      types[at] = group.getStorageTypes()[place];
      indices[at] = group.getBlockIndices()[place];
      tokens[at++] = group.getBlockTokens()[place];
    }
    LocatedStripedBlock once =
        new LocatedStripedBlock(
            group.getBlock(), nodes, storages, types, indices, group.getStartOffset(),
            group.isCorrupt(), null);
    once.setBlockTokens(tokens);
    return once;
  }

  /** Nodes of a block group by index of the internal block; null where it has none. */
  public static DatanodeInfo[] nodesByIndex(LocatedStripedBlock group, int width) {
    DatanodeInfo[] nodes = new DatanodeInfo[width];
    for (int i = 0; i < group.getBlockIndices().length; i++) {
      nodes[group.getBlockIndices()[i]] = group.getLocations()[i];
    }
    return nodes;
  }

  /**
   * Whether every block of the last stripe has bytes. HDFS's recovery of a block group asks for as
   * many blocks with bytes as it has data units, and tries for ever where there are fewer.
   */
  public boolean isLastStripeBegun(Path file) throws IOException {
    List<LocatedStripedBlock> stripes = dataStripes(file);
    LocatedStripedBlock last = stripes.get(stripes.size() - 1);
    int width = layout(file).stripeWidth();
    DatanodeInfo[] nodes = nodesByIndex(last, width);
    for (int i = 0; i < width; i++) {
      var replica =
          DataNodeTestUtils.fetchReplicaInfo(
              cluster.getDataNodes().get(nodeNumber(nodes[i])),
              last.getBlock().getBlockPoolId(),
              last.getBlock().getBlockId() + i);
      if (replica == null || replica.getBytesOnDisk() == 0) {
        return false;
      }
    }
    return true;
  }

  /** Bytes of the finalized replica of an internal block. */
  public byte[] replica(LocatedStripedBlock group, int index, DatanodeInfo node)
      throws IOException {
    ExtendedBlock block = new ExtendedBlock(group.getBlock());
    block.setBlockId(block.getBlockId() + index);
    File file = cluster.getBlockFile(folderByPort.get(node.getXferPort()), block);
    return file == null ? null : Files.readAllBytes(file.toPath());
  }

  /** What images and edits keep of a file, and which of its parity groups are final. */
  public static List<String> describe(FSNamesystem namesystem, Path file) throws IOException {
    List<String> entries = new ArrayList<>();
    for (BlockInfo block : blocks(namesystem, file)) {
      boolean isParity = GroupIds.isParityGroup(block.getBlockId());
      entries.add(block.getBlockId() + "_" + block.getGenerationStamp()
          + (isParity ? " parity " + (block.isComplete() ? "complete" : "open") : " stripe")
          + " bytes=" + block.getNumBytes());
    }
    return entries;
  }

  /** Parity groups and data stripes of a file as a NameNode holds them. */
  public static BlockInfo[] blocks(FSNamesystem namesystem, Path file) throws IOException {
    namesystem.readLock();
    try {
      return blocks(namesystem, namesystem.getFSDirectory().getINode(file.toString()).asFile());
    } finally {
      namesystem.readUnlock();
    }
  }

  /** As above, of an inode. */
  public static BlockInfo[] blocks(FSNamesystem namesystem, INodeFile inode) {
    namesystem.readLock();
    try {
      return MergedBlocks.merge(inode, inode.getBlocks());
    } finally {
      namesystem.readUnlock();
    }
  }

  /** An internal block and the node that has it; the node is null where none has it. */
  public record Replica(ExtendedBlock block, DatanodeInfo node) {}

  /**
   * The replica of a member of a group, data or parity, which must have one: a file may be closed
   * before all of its blocks are reported.
   */
  public Replica member(Path path, int group, int member) throws IOException {
    AtomicReference<Replica> found = new AtomicReference<>();
    try {
      await("a replica of member " + member + " of group " + group + " of " + path, () -> {
        found.set(memberIfAny(path, group, member));
        return found.get().node() != null;
      });
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
    return found.get();
  }

  /** As above, of one that may have no replica. */
  public Replica memberIfAny(Path path, int group, int member) throws IOException {
    FileLayout layout = layout(path);
    return member < layout.policy().k()
        ? data(dataStripes(path), layout, group, member)
        : parity(parityGroups(path, group + 1), layout, group, member);
  }

  private static Replica data(
      List<LocatedStripedBlock> stripes, FileLayout layout, int group, int member) {
    long block = (long) group * layout.policy().k() + member;
    return replica(
        stripes.get((int) layout.stripeOf(block)), layout.indexInStripe(block),
        layout.stripeWidth());
  }

  private static Replica parity(
      List<LocatedStripedBlock> groups, FileLayout layout, int group, int member) {
    return replica(groups.get(group), member - layout.policy().k(), layout.policy().r());
  }

  /** The replica of a block of a group, which must have one. */
  public Replica blockOf(LocatedStripedBlock group, int index) {
    return replica(group, index, 16);
  }

  private static Replica replica(LocatedStripedBlock group, int index, int width) {
    ExtendedBlock block = new ExtendedBlock(group.getBlock());
    block.setBlockId(block.getBlockId() + index);
    return new Replica(block, nodesByIndex(group, width)[index]);
  }

  /** Deletes the block file behind the DataNode's back. */
  public void delete(Replica replica) {
    try {
      cluster.getMaterializedReplica(nodeNumber(replica.node()), replica.block()).deleteData();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the DataNode delete a block, and tell. */
  public void invalidate(Replica replica) throws IOException {
    cluster.getDataNodes().get(nodeNumber(replica.node())).getFSDataset().invalidate(
        replica.block().getBlockPoolId(), new Block[] {replica.block().getLocalBlock()});
  }

  /** Changes bytes of the block file behind the DataNode's back. */
  public void corrupt(Replica replica) throws IOException {
    cluster.getMaterializedReplica(nodeNumber(replica.node()), replica.block()).corruptData();
  }

  /** Changes the last byte of the block file behind the DataNode's back. */
  public void corruptLastByte(Replica replica) throws IOException {
    corruptByte(replica, (int) blockFile(replica).length() - 1);
  }

  /** Changes one byte of the block file behind the DataNode's back. */
  public void corruptByte(Replica replica, int offset) throws IOException {
    File block = blockFile(replica);
    byte[] bytes = Files.readAllBytes(block.toPath());
    bytes[offset] ^= 1;
    Files.write(block.toPath(), bytes);
  }

  public File blockFile(Replica replica) {
    int folder = folderByPort.get(replica.node().getXferPort());
    return cluster.getBlockFile(folder, replica.block());
  }

  public File checksumFile(Replica replica) {
    int folder = folderByPort.get(replica.node().getXferPort());
    return cluster.getBlockMetadataFile(folder, replica.block());
  }

  /**
   * Changes bytes of the block file behind the DataNode's back, and its checksums, so that only
   * the other members of the group can tell.
   */
  public void rewrite(Replica replica, int from, int to) throws IOException {
    rewrite(blockFile(replica), checksumFile(replica), from, to);
  }

  /** The same of a block file and the file of its checksums. */
  public static void rewrite(File block, File checksums, int from, int to) throws IOException {
    byte[] bytes = Files.readAllBytes(block.toPath());
    for (int i = from; i < to; i++) {
      bytes[i] ^= 0x55;
    }
    Files.write(block.toPath(), bytes);
    try (RandomAccessFile sums = new RandomAccessFile(checksums, "rw")) {
      BlockMetadataHeader header = BlockMetadataHeader.readHeader(sums);
      DataChecksum checksum = header.getChecksum();
      int chunk = checksum.getBytesPerChecksum();
      byte[] crcs = new byte[(bytes.length + chunk - 1) / chunk * checksum.getChecksumSize()];
      checksum.calculateChunkedSums(bytes, 0, bytes.length, crcs, 0);
      sums.seek(BlockMetadataHeader.getHeaderSize());
      sums.write(crcs);
    }
  }

  /** Makes every repair fail, for tests of what is there without; all clusters of the JVM. */
  public static void failRepairs() {
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void stripedBlockReconstruction() throws IOException {
        throw new IOException("the test wants no repair");
      }
    });
  }

  public static void allowRepairs() {
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }

  /** Reads of blocks that the DataNodes have ended; a node that came back is not counted right. */
  public long opens() {
    return cluster.getDataNodes().stream()
        .mapToLong(
            node ->
                MetricsAsserts.getLongCounter(
                    "ReadBlockOpNumOps", MetricsAsserts.getMetrics(node.getMetrics().name())))
        .sum();
  }

  /** A number that the NameNode's bean of decoupled files shows. */
  public static long stateOf(String attribute) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name =
        server.queryNames(new ObjectName("Hadoop:service=NameNode,name=DecoupledState*"), null)
            .iterator().next();
    return (long) server.getAttribute(name, attribute);
  }

  /** Position of a running node in the cluster's list. */
  public int nodeNumber(DatanodeInfo node) {
    List<DataNode> running = cluster.getDataNodes();
    for (int i = 0; i < running.size(); i++) {
      if (running.get(i).getXferPort() == node.getXferPort()) {
        return i;
      }
    }
    throw new IllegalArgumentException("node is not running: " + node);
  }

  /** Kills a node, reports unsent; the NameNode will not know for minutes. */
  public void stop(DatanodeInfo node) {
    stopped.add(cluster.stopDataNode(nodeNumber(node)));
  }

  /** Shuts a node down so that it tells its writers to wait for it. */
  public void stopForRestart(DatanodeInfo node) throws IOException {
    stopped.add(cluster.stopDataNodeForUpgrade(nodeNumber(node)));
  }

  public void restartStopped() throws Exception {
    await("asynchronous shutdowns", () -> Thread.getAllStackTraces().keySet().stream()
        .noneMatch(thread -> thread.getName().equals("Async datanode shutdown thread")));
    for (DataNodeProperties node : stopped) {
      restart(node);
    }
    stopped.clear();
    cluster.waitActive();
  }

  /** Restarts a node at its old port, which somebody may have borrowed for a connection. */
  public void restart(DataNodeProperties node) throws Exception {
    await("the port of " + node.getDatanode().getDisplayName(), () -> {
      try {
        return cluster.restartDataNode(node, true);
      } catch (BindException taken) {
        return false;
      }
    });
  }

  /** Kills a node for the NameNode, too; {@link #restartStopped()} brings it back. */
  public void kill(DatanodeInfo node) throws Exception {
    stop(node);
    cluster.setDataNodeDead(node);
  }

  /** A node as the NameNode knows it. */
  public DatanodeDescriptor descriptor(DatanodeInfo node) {
    return cluster.getNamesystem().getBlockManager().getDatanodeManager()
        .getDatanode(node.getDatanodeUuid());
  }

  /** Does what an administrator does with a node. */
  public void administer(
      DatanodeInfo node, BiConsumer<DatanodeAdminManager, DatanodeDescriptor> order) {
    administer(List.of(node), order);
  }

  /** The same with several at once, under the namesystem's lock. */
  public void administer(
      List<DatanodeInfo> nodes, BiConsumer<DatanodeAdminManager, DatanodeDescriptor> order) {
    FSNamesystem namesystem = cluster.getNamesystem();
    namesystem.writeLock();
    try {
      DatanodeAdminManager admin =
          namesystem.getBlockManager().getDatanodeManager().getDatanodeAdminManager();
      nodes.forEach(node -> order.accept(admin, descriptor(node)));
    } finally {
      namesystem.writeUnlock();
    }
  }

  /** Tells the NameNode in one call that replicas are bad. */
  public void reportCorrupt(List<Replica> replicas) throws IOException {
    fs().getClient().getNamenode().reportBadBlocks(
        replicas.stream()
            .map(bad -> new LocatedBlock(bad.block(), new DatanodeInfo[] {bad.node()}))
            .toArray(LocatedBlock[]::new));
  }

  /** Names of the block files of all nodes. */
  public Set<String> blocksOnDisk() throws IOException {
    return blocksOnDisk(cluster);
  }

  /** As above, of any cluster in this JVM. */
  public static Set<String> blocksOnDisk(MiniDFSCluster cluster) throws IOException {
    return blockFiles(cluster).stream()
        .map(file -> file.getFileName().toString())
        .collect(Collectors.toSet());
  }

  /** The block files of all nodes, below the folder that has a folder for each. */
  public static List<java.nio.file.Path> blockFiles(MiniDFSCluster cluster) throws IOException {
    java.nio.file.Path data = java.nio.file.Path.of(cluster.getDataDirectory());
    return LiveFolder.files(data).stream()
        .filter(file -> file.getFileName().toString().matches("blk_-?\\d+"))
        .map(data::relativize)
        .toList();
  }

  /** Polls until the condition holds: often at first, and seldom where the question is dear. */
  public static void await(String what, Callable<Boolean> condition) throws Exception {
    Duration limit = patience(Duration.ofSeconds(60));
    long deadline = System.nanoTime() + limit.toNanos();
    long pause = POLL_NANOS_MIN;
    long asked = System.nanoTime();
    while (!condition.call()) {
      long now = System.nanoTime();
      if (now > deadline) {
        throw new AssertionError(
            "did not come true within " + limit.toSeconds() + " s: " + what);
      }
      long dear = Math.min(POLL_SHARE * (now - asked), DEAR_POLL_NANOS_MAX);
      LockSupport.parkNanos(Math.max(pause, dear));
      pause = Math.min(2 * pause, POLL_NANOS_MAX);
      asked = System.nanoTime();
    }
  }

  /** A limit of waiting, as long as this machine may need. */
  static Duration patience(Duration limit) {
    return Duration.ofMillis((long) (limit.toMillis() * PATIENCE));
  }

  /** Waits until the NameNode has looked for repairs so many times more. */
  public void awaitRounds(int rounds) throws Exception {
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    for (int round = 0; round < rounds; round++) {
      long last = blocks.getLastRedundancyMonitorTS();
      await("a round", () -> blocks.getLastRedundancyMonitorTS() > last);
    }
  }

  /** Waits until each parity group of a closed file has all its replicas. */
  public List<LocatedStripedBlock> awaitParityGroups(Path path, long count, int r)
      throws Exception {
    List<LocatedStripedBlock> groups = new ArrayList<>();
    await("all parities of " + path + " reported", () -> {
      groups.clear();
      groups.addAll(parityGroups(path, (int) count + 1));
      return groups.size() == count
          && groups.stream().allMatch(group -> hasEachOnce(group, r));
    });
    return groups;
  }

  /** A block that was reported late was repaired meanwhile: one may be listed twice, another not yet. */
  private static boolean hasEachOnce(LocatedStripedBlock group, int width) {
    return group.getLocations().length == width
        && Stream.of(nodesByIndex(group, width)).allMatch(Objects::nonNull);
  }

  /** Compares every block file of a file, data and parity, with the oracle, and their places. */
  public void checkBlocks(Path path, byte[] bytes) throws Exception {
    FileLayout layout = layout(path);
    BlockOracle oracle = oracle(layout, bytes);
    List<LocatedStripedBlock> stripes = awaitDataBlocks(path, layout, bytes.length);
    for (long x = 0; x < layout.blockCount(bytes.length); x++) {
      LocatedStripedBlock stripe = stripes.get((int) layout.stripeOf(x));
      int index = layout.indexInStripe(x);
      DatanodeInfo node = nodesByIndex(stripe, layout.stripeWidth())[index];
      assertThat(node).as("node of data block %s of %s", x, path).isNotNull();
      assertThat(replica(stripe, index, node)).as("data block %s of %s", x, path)
          .isEqualTo(oracle.data(x));
    }
    checkParities(path, layout, oracle, layout.groupCount(bytes.length));
    checkSpread(path, layout, bytes.length);
  }

  private BlockOracle oracle(FileLayout layout, byte[] bytes) {
    for (BlockOracle known : oracles) {
      if (known.isOf(layout, bytes)) {
        return known;
      }
    }
    if (oracles.size() == ORACLES_MAX) {
      oracles.removeFirst();
    }
    oracles.addLast(new BlockOracle(layout, bytes));
    return oracles.getLast();
  }

  /** A file may be closed before a DataNode has reported the last of its blocks. */
  private List<LocatedStripedBlock> awaitDataBlocks(Path path, FileLayout layout, long length)
      throws Exception {
    await(
        "every data block of " + path + " reported",
        () -> dataStripes(path).stream().mapToLong(s -> s.getBlockIndices().length).sum()
            >= layout.blockCount(length));
    List<LocatedStripedBlock> stripes = dataStripes(path);
    assertThat(stripes).hasSize((int) layout.stripeCount(length));
    return stripes;
  }

  /** Members of a group are on distinct nodes wherever there are enough nodes for that. */
  private void checkSpread(Path path, FileLayout layout, long length) throws IOException {
    for (List<DatanodeInfo> nodes : nodesOfGroups(path, layout, length)) {
      assertThat(nodes).as("nodes of a group of %s", path).doesNotHaveDuplicates();
    }
  }

  /** Whether that is so by now; a node that comes back is known before its blocks are. */
  boolean isSpread(Path path, FileLayout layout, long length) throws IOException {
    return nodesOfGroups(path, layout, length).stream()
        .allMatch(nodes -> new HashSet<>(nodes).size() == nodes.size());
  }

  private boolean hasRoomToSpread(FileLayout layout) {
    return cluster.getDataNodes().size() >= Math.max(layout.stripeWidth(), layout.policy().n());
  }

  /** Where the members of each group are, null for one that is nowhere; none on small clusters. */
  private List<List<DatanodeInfo>> nodesOfGroups(Path path, FileLayout layout, long length)
      throws IOException {
    List<List<DatanodeInfo>> nodesOfGroups = new ArrayList<>();
    if (hasRoomToSpread(layout)) {
      int groups = (int) layout.groupCount(length);
      List<LocatedStripedBlock> stripes = dataStripes(path);
      List<LocatedStripedBlock> parities = parityGroups(path, groups);
      for (int g = 0; g < groups; g++) {
        List<DatanodeInfo> nodes = new ArrayList<>();
        for (int member = 0; member < layout.dataMembers(g, length); member++) {
          nodes.add(data(stripes, layout, g, member).node());
        }
        for (int member = layout.policy().k(); member < layout.policy().n(); member++) {
          nodes.add(parity(parities, layout, g, member).node());
        }
        nodesOfGroups.add(nodes);
      }
    }
    return nodesOfGroups;
  }

  private void checkParities(
      Path path, FileLayout layout, BlockOracle oracle, long groupCount) throws Exception {
    int r = layout.policy().r();
    List<LocatedStripedBlock> groups = awaitParityGroups(path, groupCount, r);
    for (int g = 0; g < groupCount; g++) {
      long parityLength = groups.get(g).getBlockSize();
      assertThat(layout.isParityLength(g, oracle.length(), parityLength))
          .as("length of the parity of group %s of %s: %s", g, path, parityLength).isTrue();
      byte[][] expected = oracle.parities(g, (int) parityLength);
      DatanodeInfo[] nodes = nodesByIndex(groups.get(g), r);
      for (int i = 0; i < r; i++) {
        assertThat(replica(groups.get(g), i, nodes[i]))
            .as("parity %s of group %s of %s", i, g, path).isEqualTo(expected[i]);
      }
    }
  }

  /** Has the test make so many block groups miss blocks without anybody knowing it. */
  public void expectUnqueued(long groups) {
    bugs = groups;
  }

  private long unqueued() {
    FSNamesystem namesystem = cluster.getNameNode() == null ? null : cluster.getNamesystem();
    return namesystem == null ? 0 : DecoupledState.of(namesystem).getGroupsFoundUnqueued();
  }

  @Override
  public void close() {
    if (cluster != null) {
      long unqueued = unqueued();
      ClusterEnd.ofLiving(cluster);
      cluster = null;
      oracles.clear();
      stopped.clear();
      assertThat(unqueued).as("block groups that nobody was to repair").isEqualTo(bugs);
    }
  }
}
