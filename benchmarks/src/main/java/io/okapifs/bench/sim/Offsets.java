package io.okapifs.bench.sim;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.Random;

/** Where in a file reads begin. Each place of the first half of the file is as likely. */
public enum Offsets implements Workload.Places {

  /** At multiples of the length of the read. */
  ALIGNED("aligned") {
    @Override
    long unit(FileLayout layout, long bytes) {
      return bytes;
    }
  },

  /** At any cell. */
  RANDOM_CELL("at random cells") {
    @Override
    long unit(FileLayout layout, long bytes) {
      return layout.policy().cellSize();
    }
  },

  /** At the start of a stripe. */
  STRIPE_START("from the start of a stripe") {
    @Override
    long unit(FileLayout layout, long bytes) {
      return layout.stripeSize();
    }
  };

  private final String words;

  Offsets(String words) {
    this.words = words;
  }

  abstract long unit(FileLayout layout, long bytes);

  /** The file is at least twice as long as the read. */
  @Override
  public long draw(FileLayout layout, long length, long bytes, Random random) {
    long half = length / 2;
    if (bytes < 1 || bytes > half) {
      throw new IllegalArgumentException(
          "a read must fit into half of its file: bytes=" + bytes + ", length=" + length);
    }
    long unit = unit(layout, bytes);
    return unit * random.nextInt((int) Math.max(1, half / unit));
  }

  @Override
  public String toString() {
    return words;
  }
}
