package io.okapifs.bench.codes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures subjects in rounds: each round measures all of them once, in random order, so that what
 * drifts while a benchmark runs hits all alike, and ratios are taken within a round.
 *
 * @param count how many rounds
 * @param seed of the order
 */
public record Rounds(int count, long seed) {
  public Rounds {
    if (count < 1) {
      throw new IllegalArgumentException("rounds out of range: count=" + count);
    }
  }

  /** One result per subject of which the working set holds a group. */
  public List<Result> run(
      List<Subject> all, Meter meter, Arena arena, int windowBytes, WorkingSet workingSet)
      throws RunnerException {
    List<Subject> subjects =
        all.stream()
            .filter(s -> workingSet.groupCount(s, windowBytes, arena.bytes()) > 0)
            .toList();
    double[][] speeds = new double[subjects.size()][count];
    double[] heapBytes = new double[subjects.size()];
    Arrays.fill(heapBytes, Double.POSITIVE_INFINITY);
    List<Integer> order = new ArrayList<>(IntStream.range(0, subjects.size()).boxed().toList());
    Random random = new Random(seed);
    for (int round = 0; round < count; round++) {
      Collections.shuffle(order, random);
      for (int i : order) {
        Subject subject = subjects.get(i);
        int groupCount = workingSet.groupCount(subject, windowBytes, arena.bytes());
        Meter.Speed speed = meter.measure(subject, arena, windowBytes, groupCount);
        speeds[i][round] = speed.inputBytesPerSecond();
        heapBytes[i] = Math.min(heapBytes[i], speed.heapBytesPerGroup());
      }
    }
    return IntStream.range(0, subjects.size())
        .mapToObj(
            i -> new Result(subjects.get(i), windowBytes, workingSet, speeds[i], heapBytes[i]))
        .toList();
  }
}
