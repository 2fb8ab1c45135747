package io.okapifs.ec.coder;

import io.okapifs.ec.EcException;
import io.okapifs.ec.cache.BoundedCache;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.kernel.Kernel;
import io.okapifs.ec.kernel.KernelProgram;
import io.okapifs.ec.kernel.KernelStep;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.Step;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Runs programs over buffers, window by window, so that temporaries stay in the cache.
 *
 * <p>Every buffer is direct and all have the same number of remaining bytes; the bytes [position,
 * limit) are used, and positions and limits stay as they are. A null input stands for zeros; a null
 * output is allowed where the program does not touch it. Outputs must not overlap any other buffer.
 * Anything else is refused with {@link EcException} before a byte is written.
 *
 * <p>Any thread may call a coder, several at a time, as long as their output buffers are different
 * ones.
 */
public final class Coder {
  private static final int CACHED_PROGRAMS_MAX = 512;

  private final Kernel kernel;
  /** Kept, so that a run allocates nothing. */
  private final Function<CodingProgram, Kernel.Compiled> compile = this::compile;

  private final BoundedCache<CodingProgram, Kernel.Compiled> compiled =
      new BoundedCache<>(CACHED_PROGRAMS_MAX);
  private final BoundedCache<CodingProgram, CodingProgram> accumulating =
      new BoundedCache<>(CACHED_PROGRAMS_MAX);

  /**
   * A coder on that kernel.
   *
   * @param kernel not null; see {@link io.okapifs.ec.kernel.Kernels}
   */
  public Coder(Kernel kernel) {
    this.kernel = Objects.requireNonNull(kernel, "kernel is null");
  }

  /** How this coder's kernel encodes fastest. */
  public CodingProgram encodeProgram(ErasureCode code) {
    return kernel.keepsSums() ? code.encodeSharingSums() : code.encode();
  }

  /** The kernel that this coder runs on. */
  public Kernel kernel() {
    return kernel;
  }

  /**
   * Runs the program; outputs that it sets need not be cleared before.
   *
   * @param program compiled at its first run, and remembered
   * @param inputs one buffer per input of the program, in slot order
   * @param outputs one buffer per output, in slot order
   * @throws EcException where a buffer is missing or does not fit
   */
  public void run(CodingProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs) {
    int length = Buffers.check(program, inputs, outputs);
    if (length == 0 || program.isIdentity()) {
      return;
    }
    Kernel.Compiled ready = compiled.get(program, compile);
    int window = windowBytes(program);
    for (int done = 0; done < length; ) {
      int step = Math.min(window, length - done);
      ready.run(inputs, outputs, done, step);
      done += step;
    }
  }

  /**
   * Runs the program and adds (XORs) its results to what the outputs hold.
   *
   * @param program one that does not read its outputs itself
   * @param inputs one buffer per input of the program, in slot order
   * @param outputs one buffer per output, in slot order
   * @throws EcException where a buffer is missing or does not fit
   * @throws IllegalStateException where the program reads its outputs
   */
  public void add(CodingProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs) {
    run(accumulating.get(program, CodingProgram::accumulating), inputs, outputs);
  }

  /** What the kernel likes, rounded up to whole granules. */
  private int windowBytes(CodingProgram program) {
    int granule = program.granuleBytes();
    int window = kernel.windowBytes(program.slotCount() * program.symbolBytes());
    return (window + granule - 1) / granule * granule;
  }

  private Kernel.Compiled compile(CodingProgram program) {
    int planes = program.symbolBytes();
    return kernel.compile(
        new KernelProgram(
            program.inputCount() * planes,
            program.outputCount() * planes,
            program.temporaryCount() * planes,
            planes == 1 ? 0 : CodingProgram.PLANE_BYTES,
            program.steps().stream().map(step -> kernelStep(step, planes)).toList()));
  }

  private static KernelStep kernelStep(Step step, int planes) {
    return new KernelStep(
        step.adds(), planesOf(step.targets(), planes), planesOf(step.sources(), planes),
        step.coefficients().toBytes());
  }

  private static int[] planesOf(List<Integer> slots, int planes) {
    return slots.stream()
        .flatMapToInt(slot -> IntStream.range(slot * planes, (slot + 1) * planes))
        .toArray();
  }

  /** The checks of what callers pass in. */
  private static final class Buffers {
    static int check(CodingProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs) {
      checkCount("input", inputs, program.inputCount());
      checkCount("output", outputs, program.outputCount());
      int length = -1;
      for (int i = 0; i < inputs.length; i++) {
        length = checkBuffer("input", i, inputs[i], length);
      }
      for (int i = 0; i < outputs.length; i++) {
        if (outputs[i] == null && program.touchesOutput(i)) {
          throw new EcException("buffer is null: output=" + i);
        }
        if (outputs[i] != null && outputs[i].isReadOnly()) {
          throw new EcException("buffer is read-only: output=" + i);
        }
        length = checkBuffer("output", i, outputs[i], length);
      }
      if (length > 0 && length % program.granuleBytes() != 0) {
        throw new EcException(
            "length is not a multiple of the granule: remaining=" + length + ", granuleBytes="
                + program.granuleBytes());
      }
      return Math.max(0, length);
    }

    private static void checkCount(String kind, ByteBuffer[] buffers, int expected) {
      if (buffers.length != expected) {
        throw new EcException(
            "wrong number of buffers: kind=" + kind + ", count=" + buffers.length
                + ", expected=" + expected);
      }
    }

    private static int checkBuffer(String kind, int index, ByteBuffer buffer, int length) {
      if (buffer == null) {
        return length;
      }
      if (!buffer.isDirect()) {
        throw new EcException("buffer is not direct: " + kind + "=" + index);
      }
      if (length >= 0 && buffer.remaining() != length) {
        throw new EcException(
            "buffers differ in length: " + kind + "=" + index + ", remaining="
                + buffer.remaining() + ", expected=" + length);
      }
      return buffer.remaining();
    }
  }
}
