package io.okapifs.hdfs.repair;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What one DataNode has counted of the repairs of one namespace: sums by policy and counter. It
 * travels as the text of a notice to the NameNode, of which a stock one makes a line of its log.
 * Any thread may use it.
 *
 * @param processStart when the DataNode began to count, milliseconds; counts begin at zero then
 * @param sums by the name of a policy and the name of a counter
 */
public record RepairReport(long processStart, Map<String, Map<String, Long>> sums) {

  private static final String BEGIN = "okapi-repairs";

  /** Counters of a policy in a report that is taken: several times as many as there are. */
  private static final int COUNTERS_MAX = 64;

  public RepairReport {
    Map<String, Map<String, Long>> copy = new TreeMap<>();
    sums.forEach((policy, counts) -> copy.put(policy, Map.copyOf(counts)));
    sums = copy;
  }

  /** As {@code okapi-repairs START POLICY:COUNTER=N,COUNTER=N POLICY:...}. */
  public String toText() {
    StringBuilder text = new StringBuilder(BEGIN + ' ' + processStart);
    sums.forEach(
        (policy, counts) ->
            text.append(' ').append(policy).append(':').append(
                new TreeMap<>(counts).entrySet().stream()
                    .map(count -> count.getKey() + "=" + count.getValue())
                    .collect(Collectors.joining(","))));
    return text.toString();
  }

  /** What it says of some policies. */
  public RepairReport of(Predicate<String> policies) {
    Map<String, Map<String, Long>> some = new TreeMap<>(sums);
    some.keySet().removeIf(policies.negate());
    return new RepairReport(processStart, some);
  }

  /** The report that a text is; empty where it is another notice. */
  public static Optional<RepairReport> parse(String text) {
    String[] words = text == null ? new String[0] : text.split(" ");
    if (words.length < 2 || !words[0].equals(BEGIN)) {
      return Optional.empty();
    }
    try {
      Map<String, Map<String, Long>> sums = new TreeMap<>();
      for (int i = 2; i < words.length; i++) {
        String[] parts = words[i].split("[:,]");
        if (parts.length > COUNTERS_MAX) {
          return Optional.empty();
        }
        Map<String, Long> counts = sums.computeIfAbsent(parts[0], policy -> new TreeMap<>());
        for (int j = 1; j < parts.length; j++) {
          String[] count = parts[j].split("=");
          counts.put(count[0], Long.parseLong(count[1]));
        }
      }
      return Optional.of(new RepairReport(Long.parseLong(words[1]), sums));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
