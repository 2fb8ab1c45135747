package io.okapifs.ec.kernel;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs programs on a kernel of the library: one call into C runs all steps over what it is given,
 * window by window.
 *
 * <p>A compiled program owns memory outside the heap, which is freed after the program has become
 * unreachable. Exists only where {@link NativeLibrary} has loaded.
 */
public final class NativeKernel implements Kernel {
  /** The largest power of two that an int holds: windows are the library's own business. */
  private static final int CALL_BYTES_MAX = 1 << 30;

  private static final int CACHE_BYTES = 512 << 10;
  private static final int WINDOW_BYTES_MIN = 1 << 10;
  private static final int WINDOW_BYTES_MAX = 64 << 10;

  /** Whole vectors and whole granules, so that at most the last window of a run has a tail. */
  private static final int WINDOW_UNIT_BYTES = 512;

  /** So many targets are computed while their sources are read once. */
  private static final int TARGETS_PER_PASS = 8;

  private static final Cleaner CLEANER = Cleaner.create();

  /** Per thread, grown to the largest program run: pointers, temporaries, copies of short tails. */
  private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(Scratch::new);

  private final int index;
  private final String name;

  private NativeKernel(int index, String name) {
    this.index = index;
    this.name = name;
  }

  /** Those of a library that has loaded, fastest first. */
  static List<Kernel> all() {
    List<Kernel> kernels = new ArrayList<>();
    String name;
    while ((name = NativeCalls.kernelName(kernels.size())) != null) {
      kernels.add(new NativeKernel(kernels.size(), name));
    }
    return kernels;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean keepsSums() {
    return NativeCalls.makesCode(index);
  }

  /** The version of ISA-L that the library was compiled against. */
  public String isalVersion() {
    return NativeCalls.isalVersion();
  }

  /** All of it: a call covers whatever it is given, and each call costs something. */
  @Override
  public int windowBytes(int slotCount) {
    return CALL_BYTES_MAX;
  }

  /** What is read once gains nothing from short windows; else all slots should stay cached. */
  private static int nativeWindowBytes(KernelProgram program) {
    if (program.steps().size() == 1 && program.outputCount() <= TARGETS_PER_PASS) {
      return WINDOW_BYTES_MAX;
    }
    int bufferCount = Math.max(1, program.slotCount() / program.slotsPerBuffer());
    int fair = CACHE_BYTES / bufferCount / WINDOW_UNIT_BYTES * WINDOW_UNIT_BYTES;
    return Math.max(WINDOW_BYTES_MIN, Math.min(WINDOW_BYTES_MAX, fair));
  }

  @Override
  public Compiled compile(KernelProgram program) {
    List<KernelStep> steps = program.steps().stream().map(NativeKernel::withoutZeros).toList();
    long handle =
        NativeCalls.create(
            index, program.inputCount(), program.outputCount(), program.temporaryCount(),
            nativeWindowBytes(program), program.planeBytes(), words(steps), coefficients(steps));
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
    ByteBuffer buffer = Scratch.allocate(Math.multiplyExact(wordCount, Integer.BYTES));
    IntBuffer words = buffer.asIntBuffer();
    for (KernelStep step : steps) {
      words.put(step.adds() ? 1 : 0).put(step.targets().length).put(step.sources().length);
      words.put(step.targets()).put(step.sources());
    }
    return buffer;
  }

  private static ByteBuffer coefficients(List<KernelStep> steps) {
    ByteBuffer buffer =
        Scratch.allocate(steps.stream().mapToInt(s -> s.coefficients().length).sum());
    steps.forEach(step -> buffer.put(step.coefficients()));
    return buffer;
  }

  private static final class NativeProgram implements Compiled {
    private final int inputCount;
    private final int outputCount;
    private final long handle;
    private final int scratchBytes;
    private final ThreadLocal<Scratch> scratches;

    NativeProgram(KernelProgram program, long handle, ThreadLocal<Scratch> scratches) {
      CLEANER.register(this, freeing(handle));
      this.inputCount = program.inputCount() / program.slotsPerBuffer();
      this.outputCount = program.outputCount() / program.slotsPerBuffer();
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
      Scratch scratch = scratches.get().with(scratchBytes);
      scratch.putAddresses(0, inputs, offset, length);
      scratch.putAddresses(inputCount, outputs, offset, length);
      try {
        NativeCalls.run(handle, length, scratch.address(), scratch.bytes());
      } finally {
        // Otherwise the program, or memory that C alone knows by now, may be freed while it runs.
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(scratch);
        Reference.reachabilityFence(inputs);
        Reference.reachabilityFence(outputs);
      }
    }
  }
}
