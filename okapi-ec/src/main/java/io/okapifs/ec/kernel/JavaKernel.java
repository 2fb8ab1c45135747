package io.okapifs.ec.kernel;

import java.nio.ByteBuffer;

/**
 * The kernel that always exists.
 *
 * <p>Up to four targets share one table look-up per source byte: a table entry packs the byte's
 * product for each of the targets into one int. Windows are copied into byte arrays, because array
 * loops are what the JIT compiles best.
 */
public final class JavaKernel implements Kernel {
  private static final int WINDOW_BYTES_MAX = 4096;
  private static final int WINDOW_BYTES_MIN = 256;
  private static final int SCRATCH_BYTES_MAX = 1 << 20;

  /**
   * Per thread, grown to the largest program run, at most about SCRATCH_BYTES_MAX plus tiny
   * windows.
   */
  private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(Scratch::new);

  @Override
  public String name() {
    return "java";
  }

  @Override
  public int windowBytes(int slotCount) {
    int fair = SCRATCH_BYTES_MAX / Math.max(1, slotCount);
    return Math.max(WINDOW_BYTES_MIN, Math.min(WINDOW_BYTES_MAX, fair));
  }

  @Override
  public Compiled compile(KernelProgram program) {
    JavaStep[] steps = program.steps().stream().map(JavaStep::of).toArray(JavaStep[]::new);
    return new JavaProgram(program, steps);
  }

  /**
   * Slots of one thread: windows of equal length, and which of them hold anything but zeros. All
   * that a run needs is in here: a run allocates nothing.
   */
  static final class Scratch {
    byte[][] slots = new byte[0][];
    boolean[] zero = new boolean[0];
    int[] sums = new int[0];
    int[] live = new int[0];

    void reserve(int slotCount, int windowBytes) {
      boolean fits =
          slots.length >= slotCount && sums.length >= windowBytes;
      if (!fits) {
        int bytes = Math.max(windowBytes, sums.length);
        sums = new int[bytes];
        slots = new byte[Math.max(slotCount, slots.length)][bytes];
        zero = new boolean[slots.length];
        live = new int[slots.length];
      }
    }
  }

  private final class JavaProgram implements Compiled {
    private final KernelProgram program;
    private final JavaStep[] steps;
    private final int window;
    private final boolean[] needed;
    private final boolean[] written;

    JavaProgram(KernelProgram program, JavaStep[] steps) {
      this.program = program;
      this.steps = steps;
      this.window = wholePlanes(windowBytes(program.slotCount()));
      this.needed = new boolean[program.slotCount()];
      this.written = new boolean[program.slotCount()];
      for (KernelStep step : program.steps()) {
        markNeeded(step.sources());
        if (step.adds()) {
          markNeeded(step.targets());
        }
        for (int target : step.targets()) {
          written[target] = true;
        }
      }
    }

    /** A slot must be loaded when it is read before any step has written it. */
    private void markNeeded(int[] slots) {
      for (int slot : slots) {
        needed[slot] |= !written[slot];
      }
    }

    private int wholePlanes(int bytes) {
      int plane = Math.max(1, program.planeBytes());
      return Math.max(plane, bytes / plane * plane);
    }

    @Override
    public void run(ByteBuffer[] inputs, ByteBuffer[] outputs, int offset, int length) {
      Scratch scratch = scratches.get();
      scratch.reserve(program.slotCount(), window);
      int slotsPerBuffer = program.slotsPerBuffer();
      for (int done = 0; done < length; ) {
        int step = Math.min(window * slotsPerBuffer, length - done);
        runWindow(scratch, inputs, outputs, offset + done, step / slotsPerBuffer);
        done += step;
      }
    }

    /** One window of every slot; the offset is that in the buffers. */
    private void runWindow(
        Scratch scratch, ByteBuffer[] inputs, ByteBuffer[] outputs, int offset, int length) {
      for (int slot = 0; slot < program.slotCount(); slot++) {
        ByteBuffer buffer = bufferOf(slot, inputs, outputs);
        scratch.zero[slot] = slot < program.inputCount() && buffer == null;
        if (needed[slot] && buffer != null) {
          load(buffer, buffer.position() + offset, slot, scratch.slots[slot], length);
        }
      }
      for (JavaStep step : steps) {
        step.run(scratch, length);
      }
      int firstTemporary = program.inputCount() + program.outputCount();
      for (int slot = program.inputCount(); slot < firstTemporary; slot++) {
        if (written[slot]) {
          ByteBuffer buffer = bufferOf(slot, inputs, outputs);
          store(buffer, buffer.position() + offset, slot, scratch.slots[slot], length);
        }
      }
    }

    private ByteBuffer bufferOf(int slot, ByteBuffer[] inputs, ByteBuffer[] outputs) {
      int index = slot / program.slotsPerBuffer();
      if (index < inputs.length) {
        return inputs[index];
      }
      return index < inputs.length + outputs.length ? outputs[index - inputs.length] : null;
    }

    private void load(ByteBuffer buffer, int start, int slot, byte[] window, int length) {
      int plane = program.planeBytes();
      if (plane == 0) {
        buffer.get(start, window, 0, length);
        return;
      }
      for (int done = 0; done < length; done += plane) {
        buffer.get(start + 2 * done + slot % 2 * plane, window, done, plane);
      }
    }

    private void store(ByteBuffer buffer, int start, int slot, byte[] window, int length) {
      int plane = program.planeBytes();
      if (plane == 0) {
        buffer.put(start, window, 0, length);
        return;
      }
      for (int done = 0; done < length; done += plane) {
        buffer.put(start + 2 * done + slot % 2 * plane, window, done, plane);
      }
    }
  }
}
