package io.okapifs.hdfs.verify;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * The members of a group and where they are.
 *
 * @param group index in the file
 * @param parityLength P, bytes of every parity block
 * @param members data members first; all n of them
 */
record VerifiedMembers(long group, long parityLength, List<Member> members) {

  VerifiedMembers {
    members = List.copyOf(members);
  }

  /**
   * A block of the group.
   *
   * @param name for people
   * @param blockId 0 where the NameNode knows no such block
   * @param length bytes; 0 for a data member that a tail group lacks, which counts as zeros
   * @param replicas with one node each; empty where it is lost
   * @param corruptOn nodes of which the NameNode knows that their replica is corrupt; asked for
   *     lost members only
   */
  record Member(
      String name, long blockId, long length, List<LocatedBlock> replicas,
      List<String> corruptOn) {

    Member {
      replicas = List.copyOf(replicas);
      corruptOn = List.copyOf(corruptOn);
    }

    Member(String name, long blockId, long length, List<LocatedBlock> replicas) {
      this(name, blockId, length, replicas, List.of());
    }

    Member knownCorruptOn(List<String> nodes) {
      return new Member(name, blockId, length, replicas, nodes);
    }

    boolean isAbsent() {
      return length == 0;
    }

    boolean isLost() {
      return !isAbsent() && replicas.isEmpty();
    }

    @Override
    public String toString() {
      String nodes =
          replicas.stream()
              .map(replica -> replica.getLocations()[0].getXferAddr())
              .collect(Collectors.joining(", "));
      return name + (blockId == 0 ? "" : ", blk_" + blockId)
          + (nodes.isEmpty() ? "" : " on " + nodes);
    }
  }

  /** Whether another listing shows the same blocks, on whatever nodes. */
  boolean isSameAs(VerifiedMembers other) {
    return parityLength == other.parityLength
        && members.stream().map(Member::blockId).toList()
            .equals(other.members.stream().map(Member::blockId).toList());
  }
}
