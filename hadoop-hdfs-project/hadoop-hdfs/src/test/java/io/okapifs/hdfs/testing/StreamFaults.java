package io.okapifs.hdfs.testing;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.StreamerSockets;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;

/**
 * Breaks chosen streams of the one file that is being written: a connection is refused, or a
 * DataNode that has the bytes drops the connection instead of acknowledging them. Repairs
 * fail until the test wants them. One at a time in a JVM.
 */
public final class StreamFaults extends DataNodeFaultInjector implements AutoCloseable {

  /** Where in its block a stream breaks. */
  public enum Point {
    CONNECT, FIRST_ROW, MIDDLE, LAST_ROW, END;

    private boolean isReached(ReplicaInfo replica) {
      boolean finalized = replica.getState() == ReplicaState.FINALIZED;
      return switch (this) {
        case CONNECT -> false;
        case FIRST_ROW -> true;
        case MIDDLE -> replica.getBytesOnDisk() >= BLOCK / 2;
        case LAST_ROW -> replica.getBytesOnDisk() > BLOCK - CELL;
        case END -> finalized;
      };
    }
  }

  /** A member of a parity group, data or parity. */
  public record Member(int group, int member) {}

  private static final Pattern RESPONDER = Pattern.compile("PacketResponder: .*:blk_(-?\\d+)_.*");

  private final BlockFileCluster cluster;
  private final Map<Long, Integer> positions = new ConcurrentHashMap<>();
  private volatile boolean repairsAllowed;
  private volatile Path path;
  private volatile FileLayout layout;
  private volatile Map<Member, Point> victims = Map.of();
  private volatile Set<Member> slow = Set.of();
  private volatile CountDownLatch acks = new CountDownLatch(0);
  private final Set<Member> broken = ConcurrentHashMap.newKeySet();

  public StreamFaults(BlockFileCluster cluster) {
    this.cluster = cluster;
    DataNodeFaultInjector.set(this);
    StreamerSockets.refuse(this::isRefused);
  }

  /** Breaks these members of a file that has been created, each once. */
  public void arm(Path file, Map<Member, Point> members) throws IOException {
    victims = Map.of();
    slow = Set.of();
    positions.clear();
    broken.clear();
    layout = cluster.layout(file);
    path = file;
    victims = Map.copyOf(members);
  }

  /** Breaks nothing more; before the file is deleted. */
  public void disarm() {
    path = null;
    victims = Map.of();
  }

  /** Holds back the acknowledgements of these members of the armed file. */
  public void holdAcks(Set<Member> members) {
    acks = new CountDownLatch(1);
    slow = Set.copyOf(members);
  }

  public void releaseAcks() {
    acks.countDown();
  }

  /** Members whose stream was broken since it was armed. */
  public Set<Member> broken() {
    return broken;
  }

  public void allowRepairs() {
    repairsAllowed = true;
  }

  private boolean isRefused(long block) {
    Member member = member(block);
    return member != null && victims.get(member) == Point.CONNECT && broken.add(member);
  }

  @Override
  public void delaySendingAckToUpstream(String upstream) throws IOException {
    Matcher responder = RESPONDER.matcher(Thread.currentThread().getName());
    if ((victims.isEmpty() && slow.isEmpty()) || !responder.matches()) {
      return;
    }
    long block = Long.parseLong(responder.group(1));
    Member member = member(block);
    if (member != null && slow.contains(member)) {
      await(acks);
    }
    Point point = member == null ? null : victims.get(member);
    if (point != null && point.isReached(replica(block)) && broken.add(member)) {
      throw new IOException("the test breaks the stream of " + member + " at " + point);
    }
  }

  @Override
  public void stripedBlockReconstruction() throws IOException {
    if (!repairsAllowed) {
      throw new IOException("the test wants no repair yet");
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("the DataNode gives up");
    }
  }

  /** Which member of the armed file an internal block is; null where it is none. */
  private Member member(long block) {
    if (!GroupIds.isDecoupled(block) || path == null) {
      return null;
    }
    long id = block & -16L;
    int index = (int) (block & 15);
    Integer position = positions.computeIfAbsent(id, this::position);
    if (position == null) {
      return null;
    }
    if (GroupIds.isParityGroup(block)) {
      return new Member(position, layout.policy().k() + index);
    }
    long x = (long) position * layout.stripeWidth() + index;
    return new Member((int) layout.groupOf(x), layout.memberOf(x));
  }

  private Integer position(long id) {
    try {
      int parity = 0;
      int data = 0;
      for (BlockInfo block : BlockFileCluster.blocks(cluster.mini().getNamesystem(), path)) {
        boolean isParity = GroupIds.isParityGroup(block.getBlockId());
        int position = isParity ? parity++ : data++;
        if (block.getBlockId() == id) {
          return position;
        }
      }
      return null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Bytes that a DataNode has of a block of the armed file; 0 where none has begun with it. */
  public long bytesOnDisk(long block) {
    return findReplica(block).map(ReplicaInfo::getBytesOnDisk).orElse(0L);
  }

  private ReplicaInfo replica(long block) throws IOException {
    return findReplica(block).orElseThrow(
        () -> new IOException("no DataNode has a replica that it acknowledges: block=" + block));
  }

  private Optional<ReplicaInfo> findReplica(long block) {
    String pool = cluster.mini().getNamesystem().getBlockPoolId();
    for (DataNode node : cluster.mini().getDataNodes()) {
      ReplicaInfo replica = DataNodeTestUtils.fetchReplicaInfo(node, pool, block);
      if (replica != null) {
        return Optional.of(replica);
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    allowRepairs();
    releaseAcks();
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
    StreamerSockets.refuse(block -> false);
  }
}
