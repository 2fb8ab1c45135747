package io.okapifs.bench.paper;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where the values of a row come from. Any thread may call it. */
public interface Source {
  /**
   * What there is to take values from.
   *
   * @param tables names of the tables of okapi-ec
   * @param commands names of the commands of bench
   * @param kept result files
   */
  record Available(Set<String> tables, Set<String> commands, KeptResults kept) {}

  /** Values, or why there are none. */
  Outcome outcome(Available available);

  /** How a reader has them again, for example a command line. */
  String how();

  /** The commands of bench that measure it; none where it is computed. */
  default List<BenchRun> runs() {
    return List.of();
  }

  /** Names of values for which a reason is given though they might not differ; none by default. */
  default Set<String> reasonedNames() {
    return Set.of();
  }

  /** What stands in for it; only of what cannot be had. */
  default Optional<String> substitute() {
    return Optional.empty();
  }
}
