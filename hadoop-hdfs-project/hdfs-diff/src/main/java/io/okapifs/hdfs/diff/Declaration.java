package io.okapifs.hdfs.diff;

import java.util.Comparator;

/**
 * A member that an aspect adds to an upstream class; a line of a lock.
 *
 * @param type the upstream class that gets it
 * @param member kind, type and name as the weaver gives them
 * @param aspect who adds it
 */
public record Declaration(String type, String member, String aspect)
    implements Comparable<Declaration> {

  private static final String KIND = "declare";
  private static final String SEPARATOR = "  ";

  static boolean isLine(String line) {
    return line.startsWith(KIND + SEPARATOR);
  }

  static Declaration parse(String line) {
    String[] columns = line.split(SEPARATOR);
    if (columns.length != 4 || !columns[0].equals(KIND)) {
      throw new IllegalArgumentException("not a declaration of the lock: line=" + line);
    }
    return new Declaration(columns[1], columns[2], columns[3]);
  }

  String toLine() {
    return String.join(SEPARATOR, KIND, type, member, aspect);
  }

  @Override
  public int compareTo(Declaration other) {
    return Comparator.comparing(Declaration::toLine).compare(this, other);
  }
}
