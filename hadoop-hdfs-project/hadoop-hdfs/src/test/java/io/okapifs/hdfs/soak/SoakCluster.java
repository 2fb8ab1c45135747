package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.namenode.scrub.ScrubService;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RuleStatusProto;
import io.okapifs.hdfs.recovery.Forgoing;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockMoves;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerFaultInjector;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.ExcessReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.SafeModeCount;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HeldDeletions;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two NameNodes and numbered DataNodes in this JVM, and what can be done to them. */
final class SoakCluster implements AutoCloseable {

  static final int NODES = 12;
  static final int CELL = 8 << 10;
  static final int BLOCK = 4 * CELL;
  private static final String SCRUB_PERIOD = "1s";

  /** What each node has. */
  static final List<StorageType> DISKS = List.of(StorageType.DISK, StorageType.ARCHIVE);

  /** Of a disk while a balancer runs: so small that a few blocks are a percent. */
  private static final long SMALL_DISK = 100L * BLOCK;

  private static final Logger LOG = LoggerFactory.getLogger(SoakCluster.class);

  private final MiniDFSCluster mini;
  private final DistributedFileSystem fs;
  private final java.nio.file.Path excludes;
  private final List<Integer> ports = new ArrayList<>();
  private final Map<Integer, DataNodeProperties> stopped = new HashMap<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(NODES);
  private final List<Thread> pauses = new ArrayList<>();
  private final Map<Integer, HeldDeletions> held = new HashMap<>();
  private final Set<Integer> silent = new HashSet<>();
  private boolean refusesReports;
  private int active;

  SoakCluster() throws Exception {
    excludes = Files.createTempFile("soak", ".exclude");
    mini = KeptPorts.pair(settings(), NODES).build();
    mini.waitActive();
    mini.transitionToActive(active);
    mini.getDataNodes().forEach(node -> ports.add(node.getXferPort()));
    hurryRecoveries();
    fs = HATestUtil.configureFailoverFs(mini, mini.getConfiguration(0));
    for (Directory directory : Directory.values()) {
      make(directory);
    }
    // A NameNode that restarts loads the policies only from segments that are finished.
    active().getRpcServer().rollEditLog();
  }

  private Configuration settings() {
    Configuration conf = new HdfsConfiguration();
    conf.set(DFSConfigKeys.DFS_HOSTS_EXCLUDE, excludes.toString());
    conf.set(
        KeptPorts.VOLUMES_KEY, DISKS.stream().map(Enum::name).collect(Collectors.joining(",")));
    // A DataNode that fetches a block wants as much room.
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 4);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REPLICATION_MAX_STREAMS_KEY, 50);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REPLICATION_STREAMS_HARD_LIMIT_KEY, 100);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REPLICATION_WORK_MULTIPLIER_PER_ITERATION, 20);
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false);
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.setInt(MiniDFSCluster.DFS_NAMENODE_SAFEMODE_EXTENSION_TESTING_KEY, 1000);
    conf.setLong(Forgoing.WAIT_KEY, 2);
    conf.setInt(TransitionService.RULES_INTERVAL_KEY, 500);
    conf.setInt("dfs.datanode.ec.group-repair.window-bytes", 3 * CELL / 2);
    conf.set(ScrubBandwidth.KEY, "64m");
    conf.set(ScrubService.PERIOD_KEY, SCRUB_PERIOD);
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, 10_000);
    conf.setInt(HdfsClientConfigKeys.Failover.SLEEPTIME_BASE_KEY, 50);
    conf.setInt(HdfsClientConfigKeys.Failover.SLEEPTIME_MAX_KEY, 1000);
    conf.setInt(HdfsClientConfigKeys.Failover.MAX_ATTEMPTS_KEY, 60);
    conf.setInt("ipc.client.connect.max.retries", 3);
    return conf;
  }

  private void make(Directory directory) throws IOException {
    fs.mkdirs(directory.path());
    fs.allowSnapshot(directory.path());
    if (directory == Directory.REPLICATED) {
      return;
    }
    ErasureCodingPolicy policy = new ErasureCodingPolicy(directory.schema(), CELL);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    fs.enableErasureCodingPolicy(policy.getName());
    String suffix = directory.isDecoupled() ? "@" + directory.layout().stripeWidth() : "";
    fs.setErasureCodingPolicy(directory.path(), policy.getName() + suffix);
  }

  DistributedFileSystem fs() {
    return fs;
  }

  FSDataOutputStream create(Path path) throws IOException {
    return fs.create(path, true, 4096, (short) Directory.REPLICATED.copies(), BLOCK);
  }

  /** A directory with the policy that a file has now, that of HDFS's own layout where it has that. */
  Directory coded(Path file) throws IOException {
    ErasureCodingPolicy policy =
        fs.getClient().getFileInfo(file.toString()).getErasureCodingPolicy();
    return StripeView.isView(policy)
        ? Directory.ofPolicy(StripeView.of(policy).group().name())
        : Directory.COUPLED;
  }

  /** What names the blocks of a file, in their order. */
  List<Long> blockIds(Path file) throws IOException {
    return fs.getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE).getLocatedBlocks()
        .stream()
        .map(each -> each.getBlock().getBlockId())
        .toList();
  }

  /** Has no group compared, or all of them again and again. */
  void scrub(boolean goesOn) throws Exception {
    active().reconfigureProperty(ScrubService.PERIOD_KEY, goesOn ? SCRUB_PERIOD : "0");
    BlockFileCluster.await(
        "what is being compared", () -> goesOn || transitions().scrubStatus().getUnderWay() == 0);
  }

  TransitionClient transitions() {
    return new TransitionClient(fs);
  }

  // --- NameNodes

  NameNode active() {
    return mini.getNameNode(active);
  }

  NameNode standby() {
    return mini.getNameNode(1 - active);
  }

  void failOver(boolean kill) throws Exception {
    int old = active;
    active = NameNodePair.change(mini, old, kill);
    if (kill) {
      restart(old, false);
    }
  }

  void restartNameNode(boolean ofActive) throws Exception {
    int which = ofActive ? active : 1 - active;
    restart(which, ofActive);
  }

  private void restart(int which, boolean becomesActive) throws Exception {
    NameNodePair.restart(mini, which, becomesActive);
    awaitNameNode(which);
  }

  /** What is done while the active has started and does not know all blocks yet. */
  interface Meanwhile {
    void happen() throws Exception;
  }

  void restartActive(Meanwhile meanwhile) throws Exception {
    allowReports();
    endSilence();
    NameNodePair.restart(mini, active, true);
    meanwhile.happen();
    awaitNameNode(active);
  }

  private void awaitNameNode(int which) throws Exception {
    allowReports();
    endSilence();
    FSNamesystem namesystem = mini.getNamesystem(which);
    if (which != active) {
      // Blocks that were deleted since the last roll would keep it in safe mode for minutes.
      active().getRpcServer().rollEditLog();
    }
    try {
      BlockFileCluster.await(
          "NameNode " + which + " out of safe mode",
          () -> {
            triggerHeartbeats();
            return !namesystem.isInSafeMode();
          });
      BlockFileCluster.await(
          "all nodes known to NameNode " + which,
          () -> {
            triggerHeartbeats();
            List<Integer> unknown = unknownNodes(namesystem);
            // A node that registers again while its first report is under way sends none for hours.
            for (int node : unknown) {
              DataNodeTestUtils.triggerBlockReport(running(node));
            }
            return unknown.isEmpty();
          });
    } catch (AssertionError e) {
      throw new AssertionError(
          e.getMessage() + ": " + namesystem.getSafemode() + SafeModeCount.unsafe(namesystem), e);
    }
    hurryRecoveries();
  }

  /** Running ones that a NameNode does not know of, or has no full report of. */
  private List<Integer> unknownNodes(FSNamesystem namesystem) {
    Map<Integer, DatanodeDescriptor> known = known(namesystem);
    return running().stream()
        .filter(
            node -> {
              DatanodeDescriptor descriptor = known.get(ports.get(node));
              return descriptor == null || !descriptor.checkBlockReportReceived();
            })
        .toList();
  }

  private static Map<Integer, DatanodeDescriptor> known(FSNamesystem namesystem) {
    DatanodeManager manager = namesystem.getBlockManager().getDatanodeManager();
    return manager.getDatanodeListForReport(DatanodeReportType.LIVE).stream()
        .collect(Collectors.toMap(DatanodeDescriptor::getXferPort, each -> each));
  }

  private void hurryRecoveries() {
    for (int i = 0; i < 2; i++) {
      mini.getNamesystem(i).getBlockManager().setBlockRecoveryTimeout(1500);
    }
  }

  void saveNamespace() throws IOException {
    fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    fs.saveNamespace();
    fs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
  }

  /** Returns once the active is silent; it will be for so long. */
  void pauseActive(int millis) throws InterruptedException {
    FSNamesystem namesystem = mini.getNamesystem(active);
    CountDownLatch begun = new CountDownLatch(1);
    Thread pause =
        new Thread(
            () -> {
              namesystem.writeLock();
              try {
                begun.countDown();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
              } finally {
                namesystem.writeUnlock();
              }
            },
            "pause of the NameNode");
    pauses.add(pause);
    pause.start();
    begun.await();
  }

  /** Returns once the journal of the active takes nothing; it will not for so long. */
  void stallJournal(int millis) throws InterruptedException {
    Object journal = mini.getNamesystem(active).getEditLog();
    CountDownLatch begun = new CountDownLatch(1);
    Thread stall =
        new Thread(
            () -> {
              synchronized (journal) {
                begun.countDown();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
              }
            },
            "stall of the journal");
    pauses.add(stall);
    stall.start();
    begun.await();
  }

  /** Has both NameNodes refuse full reports. */
  void refuseReports() {
    refusesReports = true;
    BlockManagerFaultInjector.instance =
        new BlockManagerFaultInjector() {
          @Override
          public void incomingBlockReportRpc(DatanodeID node, BlockReportContext context)
              throws IOException {
            throw new IOException("the soak wants no full report");
          }
        };
  }

  void allowReports() {
    refusesReports = false;
    BlockManagerFaultInjector.instance = new BlockManagerFaultInjector();
  }

  /** What rules have begun goes on. */
  void removeRules() throws IOException {
    for (RuleStatusProto rule : transitions().rules(new Path("/"))) {
      transitions().removeRule(new Path(rule.getPath()));
    }
  }

  void resumeTransitions() throws IOException {
    for (TransitionStatus status : transitions().status(new Path("/"))) {
      if (status.paused()) {
        transitions().resume(new Path(status.path()));
      }
    }
  }

  void awaitPauses() throws InterruptedException {
    for (Thread pause : pauses) {
      pause.join();
    }
    pauses.clear();
  }

  // --- DataNodes

  List<Integer> running() {
    return mini.getDataNodes().stream().map(node -> ports.indexOf(node.getXferPort())).toList();
  }

  int number(DatanodeInfo node) {
    return ports.indexOf(node.getXferPort());
  }

  private DataNode running(int node) {
    return mini.getDataNodes().stream()
        .filter(each -> each.getXferPort() == ports.get(node))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("DataNode is stopped: node=" + node));
  }

  /**
   * @return whether it is silent since now
   */
  boolean silence(int node) {
    DataNodeTestUtils.setHeartbeatsDisabledForTests(running(node), true);
    return silent.add(node);
  }

  void endSilence() {
    for (int node : silent) {
      DataNodeTestUtils.setHeartbeatsDisabledForTests(running(node), false);
    }
    silent.clear();
  }

  boolean holdDeletions(int node) throws IOException {
    boolean isNew = !held.containsKey(node);
    if (isNew) {
      held.put(node, new HeldDeletions(running(node)));
    }
    return isNew;
  }

  void releaseDeletions() {
    held.values().forEach(HeldDeletions::close);
    held.clear();
  }

  void stop(int node) {
    if (held.containsKey(node)) {
      held.remove(node).close();
    }
    silent.remove(node);
    stopped.put(node, mini.stopDataNode(running(node).getDatanodeId().getXferAddr()));
  }

  void start(int node) throws Exception {
    // It would wait for its own for ever.
    allowReports();
    DataNodeProperties properties = stopped.remove(node);
    BlockFileCluster.await("the port of DataNode " + node, () -> {
      try {
        return mini.restartDataNode(properties, true);
      } catch (BindException taken) {
        return false;
      }
    });
    BlockFileCluster.await("start of DataNode " + node, running(node)::isDatanodeFullyStarted);
    DataNodeTestUtils.triggerBlockReport(running(node));
  }

  /** Empties the disks of a node that is stopped, which may still be writing its replica cache. */
  void wipe(int node) throws Exception {
    BlockFileCluster.await(
        "empty disks of DataNode " + node,
        () -> disks(node).stream().allMatch(FileUtil::fullyDeleteContents));
  }

  void noticeDead(int node) {
    for (int i = 0; i < 2; i++) {
      DatanodeDescriptor known = known(mini.getNamesystem(i)).get(ports.get(node));
      if (known != null) {
        BlockManagerTestUtil.noticeDeadDatanode(mini.getNameNode(i), known.getXferAddr());
      }
    }
  }

  void exclude(Collection<Integer> nodes) throws IOException {
    Files.write(excludes, nodes.stream().map(node -> "127.0.0.1:" + ports.get(node)).toList());
    for (int i = 0; i < 2; i++) {
      mini.getNamesystem(i).getBlockManager().getDatanodeManager()
          .refreshNodes(mini.getConfiguration(i));
    }
  }

  boolean isDecommissioned(int node) {
    DatanodeDescriptor known = known(mini.getNamesystem(active)).get(ports.get(node));
    return known != null && known.isDecommissioned();
  }

  /** Sets the room of a node's disk; what the machine has for -1. */
  void setCapacity(int node, long bytes) throws IOException {
    try (FsVolumeReferences volumes = running(node).getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        ((FsVolumeImpl) volume).setCapacityForTesting(bytes);
      }
    }
  }

  // --- moves

  /** Whether a block that moves has one place again soon. */
  boolean isOrderly() {
    return held.isEmpty() && silent.isEmpty() && !refusesReports;
  }

  void shrinkDisks(Set<Integer> full) throws Exception {
    setCapacities(full, SMALL_DISK);
  }

  void widenDisks(Set<Integer> full) throws Exception {
    setCapacities(full, -1);
  }

  private void setCapacities(Set<Integer> full, long bytes) throws Exception {
    for (int node : running()) {
      if (!full.contains(node)) {
        setCapacity(node, bytes);
      }
    }
    triggerHeartbeats();
  }

  /** What a tool of an operator has: the pair of NameNodes has one name. */
  Configuration toolSettings() {
    Configuration conf = new HdfsConfiguration(fs.getConf());
    conf.set(CommonConfigurationKeys.FS_DEFAULT_NAME_KEY, fs.getUri().toString());
    conf.set(DFSConfigKeys.DFS_NAMESERVICES, fs.getUri().getHost());
    conf.unset(DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY);
    conf.unset(DFSConfigKeys.DFS_NAMENODE_SERVICE_RPC_ADDRESS_KEY);
    return conf;
  }

  /** On which the blocks of a file belong. */
  StorageType storageType(Path file) throws IOException {
    boolean isCold =
        fs.getStoragePolicy(file).getName().equals(HdfsConstants.COLD_STORAGE_POLICY_NAME);
    return isCold ? StorageType.ARCHIVE : StorageType.DISK;
  }

  /** Has a node fetch a block from where it is, which is to delete it. */
  void move(Piece piece, int node) throws IOException {
    ExtendedBlock block =
        new ExtendedBlock(
            active().getNamesystem().getBlockPoolId(), piece.id(), 0, piece.generationStamp());
    try {
      BlockMoves.move(block, info(piece.nodes().get(0)), info(node));
    } catch (IOException e) {
      LOG.info("{} does not move to DataNode {}", piece, node, e);
    }
  }

  private DatanodeInfo info(int node) {
    return new DatanodeInfo.DatanodeInfoBuilder().setNodeID(running(node).getDatanodeId()).build();
  }

  /** Until running nodes have deleted what the NameNode wants deleted. */
  void awaitNoExcess() throws Exception {
    FSNamesystem namesystem = active().getNamesystem();
    BlockFileCluster.await(
        "no replica in excess",
        () -> {
          triggerReports();
          namesystem.readLock();
          try {
            for (DataNode node : mini.getDataNodes()) {
              if (ExcessReplicas.isOn(namesystem.getBlockManager(), node.getDatanodeUuid())) {
                return false;
              }
            }
            return true;
          } finally {
            namesystem.readUnlock();
          }
        });
  }

  void triggerHeartbeats() throws Exception {
    onEachNode(this::triggerHeartbeat);
  }

  /** Of a node that shall send none it would be waited for forever. */
  private void triggerHeartbeat(DataNode node) throws IOException {
    if (silent.stream().noneMatch(each -> running(each) == node)) {
      DataNodeTestUtils.triggerHeartbeat(node);
    }
  }

  /** Tells the active that a replica is bad. */
  void reportBad(Piece piece, int node) throws IOException {
    ExtendedBlock block =
        new ExtendedBlock(
            mini.getNamesystem(active).getBlockPoolId(), piece.id(), 0, piece.generationStamp());
    fs.getClient().getNamenode().reportBadBlocks(
        new LocatedBlock[] {new LocatedBlock(block, new DatanodeInfo[] {info(node)})});
  }

  /** What full reports tell is told now. */
  void triggerReports() throws Exception {
    onEachNode(this::triggerHeartbeat);
    onEachNode(DataNodeTestUtils::triggerBlockReport);
  }

  void scanDirectories() throws Exception {
    onEachNode(DataNodeTestUtils::runDirectoryScanner);
  }

  private interface NodeAction {
    void on(DataNode node) throws IOException;
  }

  /** All at a time: each waits for a thread of its DataNode. */
  private void onEachNode(NodeAction action) throws Exception {
    List<Future<?>> actions = new ArrayList<>();
    for (DataNode node : mini.getDataNodes()) {
      actions.add(
          threads.submit(
              () -> {
                action.on(node);
                return null;
              }));
    }
    for (Future<?> done : actions) {
      done.get();
    }
  }

  /** In the order of {@link #DISKS}. */
  List<File> disks(int node) {
    return IntStream.range(0, DISKS.size())
        .mapToObj(disk -> mini.getInstanceStorageDir(node, disk))
        .toList();
  }

  @Override
  public void close() throws Exception {
    awaitPauses();
    releaseDeletions();
    allowReports();
    threads.shutdownNow();
    fs.close();
    // A NameNode whose journal is gone ends its process.
    ClusterEnd.of(mini);
    Files.delete(excludes);
  }
}
