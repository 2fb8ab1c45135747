package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.ContradictionProto;
import java.util.BitSet;
import java.util.List;

/**
 * Replicas of one group whose checksums are right and whose bytes cannot all be. A DataNode found
 * it before it repaired the group. Any thread may use it.
 *
 * @param members that were compared, twice; each in a place of its own
 * @param wrong places in the group of those that all others prove wrong; empty where that cannot be
 *     told; callers do not change it
 */
public record ContradictionReport(List<GroupMember> members, BitSet wrong) {

  /** Members in a report: as many as the widest group has. */
  private static final int MEMBERS_MAX = 1024;

  public ContradictionReport {
    members = List.copyOf(members);
    BitSet compared = new BitSet(MEMBERS_MAX);
    members.stream()
        .filter(each -> each.member() < MEMBERS_MAX)
        .forEach(each -> compared.set(each.member()));
    if (members.isEmpty()
        || members.size() > MEMBERS_MAX
        || compared.cardinality() != members.size()
        || !wrong.stream().allMatch(compared::get)) {
      throw new IllegalArgumentException(
          "no report of 1 to " + MEMBERS_MAX + " members of a group, some of which are wrong:"
              + " members=" + members + ", wrong=" + wrong);
    }
  }

  public ContradictionProto toProto() {
    return ContradictionProto.newBuilder()
        .addAllMember(members.stream().map(GroupMember::toProto).toList())
        .addAllWrong(wrong.stream().boxed().toList())
        .build();
  }

  /**
   * @throws IllegalArgumentException where it contradicts itself
   */
  public static ContradictionReport of(ContradictionProto report) {
    if (report.getMemberCount() > MEMBERS_MAX) {
      throw new IllegalArgumentException(
          "more members than a group has: members=" + report.getMemberCount() + ", most="
              + MEMBERS_MAX);
    }
    BitSet wrong = new BitSet();
    for (int place : report.getWrongList()) {
      if (place < 0 || place >= Short.MAX_VALUE) {
        throw new IllegalArgumentException("no place in a group: wrong=" + place);
      }
      wrong.set(place);
    }
    return new ContradictionReport(
        report.getMemberList().stream().map(GroupMember::of).toList(), wrong);
  }
}
