package io.okapifs.bench.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Bytes that were moved since the last time it was asked: those of blocks that DataNodes read for
 * others and wrote, as they count them, and those that clients of this JVM read and wrote.
 * Checksum files are not counted. Used by one thread.
 */
final class Traffic {

  private static final long STABLE_MILLIS = 300;

  private final List<DataNode> nodes;
  private Sums last;

  /** Sums since the start; per node what it read and wrote. */
  private record Sums(
      long read, long written, long repairsRead, long repairsWritten, long client,
      List<Long> perNode) {}

  Traffic(List<DataNode> nodes) throws ReflectiveOperationException {
    this.nodes = List.copyOf(nodes);
    this.last = sums();
  }

  private Sums sums() throws ReflectiveOperationException {
    List<Long> perNode = new ArrayList<>();
    for (DataNode node : nodes) {
      perNode.add(NodeCounters.of(node, "bytesRead") + NodeCounters.of(node, "bytesWritten"));
    }
    FileSystem.Statistics client =
        FileSystem.getStatistics("hdfs", DistributedFileSystem.class);
    return new Sums(
        NodeCounters.sum(nodes, "bytesRead"), NodeCounters.sum(nodes, "bytesWritten"),
        NodeCounters.sum(nodes, "ecReconstructionBytesRead"),
        NodeCounters.sum(nodes, "ecReconstructionBytesWritten"),
        client.getBytesRead() + client.getBytesWritten(), perNode);
  }

  /** What has moved since, once nothing moves any more. */
  Map<String, ?> since() throws Exception {
    Sums before = last;
    last = sums();
    Sums previous;
    do {
      // Nodes count a moment after those whom they serve are served.
      previous = last;
      Thread.sleep(STABLE_MILLIS);
      last = sums();
    } while (!last.equals(previous));
    long max = 0;
    for (int i = 0; i < nodes.size(); i++) {
      max = Math.max(max, last.perNode().get(i) - before.perNode().get(i));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("readBytes", last.read() - before.read());
    answer.put("writtenBytes", last.written() - before.written());
    answer.put("repairsReadBytes", last.repairsRead() - before.repairsRead());
    answer.put("repairsWrittenBytes", last.repairsWritten() - before.repairsWritten());
    answer.put("clientBytes", last.client() - before.client());
    answer.put("maxNodeBytes", max);
    return answer;
  }
}
