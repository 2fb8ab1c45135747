package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.EncodingReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * What one DataNode encodes for transitions, told to the NameNodes as long as it gets on: under a
 * limit a group may take longer than they wait for repairs, and would be asked for again and again.
 * One that hangs is left out, and so is what waits behind nothing but such. Where nothing gets on
 * that is told as well: the answer may lift the limit. Any thread may call it.
 */
final class EncodingsUnderWay {

  private final DataNode node;
  private final Map<ReceivedTask, RepairCounters> encodings = new ConcurrentHashMap<>();
  private final Map<String, RepairNotice> byPool = new HashMap<>();

  /** What each had counted at the last look. */
  private Map<ReceivedTask, Long> countedBefore = Map.of();

  /** Block groups of the parity that gets on, by block pool. */
  private volatile Map<String, List<Long>> alive = Map.of();

  EncodingsUnderWay(DataNode node) {
    this.node = node;
  }

  /** From when it is queued on. */
  void add(ReceivedTask received, RepairCounters counters) {
    encodings.put(received, counters);
  }

  void remove(ReceivedTask received) {
    encodings.remove(received);
  }

  /** Tells what has got on since the last look; a few times in the time that NameNodes wait. */
  synchronized void tell() {
    Map<ReceivedTask, Long> counted = new HashMap<>();
    encodings.forEach((received, counters) -> counted.put(received, counters.total()));
    List<ReceivedTask> moving = new ArrayList<>();
    List<ReceivedTask> waiting = new ArrayList<>();
    counted.forEach(
        (received, total) -> {
          if (total == 0) {
            waiting.add(received);
          } else if (total > countedBefore.getOrDefault(received, 0L)) {
            moving.add(received);
          }
        });
    countedBefore = counted;
    if (!moving.isEmpty()) {
      moving.addAll(waiting);
    }
    alive =
        moving.stream()
            .map(ReceivedTask::group)
            .collect(
                Collectors.groupingBy(
                    ExtendedBlock::getBlockPoolId,
                    Collectors.mapping(ExtendedBlock::getBlockId, Collectors.toList())));
    counted.keySet().stream()
        .map(received -> received.group().getBlockPoolId())
        .distinct()
        .forEach(pool -> byPool.computeIfAbsent(pool, this::notice).send());
  }

  private RepairNotice notice(String pool) {
    return new RepairNotice(
        node, OkapiDataNode.of(node), pool,
        report -> report.setEncodings(of(pool).toProto()));
  }

  private EncodingReport of(String pool) {
    return new EncodingReport(alive.getOrDefault(pool, List.of()));
  }
}
