package io.okapifs.hdfs.verify;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;

/**
 * The order in which a tree is walked: entries of a directory as a NameNode lists them, what is
 * below a directory in its place. It depends on names alone, so that paths have it that are gone.
 */
final class ListingOrder {

  private ListingOrder() {}

  /**
   * Whether a walk that has finished a file has left an entry behind.
   *
   * @param entry absolute path
   * @param isDirectory whether the entry is one
   * @param finished absolute path of the file
   */
  static boolean isBehind(String entry, boolean isDirectory, String finished) {
    String[] names = names(entry);
    String[] last = names(finished);
    for (int i = 0; i < Math.min(names.length, last.length); i++) {
      int order = DFSUtilClient.compareBytes(bytes(names[i]), bytes(last[i]));
      if (order != 0) {
        return order < 0;
      }
    }
    return names.length == last.length && !isDirectory;
  }

  private static String[] names(String path) {
    return path.substring(1).split(Path.SEPARATOR);
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }
}
