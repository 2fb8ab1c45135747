package io.okapifs.bench.paper;

import java.util.List;

/**
 * A claim without a number to compare, which a test asserts on every build.
 *
 * @param testClass its full name
 * @param what the test asserts
 */
record HeldByTest(String testClass, String what) implements Source {
  @Override
  public Outcome outcome(Available available) {
    return new Outcome(
        Outcome.State.KNOWN, List.of(), "A test asserts that " + what + ".");
  }

  @Override
  public String how() {
    return "test `" + testClass.substring(testClass.lastIndexOf('.') + 1) + "`";
  }
}
