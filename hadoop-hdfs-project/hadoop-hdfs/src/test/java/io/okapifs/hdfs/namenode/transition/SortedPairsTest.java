package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pairs of numbers beside a tree of objects that holds the same. */
class SortedPairsTest {

  private record Pair(long first, long second) {}

  private final SortedPairs pairs = new SortedPairs();
  private final TreeSet<Pair> expected =
      new TreeSet<>(Comparator.comparingLong(Pair::first).thenComparingLong(Pair::second));

  private void add(long first, long second) {
    pairs.add(first, second);
    expected.add(new Pair(first, second));
  }

  private void remove(long first, long second) {
    pairs.remove(first, second);
    expected.remove(new Pair(first, second));
  }

  private void check(Random random, int range) {
    assertThat(pairs.size()).isEqualTo(expected.size());
    assertThat(pairs.isEmpty()).isEqualTo(expected.isEmpty());
    List<Long> seconds = new ArrayList<>();
    for (PrimitiveIterator.OfLong at = pairs.seconds(); at.hasNext(); ) {
      seconds.add(at.nextLong());
    }
    assertThat(seconds).isEqualTo(expected.stream().map(Pair::second).toList());
    long first = random.nextInt(range);
    assertThat(pairs.secondOf(first).stream().boxed())
        .isEqualTo(
            expected.stream().filter(each -> each.first == first).map(Pair::second).limit(1)
                .toList());
    assertThat(pairs.firstsAbove(first, 5))
        .isEqualTo(
            expected.stream().map(Pair::first).filter(each -> each > first).limit(5).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 60, 5_000})
  void theyAreThoseThatWereAddedAndNotRemoved(int range) {
    Random random = new Random(range);
    for (int step = 0; step < 20_000; step++) {
      // First more are added than removed, then the other way round.
      if (random.nextInt(10) < (step < 10_000 ? 7 : 2)) {
        add(random.nextInt(range), random.nextInt(range));
      } else {
        remove(random.nextInt(range), random.nextInt(range));
      }
      if (step % 200 == 0) {
        check(random, range);
      }
    }
    check(random, range);
    for (Pair each : List.copyOf(expected)) {
      remove(each.first, each.second);
    }
    check(random, range);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theyMayComeInOrderOrAgainstIt(boolean ascending) {
    for (int i = 0; i < 3_000; i++) {
      int number = ascending ? i : 3_000 - i;
      add(number, 7);
      add(number, -7);
    }
    check(new Random(1), 3_000);
    assertThat(pairs.firstsAbove(Long.MAX_VALUE, 1)).isEmpty();
  }
}
