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
  private final Map<RepairOrder, RepairTally> encodings = new ConcurrentHashMap<>();
  private final Map<String, RepairNotice> byPool = new HashMap<>();

  /** What each had counted at the last look. */
  private Map<RepairOrder, Long> countedBefore = Map.of();

  /** Block groups of the parity that gets on, by block pool. */
  private volatile Map<String, List<Long>> alive = Map.of();

  EncodingsUnderWay(DataNode node) {
    this.node = node;
  }

  /** From when it is queued on. */
  void add(RepairOrder order, RepairTally tally) {
    encodings.put(order, tally);
  }

  void remove(RepairOrder order) {
    encodings.remove(order);
  }

  /** Tells what has got on since the last look; a few times in the time that NameNodes wait. */
  synchronized void tell() {
    Map<RepairOrder, Long> counted = new HashMap<>();
    encodings.forEach((order, tally) -> counted.put(order, tally.total()));
    List<RepairOrder> moving = new ArrayList<>();
    List<RepairOrder> waiting = new ArrayList<>();
    counted.forEach(
        (order, total) -> {
          if (total == 0) {
            waiting.add(order);
          } else if (total > countedBefore.getOrDefault(order, 0L)) {
            moving.add(order);
          }
        });
    countedBefore = counted;
    if (!moving.isEmpty()) {
      moving.addAll(waiting);
    }
    alive =
        moving.stream()
            .map(RepairOrder::group)
            .collect(
                Collectors.groupingBy(
                    ExtendedBlock::getBlockPoolId,
                    Collectors.mapping(ExtendedBlock::getBlockId, Collectors.toList())));
    counted.keySet().stream()
        .map(order -> order.group().getBlockPoolId())
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
