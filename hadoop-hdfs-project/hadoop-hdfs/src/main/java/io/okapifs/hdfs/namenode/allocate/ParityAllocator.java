package io.okapifs.hdfs.namenode.allocate;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.ParityQuota;
import io.okapifs.hdfs.namenode.placement.DecoupledPlacement;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

/**
 * Allocates the parity group that a writer asks for, in the phases and with the guards of any block
 * allocation: validate under the read lock, choose nodes without a lock, validate again and store
 * under the write lock, sync.
 */
public final class ParityAllocator {

  private static final String OPERATION = "getAdditionalBlock";

  private final FSNamesystem namesystem;
  private final String path;
  private final long fileId;
  private final String client;
  private final ParityRequests.Allocation request;

  private ParityAllocator(
      FSNamesystem namesystem,
      String path,
      long fileId,
      String client,
      ParityRequests.Allocation request) {
    this.namesystem = namesystem;
    this.path = path;
    this.fileId = fileId;
    this.client = client;
    this.request = request;
  }

  /** Whether a call for a new block asks for a parity group. */
  @Woven
  public static boolean isAsked(String[] favoredNodes) throws IOException {
    return parse(favoredNodes) != null;
  }

  /**
   * @throws IOException where the group is not the next one, or the file, the length or the
   *     cluster do not allow it; nothing was changed then
   */
  @Woven
  public static LocatedBlock allocate(
      FSNamesystem namesystem,
      String path,
      long fileId,
      String client,
      DatanodeInfo[] excluded,
      String[] favoredNodes,
      EnumSet<AddBlockFlag> flags)
      throws IOException {
    return new ParityAllocator(namesystem, path, fileId, client, parse(favoredNodes))
        .allocate(excluded, flags);
  }

  private static ParityRequests.Allocation parse(String[] favoredNodes) throws IOException {
    try {
      return ParityRequests.findMarker(favoredNodes);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage());
    }
  }

  private LocatedBlock allocate(DatanodeInfo[] excluded, EnumSet<AddBlockFlag> flags)
      throws IOException {
    namesystem.checkOperation(OperationCategory.WRITE);
    FSPermissionChecker permissions = NamespaceWindow.permissions(namesystem);
    FSPermissionChecker.setOperationType(OPERATION);
    DecoupledPlacement placement;
    namesystem.readLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      DecoupledFile file = validate(permissions);
      LocatedBlock allocated = allocatedBefore(file);
      if (allocated != null && allocated.getLocations().length > 0) {
        return allocated;
      }
      placement =
          DecoupledPlacement.ofParityGroup(
              namesystem.getBlockManager(), path, file, request.group(), request.parityLength());
    } finally {
      namesystem.readUnlock(OPERATION);
    }
    DatanodeStorageInfo[] targets =
        placement.choose(namesystem.getBlockManager(), excluded, flags);
    LocatedBlock located = storeLocked(targets);
    namesystem.getEditLog().logSync();
    return located;
  }

  private LocatedBlock storeLocked(DatanodeStorageInfo[] targets) throws IOException {
    namesystem.checkOperation(OperationCategory.WRITE);
    namesystem.writeLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      return store(validate(null), targets);
    } finally {
      namesystem.writeUnlock(OPERATION);
    }
  }

  private DecoupledFile validate(FSPermissionChecker permissions) throws IOException {
    INodesInPath iip = NamespaceWindow.resolve(namesystem, permissions, path, fileId);
    NamespaceWindow.checkSafeMode(namesystem, "Cannot add parity group to " + path);
    NamespaceWindow.checkObjectLimit(namesystem);
    DecoupledFile file =
        DecoupledFile.find(NamespaceWindow.leased(namesystem, iip, client, fileId))
            .orElseThrow(() -> refusal("the file has no stripe width"));
    FileLayout layout = file.layout();
    int groups = file.parityGroups().length;
    int stripes = file.stripes().length;
    boolean next = request.group() == groups || isBehindLeftOnes(file);
    if (!next && !isNewestAndOpen(file)) {
      throw refusal("the next group is " + groups);
    }
    if ((long) request.group() * file.k() >= (long) stripes * layout.stripeWidth()) {
      throw refusal("the file has only " + stripes + " data stripes yet");
    }
    long full = layout.policy().fullParityLength(layout.blockSize());
    if (request.parityLength() < 1 || request.parityLength() > full) {
      throw refusal("a full group's parity has " + full + " bytes");
    }
    if (!layout.policy().isSubBlocked(request.parityLength())) {
      throw refusal("parity is " + layout.policy().alpha() + " sub-blocks of whole chunks");
    }
    return file;
  }

  /** Whether all groups that would be left out ended in stripes before the last one. */
  private boolean isBehindLeftOnes(DecoupledFile file) {
    return request.group() > file.parityGroups().length
        && request.group() <= file.layout().groupsFinishedBy(file.stripes().length - 2L);
  }

  private boolean isNewestAndOpen(DecoupledFile file) {
    BlockInfoStripedParity[] groups = file.parityGroups();
    return request.group() == groups.length - 1
        && !groups[request.group()].isCompleteOrCommitted()
        && groups[request.group()].getNumBytes() == request.parityLength();
  }

  /** The answer to a call that is repeated because its response was lost. */
  private LocatedBlock allocatedBefore(DecoupledFile file) throws IOException {
    if (request.group() >= file.parityGroups().length) {
      return null;
    }
    BlockInfoStripedParity parity = file.parityGroups()[request.group()];
    return located(
        file, parity, parity.getUnderConstructionFeature().getExpectedStorageLocations());
  }

  private LocatedBlock store(DecoupledFile file, DatanodeStorageInfo[] targets)
      throws IOException {
    LocatedBlock allocated = allocatedBefore(file);
    if (allocated != null && allocated.getLocations().length > 0) {
      return allocated;
    }
    BlockInfoStripedParity parity;
    if (allocated != null) {
      // Loaded from image or journal, which keep no locations.
      parity = file.parityGroups()[request.group()];
      parity
          .getUnderConstructionFeature()
          .setExpectedLocations(parity, targets, parity.getBlockType());
    } else {
      ParityQuota.reserve(namesystem, file.inode(), file.layout());
      ParitySettlement.appendMissing(namesystem, file, request.group());
      parity = ParitySettlement.append(namesystem, file, request.parityLength(), targets);
      NameNode.stateChangeLog.info(
          "BLOCK* allocate parity {} of group {} for {}", parity, request.group(), path);
    }
    DatanodeStorageInfo.incrementBlocksScheduled(targets);
    return located(file, parity, targets);
  }

  private LocatedBlock located(
      DecoupledFile file, BlockInfoStripedParity parity, DatanodeStorageInfo[] targets)
      throws IOException {
    return NamespaceWindow.located(namesystem, parity, targets, file.length());
  }

  private IOException refusal(String why) {
    return new IOException(
        "Cannot allocate the parity of a group: path=" + path + ", group=" + request.group()
            + ", parityLength=" + request.parityLength() + ": " + why);
  }
}
