package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.LinkProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.LinkReplicasProto;
import java.util.List;

/**
 * Replicas of one DataNode that shall get second names there: the same bytes on the same volume, as
 * replicas of other block groups. An immutable value.
 *
 * @param links what to link, at most {@link #MOST}
 */
public record LinkTask(List<Link> links) {

  /** Links in one task: what a command of a heartbeat carries, and a DataNode does at once. */
  public static final int MOST = 128;

  /**
   * A replica and its second name.
   *
   * @param blockId of the internal block that is there
   * @param generationStamp of it
   * @param nameId of the internal block that it shall be as well
   * @param nameStamp generation stamp of that
   * @param lengthBytes of both
   */
  public record Link(
      long blockId, long generationStamp, long nameId, long nameStamp, long lengthBytes) {

    public Link {
      if (blockId == nameId || generationStamp < 0 || nameStamp < 0 || lengthBytes < 1) {
        throw new IllegalArgumentException(
            "no link: blockId=" + blockId + ", generationStamp=" + generationStamp + ", nameId="
                + nameId + ", nameStamp=" + nameStamp + ", lengthBytes=" + lengthBytes);
      }
    }

    private LinkProto toProto() {
      return LinkProto.newBuilder()
          .setBlockId(blockId)
          .setGenerationStamp(generationStamp)
          .setNameId(nameId)
          .setNameStamp(nameStamp)
          .setLength(lengthBytes)
          .build();
    }

    private static Link of(LinkProto link) {
      return new Link(
          link.getBlockId(), link.getGenerationStamp(), link.getNameId(), link.getNameStamp(),
          link.getLength());
    }
  }

  public LinkTask {
    links = List.copyOf(links);
    if (links.isEmpty() || links.size() > MOST) {
      throw new IllegalArgumentException(
          "links out of range: links=" + links.size() + ", most=" + MOST);
    }
  }

  LinkReplicasProto toProto() {
    return LinkReplicasProto.newBuilder()
        .addAllLink(links.stream().map(Link::toProto).toList())
        .build();
  }

  static LinkTask of(LinkReplicasProto links) {
    return new LinkTask(links.getLinkList().stream().map(Link::of).toList());
  }
}
