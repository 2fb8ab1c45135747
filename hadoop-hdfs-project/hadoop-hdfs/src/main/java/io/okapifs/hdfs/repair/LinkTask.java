package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.layout.StripeView;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/**
 * Replicas of one DataNode that shall get second names there: the same bytes on the same volume, as
 * replicas of other block groups. An immutable value.
 *
 * <p>It travels as {@link GroupTask} does, with a codec that no DataNode has: one that knows nothing
 * of links fails before it does anything.
 *
 * @param links what to link, at most {@link #MOST}
 */
public record LinkTask(List<Link> links) {

  /** Links in one task: what a command of a heartbeat carries, and a DataNode does at once. */
  public static final int MOST = 128;

  private static final String CODEC = "okapi-link";
  private static final String LINKS = "okapi.links";

  /** Means nothing; HDFS wants one. */
  private static final int CELL_SIZE = 1024;

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

    private static final String SEPARATOR = ":";
    private static final int FIELDS = 5;

    public Link {
      if (blockId == nameId || generationStamp < 0 || nameStamp < 0 || lengthBytes < 1) {
        throw new IllegalArgumentException(
            "no link: blockId=" + blockId + ", generationStamp=" + generationStamp + ", nameId="
                + nameId + ", nameStamp=" + nameStamp + ", lengthBytes=" + lengthBytes);
      }
    }

    private String toText() {
      return Stream.of(blockId, generationStamp, nameId, nameStamp, lengthBytes)
          .map(String::valueOf)
          .collect(Collectors.joining(SEPARATOR));
    }

    private static Link parse(String text) {
      String[] fields = text.split(SEPARATOR, -1);
      if (fields.length != FIELDS) {
        throw new IllegalArgumentException("no link of a replica: text=" + text);
      }
      return new Link(
          Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]),
          Long.parseLong(fields[3]), Long.parseLong(fields[4]));
    }
  }

  public LinkTask {
    links = List.copyOf(links);
    if (links.isEmpty() || links.size() > MOST) {
      throw new IllegalArgumentException(
          "links out of range: links=" + links.size() + ", most=" + MOST);
    }
  }

  /** Whether a policy carries such a task. */
  public static boolean isTask(ErasureCodingPolicy carrier) {
    return carrier != null
        && carrier.getId() == StripeView.POLICY_ID
        && carrier.getSchema().getExtraOptions().containsKey(LINKS);
  }

  /** The policy that carries this to a DataNode. */
  public ErasureCodingPolicy toPolicy() {
    String text =
        links.stream().map(Link::toText).collect(Collectors.joining(GroupTask.LIST_SEPARATOR));
    return new ErasureCodingPolicy(
        CODEC, new ECSchema(CODEC, 1, 1, Map.of(LINKS, text)), CELL_SIZE, StripeView.POLICY_ID);
  }

  /**
   * What a policy carries.
   *
   * @throws IllegalArgumentException where it carries none or one that contradicts itself
   */
  public static LinkTask of(ErasureCodingPolicy carrier) {
    if (!isTask(carrier)) {
      throw new IllegalArgumentException("no links of replicas: policy=" + carrier);
    }
    String text = carrier.getSchema().getExtraOptions().get(LINKS);
    return new LinkTask(
        Stream.of(text.split(GroupTask.LIST_SEPARATOR, -1)).map(Link::parse).toList());
  }
}
