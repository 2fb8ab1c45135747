package io.okapifs.bench.own;

import java.util.Random;

/** How many bytes a read asks for: always the same, or drawn from a mix. */
interface ReadSizes {

  /** Whole cells. */
  long next(Random random);

  /**
   * From a word: a number of bytes, or {@code mix:MEDIAN,SIGMA,LEAST,MOST} in bytes, a log-normal
   * distribution whose draws outside the bounds are drawn again.
   */
  static ReadSizes parse(String word, int cellBytes) {
    if (!word.startsWith("mix:")) {
      long bytes = Long.parseLong(word);
      return random -> bytes;
    }
    String[] numbers = word.substring("mix:".length()).split(",");
    double median = Double.parseDouble(numbers[0]);
    double sigma = Double.parseDouble(numbers[1]);
    double least = Double.parseDouble(numbers[2]);
    double most = Double.parseDouble(numbers[3]);
    return random -> {
      double bytes;
      do {
        bytes = median * Math.exp(sigma * random.nextGaussian());
      } while (bytes <= least || bytes > most);
      return (long) Math.ceil(bytes / cellBytes) * cellBytes;
    };
  }
}
