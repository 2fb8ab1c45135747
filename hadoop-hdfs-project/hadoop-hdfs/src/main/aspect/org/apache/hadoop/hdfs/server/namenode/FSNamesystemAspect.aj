package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.allocate.DecoupledNamespace;
import io.okapifs.hdfs.namenode.allocate.ParityAllocator;
import io.okapifs.hdfs.namenode.health.ReadSources;
import io.okapifs.hdfs.namenode.journal.StampJump;
import io.okapifs.hdfs.namenode.lease.LeaseRecovery;
import io.okapifs.hdfs.namenode.lease.OverdueStripes;
import io.okapifs.hdfs.namenode.ops.OkapiNameNode;
import io.okapifs.hdfs.namenode.ops.Quarantine;
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

  declare parents : FSNamesystem implements OkapiParts.Held;

  private final OkapiParts FSNamesystem.okapiNameNode = OkapiNameNode.newParts(this);

  public OkapiParts FSNamesystem.okapi() {
    return okapiNameNode;
  }

  // ops: our settings are judged when a NameNode starts
  pointcut newNamesystem(FSNamesystem namesystem, Configuration conf) :
      execution(FSNamesystem.new(Configuration, FSImage, boolean))
      && this(namesystem) && args(conf, FSImage, boolean);

  after(FSNamesystem namesystem, Configuration conf) returning : newNamesystem(namesystem, conf) {
    OkapiNameNode.configure(namesystem, conf);
  }

  // ops: the NameNode's page and JMX show our version
  pointcut version() :
      call(public static String VersionInfo.getVersion()) && within(FSNamesystem);

  String around() : version() {
    return Release.version();
  }

  // read: in safe mode a stripe is read where it can be decoded
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

  // allocate: a parity group is allocated as a block
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

  // lease: a writer waits for no report of a node that died
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

  // allocate: a parity block gets the new stamp
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

  // allocate: a parity block's nodes are told
  pointcut updatedBlock(FSNamesystem namesystem, ExtendedBlock block) :
      call(public BlockInfo INodeFile.getLastBlock())
      && withincode(private void FSNamesystem.updatePipelineInternal(String, ExtendedBlock,
          ExtendedBlock, DatanodeID[], String[], boolean))
      && cflow(update(namesystem, block));

  BlockInfo around(FSNamesystem namesystem, ExtendedBlock block) : updatedBlock(namesystem, block) {
    return DecoupledNamespace.updated(namesystem, block, proceed(namesystem, block));
  }

  // allocate: a stripe gets no length that no NameNode would load
  pointcut updateTo(FSNamesystem namesystem, ExtendedBlock block) :
      execution(private void FSNamesystem.updatePipelineInternal(String, ExtendedBlock,
          ExtendedBlock, DatanodeID[], String[], boolean))
      && this(namesystem)
      && args(String, ExtendedBlock, block, DatanodeID[], String[], boolean);

  before(FSNamesystem namesystem, ExtendedBlock block) throws IOException :
      updateTo(namesystem, block) {
    DecoupledNamespace.refuseLength(namesystem, block);
  }

  // allocate: parity is settled before a file is closed
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

  // lease: a file whose writer died is closed at the first gap
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

  // lease: what its recovery kept is judged by group
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

  // lease: parity behind the gap of a recovered file is dropped
  pointcut closeRecovered(FSNamesystem namesystem, INodeFile file, BlockInfo stripe) :
      execution(void FSNamesystem.closeFileCommitBlocks(String, INodeFile, BlockInfo))
      && this(namesystem) && args(String, file, stripe);

  before(FSNamesystem namesystem, INodeFile file, BlockInfo stripe) :
      closeRecovered(namesystem, file, stripe) {
    LeaseRecovery.beforeClose(namesystem, file, stripe);
  }

  // transition: an active NameNode works at transitions
  pointcut becomeActive(FSNamesystem namesystem) :
      execution(void FSNamesystem.startActiveServices()) && this(namesystem);

  after(FSNamesystem namesystem) returning : becomeActive(namesystem) {
    OkapiNameNode.becomeActive(namesystem);
  }

  // journal: no stamp without a record is given out
  pointcut aboutToBeActive(FSNamesystem namesystem) :
      call(void LeaseManager.startMonitor())
      && withincode(void FSNamesystem.startActiveServices())
      && this(namesystem);

  before(FSNamesystem namesystem) : aboutToBeActive(namesystem) {
    StampJump.take(namesystem);
    Quarantine.hold(namesystem);
  }

  // ops: what becomes standby forgets what an active knows
  pointcut ceaseActive(FSNamesystem namesystem) :
      execution(void FSNamesystem.stopActiveServices()) && this(namesystem);

  before(FSNamesystem namesystem) : ceaseActive(namesystem) {
    OkapiNameNode.becomeStandby(namesystem);
  }

  // ops: counters are shown in JMX
  pointcut registerBeans(FSNamesystem namesystem) :
      execution(private void FSNamesystem.registerMBean()) && this(namesystem);

  after(FSNamesystem namesystem) returning : registerBeans(namesystem) {
    OkapiNameNode.register(namesystem);
  }

  // ops: counters end with the NameNode
  pointcut shutDown(FSNamesystem namesystem) :
      execution(void FSNamesystem.shutdown()) && this(namesystem);

  before(FSNamesystem namesystem) : shutDown(namesystem) {
    OkapiNameNode.close(namesystem);
  }
}
