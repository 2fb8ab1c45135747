package io.okapifs.hdfs.tools;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    PASSED_OVER("passed over"),
    REPLICATED("replicated (use -copy)"),
    IN_HDFS_FORM("in HDFS's own form (use POLICY@WIDTH)"),
    CONTROLLED("paused, resumed or cancelled"),
    REFUSED("refused");

    private final String words;

    Fate(String words) {
      this.words = words;
    }

    /** As a key of JSON. */
    private String key() {
      String[] parts = name().toLowerCase(Locale.ROOT).split("_");
      return Stream.of(parts).skip(1)
          .map(part -> part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1))
          .collect(Collectors.joining("", parts[0], ""));
    }
  }

  /**
   * For programs; its components are the keys of the JSON view.
   *
   * @param requests numbers of requests for trees that were made
   * @param files how many by what became of them: queued, done, copied, alreadySo, tooYoung,
   *     passedOver, replicated, inHdfsForm, controlled, refused
   * @param refused why nothing was done, by path, of the first thousand
   */
  record Outcome(List<Long> requests, Map<String, Long> files, Map<String, String> refused) {}

  /** Of files that are refused, so many are named in JSON; standard error has all. */
  private static final int NAMED = 1000;

  private final List<Long> requests = new ArrayList<>();
  private final Map<String, String> refused = new LinkedHashMap<>();

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
    if (refused.size() < NAMED) {
      refused.put(file.toUri().getPath(), why);
    }
  }

  /** Of a tree, whose files the NameNode looks at. */
  void request(long id) {
    requests.add(id);
  }

  Outcome outcome() {
    Map<String, Long> files = new LinkedHashMap<>();
    for (Fate fate : Fate.values()) {
      files.put(fate.key(), of(fate));
    }
    return new Outcome(List.copyOf(requests), files, refused);
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

  /** The counts of some, or that there are none. */
  String toText(List<Fate> fates) {
    List<String> parts =
        fates.stream()
            .filter(fate -> of(fate) > 0)
            .map(fate -> of(fate) + " " + fate.words)
            .toList();
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }
}
