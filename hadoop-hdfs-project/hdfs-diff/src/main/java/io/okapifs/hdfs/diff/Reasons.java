package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header that every aspect carries.
 *
 * @param why what would go wrong without it
 * @param ladder why a lower rung (configuration, subclass) does not do
 * @param goneWhen what upstream would have to offer
 */
record Reasons(String why, String ladder, String goneWhen) {

  private static final Pattern HEADER =
      Pattern.compile("Why:(.+?)Ladder:(.+?)Gone when:(.+?)\\*/", Pattern.DOTALL);

  static Reasons of(Path aspect) throws IOException {
    Matcher header = HEADER.matcher(Files.readString(aspect));
    if (!header.find()) {
      throw new IOException(
          "aspect without the lines Why, Ladder and Gone when in its header: " + aspect);
    }
    return new Reasons(plain(header.group(1)), plain(header.group(2)), plain(header.group(3)));
  }

  private static String plain(String text) {
    return text.replaceAll("\\s*\\n\\s*\\*?\\s*", " ").strip();
  }
}
