package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.layout.StripeView;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/**
 * Asks a DataNode to report all its replicas of a block pool.
 *
 * <p>It travels as {@link GroupTask} does, with a codec that no DataNode has: one that knows nothing
 * of it fails before it does anything, and reports when it would have.
 */
public final class ReportTask {

  private static final String CODEC = "okapi-report";

  /** Means nothing; HDFS wants one. */
  private static final int CELL_SIZE = 1024;

  private ReportTask() {}

  /** Whether a policy carries such a task. */
  public static boolean isTask(ErasureCodingPolicy carrier) {
    return carrier != null
        && carrier.getId() == StripeView.POLICY_ID
        && carrier.getCodecName().equals(CODEC);
  }

  /** The policy that carries this to a DataNode. */
  public static ErasureCodingPolicy toPolicy() {
    return new ErasureCodingPolicy(
        CODEC, new ECSchema(CODEC, 1, 1), CELL_SIZE, StripeView.POLICY_ID);
  }
}
