package io.okapifs.hdfs.transition;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A transition that has ended. An immutable value.
 *
 * @param untilMillis when it ended
 * @param last how far it was then; {@link TransitionRecord.Step#COMMITTED} where the file has the new
 *     policy
 */
public record EndedTransition(long untilMillis, TransitionStatus last) {

  private static final String SEPARATOR = "\t";

  /** Name of the attribute that asks for them, behind that of transitions. */
  private static final String QUESTION = ".history";

  /** Whether an attribute, without its namespace, asks for transitions that have ended. */
  public static boolean isAskedFor(String attribute) {
    return attribute.equals(TransitionRecord.XATTR + QUESTION);
  }

  /** Name of the attribute that asks for them, with its namespace. */
  static String question() {
    return TransitionRequest.XATTR + QUESTION;
  }

  /** As the value of the attribute. */
  public static byte[] toValue(List<EndedTransition> all) {
    return all.stream()
        .map(each -> each.untilMillis + SEPARATOR + each.last.toText())
        .collect(Collectors.joining(TransitionPage.SEPARATOR))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** What {@link #toValue} was made of. */
  public static List<EndedTransition> parse(byte[] value) {
    return value == null || value.length == 0
        ? List.of()
        : Arrays.stream(new String(value, StandardCharsets.UTF_8).split(TransitionPage.SEPARATOR))
            .map(EndedTransition::parse)
            .toList();
  }

  private static EndedTransition parse(String text) {
    String[] parts = text.split(SEPARATOR, 2);
    return new EndedTransition(Long.parseLong(parts[0]), TransitionStatus.parse(parts[1]));
  }
}
