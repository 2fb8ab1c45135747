package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;

/**
 * Why: parity groups are allocated, re-stamped and settled beside the data stripes of a file.
 * Ladder: the methods behind existing calls; a new call would need a new protocol on every path.
 * Gone when: HDFS allocates parity groups.
 */
aspect FSNamesystemAspect {

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

  pointcut completeFile(FSNamesystem namesystem, long fileId) :
      execution(boolean FSNamesystem.completeFile(String, String, ExtendedBlock, long))
      && this(namesystem) && args(String, String, ExtendedBlock, fileId);

  boolean around(FSNamesystem namesystem, long fileId) throws IOException :
      completeFile(namesystem, fileId) {
    return OverdueStripes.completeFile(namesystem, fileId, () -> proceed(namesystem, fileId));
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
