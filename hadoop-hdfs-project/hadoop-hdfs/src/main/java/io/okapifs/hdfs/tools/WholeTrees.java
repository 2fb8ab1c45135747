package io.okapifs.hdfs.tools;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.hdfs.DFSUtil;

/**
 * Finds directories all of whose files shall get one form, so that one request is enough for them.
 * Keeps something of each directory, and nothing of a file. Used by one thread.
 *
 * @param <G> what files may get
 */
final class WholeTrees<G> {

  /**
   * What is to be done in and below a directory.
   *
   * @param files that get it
   */
  record Tree<G>(String path, G goal, long files) {}

  /** Of a directory with what is below it, or of its own files. */
  private static final class Sum<G> {
    private final Map<G, Long> goals = new HashMap<>();
    private final Set<String> kept = new HashSet<>();
    private boolean isBlocked;

    private void add(Sum<G> other) {
      other.goals.forEach((goal, files) -> goals.merge(goal, files, Long::sum));
      kept.addAll(other.kept);
      isBlocked |= other.isBlocked;
    }
  }

  private final Function<G, String> policyOf;
  private final Map<String, Sum<G>> own = new HashMap<>();

  /**
   * @param policyOf the name of the policy that files get by a goal
   */
  WholeTrees(Function<G, String> policyOf) {
    this.policyOf = policyOf;
  }

  /** A file that gets something. */
  void change(String path, G goal) {
    of(path).goals.merge(goal, 1L, Long::sum);
  }

  /** A file that keeps the policy that it has. */
  void keep(String path, String policy) {
    of(path).kept.add(policy);
  }

  /** A file, or a directory, that no request may be about. */
  void block(String path) {
    of(path).isBlocked = true;
  }

  private Sum<G> of(String path) {
    return own.computeIfAbsent(parent(path), directory -> new Sum<>());
  }

  /**
   * The topmost such directories with so many files or more, below others.
   *
   * @param tops the directories below which files were looked at; they may be such themselves
   */
  List<Tree<G>> find(List<String> tops, long least) {
    NavigableMap<String, Sum<G>> sums = new TreeMap<>();
    own.forEach(
        (directory, sum) -> {
          for (String at = directory; at != null; at = at.equals("/") ? null : parent(at)) {
            sums.computeIfAbsent(at, each -> new Sum<>()).add(sum);
          }
        });
    List<Tree<G>> trees = new ArrayList<>();
    // Ascending: a directory comes before what is below it.
    sums.forEach(
        (directory, sum) -> {
          boolean isNew =
              trees.stream().noneMatch(tree -> DFSUtil.isParentEntry(directory, tree.path));
          boolean isAsked = tops.stream().anyMatch(top -> DFSUtil.isParentEntry(directory, top));
          if (isNew && isAsked && isWhole(sum)) {
            sum.goals.forEach(
                (goal, files) -> {
                  if (files >= least) {
                    trees.add(new Tree<>(directory, goal, files));
                  }
                });
          }
        });
    return trees;
  }

  private boolean isWhole(Sum<G> sum) {
    return !sum.isBlocked
        && sum.goals.size() == 1
        && sum.goals.keySet().stream()
            .allMatch(goal -> Set.of(policyOf.apply(goal)).containsAll(sum.kept));
  }

  /** The directory that a file is in, by its path. */
  static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash <= 0 ? "/" : path.substring(0, slash);
  }
}
