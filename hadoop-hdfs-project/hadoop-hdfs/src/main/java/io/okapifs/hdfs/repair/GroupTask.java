package io.okapifs.hdfs.repair;

import io.okapifs.ec.code.CodeIdentity;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.Conversions;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.HelperCosts;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.GroupRepairProto;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.GroupPolicyProto;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The repair of some members of one group, whatever the code: which replicas may be read and which
 * shall be written. An immutable value that is always consistent in itself.
 *
 * <p>Where groups are merged, the members to read are the parities of the old groups, and the ones
 * to write are parities of the new group. Where there are no targets it is a scrub: all helpers
 * shall be read and compared.
 *
 * <p>It travels in a {@link TaskEnvelope}; the nodes do so in the lists of HDFS's command, in the
 * order of the lists here.
 *
 * @param policy code of the group
 * @param dataMembers data members that the group has; the others up to k are zeros
 * @param parityLength P, bytes; shorter members are zeros behind their end
 * @param helpers replicas that may be read, ascending by member
 * @param targets replicas to write, ascending by member; none in a scrub
 * @param ofTransition whether nothing is lost, and the file shall have other parity
 * @param mergeOf k of the old groups whose parities are the data members here; 0 where these are
 *     blocks of data
 * @param ranks of the helpers, in their order: among repairs that read equally much lower ones are
 *     read; none where all are alike
 * @param limits of all that its DataNode does for transitions; of no effect but in one
 */
public record GroupTask(
    GroupPolicy policy,
    int dataMembers,
    long parityLength,
    List<GroupMember> helpers,
    List<GroupMember> targets,
    boolean ofTransition,
    int mergeOf,
    List<Integer> ranks,
    TransitionLimits limits) {

  /** The scrub of a group. */
  public static GroupTask scrub(
      GroupPolicy policy, int dataMembers, long parityLength, List<GroupMember> members) {
    return new GroupTask(policy, dataMembers, parityLength, members, List.of());
  }

  /** The repair of what is lost. */
  public GroupTask(
      GroupPolicy policy, int dataMembers, long parityLength, List<GroupMember> helpers,
      List<GroupMember> targets) {
    this(policy, dataMembers, parityLength, helpers, targets, false, 0);
  }

  /** Helpers are all alike. */
  public GroupTask(
      GroupPolicy policy, int dataMembers, long parityLength, List<GroupMember> helpers,
      List<GroupMember> targets, boolean ofTransition, int mergeOf) {
    this(
        policy, dataMembers, parityLength, helpers, targets, ofTransition, mergeOf, List.of(),
        TransitionLimits.NONE);
  }

  /** The same repair with other ranks. */
  public GroupTask ranked(List<Integer> ranks) {
    return new GroupTask(
        policy, dataMembers, parityLength, helpers, targets, ofTransition, mergeOf, ranks, limits);
  }

  /** The same repair under other limits. */
  public GroupTask limited(TransitionLimits limits) {
    return new GroupTask(
        policy, dataMembers, parityLength, helpers, targets, ofTransition, mergeOf, ranks, limits);
  }

  public GroupTask {
    helpers = List.copyOf(helpers);
    targets = List.copyOf(targets);
    ranks = List.copyOf(ranks);
    if (!ranks.isEmpty() && ranks.size() != helpers.size()
        || ranks.stream().anyMatch(rank -> rank < 0)) {
      throw new IllegalArgumentException(
          "not a rank from 0 on per helper: helpers=" + helpers + ", ranks=" + ranks);
    }
    if (dataMembers < 1
        || dataMembers > policy.k()
        || parityLength < 1
        || !policy.isSubBlocked(parityLength)) {
      throw new IllegalArgumentException(
          "group out of range: dataMembers=" + dataMembers + ", k=" + policy.k()
              + ", parityLength=" + parityLength + ", alpha=" + policy.alpha());
    }
    if (helpers.isEmpty()) {
      throw new IllegalArgumentException("nothing to read: targets=" + targets);
    }
    if (mergeOf != 0) {
      checkMerge(policy, targets, mergeOf);
    }
    checkMembers("helper", helpers, policy, dataMembers, parityLength);
    checkMembers("target", targets, policy, dataMembers, parityLength);
    if (members(helpers).intersects(members(targets))) {
      throw new IllegalArgumentException(
          "a target is a helper: helpers=" + helpers + ", targets=" + targets);
    }
  }

  private static void checkMerge(GroupPolicy policy, List<GroupMember> targets, int mergeOf) {
    if (mergeOf < 0
        || policy.alpha() != 1
        || policy.k() % policy.r() != 0
        || targets.isEmpty()
        || targets.get(0).member() < policy.k()) {
      throw new IllegalArgumentException(
          "not a merge of parities: mergeOf=" + mergeOf + ", policy=" + policy + ", targets="
              + targets);
    }
  }

  private static void checkMembers(
      String role, List<GroupMember> list, GroupPolicy policy, int dataMembers,
      long parityLength) {
    int previous = -1;
    for (GroupMember each : list) {
      int member = each.member();
      boolean exists = member < dataMembers || member >= policy.k() && member < policy.n();
      boolean fits =
          member < policy.k()
              ? each.lengthBytes() <= parityLength
              : each.lengthBytes() == parityLength;
      if (member <= previous || !exists || !fits) {
        throw new IllegalArgumentException(
            "bad " + role + ": " + each + ", previousMember=" + previous + ", dataMembers="
                + dataMembers + ", k=" + policy.k() + ", n=" + policy.n() + ", parityLength="
                + parityLength);
      }
      previous = member;
    }
  }

  private static BitSet members(List<GroupMember> list) {
    BitSet members = new BitSet();
    list.forEach(each -> members.set(each.member()));
    return members;
  }

  /**
   * The code that the members belong to.
   *
   * @throws io.okapifs.ec.code.UnsupportedCodeException where this program does not have it
   */
  public ErasureCode code() {
    if (mergeOf == 0) {
      return policy.code();
    }
    int groups = policy.k() / policy.r();
    policy.identity().ifPresent(
        meant -> CodeRegistry.create(policy.codec(), mergeOf * groups, policy.r(), meant));
    return Conversions.code(policy.codec(), mergeOf, groups, policy.r());
  }

  /** Whether nothing is written, and all that may be read is compared. */
  public boolean isScrub() {
    return targets.isEmpty();
  }

  /** Members that may be read. */
  public BitSet helperMembers() {
    return members(helpers);
  }

  /** Members to write. */
  public BitSet targetMembers() {
    return members(targets);
  }

  /** Data members that the group lacks and that count as zeros. */
  public BitSet zeroMembers() {
    BitSet zeros = new BitSet();
    zeros.set(dataMembers, policy.k());
    return zeros;
  }

  /**
   * What helpers cost: nothing where they count as zeros, else all the same, and in which order
   * they are read.
   *
   * @param first members to read before all others
   */
  public HelperCosts costs(BitSet first) {
    Map<Integer, Integer> byMember = new HashMap<>();
    for (int i = 0; i < helpers.size(); i++) {
      int member = helpers.get(i).member();
      byMember.put(member, first.get(member) ? -1 : ranks.isEmpty() ? 0 : ranks.get(i));
    }
    return costs(zeroMembers(), byMember);
  }

  /**
   * As above, with ranks by member.
   *
   * @param zeros members that count as zeros
   */
  public static HelperCosts costs(BitSet zeros, Map<Integer, Integer> ranks) {
    int end = ranks.keySet().stream().mapToInt(member -> member + 1).max().orElse(0);
    return HelperCosts.without(zeros)
        .ranked(IntStream.range(0, end).mapToObj(m -> 1 + ranks.getOrDefault(m, 0)).toList());
  }

  /** Bytes of the data members that are listed. */
  public long dataBytes() {
    return Stream.concat(helpers.stream(), targets.stream())
        .filter(each -> each.member() < policy.k())
        .mapToLong(GroupMember::lengthBytes)
        .sum();
  }

  /** Whether parity covers more zeros than rounding to sub-blocks adds to a full group. */
  public boolean hasZeros() {
    long zeros = policy.k() * parityLength - dataBytes();
    return mergeOf == 0 && zeros >= policy.k() * policy.compactParityLength(1);
  }

  /** Bytes of the longest target. */
  public long longestTarget() {
    return targets.stream().mapToLong(GroupMember::lengthBytes).max().orElseThrow();
  }

  GroupRepairProto toProto() {
    return GroupRepairProto.newBuilder()
        .setPolicy(toProto(policy))
        .setDataMembers(dataMembers)
        .setParityLength(parityLength)
        .addAllHelper(helpers.stream().map(GroupMember::toProto).toList())
        .addAllTarget(targets.stream().map(GroupMember::toProto).toList())
        .addAllRank(ranks)
        .setMergeOf(mergeOf)
        .setOfTransition(ofTransition)
        .setLimits(limits.toProto())
        .build();
  }

  private static GroupPolicyProto toProto(GroupPolicy policy) {
    GroupPolicyProto.Builder proto =
        GroupPolicyProto.newBuilder()
            .setName(policy.name()).setCodec(policy.codec()).setK(policy.k())
            .setR(policy.r()).setAlpha(policy.alpha()).setCellSize(policy.cellSize());
    policy.identity().ifPresent(identity -> proto.setIdentity(identity.toString()));
    return proto.build();
  }

  static GroupTask of(GroupRepairProto repair) {
    GroupPolicyProto policy = repair.getPolicy();
    return new GroupTask(
        new GroupPolicy(
            policy.getName(), policy.getCodec(), policy.getK(), policy.getR(), policy.getAlpha(),
            policy.getCellSize(),
            policy.hasIdentity()
                ? Optional.of(CodeIdentity.parse(policy.getIdentity()))
                : Optional.empty()),
        repair.getDataMembers(),
        repair.getParityLength(),
        repair.getHelperList().stream().map(GroupMember::of).toList(),
        repair.getTargetList().stream().map(GroupMember::of).toList(),
        repair.getOfTransition(),
        repair.getMergeOf(),
        repair.getRankList(),
        TransitionLimits.of(repair.getLimits()));
  }
}
