package io.okapifs.bench.sim;

import java.util.List;

/**
 * What a read asks for at once. The next step begins when all of it is there.
 *
 * @param reads at least one
 * @param degraded whether some of it is there to decode lost blocks
 */
record ReadStep(List<BlockRead> reads, boolean degraded) {

  ReadStep {
    reads = List.copyOf(reads);
  }
}
