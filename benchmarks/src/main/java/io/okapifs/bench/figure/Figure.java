package io.okapifs.bench.figure;

import java.util.List;

/** A figure of a paper that is computed again from a model. */
public interface Figure {

  /** What it is asked for by. */
  String name();

  /** What it is of, and what stands in for what cannot be had. */
  String title();

  /** Computes it; the same settings give the same lines. */
  List<FigureLine> lines(Settings settings);

  /**
   * How much is simulated.
   *
   * @param reads that are counted for each value, at least one
   * @param seed of all that is drawn at random
   */
  record Settings(int reads, long seed) {

    public Settings {
      if (reads < 1) {
        throw new IllegalArgumentException("at least one read is needed: reads=" + reads);
      }
    }
  }
}
