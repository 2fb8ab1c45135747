package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.seam.Release;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.ReadSources;
import org.apache.hadoop.hdfs.server.namenode.LeaseManager.Lease;
import org.apache.hadoop.util.VersionInfo;

/**
 * Why: parity groups are allocated, re-stamped and settled beside the data stripes of a file; a
 * NameNode that takes over must not give out stamps of which its predecessor left no record; and a
 * stripe without a live block is read in safe mode where it can be decoded.
 * Ladder: the methods behind existing calls; a new call would need a new protocol on every path.
 * Gone when: HDFS allocates parity groups.
 */
aspect FSNamesystemAspect {

  StockWriters FSNamesystem.okapiStockWriters;

  /** Null but in tests. */
  ForcedStripeWidth FSNamesystem.okapiForcedWidth;

  pointcut newNamesystem(FSNamesystem namesystem, Configuration conf) :
      execution(FSNamesystem.new(Configuration, FSImage, boolean))
      && this(namesystem) && args(conf, FSImage, boolean);

  after(FSNamesystem namesystem, Configuration conf) returning : newNamesystem(namesystem, conf) {
    namesystem.okapiStockWriters = StockWriters.of(conf);
    namesystem.okapiForcedWidth = ForcedStripeWidth.of(conf);
    DecoupledState.of(namesystem).configure(conf);
  }

  // On the page of the NameNode and in JMX.
  pointcut version() :
      call(public static String VersionInfo.getVersion()) && within(FSNamesystem);

  String around() : version() {
    return Release.version();
  }

  pointcut sourcesOfRead(FSNamesystem namesystem, LocatedBlock block) :
      call(public DatanodeInfoWithStorage[] LocatedBlock.getLocations())
      && (withincode(LocatedBlocks FSNamesystem.getBlockLocations(String, String, long, long))
          || withincode(private void FSNamesystem.checkBlockLocationsWhenObserver(LocatedBlocks,
              String)))
      && this(namesystem)
      && target(block);

  DatanodeInfoWithStorage[] around(FSNamesystem namesystem, LocatedBlock block) :
      sourcesOfRead(namesystem, block) {
    return ReadSources.known(namesystem.getBlockManager(), block, proceed(namesystem, block));
  }

  pointcut addBlock(FSNamesystem namesystem, String path, long fileId, String client,
      DatanodeInfo[] excluded, String[] favored, EnumSet<AddBlockFlag> flags) :
      execution(LocatedBlock FSNamesystem.getAdditionalBlock(String, long, String, ExtendedBlock,
          DatanodeInfo[], String[], EnumSet))
      && this(namesystem)
      && args(path, fileId, client, ExtendedBlock, excluded, favored, flags);

  LocatedBlock around(FSNamesystem namesystem, String path, long fileId, String client,
      DatanodeInfo[] excluded, String[] favored, EnumSet<AddBlockFlag> flags) throws IOException :
      addBlock(namesystem, path, fileId, client, excluded, favored, flags) {
    if (ParityAllocator.isAsked(favored)) {
      return ParityAllocator.allocate(namesystem, path, fileId, client, excluded, favored, flags);
    }
    return OverdueStripes.addBlock(
        namesystem, fileId,
        () -> proceed(namesystem, path, fileId, client, excluded, favored, flags));
  }

  pointcut completeFile(FSNamesystem namesystem, ExtendedBlock last, long fileId) :
      execution(boolean FSNamesystem.completeFile(String, String, ExtendedBlock, long))
      && this(namesystem) && args(String, String, last, fileId);

  boolean around(FSNamesystem namesystem, ExtendedBlock last, long fileId) throws IOException :
      completeFile(namesystem, last, fileId) {
    DecoupledNamespace.refuseLength(namesystem, last);
    return OverdueStripes.completeFile(
        namesystem, fileId, () -> proceed(namesystem, last, fileId));
  }

  pointcut restamp(FSNamesystem namesystem, ExtendedBlock block) :
      execution(LocatedBlock FSNamesystem.bumpBlockGenerationStamp(ExtendedBlock, String))
      && this(namesystem) && args(block, String);

  pointcut restampedBlock(FSNamesystem namesystem, ExtendedBlock block) :
      call(public BlockInfo INodeFile.getLastBlock())
      && withincode(LocatedBlock FSNamesystem.bumpBlockGenerationStamp(ExtendedBlock, String))
      && cflow(restamp(namesystem, block));

  BlockInfo around(FSNamesystem namesystem, ExtendedBlock block) :
      restampedBlock(namesystem, block) {
    return DecoupledNamespace.updated(namesystem, block, proceed(namesystem, block));
  }

  pointcut update(FSNamesystem namesystem, ExtendedBlock block) :
      execution(private void FSNamesystem.updatePipelineInternal(String, ExtendedBlock,
          ExtendedBlock, DatanodeID[], String[], boolean))
      && this(namesystem)
      && args(String, block, ExtendedBlock, DatanodeID[], String[], boolean);

  pointcut updatedBlock(FSNamesystem namesystem, ExtendedBlock block) :
      call(public BlockInfo INodeFile.getLastBlock())
      && withincode(private void FSNamesystem.updatePipelineInternal(String, ExtendedBlock,
          ExtendedBlock, DatanodeID[], String[], boolean))
      && cflow(update(namesystem, block));

  BlockInfo around(FSNamesystem namesystem, ExtendedBlock block) : updatedBlock(namesystem, block) {
    return DecoupledNamespace.updated(namesystem, block, proceed(namesystem, block));
  }

  pointcut updateTo(FSNamesystem namesystem, ExtendedBlock block) :
      execution(private void FSNamesystem.updatePipelineInternal(String, ExtendedBlock,
          ExtendedBlock, DatanodeID[], String[], boolean))
      && this(namesystem)
      && args(String, ExtendedBlock, block, DatanodeID[], String[], boolean);

  before(FSNamesystem namesystem, ExtendedBlock block) throws IOException :
      updateTo(namesystem, block) {
    DecoupledNamespace.refuseLength(namesystem, block);
  }

  pointcut closeFile(FSNamesystem namesystem, INodeFile file, boolean byWriter) :
      execution(void FSNamesystem.finalizeINodeFileUnderConstruction(String, INodeFile, int,
          boolean))
      && this(namesystem)
      && args(String, file, int, byWriter);

  void around(FSNamesystem namesystem, INodeFile file, boolean byWriter) throws IOException :
      closeFile(namesystem, file, byWriter) {
    DecoupledNamespace.beforeClose(namesystem, file, byWriter);
    proceed(namesystem, file, byWriter);
    DecoupledNamespace.afterClose(namesystem, file);
  }

  pointcut releaseLease(FSNamesystem namesystem, INodesInPath iip) :
      execution(boolean FSNamesystem.internalReleaseLease(Lease, String, INodesInPath, String))
      && this(namesystem) && args(Lease, String, iip, String);

  boolean around(FSNamesystem namesystem, INodesInPath iip) throws IOException :
      releaseLease(namesystem, iip) {
    LeaseRecovery before = LeaseRecovery.beforeRelease(namesystem, iip);
    boolean closed = proceed(namesystem, iip);
    LeaseRecovery.afterRelease(before);
    return closed;
  }

  pointcut commitRecovery(FSNamesystem namesystem, ExtendedBlock block, long newLength,
      boolean deletes, DatanodeID[] kept) :
      execution(void FSNamesystem.commitBlockSynchronization(ExtendedBlock, long, long, boolean,
          boolean, DatanodeID[], String[]))
      && this(namesystem)
      && args(block, long, newLength, boolean, deletes, kept, String[]);

  void around(FSNamesystem namesystem, ExtendedBlock block, long newLength, boolean deletes,
      DatanodeID[] kept) throws IOException :
      commitRecovery(namesystem, block, newLength, deletes, kept) {
    DecoupledNamespace.refuseLength(namesystem, block, newLength, deletes);
    LeaseRecovery before = LeaseRecovery.beforeCommit(namesystem, block);
    proceed(namesystem, block, newLength, deletes, kept);
    LeaseRecovery.afterCommit(before, kept);
  }

  pointcut closeRecovered(FSNamesystem namesystem, INodeFile file, BlockInfo stripe) :
      execution(void FSNamesystem.closeFileCommitBlocks(String, INodeFile, BlockInfo))
      && this(namesystem) && args(String, file, stripe);

  before(FSNamesystem namesystem, INodeFile file, BlockInfo stripe) :
      closeRecovered(namesystem, file, stripe) {
    LeaseRecovery.beforeClose(namesystem, file, stripe);
  }

  pointcut becomeActive(FSNamesystem namesystem) :
      execution(void FSNamesystem.startActiveServices()) && this(namesystem);

  after(FSNamesystem namesystem) returning : becomeActive(namesystem) {
    DecoupledState.of(namesystem).transitions().start();
  }

  pointcut aboutToBeActive(FSNamesystem namesystem) :
      call(void LeaseManager.startMonitor())
      && withincode(void FSNamesystem.startActiveServices())
      && this(namesystem);

  before(FSNamesystem namesystem) : aboutToBeActive(namesystem) {
    StampJump.take(namesystem);
    Quarantine.hold(namesystem);
  }

  pointcut ceaseActive(FSNamesystem namesystem) :
      execution(void FSNamesystem.stopActiveServices()) && this(namesystem);

  before(FSNamesystem namesystem) : ceaseActive(namesystem) {
    DecoupledState.of(namesystem).transitions().stop();
  }

  pointcut registerBeans(FSNamesystem namesystem) :
      execution(private void FSNamesystem.registerMBean()) && this(namesystem);

  after(FSNamesystem namesystem) returning : registerBeans(namesystem) {
    DecoupledState.register(namesystem);
  }

  pointcut shutDown(FSNamesystem namesystem) :
      execution(void FSNamesystem.shutdown()) && this(namesystem);

  before(FSNamesystem namesystem) : shutDown(namesystem) {
    DecoupledState.unregister(namesystem);
  }
}
