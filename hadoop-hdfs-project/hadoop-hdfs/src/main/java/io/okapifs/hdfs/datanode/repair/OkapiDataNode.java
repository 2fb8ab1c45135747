package io.okapifs.hdfs.datanode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.LimitsProto;
import io.okapifs.hdfs.repair.NodeState;
import io.okapifs.hdfs.repair.OkapiDatanodeClient;
import io.okapifs.hdfs.repair.TransitionLimits;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Everything that this software adds to one DataNode, which holds it in a woven field. Any thread
 * may call it.
 */
public final class OkapiDataNode implements RepairNotice.Ways {

  /** What is woven into every DataNode. */
  public interface Held {
    OkapiDataNode okapi();
  }

  private GroupRepairService repairs;
  private StateNotices notices;
  private boolean isClosed;

  /** One for each NameNode that was told something. */
  private final Map<InetSocketAddress, OkapiDatanodeClient> clients = new HashMap<>();

  static OkapiDataNode of(DataNode node) {
    return ((Held) node).okapi();
  }

  /** Tells the NameNodes of a pool, at one of which a DataNode has registered, what it is. */
  @Woven
  public static void registered(DataNode node, String pool) {
    of(node).notices(node).registered(pool);
  }

  synchronized StateNotices notices(DataNode node) {
    if (notices == null) {
      notices = new StateNotices(node, this::state);
    }
    return notices;
  }

  private NodeState state(NodeState idle) {
    return begunRepairs().map(service -> service.state(idle)).orElse(idle);
  }

  /** The repairs, which begin with the first task; behind the end they accept none. */
  synchronized GroupRepairService repairs(DataNode node, float xmitWeight) {
    if (repairs == null) {
      repairs = new GroupRepairService(node, xmitWeight);
      if (isClosed) {
        repairs.shutDown();
      }
    }
    return repairs;
  }

  /** The repairs, if there was a task. */
  synchronized Optional<GroupRepairService> begunRepairs() {
    return Optional.ofNullable(repairs);
  }

  @Override
  public synchronized OkapiDatanodeClient client(InetSocketAddress nameNode, Configuration conf) {
    return clients.computeIfAbsent(nameNode, any -> new OkapiDatanodeClient(nameNode, conf));
  }

  @Override
  public void take(LimitsProto limits) {
    TransitionLimits taken = TransitionLimits.of(limits);
    begunRepairs().ifPresent(service -> service.take(taken));
  }

  synchronized void close() {
    isClosed = true;
    begunRepairs().ifPresent(GroupRepairService::shutDown);
    clients.values().forEach(OkapiDatanodeClient::close);
    clients.clear();
  }
}
