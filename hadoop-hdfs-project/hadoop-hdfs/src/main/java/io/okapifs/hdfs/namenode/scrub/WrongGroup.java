package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.WrongGroupProto;
import java.util.List;

/**
 * A group whose members contradict each other. An immutable value.
 *
 * @param foundMillis when that was found
 * @param members places of those that the others prove wrong; none where that cannot be told
 */
record WrongGroup(long inodeId, int group, long foundMillis, List<Integer> members) {

  WrongGroup {
    members = List.copyOf(members);
  }

  WrongGroupProto toProto() {
    return WrongGroupProto.newBuilder()
        .setInode(inodeId).setGroup(group).setFoundMs(foundMillis).addAllMember(members).build();
  }

  static WrongGroup of(WrongGroupProto wrong) {
    return new WrongGroup(
        wrong.getInode(), Math.toIntExact(wrong.getGroup()), wrong.getFoundMs(),
        wrong.getMemberList());
  }
}
