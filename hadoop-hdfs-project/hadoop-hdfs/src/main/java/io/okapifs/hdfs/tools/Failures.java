package io.okapifs.hdfs.tools;

/** How failures are told on a terminal. */
final class Failures {

  private Failures() {}

  static String firstLine(Exception e) {
    String message = e.getMessage();
    return message == null ? e.toString() : firstLine(message);
  }

  static String firstLine(String message) {
    return message.split("\n", 2)[0];
  }
}
