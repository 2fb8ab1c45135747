package io.okapifs.bench.scenario;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The words for layouts that are read: coupled, a stripe width, or advised. */
final class ReadLayout {

  static final String COUPLED = "coupled";
  private static final String ADVISED = "advised";

  private ReadLayout() {}

  /**
   * Files of one policy.
   *
   * @param suffix behind the name of the code's policy
   */
  record Directory(String path, String suffix) {}

  static boolean isOne(String word) {
    return word.equals(COUPLED)
        || word.equals(ADVISED)
        || word.matches("[1-9]\\d?") && Integer.parseInt(word) <= FileLayout.MAX_STRIPE_WIDTH;
  }

  static String refusal(String word) {
    return "--layouts are coupled, advised and stripe widths of 1 to "
        + FileLayout.MAX_STRIPE_WIDTH + ", not " + word;
  }

  /**
   * Where its files are: of advised one for each width, the narrowest first.
   *
   * @param k data blocks of a group, the widest width that is advised
   */
  static List<Directory> directories(String word, int k) {
    if (word.equals(COUPLED)) {
      return List.of(new Directory("/coupled", ""));
    }
    if (word.equals(ADVISED)) {
      return IntStream.rangeClosed(1, k)
          .mapToObj(width -> new Directory("/advised-" + width, "@" + width))
          .toList();
    }
    return List.of(new Directory("/" + word, "@" + word));
  }

  static String paths(String word, int k) {
    return directories(word, k).stream().map(Directory::path).collect(Collectors.joining(","));
  }
}
