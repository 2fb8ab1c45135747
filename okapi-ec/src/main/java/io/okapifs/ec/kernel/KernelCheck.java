package io.okapifs.ec.kernel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Whether a kernel computes what the Java kernel does. Parity is stored for years: a kernel that is
 * wrong on this machine, for whatever reason, must not be used. Takes some milliseconds: every
 * coefficient times every byte, each number of targets that a kernel may treat in a way of its own,
 * lengths around those of vectors, temporaries, planes, and a run that is long enough to be stored
 * past the caches.
 */
final class KernelCheck {

  private static final int PLANE_BYTES = 256;
  private static final int ROWS_AT_A_TIME = 8;
  private static final int LONG_BYTES = 90 << 10;
  private static final int[] LENGTHS = {1, 31, 33, 64, 131};
  private static final int[] TARGETS = {1, 2, 3, 4, 5, 7, 8, 9};
  private static final int[] SOURCES = {1, 2, 5};

  private final Kernel kernel;
  private final Kernel reference;
  private final SplittableRandom random = new SplittableRandom(2026);

  private KernelCheck(Kernel kernel, Kernel reference) {
    this.kernel = kernel;
    this.reference = reference;
  }

  /**
   * What a kernel does wrongly.
   *
   * @param reference whose word is taken
   * @return empty where they agree
   */
  static Optional<String> fault(Kernel kernel, Kernel reference) {
    try {
      return new KernelCheck(kernel, reference).run();
    } catch (RuntimeException | LinkageError e) {
      return Optional.of(e.toString());
    }
  }

  private Optional<String> run() {
    for (int first = 0; first < 256; first += ROWS_AT_A_TIME) {
      if (!agree(products(first), 256)) {
        return Optional.of("wrong products by one of " + first + ".." + (first + 7));
      }
    }
    for (int targets : TARGETS) {
      for (int sources : SOURCES) {
        for (boolean adds : new boolean[] {false, true}) {
          KernelProgram program = oneStep(targets, sources, adds);
          for (int length : LENGTHS) {
            if (!agree(program, length)) {
              return Optional.of(
                  "wrong sums: targets=" + targets + ", sources=" + sources + ", adds=" + adds
                      + ", length=" + length);
            }
          }
        }
      }
    }
    if (!agree(severalSteps(0), 4096 + 65) || !agree(severalSteps(PLANE_BYTES), 6 * PLANE_BYTES)) {
      return Optional.of("wrong results of several steps");
    }
    return agree(oneStep(2, 4, false), LONG_BYTES)
        ? Optional.empty()
        : Optional.of("wrong results of a long run");
  }

  /** Eight outputs that are one input times as many coefficients. */
  private static KernelProgram products(int first) {
    byte[] coefficients = new byte[ROWS_AT_A_TIME];
    for (int i = 0; i < ROWS_AT_A_TIME; i++) {
      coefficients[i] = (byte) (first + i);
    }
    KernelStep step =
        new KernelStep(false, range(1, ROWS_AT_A_TIME), range(0, 1), coefficients);
    return new KernelProgram(1, ROWS_AT_A_TIME, 0, List.of(step));
  }

  private KernelProgram oneStep(int targets, int sources, boolean adds) {
    KernelStep step =
        new KernelStep(
            adds, range(sources, targets), range(0, sources), coefficients(targets * sources));
    return new KernelProgram(sources, targets, 0, List.of(step));
  }

  /** Four inputs, two outputs, two temporaries that are set, added to and read. */
  private KernelProgram severalSteps(int planeBytes) {
    return new KernelProgram(
        4, 2, 2, planeBytes,
        List.of(
            new KernelStep(false, new int[] {6, 7}, range(0, 4), coefficients(8)),
            new KernelStep(true, new int[] {7}, new int[] {6, 1}, coefficients(2)),
            new KernelStep(false, new int[] {4, 5}, new int[] {6, 7, 0}, coefficients(6)),
            new KernelStep(true, new int[] {5}, new int[] {4, 3}, coefficients(2))));
  }

  private static int[] range(int first, int count) {
    return IntStream.range(first, first + count).toArray();
  }

  /** Zeros and ones among them, which kernels treat in ways of their own. */
  private byte[] coefficients(int count) {
    byte[] coefficients = new byte[count];
    for (int i = 0; i < count; i++) {
      coefficients[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(2) : random.nextInt(256));
    }
    return coefficients;
  }

  /** Runs a program on both, from the same bytes; all of it but the first and the last ones. */
  private boolean agree(KernelProgram program, int length) {
    int buffersOfInputs = program.inputCount() / program.slotsPerBuffer();
    int buffersOfOutputs = program.outputCount() / program.slotsPerBuffer();
    int around = program.planeBytes() == 0 ? 3 : 0;
    ByteBuffer[] inputs = buffers(buffersOfInputs, length + 2 * around);
    ByteBuffer[] outputs = buffers(buffersOfOutputs, length + 2 * around);
    ByteBuffer[] expected = new ByteBuffer[outputs.length];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = ByteBuffer.allocateDirect(outputs[i].capacity()).put(outputs[i]).clear();
      outputs[i].clear();
    }
    kernel.compile(program).run(inputs, outputs, around, length);
    reference.compile(program).run(inputs, expected, around, length);
    return List.of(outputs).equals(List.of(expected));
  }

  /** The first 256 bytes behind a few are all there are, and then any. */
  private ByteBuffer[] buffers(int count, int bytes) {
    List<ByteBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
      for (int at = 0; at < bytes; at++) {
        buffer.put(at, (byte) (at < 262 ? at * (2 * i + 1) : random.nextInt()));
      }
      buffers.add(buffer);
    }
    return buffers.toArray(ByteBuffer[]::new);
  }
}
