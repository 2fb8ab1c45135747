package io.okapifs.hdfs.layout;

import io.okapifs.Woven;


/**
 * How the NameNode tells a client that writes parity from one that does not know of it: by a word
 * in the client's name, which every call of a writer carries. It guards against accidents, not
 * against a client that lies.
 */
public final class WriterName {

  private static final String MARK = "_okapi";

  private WriterName() {}

  /** The part of our client's name that HDFS takes from the task, with the mark behind it. */
  @Woven
  public static String marked(String taskId) {
    return taskId + MARK;
  }

  /** Whether a client of this name writes the parity of what it writes. */
  public static boolean writesParity(String clientName) {
    return clientName.contains(MARK + "_");
  }
}
