package io.okapifs.bench.sim;

import java.util.concurrent.TimeUnit;

/** Which of the reads of a simulation count. */
public sealed interface Span {

  /** Whether a read counts that became complete at a moment, before which others had. */
  boolean counts(long nanos, int before);

  /** Whether all that count are complete. */
  boolean isOver(long nanos, int complete);

  /**
   * So many, and as many before them that do not count.
   *
   * @param reads at least 1
   */
  record Reads(int warmUps, int reads) implements Span {
    public Reads {
      if (reads < 1) {
        throw new IllegalArgumentException("at least one read is needed: reads=" + reads);
      }
    }

    @Override
    public boolean counts(long nanos, int before) {
      return before >= warmUps && before < warmUps + reads;
    }

    @Override
    public boolean isOver(long nanos, int complete) {
      return complete >= warmUps + reads;
    }
  }

  /** Those that become complete within some seconds. */
  record Seconds(double warmUp, double seconds) implements Span {
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    @Override
    public boolean counts(long nanos, int before) {
      return nanos >= warmUp * NANOS && !isOver(nanos, before);
    }

    @Override
    public boolean isOver(long nanos, int complete) {
      return nanos >= (warmUp + seconds) * NANOS;
    }
  }
}
