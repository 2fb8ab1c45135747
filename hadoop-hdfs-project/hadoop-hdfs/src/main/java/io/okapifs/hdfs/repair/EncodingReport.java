package io.okapifs.hdfs.repair;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which parity groups one DataNode encodes for transitions and gets on with. It travels as the text
 * of a notice to the NameNode, of which a stock one makes a line of its log. Any thread may use it.
 *
 * @param parityGroups ids of their block groups
 */
public record EncodingReport(List<Long> parityGroups) {

  private static final String BEGIN = "okapi-encodings";

  /** Groups in a report that is taken: many times what one DataNode is given. */
  private static final int GROUPS_MAX = 4096;

  public EncodingReport {
    parityGroups = List.copyOf(parityGroups);
  }

  /** As {@code okapi-encodings ID ID ...}. */
  public String toText() {
    return BEGIN
        + parityGroups.stream().map(id -> " " + id).collect(Collectors.joining());
  }

  /** The report that a text is; empty where it is another notice. */
  public static Optional<EncodingReport> parse(String text) {
    String[] words = text == null ? new String[0] : text.split(" ");
    if (words.length == 0 || words.length > GROUPS_MAX + 1 || !words[0].equals(BEGIN)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new EncodingReport(Stream.of(words).skip(1).map(Long::valueOf).toList()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
