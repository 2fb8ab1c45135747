package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EncodingsProto;
import java.util.List;

/**
 * Which parity groups one DataNode encodes for transitions, or scrubs, and gets on with. Any thread
 * may use it.
 *
 * @param parityGroups ids of their block groups, at most {@link #GROUPS_MAX}
 */
public record EncodingReport(List<Long> parityGroups) {

  /** Many times what one DataNode is given. */
  static final int GROUPS_MAX = 4096;

  public EncodingReport {
    parityGroups = List.copyOf(parityGroups);
    if (parityGroups.size() > GROUPS_MAX) {
      throw new IllegalArgumentException(
          "more groups than a DataNode encodes: groups=" + parityGroups.size() + ", most="
              + GROUPS_MAX);
    }
  }

  public EncodingsProto toProto() {
    return EncodingsProto.newBuilder().addAllParityGroup(parityGroups).build();
  }

  /**
   * @throws IllegalArgumentException where it is out of range
   */
  public static EncodingReport of(EncodingsProto encodings) {
    return new EncodingReport(encodings.getParityGroupList());
  }
}
