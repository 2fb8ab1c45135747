package io.okapifs.hdfs.balancer;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.util.StringUtils;

/** What may not move now, by reason. For one thread at a time. */
final class MoveReasons {

  /** Of so many files the paths are told. */
  private static final int PATHS = 10;

  /** Blocks that stay for one reason. */
  private static final class Sum {
    private long blocks;
    private long bytes;
    private long files;
    private String lastPath = "";
    private final List<String> paths = new ArrayList<>();

    /** The blocks of a file come one behind the other. */
    private void addPath(String path) {
      if (!path.equals(lastPath)) {
        lastPath = path;
        files++;
        if (paths.size() < PATHS) {
          paths.add(path);
        }
      }
    }

    private String what() {
      String size = StringUtils.byteDesc(bytes);
      if (files == 0) {
        return size;
      }
      return blocks == 0 ? "blocks" : blocks + (blocks == 1 ? " block of " : " blocks of ") + size;
    }

    private String where() {
      long more = files - paths.size();
      String others = more == 0 ? "" : " and " + more + (more == 1 ? " more file" : " more files");
      return files == 0 ? "" : ", of " + String.join(", ", paths) + others;
    }
  }

  private final Map<String, Sum> sums = new TreeMap<>();

  /** Adds bytes of unknown files. */
  void add(String why, long bytes) {
    sumOf(why).bytes += bytes;
  }

  /** Adds a block of a file. */
  void add(String why, long bytes, String path) {
    Sum sum = sumOf(why);
    sum.blocks++;
    sum.bytes += bytes;
    sum.addPath(path);
  }

  /** Adds a file whose blocks are not known. */
  void addUnknown(String why, String path) {
    sumOf(why).addPath(path);
  }

  private Sum sumOf(String why) {
    return sums.computeIfAbsent(why, any -> new Sum());
  }

  boolean isEmpty() {
    return sums.isEmpty();
  }

  void print(PrintStream out) {
    sums.forEach(
        (why, sum) -> out.println("  " + sum.what() + " may not move now: " + why + sum.where()));
  }

  void clear() {
    sums.clear();
  }
}
