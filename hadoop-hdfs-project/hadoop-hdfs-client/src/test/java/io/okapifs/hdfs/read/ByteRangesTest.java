package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ranges that are added in any order, beside a set of single bytes. */
class ByteRangesTest {

  private static final int BYTES = 64;

  private static ByteRange random(Random random) {
    int from = random.nextInt(BYTES);
    return new ByteRange(from, from + random.nextInt(BYTES - from) / 4 + 1);
  }

  private static int runs(BitSet bytes) {
    return (int) bytes.stream().filter(each -> each == 0 || !bytes.get(each - 1)).count();
  }

  @Test
  void theyAreTheBytesThatWereAdded() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      ByteRanges ranges = new ByteRanges();
      BitSet bytes = new BitSet();
      for (int step = 0; step < 12; step++) {
        ByteRange more = random(random);
        ranges.add(more);
        bytes.set((int) more.from(), (int) more.to());
        ByteRange asked = random(random);
        assertThat(ranges.shared(asked))
            .as("seed %d, step %d", seed, step)
            .isEqualTo(bytes.get((int) asked.from(), (int) asked.to()).cardinality());
        assertThat(ranges.count()).as("seed %d, step %d", seed, step).isEqualTo(runs(bytes));
      }
    }
  }
}
