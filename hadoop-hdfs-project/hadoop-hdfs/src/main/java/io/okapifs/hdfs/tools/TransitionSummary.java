package io.okapifs.hdfs.tools;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** What became of the files that a command about transitions visited. Used by one thread. */
final class TransitionSummary {

  /** What may become of a file, in the order in which it is told. */
  enum Fate {
    QUEUED("queued"),
    DONE("done"),
    COPIED("copied"),
    ALREADY_SO("already so"),
    TOO_YOUNG("too young"),
    REPLICATED("replicated (use -copy)"),
    IN_HDFS_FORM("in HDFS's own form (use POLICY@WIDTH)"),
    REFUSED("refused");

    private final String words;

    Fate(String words) {
      this.words = words;
    }
  }

  private final Map<Fate, Long> counts = new EnumMap<>(Fate.class);

  void count(Fate fate) {
    count(fate, 1);
  }

  void count(Fate fate, long files) {
    counts.merge(fate, files, Long::sum);
  }

  /** Tells on standard error why nothing is done with a file. */
  void refuse(Path file, String why) {
    count(Fate.REFUSED);
    System.err.println(file.toUri().getPath() + ": " + why);
  }

  int exitCode() {
    return of(Fate.REFUSED) == 0 ? 0 : EcCommands.FAILED;
  }

  private long of(Fate fate) {
    return counts.getOrDefault(fate, 0L);
  }

  /**
   * One line.
   *
   * @param waited whether files that were queued were waited for
   */
  String toText(boolean waited) {
    List<String> parts = new ArrayList<>();
    for (Fate fate : Fate.values()) {
      boolean always = fate == (waited ? Fate.DONE : Fate.QUEUED) || fate == Fate.REFUSED;
      if (always || of(fate) > 0) {
        parts.add(of(fate) + " " + fate.words);
      }
    }
    return String.join(", ", parts);
  }
}
