package io.okapifs.hdfs.suites;

import java.util.ArrayList;
import java.util.List;

/**
 * What the command line asks for.
 *
 * @param which which classes
 * @param base for {@link Which#CHANGED}: the commit that the sources are compared with
 * @param named for {@link Which#NAMED}: names below {@code org.apache.hadoop}
 * @param modes in which they run
 * @param action what is done with them
 * @param write whether results are recorded
 */
record SuiteOptions(
    Which which, String base, List<String> named, List<SuiteMode> modes, Action action,
    boolean write) {

  /** A set of classes. */
  enum Which {
    /** Those of the continuous integration. */
    CI,
    /** Every one. */
    ALL,
    /** Those without a recorded result. */
    MISSING,
    /** Those that execute what changed. */
    CHANGED,
    /** Those on the command line. */
    NAMED
  }

  /** What is done. */
  enum Action { RUN, LIST, DOCUMENT }

  static SuiteOptions parse(List<String> words) {
    Which which = Which.CI;
    String base = "HEAD";
    List<String> named = new ArrayList<>();
    List<SuiteMode> modes = SuiteCover.MODES;
    Action action = Action.RUN;
    boolean write = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      switch (word) {
        case "--all" -> which = Which.ALL;
        case "--missing" -> which = Which.MISSING;
        case "--changed" -> {
          which = Which.CHANGED;
          if (i + 1 < words.size() && !words.get(i + 1).startsWith("--")) {
            base = words.get(++i);
          }
        }
        case "--stock", "--off", "--forced" -> modes = List.of(SuiteMode.parse(word.substring(2)));
        case "--list" -> action = Action.LIST;
        case "--document" -> action = Action.DOCUMENT;
        case "--write" -> write = true;
        default -> {
          if (word.startsWith("-")) {
            throw new IllegalArgumentException("unknown option: " + word);
          }
          which = Which.NAMED;
          named.add(word);
        }
      }
    }
    return new SuiteOptions(which, base, named, modes, action, write);
  }
}
