package io.okapifs.bench.codes;

import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures with JMH how fast a subject goes.
 *
 * @param warmUpMillis before each measurement
 * @param millis of each measurement
 */
public record Meter(long warmUpMillis, long millis) {
  private static final long PASS_BYTES = 4 << 20;
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** Of one measurement. */
  public record Speed(double inputBytesPerSecond, double heapBytesPerGroup) {}

  /** A subject over its memory; goes on where it stopped. */
  private static final class Passes implements Runnable {
    private final Subject.Work work;
    private final int groupCount;
    private final int groupsPerPass;
    private int next;

    Passes(Subject.Work work, int groupCount, int groupsPerPass) {
      this.work = work;
      this.groupCount = groupCount;
      this.groupsPerPass = groupsPerPass;
    }

    @Override
    public void run() {
      if (next + groupsPerPass > groupCount) {
        next = 0;
      }
      work.run(next, groupsPerPass);
      next += groupsPerPass;
    }
  }

  /** Measures once. */
  public Speed measure(Subject subject, Arena arena, int windowBytes, int groupCount)
      throws RunnerException {
    long groupBytes = (long) subject.inputCount() * windowBytes;
    int groupsPerPass = (int) Math.max(1, Math.min(groupCount, PASS_BYTES / groupBytes));
    Subject.Work work = subject.setUp().prepare(arena, windowBytes, groupCount);
    PassBenchmark.measureNext(new Passes(work, groupCount, groupsPerPass));
    RunResult result = new Runner(options()).runSingle();
    double passesPerSecond = result.getPrimaryResult().getScore();
    return new Speed(
        passesPerSecond * groupsPerPass * groupBytes, allocated(result) / groupsPerPass);
  }

  private Options options() {
    return new OptionsBuilder()
        .include(PassBenchmark.class.getName() + ".pass")
        .mode(Mode.Throughput)
        .forks(0)
        .threads(1)
        .warmupIterations(1)
        .warmupTime(TimeValue.milliseconds(warmUpMillis))
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(millis))
        .addProfiler(GCProfiler.class)
        .verbosity(VerboseMode.SILENT)
        .build();
  }

  private static double allocated(RunResult result) {
    for (var entry : result.getSecondaryResults().entrySet()) {
      if (entry.getKey().endsWith(ALLOCATED)) {
        return entry.getValue().getScore();
      }
    }
    return Double.NaN;
  }
}
