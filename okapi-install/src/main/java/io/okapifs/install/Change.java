package io.okapifs.install;

import java.nio.file.Path;

/**
 * What is done to one file of an installation; a line of its receipt.
 *
 * @param path below the installation
 * @param before SHA-256 of what is there; null for nothing
 * @param after SHA-256 of what is to be there; null for nothing
 */
record Change(Path path, String before, String after) {

  private static final String NOTHING = "-";

  Change {
    if (before == null && after == null) {
      throw new IllegalArgumentException("changes nothing: path=" + path);
    }
  }

  static Change parse(String line) throws InstallException {
    String[] columns = line.split("  ", 3);
    if (columns.length < 3 || columns[2].isEmpty()) {
      throw new InstallException("not a line of a receipt: line=" + line);
    }
    return new Change(Path.of(columns[2]), digest(columns[0]), digest(columns[1]));
  }

  private static String digest(String column) {
    return column.equals(NOTHING) ? null : column;
  }

  String toLine() {
    return (before == null ? NOTHING : before) + "  " + (after == null ? NOTHING : after) + "  "
        + path;
  }
}
