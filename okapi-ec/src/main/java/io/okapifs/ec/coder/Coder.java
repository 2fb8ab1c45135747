package io.okapifs.ec.coder;

import io.okapifs.ec.cache.BoundedCache;
import io.okapifs.ec.kernel.Kernel;
import io.okapifs.ec.kernel.KernelProgram;
import io.okapifs.ec.kernel.KernelStep;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.Step;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Objects;

/**
 * Runs programs over buffers, window by window, so that temporaries stay in the cache.
 *
 * <p>Every buffer is direct and all have the same number of remaining bytes; the bytes [position,
 * limit) are used, and positions and limits stay as they are. A null input stands for zeros; a null
 * output is allowed where the program does not touch it. Outputs must not overlap any other buffer.
 * Anything else is refused with {@link IllegalArgumentException} before a byte is written.
 *
 * <p>Any thread may call a coder, several at a time, as long as their output buffers are different
 * ones.
 */
public final class Coder {
  private static final int CACHED_PROGRAMS_MAX = 512;

  private final Kernel kernel;
  private final BoundedCache<CodingProgram, Kernel.Compiled> compiled =
      new BoundedCache<>(CACHED_PROGRAMS_MAX);
  private final BoundedCache<CodingProgram, CodingProgram> accumulating =
      new BoundedCache<>(CACHED_PROGRAMS_MAX);

  /** A coder on that kernel. */
  public Coder(Kernel kernel) {
    this.kernel = Objects.requireNonNull(kernel, "kernel is null");
  }

  /** The kernel that this coder runs on. */
  public Kernel kernel() {
    return kernel;
  }

  /** Runs the program; outputs that it sets need not be cleared before. */
  public void run(CodingProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs) {
    int length = Buffers.check(program, inputs, outputs);
    if (length == 0 || program.isIdentity()) {
      return;
    }
    Kernel.Compiled ready = compiled.get(program, this::compile);
    int window = kernel.windowBytes(program.slotCount());
    for (int done = 0; done < length; ) {
      int step = Math.min(window, length - done);
      ready.run(inputs, outputs, done, step);
      done += step;
    }
  }

  /** Runs the program and adds (XORs) its results to what the outputs hold. */
  public void add(CodingProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs) {
    run(accumulating.get(program, CodingProgram::accumulating), inputs, outputs);
  }

  private Kernel.Compiled compile(CodingProgram program) {
    return kernel.compile(
        new KernelProgram(
            program.inputCount(),
            program.outputCount(),
            program.temporaryCount(),
            program.steps().stream().map(Coder::kernelStep).toList()));
  }

  private static KernelStep kernelStep(Step step) {
    return new KernelStep(
        step.adds(),
        step.targets().stream().mapToInt(Integer::intValue).toArray(),
        step.sources().stream().mapToInt(Integer::intValue).toArray(),
        step.coefficients().toBytes());
  }

  /** The checks of what callers pass in. */
  private static final class Buffers {
    static int check(CodingProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs) {
      checkCount("input", inputs, program.inputCount());
      checkCount("output", outputs, program.outputCount());
      BitSet touched = program.touchedOutputs();
      int length = -1;
      for (int i = 0; i < inputs.length; i++) {
        length = checkBuffer("input", i, inputs[i], length);
      }
      for (int i = 0; i < outputs.length; i++) {
        if (outputs[i] == null && touched.get(i)) {
          throw new IllegalArgumentException("buffer is null: output=" + i);
        }
        if (outputs[i] != null && outputs[i].isReadOnly()) {
          throw new IllegalArgumentException("buffer is read-only: output=" + i);
        }
        length = checkBuffer("output", i, outputs[i], length);
      }
      return Math.max(0, length);
    }

    private static void checkCount(String kind, ByteBuffer[] buffers, int expected) {
      if (buffers.length != expected) {
        throw new IllegalArgumentException(
            "wrong number of buffers: kind=" + kind + ", count=" + buffers.length
                + ", expected=" + expected);
      }
    }

    private static int checkBuffer(String kind, int index, ByteBuffer buffer, int length) {
      if (buffer == null) {
        return length;
      }
      if (!buffer.isDirect()) {
        throw new IllegalArgumentException("buffer is not direct: " + kind + "=" + index);
      }
      if (length >= 0 && buffer.remaining() != length) {
        throw new IllegalArgumentException(
            "buffers differ in length: " + kind + "=" + index + ", remaining="
                + buffer.remaining() + ", expected=" + length);
      }
      return buffer.remaining();
    }
  }
}
