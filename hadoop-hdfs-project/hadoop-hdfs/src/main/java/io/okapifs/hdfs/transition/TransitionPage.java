package io.okapifs.hdfs.transition;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A part of the list of transitions, as one call answers. The question for it is the name of an
 * extended attribute that no file has. An immutable value.
 *
 * @param entries in no order
 * @param next where the next part begins; {@link #END} behind the last one
 */
public record TransitionPage(List<TransitionStatus> entries, long next) {

  /** Where the first part begins. */
  public static final long FIRST = 0;

  public static final long END = -1;

  private static final Pattern QUESTION =
      Pattern.compile(Pattern.quote(TransitionRecord.XATTR) + "(?:\\.(\\d{1,18}))?");

  /** Paths have no character of number 0. */
  static final String SEPARATOR = "\0";

  /** Name of the attribute that asks for a part, with its namespace. */
  static String question(long from) {
    return TransitionRequest.XATTR + (from == FIRST ? "" : "." + from);
  }

  /** Where the part begins that an attribute asks for; empty where it asks for none. */
  public static OptionalLong from(String attribute) {
    Matcher matcher = QUESTION.matcher(attribute);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(matcher.group(1) == null ? FIRST : Long.parseLong(matcher.group(1)));
  }

  /** As the value of the attribute. */
  public byte[] toValue() {
    return Stream.concat(
            Stream.of(Long.toString(next)), entries.stream().map(TransitionStatus::toText))
        .collect(Collectors.joining(SEPARATOR))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** What {@link #toValue} was made of. */
  public static TransitionPage parse(byte[] value) {
    String[] parts = new String(value, StandardCharsets.UTF_8).split(SEPARATOR);
    return new TransitionPage(
        Arrays.stream(parts).skip(1).map(TransitionStatus::parse).toList(),
        Long.parseLong(parts[0]));
  }
}
