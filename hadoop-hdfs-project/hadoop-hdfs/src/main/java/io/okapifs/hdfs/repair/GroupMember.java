package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.proto.OkapiTypes.GroupMemberProto;
import java.util.Objects;

/**
 * One replica of one member of a group, as a repair names it: nothing about it is derived from
 * anything else.
 *
 * @param member place in the group, data before parity
 * @param blockId of the internal block
 * @param generationStamp of the replica
 * @param lengthBytes of the replica
 * @param storageId where it lies, or where it shall lie
 */
public record GroupMember(
    int member, long blockId, long generationStamp, long lengthBytes, String storageId) {

  public GroupMember {
    if (member < 0 || generationStamp < 0 || lengthBytes < 1) {
      throw new IllegalArgumentException(
          "member out of range: memberIndex=" + member + ", generationStamp=" + generationStamp
              + ", lengthBytes=" + lengthBytes);
    }
    Objects.requireNonNull(storageId, "storageId is null");
  }

  /** The same replica, at another place. */
  public GroupMember as(int place) {
    return new GroupMember(place, blockId, generationStamp, lengthBytes, storageId);
  }

  GroupMemberProto toProto() {
    return GroupMemberProto.newBuilder()
        .setMember(member)
        .setBlockId(blockId)
        .setGenerationStamp(generationStamp)
        .setLength(lengthBytes)
        .setStorageId(storageId)
        .build();
  }

  static GroupMember of(GroupMemberProto member) {
    return new GroupMember(
        member.getMember(), member.getBlockId(), member.getGenerationStamp(), member.getLength(),
        member.getStorageId());
  }
}
