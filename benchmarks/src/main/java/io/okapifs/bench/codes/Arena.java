package io.okapifs.bench.codes;

import io.okapifs.ec.coder.CodingBuffers;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.SplittableRandom;

/**
 * The memory that everything is measured over: one area for inputs, one for outputs. The buffers of
 * a group lie one after the other, and group after group, each a line farther in its page than the
 * one before, and long ones with a page between: about so lie those of {@link CodingBuffers}, so
 * that not all meet in the same lines of a cache.
 *
 * <p>Both are filled with random bytes first: untouched pages are all the same page of zeros, which
 * no streaming would ever fetch.
 */
public final class Arena {
  private static final int SEED = 20260101;
  private static final int LINE_BYTES = 64;
  private static final int PAGE_BYTES = 4096;

  private final ByteBuffer inputs;
  private final ByteBuffer outputs;

  /** Areas of so many bytes each. */
  public Arena(int bytes) {
    inputs = filled(bytes);
    outputs = filled(bytes);
  }

  /** From one buffer to the next one; {@code native/bench/okapi_bench_jni.c} has the same. */
  static int stride(int windowBytes) {
    return windowBytes + LINE_BYTES + (windowBytes < PAGE_BYTES ? 0 : PAGE_BYTES);
  }

  private static ByteBuffer filled(int bytes) {
    ByteBuffer area = CodingBuffers.allocate(bytes);
    LongBuffer longs = area.asLongBuffer();
    SplittableRandom random = new SplittableRandom(SEED);
    while (longs.hasRemaining()) {
      longs.put(random.nextLong());
    }
    return area;
  }

  /** How many bytes of inputs, and how many of outputs, there is room for. */
  public int bytes() {
    return inputs.capacity();
  }

  ByteBuffer inputs() {
    return inputs;
  }

  ByteBuffer outputs() {
    return outputs;
  }

  ByteBuffer[] inputsOf(int group, int count, int windowBytes) {
    return slices(inputs, group, count, windowBytes);
  }

  ByteBuffer[] outputsOf(int group, int count, int windowBytes) {
    return slices(outputs, group, count, windowBytes);
  }

  private static ByteBuffer[] slices(ByteBuffer area, int group, int count, int windowBytes) {
    ByteBuffer[] slices = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      slices[i] = area.slice((group * count + i) * stride(windowBytes), windowBytes);
    }
    return slices;
  }
}
