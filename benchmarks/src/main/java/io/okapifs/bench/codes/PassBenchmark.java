package io.okapifs.bench.codes;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What JMH calls. It runs in this process, so that subjects can be measured in turn: neighbours and
 * heat then hit all of them alike.
 */
@State(Scope.Benchmark)
public class PassBenchmark {
  private static volatile Runnable current;

  private Runnable pass;

  public PassBenchmark() {
    pass = current;
  }

  static void measureNext(Runnable pass) {
    current = pass;
  }

  @Benchmark
  public void pass() {
    pass.run();
  }
}
