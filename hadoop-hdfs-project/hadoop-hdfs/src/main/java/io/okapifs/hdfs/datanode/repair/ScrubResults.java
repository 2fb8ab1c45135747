package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.ScrubResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Tells the NameNodes what came of scrubs: the last ones each time, so that little is kept for a
 * NameNode that does not answer. Any thread may call it.
 */
final class ScrubResults {

  /** Many times as many as a NameNode waits for. */
  static final int KEPT = 64;

  private final DataNode node;
  private final Map<String, Deque<ScrubResult>> byPool = new HashMap<>();
  private final Map<String, RepairNotice> notices = new HashMap<>();

  ScrubResults(DataNode node) {
    this.node = node;
  }

  /** Tells of one more. */
  synchronized void add(String pool, ScrubResult result) {
    Deque<ScrubResult> results = byPool.computeIfAbsent(pool, any -> new ArrayDeque<>());
    results.addLast(result);
    if (results.size() > KEPT) {
      results.removeFirst();
    }
    notices.computeIfAbsent(pool, this::notice).send();
  }

  private RepairNotice notice(String pool) {
    return new RepairNotice(
        node, OkapiDataNode.of(node), pool,
        report -> report.setScrubbed(ScrubResult.toProto(of(pool))));
  }

  private synchronized List<ScrubResult> of(String pool) {
    return List.copyOf(byPool.get(pool));
  }
}
