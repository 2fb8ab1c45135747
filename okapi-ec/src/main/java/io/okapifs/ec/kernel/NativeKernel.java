package io.okapifs.ec.kernel;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs programs on ISA-L: one call into C runs all steps over what it is given, window by window.
 *
 * <p>A compiled program owns memory outside the heap, which is freed after the program has become
 * unreachable. Exists only where {@link NativeLibrary} has loaded.
 */
public final class NativeKernel implements Kernel {
  static final String NAME = "native";

  private static final int CACHE_BYTES = 512 << 10;
  private static final int WINDOW_BYTES_MIN = 1 << 10;
  private static final int WINDOW_BYTES_MAX = 64 << 10;
  private static final int VECTOR_BYTES = 64;
  private static final Cleaner CLEANER = Cleaner.create();

  /** Per thread, grown to the largest program run: pointers, temporaries, copies of short tails. */
  private final ThreadLocal<ByteBuffer> scratches =
      ThreadLocal.withInitial(() -> NativeKernel.allocate(0));

  NativeKernel(NativeLibrary library) {
    library.missing().ifPresent(why -> {
      throw new IllegalStateException("no native kernel: " + why);
    });
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The version of ISA-L that the library was compiled against. */
  public String isalVersion() {
    return NativeCalls.isalVersion();
  }

  /** Whole vectors, so that at most the last window of a run has a short tail. */
  @Override
  public int windowBytes(int slotCount) {
    int fair = CACHE_BYTES / Math.max(1, slotCount) / VECTOR_BYTES * VECTOR_BYTES;
    return Math.max(WINDOW_BYTES_MIN, Math.min(WINDOW_BYTES_MAX, fair));
  }

  @Override
  public Compiled compile(KernelProgram program) {
    if (program.planeBytes() != 0) {
      return new JavaKernel().compile(program);
    }
    List<KernelStep> steps = program.steps().stream().map(NativeKernel::withoutZeros).toList();
    long handle =
        NativeCalls.create(
            program.inputCount(), program.outputCount(), program.temporaryCount(),
            windowBytes(program.slotCount()), words(steps), coefficients(steps));
    return new NativeProgram(program, handle, scratches);
  }

  /** The step without the sources that contribute to no target. */
  private static KernelStep withoutZeros(KernelStep step) {
    int[] columns =
        IntStream.range(0, step.sources().length)
            .filter(
                column ->
                    IntStream.range(0, step.targets().length)
                        .anyMatch(row -> step.coefficient(row, column) != 0))
            .toArray();
    byte[] coefficients = new byte[step.targets().length * columns.length];
    for (int i = 0; i < coefficients.length; i++) {
      int row = i / columns.length;
      coefficients[i] = (byte) step.coefficient(row, columns[i % columns.length]);
    }
    int[] sources = IntStream.of(columns).map(column -> step.sources()[column]).toArray();
    return new KernelStep(step.adds(), step.targets(), sources, coefficients);
  }

  private static ByteBuffer words(List<KernelStep> steps) {
    int wordCount =
        steps.stream().mapToInt(s -> 3 + s.targets().length + s.sources().length).sum();
    ByteBuffer buffer = allocate(Math.multiplyExact(wordCount, Integer.BYTES));
    IntBuffer words = buffer.asIntBuffer();
    for (KernelStep step : steps) {
      words.put(step.adds() ? 1 : 0).put(step.targets().length).put(step.sources().length);
      words.put(step.targets()).put(step.sources());
    }
    return buffer;
  }

  private static ByteBuffer coefficients(List<KernelStep> steps) {
    ByteBuffer buffer = allocate(steps.stream().mapToInt(s -> s.coefficients().length).sum());
    steps.forEach(step -> buffer.put(step.coefficients()));
    return buffer;
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  private static final class NativeProgram implements Compiled {
    private final int inputCount;
    private final int outputCount;
    private final long handle;
    private final int scratchBytes;
    private final ThreadLocal<ByteBuffer> scratches;

    NativeProgram(KernelProgram program, long handle, ThreadLocal<ByteBuffer> scratches) {
      CLEANER.register(this, freeing(handle));
      this.inputCount = program.inputCount();
      this.outputCount = program.outputCount();
      this.handle = handle;
      this.scratchBytes = Math.toIntExact(NativeCalls.scratchBytes(handle));
      this.scratches = scratches;
    }

    /** Not a lambda in the constructor: that would hold the very object it waits for. */
    private static Runnable freeing(long handle) {
      return () -> NativeCalls.destroy(handle);
    }

    @Override
    public void run(ByteBuffer[] inputs, ByteBuffer[] outputs, int offset, int length) {
      if (inputs.length != inputCount || outputs.length != outputCount) {
        throw new IllegalArgumentException(
            "wrong number of buffers: inputs=" + inputs.length + ", outputs=" + outputs.length
                + ", expectedInputs=" + inputCount + ", expectedOutputs=" + outputCount);
      }
      ByteBuffer scratch = scratch();
      putStarts(scratch, 0, inputs, offset);
      putStarts(scratch, inputCount, outputs, offset);
      try {
        NativeCalls.run(handle, inputs, outputs, length, scratch);
      } finally {
        // Otherwise the program may be freed while it runs: nothing else uses this object.
        Reference.reachabilityFence(this);
      }
    }

    private ByteBuffer scratch() {
      ByteBuffer scratch = scratches.get();
      if (scratch.capacity() < scratchBytes) {
        scratch = allocate(scratchBytes);
        scratches.set(scratch);
      }
      return scratch;
    }

    private static void putStarts(
        ByteBuffer scratch, int firstSlot, ByteBuffer[] buffers, int offset) {
      for (int i = 0; i < buffers.length; i++) {
        long start = buffers[i] == null ? 0 : (long) buffers[i].position() + offset;
        scratch.putLong((firstSlot + i) * Long.BYTES, start);
      }
    }
  }
}
