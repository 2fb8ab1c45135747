package io.okapifs.bench.sim;

import java.util.Random;

/** How long reads are. */
@FunctionalInterface
public interface ReadSizes {

  /** Draws the bytes of a read. */
  long draw(Random random);

  /** All alike. */
  static ReadSizes fixed(long bytes) {
    return random -> bytes;
  }

  /**
   * Log-normal; what falls outside of the bounds is drawn again.
   *
   * @param median of the distribution without bounds, in bytes
   * @param sigma of the logarithm
   * @param above reads are longer than that
   * @param most and at most so long
   */
  static ReadSizes logNormal(long median, double sigma, long above, long most) {
    return random -> {
      while (true) {
        long bytes = Math.round(median * Math.exp(sigma * random.nextGaussian()));
        if (bytes > above && bytes <= most) {
          return bytes;
        }
      }
    };
  }

  /** Normal; what falls outside of the bounds, both of which are inside, is drawn again. */
  static ReadSizes normal(long mean, long deviation, long least, long most) {
    return random -> {
      while (true) {
        long bytes = Math.round(mean + deviation * random.nextGaussian());
        if (bytes >= least && bytes <= most) {
          return bytes;
        }
      }
    };
  }
}
