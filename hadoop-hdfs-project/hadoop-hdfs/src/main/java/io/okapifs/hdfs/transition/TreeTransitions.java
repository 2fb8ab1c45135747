package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.TreeTransitionsProto;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * All requests for trees, as image and journal keep them: the value of an extended attribute of the
 * root directory. An immutable value.
 *
 * @param lastId of the request or rule that was made last, which may have ended; 0 before the first
 * @param all by their ids
 */
public record TreeTransitions(long lastId, List<TreeTransition> all) {

  /** Name of the extended attribute, without its namespace, which is that of the system. */
  public static final String XATTR = "hdfs.okapi.trees";

  /** Of the value; whoever changes what a value means counts it up. */
  private static final int FORMAT_VERSION = 1;

  public TreeTransitions {
    all = List.copyOf(all);
  }

  /** Before the first request. */
  public static TreeTransitions none() {
    return new TreeTransitions(0, List.of());
  }

  /** The same with one more request, or with another state of one. */
  public TreeTransitions with(TreeTransition tree) {
    List<TreeTransition> changed = new ArrayList<>(without(tree.id()).all);
    changed.add(tree);
    return new TreeTransitions(Math.max(lastId, tree.id()), changed);
  }

  /** The same without a request. */
  public TreeTransitions without(long id) {
    return new TreeTransitions(lastId, all.stream().filter(each -> each.id() != id).toList());
  }

  /** The request of a directory, if it has one. */
  public Optional<TreeTransition> ofDirectory(long directoryId) {
    return all.stream().filter(each -> each.directoryId() == directoryId).findFirst();
  }

  /** The value of the attribute. */
  public byte[] toValue() {
    TreeTransitionsProto.Builder value =
        TreeTransitionsProto.newBuilder().setFormatVersion(FORMAT_VERSION).setLastId(lastId);
    all.forEach(each -> value.addTree(each.toProto()));
    return value.build().toByteArray();
  }

  /**
   * What a value says.
   *
   * @throws IllegalArgumentException where it says nothing of the kind, or is of a newer version
   */
  public static TreeTransitions parse(byte[] value) {
    TreeTransitionsProto trees;
    try {
      trees = TreeTransitionsProto.parseFrom(value);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "no requests for trees: value=" + HexFormat.of().formatHex(value) + ": "
              + e.getMessage(), e);
    }
    if (trees.getFormatVersion() != FORMAT_VERSION) {
      throw new IllegalArgumentException(
          "the requests for trees are not of the version that this NameNode reads: formatVersion="
              + Integer.toUnsignedString(trees.getFormatVersion()) + ", known=" + FORMAT_VERSION
              + "; start the version that wrote them");
    }
    return new TreeTransitions(
        trees.getLastId(), trees.getTreeList().stream().map(TreeTransition::of).toList());
  }
}
