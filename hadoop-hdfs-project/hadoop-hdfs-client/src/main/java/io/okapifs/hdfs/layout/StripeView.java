package io.okapifs.hdfs.layout;

import io.okapifs.Woven;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;

/**
 * What clients are told about a decoupled file: a policy whose schema is (s, r), so that any
 * client's striping arithmetic finds every byte, with the grouping in the schema's options.
 *
 * <p>A client that does not know the options reads healthy files rightly; when a block is missing
 * it finds no parity in the block group and fails. The policy's id is one that no built-in policy
 * has, because HDFS replaces a built-in id by its own schema on the wire.
 *
 * @param group the grouping
 * @param stripeWidth s
 */
public record StripeView(GroupPolicy group, int stripeWidth) {

  /** Id of every stripe view. */
  public static final byte POLICY_ID = 63;

  private static final String POLICY = "okapi.policy";
  private static final String CODEC = "okapi.codec";
  private static final String K = "okapi.k";
  private static final String ALPHA = "okapi.alpha";

  public StripeView {
    FileLayout.checkStripeWidth(stripeWidth);
  }

  /** Whether a policy is a stripe view. */
  @Woven
  public static boolean isView(ErasureCodingPolicy policy) {
    return policy != null
        && policy.getId() == POLICY_ID
        && policy.getSchema().getExtraOptions().containsKey(K);
  }

  /**
   * @throws IllegalArgumentException where the policy is not a stripe view
   */
  public static StripeView of(ErasureCodingPolicy view) {
    if (!isView(view)) {
      throw new IllegalArgumentException("not a stripe view: policy=" + view);
    }
    Map<String, String> options = view.getSchema().getExtraOptions();
    GroupPolicy group =
        new GroupPolicy(
            options.get(POLICY),
            options.get(CODEC),
            Integer.parseInt(options.get(K)),
            view.getNumParityUnits(),
            Integer.parseInt(options.get(ALPHA)),
            view.getCellSize());
    return new StripeView(group, view.getNumDataUnits());
  }

  /** The policy as it travels to clients. */
  public ErasureCodingPolicy toPolicy() {
    Map<String, String> options =
        Map.of(
            POLICY, group.name(),
            CODEC, group.codec(),
            K, Integer.toString(group.k()),
            ALPHA, Integer.toString(group.alpha()));
    // A stock client builds a decoder before it reads, hence a codec that every client has.
    ECSchema schema =
        new ECSchema(
            ErasureCodeConstants.RS_CODEC_NAME, stripeWidth, group.r(),
            new HashMap<>(options));
    return new ErasureCodingPolicy(
        new PolicyName(group.name(), stripeWidth).toString(), schema, group.cellSize(), POLICY_ID);
  }

  public FileLayout layout(long blockSize) {
    return new FileLayout(group, stripeWidth, blockSize);
  }
}
