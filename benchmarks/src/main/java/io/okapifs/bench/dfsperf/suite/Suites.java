package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.text.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All suites by name. */
public final class Suites {

  private static final Map<String, Suite> ALL = new LinkedHashMap<>();

  static {
    for (Suite suite :
        List.of(
            new SimpleWrite(), new SimpleRead(), new SkipRead(), new Metadata(), new Mixture(),
            new Iterate(), new Massive(), new RandomRead(),
            new DegradedRead(), new Repair(), new Transition())) {
      ALL.put(suite.name(), suite);
    }
  }

  private Suites() {}

  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * A suite.
   *
   * @throws IllegalArgumentException where there is none, naming the nearest
   */
  public static Suite byName(String name) {
    Suite suite = ALL.get(name);
    if (suite == null) {
      throw new IllegalArgumentException(
          "no such suite: name=" + name + "; the nearest is " + Nearest.of(name, names(), 1).get(0)
              + ", there are " + String.join(", ", names()));
    }
    return suite;
  }
}
