package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an aspect says of itself.
 *
 * @param why what would go wrong without it
 * @param ladder why a lower rung (configuration, subclass) does not do
 * @param goneWhen what upstream would have to offer
 * @param pointcuts the comment above each pointcut that has one, by the pointcut's name
 */
record Reasons(String why, String ladder, String goneWhen, Map<String, Reason> pointcuts) {

  /**
   * Of one pointcut, as {@code // read: why it is there}.
   *
   * @param flow what of HDFS it is about
   */
  record Reason(Flow flow, String why) {

    private static final Pattern TEXT = Pattern.compile("([a-z]+): (.+)");

    static Reason parse(String comment, Path aspect) throws IOException {
      Matcher text = TEXT.matcher(comment);
      try {
        if (text.matches()) {
          return new Reason(Flow.valueOf(text.group(1).toUpperCase(Locale.ROOT)), text.group(2));
        }
      } catch (IllegalArgumentException e) {
        // Refused below.
      }
      throw new IOException(
          "the comment above a pointcut is FLOW: WHY: comment=" + comment + ", aspect=" + aspect);
    }
  }

  private static final Pattern HEADER =
      Pattern.compile("Why:(.+?)Ladder:(.+?)Gone when:(.+?)\\*/", Pattern.DOTALL);
  private static final Pattern POINTCUT =
      Pattern.compile("((?:^  // .*\\n)+)^  pointcut (\\w+)\\(", Pattern.MULTILINE);

  static Reasons of(Path aspect) throws IOException {
    String text = Files.readString(aspect);
    Matcher header = HEADER.matcher(text);
    if (!header.find()) {
      throw new IOException(
          "aspect without the lines Why, Ladder and Gone when in its header: " + aspect);
    }
    Map<String, Reason> pointcuts = new TreeMap<>();
    Matcher pointcut = POINTCUT.matcher(text);
    while (pointcut.find()) {
      String comment = pointcut.group(1).replaceAll("\\s*// ", " ").strip();
      pointcuts.put(pointcut.group(2), Reason.parse(comment, aspect));
    }
    return new Reasons(
        plain(header.group(1)), plain(header.group(2)), plain(header.group(3)), pointcuts);
  }

  private static String plain(String text) {
    return text.replaceAll("\\s*\\n\\s*\\*?\\s*", " ").strip();
  }

  /**
   * The reason of an advised pointcut.
   *
   * @throws IOException where it has none
   */
  Reason of(String pointcut, String aspect) throws IOException {
    Reason reason = pointcuts.get(pointcut);
    if (reason == null) {
      throw new IOException(
          "a pointcut without a comment above it that says why: " + aspect + "." + pointcut);
    }
    return reason;
  }
}
