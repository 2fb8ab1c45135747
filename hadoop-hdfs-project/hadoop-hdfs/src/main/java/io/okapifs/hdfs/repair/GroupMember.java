package io.okapifs.hdfs.repair;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

  private static final String SEPARATOR = ":";
  private static final int FIELDS = 5;

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

  String toText() {
    return String.join(
        SEPARATOR,
        Integer.toString(member),
        Long.toString(blockId),
        Long.toString(generationStamp),
        Long.toString(lengthBytes),
        // DataNodes name their storages as they like.
        URLEncoder.encode(storageId, StandardCharsets.UTF_8));
  }

  static GroupMember parse(String text) {
    String[] fields = text.split(SEPARATOR, -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("not a member of a repair: text=" + text);
    }
    return new GroupMember(
        Integer.parseInt(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        URLDecoder.decode(fields[4], StandardCharsets.UTF_8));
  }
}
