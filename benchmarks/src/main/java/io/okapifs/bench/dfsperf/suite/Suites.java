package io.okapifs.bench.dfsperf.suite;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** All suites by name. */
public final class Suites {

  private static final Map<String, Suite> ALL = new LinkedHashMap<>();

  static {
    for (Suite suite :
        List.of(
            new SimpleWrite(), new SimpleRead(), new SkipRead(), new Metadata(), new Mixture(),
            new Iterate(), new Massive(), new RandomRead())) {
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
      LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
      String nearest =
          names().stream().min(Comparator.comparing(each -> distance.apply(each, name)))
              .orElseThrow();
      throw new IllegalArgumentException(
          "no such suite: name=" + name + "; the nearest is " + nearest + ", there are "
              + String.join(", ", names()));
    }
    return suite;
  }
}
