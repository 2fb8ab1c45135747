package io.okapifs.hdfs.namenode.file;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The three faces of one policy. Upstream's own object, the <em>base</em>, is what inodes refer to
 * by id. A directory with a stripe width presents base and width under an id that no built-in
 * policy has, because HDFS sends only the id of a built-in one. A file presents its {@link
 * StripeView}. All are interned; any thread may call.
 */
public final class DecoupledPolicies {
  private static final Logger LOG = LoggerFactory.getLogger(DecoupledPolicies.class);

  /** Id under which directories present a policy with a stripe width. */
  public static final byte DIRECTORY_POLICY_ID = 62;

  private record Key(ErasureCodingPolicy base, int stripeWidth) {}

  /** What a file presents, and the base that it was made from. */
  private record Faces(ErasureCodingPolicy base, StripeView view, ErasureCodingPolicy policy) {}

  private static final Map<Key, ErasureCodingPolicy> DIRECTORY = new ConcurrentHashMap<>();
  private static final Map<Key, Faces> FILE = new ConcurrentHashMap<>();

  /** By policy id and stripe width: the map hashes whole schemas, which takes microseconds. */
  private static final AtomicReferenceArray<Faces> FACES =
      new AtomicReferenceArray<>((Byte.MAX_VALUE + 1) * (FileLayout.MAX_STRIPE_WIDTH + 1));

  private DecoupledPolicies() {}

  /** The name to look up upstream for a name that may carry a stripe width. */
  @Woven
  public static String baseName(String name) {
    return parse(name).policy();
  }

  /**
   * What a look-up by name returns.
   *
   * @param name as asked for
   * @param base what upstream knows under {@link #baseName(String)}, may be null
   */
  @Woven
  public static ErasureCodingPolicy named(String name, ErasureCodingPolicy base) {
    PolicyName parsed = parse(name);
    if (base == null || !parsed.isDecoupled()) {
      return base;
    }
    if (base.isReplicationPolicy()) {
      throw new HadoopIllegalArgumentException(
          "Replication has no stripe width: policy=" + name + ". Leave out the width.");
    }
    return DIRECTORY.computeIfAbsent(
        new Key(base, parsed.stripeWidth()),
        key ->
            new ErasureCodingPolicy(
                name, base.getSchema(), base.getCellSize(), DIRECTORY_POLICY_ID));
  }

  /**
   * As {@link #named}, for a name that is about to be given to a directory or file. Where HDFS's
   * own layout cannot hold or repair a group, the stripe width is k unless the name says otherwise.
   */
  @Woven
  public static ErasureCodingPolicy enabled(String name, ErasureCodingPolicy base) {
    PolicyCodecs.checkUsable(base);
    ErasureCodingPolicy policy = named(name, base);
    if (stripeWidth(policy) != PolicyName.COUPLED) {
      PolicyCodecs.checkDecoupled(base);
    }
    Optional<String> refusal =
        policy == null || policy != base || base.isReplicationPolicy()
            ? Optional.empty()
            : PolicyCodecs.refusalOfCoupled(base);
    if (refusal.isEmpty()) {
      return policy;
    }
    if (base.getNumDataUnits() > FileLayout.MAX_STRIPE_WIDTH) {
      throw new HadoopIllegalArgumentException(refusal.get());
    }
    return named(new PolicyName(name, base.getNumDataUnits()).toString(), base);
  }

  /** s that a policy looked up by name or path asks for; 0 for the stock layout. */
  static int stripeWidth(ErasureCodingPolicy policy) {
    return policy != null && policy.getId() == DIRECTORY_POLICY_ID
        ? parse(policy.getName()).stripeWidth()
        : PolicyName.COUPLED;
  }

  /** The id that an inode keeps for a policy: always that of the base. */
  @Woven
  public static byte storedId(ErasureCodingPolicy policy) {
    if (policy.getId() != DIRECTORY_POLICY_ID) {
      return policy.getId();
    }
    return ErasureCodingPolicyManager.getInstance().getByName(baseName(policy.getName())).getId();
  }

  /**
   * The width that upstream limits when a policy is added. Codes wider than a block group are
   * welcome where okapi-ec has them; they can be used with a stripe width only.
   */
  @Woven
  public static int widthOfAddedGroup(ErasureCodingPolicy policy, int dataUnits) {
    boolean isWide = dataUnits + policy.getNumParityUnits() > FileLayout.MAX_STRIPE_WIDTH;
    boolean isOurs =
        policy.getNumParityUnits() <= FileLayout.MAX_STRIPE_WIDTH
            && PolicyCodecs.findCode(policy).isPresent();
    return isWide && isOurs ? 0 : dataUnits;
  }

  /** Parity blocks in the block groups of a file that clients see under a policy. */
  @Woven
  public static int parityInBlockGroup(ErasureCodingPolicy policy, int parityUnits) {
    return StripeView.isView(policy) ? 0 : parityUnits;
  }

  /**
   * What clients are told about the path that upstream found a policy for.
   *
   * @param found what upstream found, may be null
   */
  @Woven
  public static ErasureCodingPolicy ofPath(INodesInPath iip, ErasureCodingPolicy found) {
    for (int i = iip.length() - 1; found != null && i >= 0; i--) {
      INode inode = iip.getINode(i);
      if (inode != null) {
        return inode.isFile() ? ofFile(inode.asFile(), found) : found;
      }
    }
    return found;
  }

  /**
   * The name of the policy of an inode, with its stripe width where a file has one.
   *
   * @param found the name that upstream found
   */
  @Woven
  public static String nameOf(INode inode, String found) {
    int stripeWidth =
        inode.isFile()
            ? INodeFileWindow.stripeWidth(inode.asFile().getHeaderLong())
            : PolicyName.COUPLED;
    return stripeWidth == PolicyName.COUPLED
        ? found
        : new PolicyName(found, stripeWidth).toString();
  }

  private static ErasureCodingPolicy ofFile(INodeFile file, ErasureCodingPolicy base) {
    int stripeWidth = INodeFileWindow.stripeWidth(file.getHeaderLong());
    return stripeWidth == 0
        ? base
        : faces(base, stripeWidth).policy();
  }

  static StripeView viewOfFile(INodeFile file, int stripeWidth) {
    byte id = file.getErasureCodingPolicyID();
    ErasureCodingPolicy base = ErasureCodingPolicyManager.getInstance().getByID(id);
    if (base == null) {
      throw new IllegalStateException(
          "file refers to an unknown policy: inode=" + file.getId() + ", policyId=" + id);
    }
    return view(base, stripeWidth);
  }

  /** The layout that a header asks for; the policy is known and the width in range. */
  public static FileLayout layout(byte policyId, int stripeWidth, long blockSize) {
    return view(ErasureCodingPolicyManager.getInstance().getByID(policyId), stripeWidth)
        .layout(blockSize);
  }

  private static StripeView view(ErasureCodingPolicy base, int stripeWidth) {
    return faces(base, stripeWidth).view();
  }

  private static Faces faces(ErasureCodingPolicy base, int stripeWidth) {
    FileLayout.checkStripeWidth(stripeWidth);
    int at = base.getId() * (FileLayout.MAX_STRIPE_WIDTH + 1) + stripeWidth;
    Faces faces = FACES.get(at);
    // Another NameNode of this JVM may have another policy of the same id.
    if (faces == null || faces.base() != base) {
      faces = FILE.computeIfAbsent(new Key(base, stripeWidth), DecoupledPolicies::newFaces);
      FACES.set(at, new Faces(base, faces.view(), faces.policy()));
    }
    return faces;
  }

  private static Faces newFaces(Key key) {
    StripeView view = new StripeView(PolicyCodecs.groupPolicy(key.base()), key.stripeWidth());
    PolicyCodecs.refusalOfUse(key.base()).ifPresent(why -> LOG.error(
        "Files of a policy can be read while all data blocks live, and are not repaired: {}", why));
    return new Faces(key.base(), view, view.toPolicy());
  }

  /** Whether a name carries a stripe width. */
  public static boolean isDecoupled(String name) {
    return parse(name).isDecoupled();
  }

  private static PolicyName parse(String name) {
    try {
      return PolicyName.parse(name);
    } catch (IllegalArgumentException e) {
      throw new HadoopIllegalArgumentException(e.getMessage());
    }
  }
}
