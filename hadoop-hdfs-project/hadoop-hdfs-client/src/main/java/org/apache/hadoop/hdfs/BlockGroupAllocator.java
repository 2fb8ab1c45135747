package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.write.SharedNodes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.LongPredicate;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.protocol.UnresolvedPathException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the NameNode for data stripes and parity groups of one file, away from nodes that failed
 * where there are others. Used under the lock of the output stream.
 */
final class BlockGroupAllocator {

  private static final Logger LOG = LoggerFactory.getLogger(BlockGroupAllocator.class);

  /** Of all pauses in which nobody is warned. */
  private static final long REPORT_MILLIS = 5000;

  /** Exceptions of the NameNode that callers get as what they are, as from HDFS. */
  private static final Class<?>[] REASONS = {
    AccessControlException.class, FileNotFoundException.class, UnresolvedPathException.class,
    NSQuotaExceededException.class, DSQuotaExceededException.class,
    QuotaByStorageTypeExceededException.class,
  };

  private final StreamerFactory factory;
  private final FileLayout layout;
  private final String[] favoredNodes;
  private final FailedNodes failedNodes;
  private final SharedNodes sharedNodes;

  BlockGroupAllocator(StreamerFactory factory, FileLayout layout, String[] favoredNodes) {
    this.factory = factory;
    this.layout = layout;
    this.favoredNodes = favoredNodes;
    this.sharedNodes = new SharedNodes(layout);
    this.failedNodes = new FailedNodes(factory.conf().getExcludedNodesCacheExpiry());
  }

  /** Keeps later block groups away from a node. */
  void avoid(DatanodeInfo node) {
    failedNodes.add(node);
  }

  /**
   * @param previous the data stripe before, with its length; null for the first
   */
  LocatedStripedBlock dataStripe(long stripe, ExtendedBlock previous) throws IOException {
    LocatedStripedBlock located =
        allocate(previous, favoredNodes, GroupIds::isDataStripe, layout.stripeWidth());
    sharedNodes.dataStripe(stripe, located);
    return located;
  }

  /**
   * @throws RemoteException when the NameNode will not give the group
   */
  LocatedStripedBlock parityGroup(long group, long parityLength) throws IOException {
    ParityRequests.Allocation request =
        new ParityRequests.Allocation(Math.toIntExact(group), parityLength);
    LocatedStripedBlock located =
        allocate(
            null, new String[] {request.toMarker()}, GroupIds::isParityGroup, layout.policy().r());
    sharedNodes.parityGroup(group, located).ifPresent(
        tolerance ->
            LOG.warn(
                "Members of a group share nodes: path={}, group={}, policy={}, it survives {}",
                factory.src(), group, layout.policy().name(), tolerance.text()));
    return located;
  }

  private LocatedStripedBlock allocate(
      ExtendedBlock previous, String[] hints, LongPredicate kind, int width)
      throws IOException {
    LocatedBlock located = addBlock(previous, hints);
    long id = located.getBlock().getBlockId();
    if (!kind.test(id) || GroupIds.width(id) != width) {
      throw new IOException(
          "unexpected kind of block group for " + factory.src() + ": block=" + located.getBlock()
              + ", expectedWidth=" + width);
    }
    return (LocatedStripedBlock) located;
  }

  private LocatedBlock addBlock(ExtendedBlock previous, String[] hints) throws IOException {
    DatanodeInfo[] excluded = failedNodes.current();
    try {
      return addBlock(previous, hints, excluded);
    } catch (RemoteException e) {
      if (excluded.length == 0 || isAboutReplicas(e)) {
        throw e;
      }
      // A cluster that is just wide enough: a stream that may fail is better than none.
      LOG.info(
          "No block group without nodes that failed: path={}: {}", factory.src(), e.getMessage());
      return addBlock(previous, hints, DatanodeInfo.EMPTY_ARRAY);
    }
  }

  /** Whether the NameNode waits for replicas, which it was given time for already. */
  private static boolean isAboutReplicas(RemoteException e) {
    return e.getClassName().endsWith(".NotReplicatedYetException");
  }

  /**
   * A stripe needs the reports of all its blocks before the next one: that they take a while is
   * nothing to warn of. HDFS warns of each time that it asks again, and goes on where we end.
   */
  private LocatedBlock addBlock(ExtendedBlock previous, String[] hints, DatanodeInfo[] excluded)
      throws IOException {
    ReportWait wait = new ReportWait(REPORT_MILLIS);
    do {
      try {
        return factory.client().namenode.addBlock(
            factory.src(), factory.client().clientName, previous, excluded,
            factory.status().getFileId(), hints, factory.flags());
      } catch (RemoteException e) {
        if (!isAboutReplicas(e)) {
          throw e.unwrapRemoteException(REASONS);
        }
        LOG.debug("Replicas are not reported yet: path={}, previous={}", factory.src(), previous);
      }
    } while (wait.pause());
    return DFSOutputStream.addBlock(
        excluded, factory.client(), factory.src(), previous, factory.status().getFileId(), hints,
        factory.flags());
  }
}
