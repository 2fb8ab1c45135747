package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.proto.OkapiTypes.LimitsProto;

/**
 * What limits what one DataNode reads and writes for transitions. The NameNode owns it, and sends
 * it with each task. An immutable value.
 *
 * @param bytesPerSecond 0: no limit
 * @param sharePercent of the bytes that the DataNode moves for others; 0: no limit
 */
public record TransitionLimits(long bytesPerSecond, int sharePercent) {

  public static final TransitionLimits NONE = new TransitionLimits(0, 0);

  private static final int PERCENT = 100;

  public TransitionLimits {
    if (bytesPerSecond < 0 || sharePercent < 0 || sharePercent > PERCENT) {
      throw new IllegalArgumentException(
          "limits of transitions out of range: bytesPerSecond=" + bytesPerSecond
              + " is to be 0 or more, sharePercent=" + sharePercent + " 0 to " + PERCENT);
    }
  }

  public LimitsProto toProto() {
    return LimitsProto.newBuilder()
        .setBytesPerSecond(bytesPerSecond).setIoSharePercent(sharePercent).build();
  }

  /**
   * @throws IllegalArgumentException where they are out of range
   */
  public static TransitionLimits of(LimitsProto limits) {
    return new TransitionLimits(limits.getBytesPerSecond(), limits.getIoSharePercent());
  }
}
