package io.okapifs.bench.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;

/** DataNodes that exist in their calls alone. */
public final class FakeDataNodes {

  private final List<FakeNode> nodes = new ArrayList<>();
  private final Map<String, FakeNode> byUuid = new TreeMap<>();

  /** Registers so many. */
  public FakeDataNodes(DatanodeProtocol namenode, int count) throws IOException {
    this(namenode, count, false);
  }

  /** Registers so many, which remember what they got. */
  public static FakeDataNodes remembering(DatanodeProtocol namenode, int count)
      throws IOException {
    return new FakeDataNodes(namenode, count, true);
  }

  private FakeDataNodes(DatanodeProtocol namenode, int count, boolean remember)
      throws IOException {
    for (int i = 0; i < count; i++) {
      FakeNode node = new FakeNode(i, remember);
      nodes.add(node);
      byUuid.put(node.uuid(), node);
    }
    register(namenode);
  }

  /** Registers all of them, as for the first time or after a restart of the NameNode. */
  public void register(DatanodeProtocol namenode) throws IOException {
    for (FakeNode node : nodes) {
      node.register(namenode);
    }
  }

  /** All of them, by their numbers. */
  public List<FakeNode> nodes() {
    return List.copyOf(nodes);
  }

  /** The nodes by their uuids. */
  public List<String> uuids() {
    return List.copyOf(byUuid.keySet());
  }

  /** What of this JVM's heap the remembered replicas take, in bytes. */
  public long heapBytes() {
    return nodes.stream().mapToLong(FakeNode::heapBytes).sum();
  }

  /**
   * Lets a node ask for work.
   *
   * @param xmits the transfers that it has under way
   */
  public DatanodeCommand[] heartbeat(String uuid, int xmits) throws IOException {
    return byUuid.get(uuid).heartbeat(xmits);
  }

  /** Reports a finished replica. */
  public void received(DatanodeInfo place, Block replica) throws IOException {
    byUuid.get(place.getDatanodeUuid()).received(replica);
  }
}
