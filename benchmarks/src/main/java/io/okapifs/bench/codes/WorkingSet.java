package io.okapifs.bench.codes;

/**
 * How much memory a measurement goes through before it comes back to the same bytes.
 *
 * @param name in the results
 * @param bytes of the inputs and outputs together where it fits the cache, else of the inputs
 * @param fitsCache whether groups that do not fit are left out
 */
public record WorkingSet(String name, long bytes, boolean fitsCache) {

  /** How many groups; 0 where not even one fits. */
  int groupCount(Subject subject, int windowBytes, int arenaBytes) {
    long inputBytes = (long) subject.inputCount() * windowBytes;
    long outputBytes = (long) subject.outputCount() * windowBytes;
    int buffersMax = Math.max(subject.inputCount(), subject.outputCount());
    long fitting = arenaBytes / ((long) buffersMax * Arena.stride(windowBytes));
    return (int) Math.min(fitting, bytes / (fitsCache ? inputBytes + outputBytes : inputBytes));
  }
}
