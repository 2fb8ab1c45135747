package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.tools.FileLayoutReport.SilentNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * How long nodes have been silent. A NameNode counts a node as live for minutes after its last
 * word. The clock is the last word of any of the nodes, as clients may have another time than a
 * NameNode.
 */
final class Silence {

  private static final int HEARTBEATS_MISSED_MIN = 3;

  private final long limitMillis;
  private final Map<String, Long> heardMillis = new TreeMap<>();

  /**
   * @param heartbeatMillis how often a node reports
   */
  Silence(long heartbeatMillis) {
    this.limitMillis = HEARTBEATS_MISSED_MIN * heartbeatMillis;
  }

  /** Adds a node as a NameNode has listed it. */
  void add(DatanodeInfo node) {
    heardMillis.merge(node.getXferAddr(), node.getLastUpdate(), Math::max);
  }

  /** Nodes that missed several heartbeats, in order of their addresses. */
  List<SilentNode> nodes() {
    long now = heardMillis.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return heardMillis.entrySet().stream()
        .filter(heard -> now - heard.getValue() >= limitMillis)
        .map(
            heard ->
                new SilentNode(
                    heard.getKey(), TimeUnit.MILLISECONDS.toSeconds(now - heard.getValue())))
        .toList();
  }
}
