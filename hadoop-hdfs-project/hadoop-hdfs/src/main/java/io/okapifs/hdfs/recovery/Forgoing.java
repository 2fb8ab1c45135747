package io.okapifs.hdfs.recovery;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/**
 * Whether a recovery may close a data stripe without blocks of which nobody knows what they hold.
 * The NameNode, which knows for how long it has tried, says so to the DataNode in the options of
 * the policy that its command carries.
 */
public final class Forgoing {

  /**
   * For how long after the begin of a recovery silent DataNodes are waited for; plain numbers are
   * seconds.
   */
  public static final String WAIT_KEY = "dfs.namenode.ec.lease-recovery.wait";
  public static final long WAIT_DEFAULT = 60;

  private static final String OPTION = "okapi.recovery.forgo-silent";

  private Forgoing() {}

  /** The same policy, marked. */
  public static ErasureCodingPolicy mark(ErasureCodingPolicy policy) {
    Map<String, String> options = new HashMap<>(policy.getSchema().getExtraOptions());
    options.put(OPTION, "true");
    ECSchema schema =
        new ECSchema(
            policy.getCodecName(), policy.getNumDataUnits(), policy.getNumParityUnits(), options);
    return new ErasureCodingPolicy(
        policy.getName(), schema, policy.getCellSize(), policy.getId());
  }

  public static boolean isMarked(ErasureCodingPolicy policy) {
    return Boolean.parseBoolean(policy.getSchema().getExtraOptions().get(OPTION));
  }
}
