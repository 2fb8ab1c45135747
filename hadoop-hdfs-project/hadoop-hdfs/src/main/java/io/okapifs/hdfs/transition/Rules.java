package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.RulesProto;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * All rules, as image and journal keep them: the value of an extended attribute of the root
 * directory. An immutable value.
 *
 * @param all one for each directory that has one
 */
public record Rules(List<Rule> all) {

  /** Name of the extended attribute, without its namespace, which is that of the system. */
  public static final String XATTR = "hdfs.okapi.rules";

  /** Of the value; whoever changes what a value means counts it up. */
  private static final int FORMAT_VERSION = 1;

  public Rules {
    all = List.copyOf(all);
  }

  /** Before the first one. */
  public static Rules none() {
    return new Rules(List.of());
  }

  /** The same with one more, which takes the place of the one of its directory. */
  public Rules with(Rule rule) {
    List<Rule> changed = new ArrayList<>(without(rule.directoryId()).all);
    changed.add(rule);
    return new Rules(changed);
  }

  /** The same without the one of a directory. */
  public Rules without(long directoryId) {
    return new Rules(all.stream().filter(each -> each.directoryId() != directoryId).toList());
  }

  /** The value of the attribute. */
  public byte[] toValue() {
    RulesProto.Builder value = RulesProto.newBuilder().setFormatVersion(FORMAT_VERSION);
    all.forEach(each -> value.addRule(each.toProto()));
    return value.build().toByteArray();
  }

  /**
   * What a value says.
   *
   * @throws IllegalArgumentException where it says nothing of the kind, or is of a newer version
   */
  public static Rules parse(byte[] value) {
    RulesProto rules;
    try {
      rules = RulesProto.parseFrom(value);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "no rules: value=" + HexFormat.of().formatHex(value) + ": " + e.getMessage(), e);
    }
    if (rules.getFormatVersion() != FORMAT_VERSION) {
      throw new IllegalArgumentException(
          "the rules are not of the version that this NameNode reads: formatVersion="
              + Integer.toUnsignedString(rules.getFormatVersion()) + ", known=" + FORMAT_VERSION
              + "; start the version that wrote them");
    }
    return new Rules(rules.getRuleList().stream().map(Rule::of).toList());
  }
}
