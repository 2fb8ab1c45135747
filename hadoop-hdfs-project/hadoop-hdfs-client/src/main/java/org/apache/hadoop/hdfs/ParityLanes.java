package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.write.GroupBudget;
import io.okapifs.hdfs.write.GroupEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parity groups that are being written beside the current data stripe: those that end in it.
 * Each is asked for when its first row is final. A group that the NameNode does not give, or all
 * streams of which are lost, is left unprotected as long as its data is whole; the NameNode has it
 * encoded later. Used under the lock of the output stream.
 */
final class ParityLanes implements GroupEncoder.Sink {

  private static final Logger LOG = LoggerFactory.getLogger(ParityLanes.class);

  private final DecoupledOutputStream out;
  private final StreamerFactory factory;
  private final FileLayout layout;
  private final GroupBudget budget;
  private final BlockGroupAllocator allocator;
  private final Map<Long, ParityLane> lanes = new TreeMap<>();

  private final GroupsWithoutParity unprotected;

  ParityLanes(
      DecoupledOutputStream out, StreamerFactory factory, FileLayout layout, GroupBudget budget,
      BlockGroupAllocator allocator) {
    this.out = out;
    this.factory = factory;
    this.layout = layout;
    this.budget = budget;
    this.allocator = allocator;
    this.unprotected = new GroupsWithoutParity(factory.src());
  }

  @Override
  public boolean accept(long group, long parityLength, ByteBuffer[] parities) throws IOException {
    ParityLane lane = lanes.get(group);
    if (lane == null) {
      lane = open(group, parityLength);
    }
    if (lane == null) {
      return false;
    }
    lane.write(parities);
    return lane.hasLiveStreams();
  }

  @Override
  public void leave(long group, String reason) throws IOException {
    unprotected.addForMemory(group, reason);
    budget.loseAllParities(group, reason);
  }

  private ParityLane open(long group, long parityLength) throws IOException {
    LocatedStripedBlock located;
    try {
      located = allocator.parityGroup(group, parityLength);
    } catch (RemoteException e) {
      String reason = String.valueOf(e.getMessage()).split("\n", 2)[0];
      unprotected.add(group, "the NameNode gives it no parity: " + reason);
      budget.loseAllParities(group, e.getMessage());
      return null;
    }
    ParityLane lane =
        new ParityLane(
            out, factory, layout, stream -> lost(group, stream), parityLength);
    // Before anything can fail: what is not listed is not closed.
    lanes.put(group, lane);
    lane.open(located);
    return lane;
  }

  private void lost(long group, LaneStream stream) throws IOException {
    LOG.warn(
        "Parity block lost: path={}, group={}, index={}, node={}: {}", factory.src(), group,
        stream.index(), stream.nodeName(), stream.lossReason());
    allocator.avoid(stream.node());
    budget.loseParity(group, stream.index(), stream.nodeName(), stream.lossReason());
    ParityLane lane = lanes.get(group);
    if (lane != null && !lane.hasLiveStreams()) {
      unprotected.add(
          group, "all streams of its parity were lost, at last " + stream.lossReason());
    }
  }

  /**
   * Tells the user of groups without parity, in one line. To be called when the file is closed.
   *
   * @param groupCount groups of the file
   */
  void tellUnprotected(long groupCount) {
    unprotected.tell(groupCount);
  }

  void settle() throws IOException {
    for (ParityLane lane : lanes.values()) {
      lane.settle();
    }
  }

  void end() throws IOException {
    for (ParityLane lane : lanes.values()) {
      lane.end();
    }
  }

  /** Waits until all parity blocks are complete and forgets them. */
  void awaitEnd() throws IOException {
    for (ParityLane lane : lanes.values()) {
      lane.awaitEnd();
    }
    close(false);
  }

  void close(boolean force) throws IOException {
    IOException first = null;
    for (ParityLane lane : lanes.values()) {
      try {
        lane.close(force);
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    lanes.clear();
    if (first != null) {
      throw first;
    }
  }
}
