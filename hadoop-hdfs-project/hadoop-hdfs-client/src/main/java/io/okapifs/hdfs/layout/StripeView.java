package io.okapifs.hdfs.layout;

import io.okapifs.Woven;
import io.okapifs.ec.code.CodeIdentity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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

  /** The option of a policy that keeps which code it means: {@link CodeIdentity}. */
  public static final String CODE = "okapi.code";

  private static final String POLICY = "okapi.policy";
  private static final String CODEC = "okapi.codec";
  private static final String K = "okapi.k";
  private static final String ALPHA = "okapi.alpha";

  /** In {@link #forReaders} alone: elsewhere s is the schema's number of data units. */
  private static final String STRIPE_WIDTH = "okapi.stripe-width";

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
            view.getCellSize(),
            Optional.ofNullable(options.get(CODE)).map(CodeIdentity::parse));
    String width = options.get(STRIPE_WIDTH);
    return new StripeView(
        group, width == null ? view.getNumDataUnits() : Integer.parseInt(width));
  }

  /** The policy as it travels to clients. */
  public ErasureCodingPolicy toPolicy() {
    // A stock client builds a decoder before it reads, hence a codec that every client has.
    return policy(ErasureCodeConstants.RS_CODEC_NAME, stripeWidth, options());
  }

  /** The policy for who computes no places of bytes, with the code's own codec and k. */
  public ErasureCodingPolicy forReaders() {
    Map<String, String> options = options();
    options.put(STRIPE_WIDTH, Integer.toString(stripeWidth));
    return policy(group.codec(), group.k(), options);
  }

  private ErasureCodingPolicy policy(String codec, int dataUnits, Map<String, String> options) {
    return new ErasureCodingPolicy(
        new PolicyName(group.name(), stripeWidth).toString(),
        new ECSchema(codec, dataUnits, group.r(), options),
        group.cellSize(), POLICY_ID);
  }

  private Map<String, String> options() {
    Map<String, String> options = new HashMap<>();
    options.put(POLICY, group.name());
    options.put(CODEC, group.codec());
    options.put(K, Integer.toString(group.k()));
    options.put(ALPHA, Integer.toString(group.alpha()));
    group.identity().ifPresent(identity -> options.put(CODE, identity.toString()));
    return options;
  }

  public FileLayout layout(long blockSize) {
    return new FileLayout(group, stripeWidth, blockSize);
  }
}
