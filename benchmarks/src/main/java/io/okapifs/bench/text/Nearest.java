package io.okapifs.bench.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Names that somebody may have meant who wrote another one. */
public final class Nearest {

  private static final LevenshteinDistance DISTANCE = LevenshteinDistance.getDefaultInstance();

  private Nearest() {}

  /**
   * The names that differ least, the nearest first.
   *
   * @param most so many at most
   */
  public static List<String> of(String written, Collection<String> names, int most) {
    return names.stream()
        .sorted(Comparator.comparingInt(name -> DISTANCE.apply(written, name)))
        .limit(most)
        .toList();
  }
}
