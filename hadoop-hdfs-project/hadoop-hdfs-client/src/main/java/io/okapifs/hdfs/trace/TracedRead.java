package io.okapifs.hdfs.trace;

import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One read of a file, a line of a trace: time, path, length of the file, offset and length, with
 * tabs between them. A backslash, tab or line break of a path is written {@code \\}, {@code \t},
 * {@code \n} or {@code \r}.
 *
 * @param timeMs since 1970
 * @param path absolute, in its file system
 * @param fileLength bytes
 * @param offset of the first byte
 * @param length bytes, at least 1, all inside the file
 */
public record TracedRead(long timeMs, String path, long fileLength, long offset, long length) {

  /** The first line of a trace; its number is the version. */
  public static final String HEADER = "#okapi-read-trace 1";

  private static final String EXPECTED =
      "expected: time in ms, path, file length, offset, length, with tabs between them";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  public TracedRead {
    boolean isRead = length > 0 && offset <= fileLength - length;
    if (!isRead || !path.startsWith("/") || LongStream.of(timeMs, offset).min().getAsLong() < 0) {
      throw new IllegalArgumentException(
          "not a read inside a file: path=" + path + ", fileLength=" + fileLength + ", offset="
              + offset + ", length=" + length + "; " + EXPECTED);
    }
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static TracedRead parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != 5
        || !Stream.of(fields[0], fields[2], fields[3], fields[4])
            .allMatch(field -> NUMBER.matcher(field).matches())) {
      throw new IllegalArgumentException("not a read: '" + line + "'; " + EXPECTED);
    }
    return new TracedRead(
        Long.parseLong(fields[0]), unescaped(fields[1]), Long.parseLong(fields[2]),
        Long.parseLong(fields[3]), Long.parseLong(fields[4]));
  }

  /** Without a line break. */
  public String toLine() {
    return String.join(
        "\t", Long.toString(timeMs), escaped(path), Long.toString(fileLength),
        Long.toString(offset), Long.toString(length));
  }

  private static String escaped(String path) {
    return path.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String unescaped(String field) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char letter = field.charAt(i);
      if (letter == '\\' && i + 1 < field.length()) {
        i++;
        letter =
            switch (field.charAt(i)) {
              case 't' -> '\t';
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> field.charAt(i);
            };
      }
      path.append(letter);
    }
    return path.toString();
  }
}
