package io.okapifs.hdfs.tools;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.GroupIds;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;

/** The length of a file from its persisted list of blocks, which has parity groups in it. */
public final class PersistedSizes {

  private PersistedSizes() {}

  /** A list of an image without its parity groups. */
  @Woven
  public static List<BlockProto> data(List<BlockProto> persisted) {
    return persisted.stream()
        .filter(block -> !GroupIds.isParityGroup(block.getBlockId())).toList();
  }

  /** Bytes of data in a list of an image. */
  @Woven
  public static long sizeOf(List<BlockProto> persisted) {
    return data(persisted).stream().mapToLong(BlockProto::getNumBytes).sum();
  }

  /** Bytes of data in a list of an edit. */
  @Woven
  public static long sizeOf(Block[] persisted) {
    return Arrays.stream(persisted)
        .filter(block -> !GroupIds.isParityGroup(block.getBlockId()))
        .mapToLong(Block::getNumBytes).sum();
  }
}
