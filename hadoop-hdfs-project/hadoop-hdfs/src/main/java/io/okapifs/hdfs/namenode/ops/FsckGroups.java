package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.FileTolerance;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one file system check saw of parity groups. Used by the thread of the check. */
public final class FsckGroups {

  private final SortedMap<Integer, Long> byTolerance = new TreeMap<>();
  private long waiting;

  void add(FileTolerance file) {
    file.byTolerance().forEach((losses, groups) -> byTolerance.merge(losses, groups, Long::sum));
    waiting += file.waiting();
  }

  /**
   * HDFS's report of a check, and behind it lines about parity groups, if there are any.
   *
   * @param report its last line has no end
   */
  @Woven
  public String behind(String report) {
    if (byTolerance.isEmpty()) {
      return report;
    }
    StringBuilder lines = new StringBuilder(report);
    lines.append("\n Parity groups among them:\t")
        .append(byTolerance.values().stream().mapToLong(Long::longValue).sum());
    byTolerance.forEach(
        (losses, groups) ->
            lines.append(losses < 0
                    ? "\n  that lost more than they survive:\t"
                    : "\n  that survive " + losses + " more losses:\t")
                .append(groups));
    return lines.append("\n  that wait for encoding:\t").append(waiting).toString();
  }
}
