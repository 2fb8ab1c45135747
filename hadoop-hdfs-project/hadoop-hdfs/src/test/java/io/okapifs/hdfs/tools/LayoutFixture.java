package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/**
 * What a NameNode would say of a file in blocks of 4 KiB under RS-3-2 striped 2-wide: data block x
 * is on node 10.0.0.(x+1), parity i of group g on node 10.0.1.(2g+i+1).
 */
final class LayoutFixture {

  static final int CELL = 1024;
  static final int BLOCK = 4096;
  static final int STRIPE_WIDTH = 2;
  static final long HEARTBEAT_MILLIS = 3000;
  static final FileLayout LAYOUT =
      new FileLayout(new GroupPolicy("RS-3-2-1k", "rs", 3, 2, 1, CELL), STRIPE_WIDTH, BLOCK);

  private static final long FIRST_BASE = Long.MIN_VALUE;

  private LayoutFixture() {}

  /** A file whose data blocks and parities are there where the predicates say so. */
  static FileLayoutReport report(long length, LongPredicate data, LongPredicate parity) {
    List<LocatedBlock> groups = new ArrayList<>();
    for (int g = 0; g < LAYOUT.groupCount(length); g++) {
      groups.add(group(g, length, parity));
    }
    return report(stripes(length, data, false), groups, Map.of());
  }

  /** Of a listing as it is, with corrupt replicas by the id of their block files. */
  static FileLayoutReport report(
      LocatedBlocks stripes, List<LocatedBlock> groups, Map<Long, List<String>> corruptNodes) {
    return report(stripes, groups, corruptNodes, Set.of());
  }

  /** The same, with parity groups whose members contradict each other. */
  static FileLayoutReport report(
      LocatedBlocks stripes, List<LocatedBlock> groups, Map<Long, List<String>> corruptNodes,
      Set<Long> contradictory) {
    return new LayoutAssembly(
            LAYOUT, stripes, groups, corruptNodes, contradictory, HEARTBEAT_MILLIS)
        .report("/f");
  }

  static LocatedBlocks stripes(long length, LongPredicate data, boolean corrupt) {
    List<LocatedBlock> stripes = new ArrayList<>();
    for (long stripe = 0; stripe < LAYOUT.stripeCount(length); stripe++) {
      stripes.add(stripe(stripe, length, data, corrupt));
    }
    return new LocatedBlocks(length, false, stripes, null, true, null, null);
  }

  static long stripeId(long stripe) {
    return GroupIds.dataStripe(FIRST_BASE + 16 * (1 + stripe), STRIPE_WIDTH);
  }

  static long groupId(long group) {
    return GroupIds.parityGroup(FIRST_BASE + 16 * (100 + group), LAYOUT.policy().r());
  }

  private static LocatedBlock stripe(
      long stripe, long length, LongPredicate data, boolean corrupt) {
    long first = stripe * STRIPE_WIDTH;
    long bytes = Math.min(LAYOUT.stripeSize(), length - stripe * LAYOUT.stripeSize());
    int[] present =
        IntStream.range(0, STRIPE_WIDTH)
            .filter(i -> first + i < LAYOUT.blockCount(length) && data.test(first + i))
            .toArray();
    DatanodeInfo[] nodes =
        IntStream.of(present).mapToObj(i -> node("10.0.0." + (first + i + 1)))
            .toArray(DatanodeInfo[]::new);
    return located(stripeId(stripe), bytes, present, nodes, corrupt);
  }

  static LocatedBlock group(int group, long length, LongPredicate parity) {
    int r = LAYOUT.policy().r();
    int[] present =
        IntStream.range(0, r).filter(i -> parity.test((long) group * r + i)).toArray();
    DatanodeInfo[] nodes =
        IntStream.of(present).mapToObj(i -> node("10.0.1." + (group * r + i + 1)))
            .toArray(DatanodeInfo[]::new);
    long parityLength = LAYOUT.parityLength(group, length);
    return located(groupId(group), parityLength, present, nodes, false);
  }

  private static LocatedBlock located(
      long id, long bytes, int[] indices, DatanodeInfo[] nodes, boolean corrupt) {
    byte[] bytesOfIndices = new byte[indices.length];
    String[] storages = new String[indices.length];
    StorageType[] types = new StorageType[indices.length];
    for (int i = 0; i < indices.length; i++) {
      bytesOfIndices[i] = (byte) indices[i];
      storages[i] = "s" + i;
      types[i] = StorageType.DISK;
    }
    return new LocatedStripedBlock(
        new ExtendedBlock("pool", id, bytes, 1), nodes, storages, types, bytesOfIndices, 0,
        corrupt, null);
  }

  private static DatanodeInfo node(String address) {
    return new DatanodeInfoBuilder()
        .setIpAddr(address)
        .setHostName(address)
        .setDatanodeUuid(address)
        .setXferPort(9866)
        .build();
  }
}
