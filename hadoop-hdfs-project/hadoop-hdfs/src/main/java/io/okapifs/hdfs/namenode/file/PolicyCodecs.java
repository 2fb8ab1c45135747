package io.okapifs.hdfs.namenode.file;

import io.okapifs.Woven;
import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeIdentity;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.UnsupportedCodeException;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.StripeView;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.io.erasurecode.CodecUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;

/**
 * The codes that policies may name: those of Hadoop's codecs, and those of okapi-ec, most of which
 * are no codecs of Hadoop. What HDFS's coupled layout cannot hold or repair needs a stripe width.
 * Any thread may call.
 */
public final class PolicyCodecs {

  /** Codecs that are there to be compared with, and of which no code is for policies. */
  private static final Set<String> NOT_FOR_POLICIES =
      Set.of("jerasure-vand", "liberasurecode-vand");

  private static final String CODER_SUFFIX = "_okapi";

  /** Of codecs of these names Hadoop has one coder or more, and okapi-ec makes the same bytes. */
  private static final Set<String> SAME_BYTES =
      Set.of(
          ErasureCodeConstants.RS_CODEC_NAME, ErasureCodeConstants.RS_LEGACY_CODEC_NAME,
          ErasureCodeConstants.XOR_CODEC_NAME);

  private PolicyCodecs() {}

  /** Whether a codec exists, beside those that Hadoop has. */
  @Woven
  public static boolean isKnown(String codec, boolean toHadoop) {
    return toHadoop || CodeRegistry.knows(codec);
  }

  /**
   * What a policy says of its groups.
   *
   * @throws UnsupportedCodeException where this program has no such code
   */
  public static GroupPolicy groupPolicy(ErasureCodingPolicy policy) {
    Optional<CodeIdentity> identity = identity(policy);
    int alpha = identity.map(CodeIdentity::alpha).orElseGet(() -> codeOf(policy).alpha());
    return new GroupPolicy(
        policy.getName(), policy.getCodecName(), policy.getNumDataUnits(),
        policy.getNumParityUnits(), alpha, policy.getCellSize(), identity);
  }

  /** What the code of a policy must be, where it comes from another jar. */
  private static Optional<CodeIdentity> identity(ErasureCodingPolicy policy) {
    return Optional.ofNullable(policy.getSchema().getExtraOptions().get(StripeView.CODE))
        .map(CodeIdentity::parse);
  }

  /**
   * A new policy as it is kept: one whose code comes from another jar says which code it is.
   *
   * @throws HadoopIllegalArgumentException as {@link #checkAdded}
   */
  @Woven
  public static ErasureCodingPolicy added(ErasureCodingPolicy policy) {
    checkAdded(policy);
    ECSchema schema = policy.getSchema();
    Optional<CodeIdentity> here =
        CodeRegistry.knows(schema.getCodecName())
            ? CodeRegistry.identity(
                schema.getCodecName(), schema.getNumDataUnits(), schema.getNumParityUnits())
            : Optional.empty();
    if (here.isEmpty()) {
      return policy;
    }
    Map<String, String> options = new HashMap<>(schema.getExtraOptions());
    options.put(StripeView.CODE, here.get().toString());
    ECSchema kept =
        new ECSchema(
            schema.getCodecName(), schema.getNumDataUnits(), schema.getNumParityUnits(), options);
    return new ErasureCodingPolicy(policy.getName(), kept, policy.getCellSize(), policy.getId());
  }

  /** Hadoop's codecs with their coders, and ours, which may be families as less&lt;alpha&gt;. */
  @Woven
  public static Map<String, String> withOwn(Map<String, String> codersByCodec) {
    Map<String, String> all = new TreeMap<>(codersByCodec);
    CodeRegistry.codecNames().stream()
        .filter(codec -> !NOT_FOR_POLICIES.contains(codec))
        .forEach(codec -> all.putIfAbsent(codec, codec + CODER_SUFFIX));
    return all;
  }

  /**
   * Refuses a new policy whose code does not exist with its k and r, or must not be stored with.
   * Edits of a stock NameNode may have such policies and are replayed.
   *
   * @throws HadoopIllegalArgumentException with what is supported instead
   */
  public static void checkAdded(ErasureCodingPolicy policy) {
    if (!isOurs(policy)) {
      return;
    }
    ErasureCode code;
    try {
      code = codeOf(policy);
    } catch (EcException e) {
      throw new HadoopIllegalArgumentException(e.getMessage());
    }
    code.whyNotStored()
        .ifPresent(
            why -> {
              throw new HadoopIllegalArgumentException(
                  "Codec " + policy.getCodecName() + " is not for policies: " + why);
            });
  }

  /** Refuses to enable a policy that no file can have; unknown ones are for upstream to refuse. */
  @Woven
  public static void checkUsable(String name) {
    checkUsable(ErasureCodingPolicyManager.getInstance().getByName(name));
  }

  /**
   * Refuses a policy that no file can have.
   *
   * @param base may be null
   */
  static void checkUsable(ErasureCodingPolicy base) {
    Optional<String> refusal = base == null ? Optional.empty() : refusalOfUse(base);
    if (refusal.isPresent()) {
      throw new HadoopIllegalArgumentException(refusal.get());
    }
  }

  /** Why no file can have a policy, whatever its stripe width. */
  public static Optional<String> refusalOfUse(ErasureCodingPolicy base) {
    if (base.isReplicationPolicy() || !isOurs(base)) {
      return Optional.empty();
    }
    try {
      codeOf(base);
      return Optional.empty();
    } catch (UnsupportedCodeException e) {
      // It was added by a version that had such a code, or by a stock NameNode, which asks nobody.
      return CodecUtil.hasCodec(base.getCodecName())
          ? Optional.empty()
          : Optional.of("Policy " + base.getName() + " cannot be used: " + e.getMessage());
    }
  }

  /** Whether its code is or was one of this program. */
  private static boolean isOurs(ErasureCodingPolicy policy) {
    return CodeRegistry.knows(policy.getCodecName())
        || policy.getSchema().getExtraOptions().containsKey(StripeView.CODE);
  }

  /** Refuses a stripe width where okapi-ec does not have the code. */
  public static void checkDecoupled(ErasureCodingPolicy base) {
    try {
      codeOf(base);
    } catch (UnsupportedCodeException e) {
      throw new HadoopIllegalArgumentException(
          "Policy " + base.getName() + " can have no stripe width: " + e.getMessage());
    }
  }

  /** Why a policy cannot be used without a stripe width. */
  public static Optional<String> refusalOfCoupled(ErasureCodingPolicy base) {
    int blocks = base.getNumDataUnits() + base.getNumParityUnits();
    if (blocks > FileLayout.MAX_STRIPE_WIDTH) {
      return refusalOfCoupled(
          base, "has " + blocks + " blocks per group, more than the " + FileLayout.MAX_STRIPE_WIDTH
              + " that one block group holds");
    }
    return CodecUtil.hasCodec(base.getCodecName())
        ? Optional.empty()
        : refusalOfCoupled(
            base, "has the codec " + base.getCodecName() + ", which HDFS's own layout can neither"
                + " write nor repair: it takes any " + base.getNumDataUnits()
                + " blocks for enough to bring back the others");
  }

  private static Optional<String> refusalOfCoupled(ErasureCodingPolicy base, String why) {
    return Optional.of(
        "Policy " + base.getName() + " " + why + "; give a stripe width of 1.."
            + FileLayout.MAX_STRIPE_WIDTH + ", as in " + base.getName() + "@6.");
  }

  /** Whether a codec makes the same parity in HDFS's own layout and behind a stripe width. */
  public static boolean hasSameBytes(String codec) {
    return SAME_BYTES.contains(codec);
  }

  /** The code of a policy, where okapi-ec has it. */
  static Optional<ErasureCode> findCode(ErasureCodingPolicy base) {
    try {
      return Optional.of(codeOf(base));
    } catch (UnsupportedCodeException e) {
      return Optional.empty();
    }
  }

  /**
   * The code of a policy.
   *
   * @throws UnsupportedCodeException where okapi-ec does not have it, or another one by the name
   */
  public static ErasureCode codeOf(ErasureCodingPolicy base) {
    String codec = base.getCodecName();
    int k = base.getNumDataUnits();
    int r = base.getNumParityUnits();
    return identity(base)
        .map(meant -> CodeRegistry.create(codec, k, r, meant))
        .orElseGet(() -> CodeRegistry.create(codec, k, r));
  }
}
