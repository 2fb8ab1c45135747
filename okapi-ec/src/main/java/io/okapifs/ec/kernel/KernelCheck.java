package io.okapifs.ec.kernel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Whether a kernel computes what the Java kernel does. Parity is stored for years: a kernel that is
 * wrong on this machine, for whatever reason, must not be used. Cases are every coefficient times
 * every byte, each number of targets that a kernel may treat in a way of its own, lengths around
 * those of vectors, temporaries, more of them than registers, planes, and a run that is long enough
 * to be stored past the caches. They take some tenths of a second of a cold JVM, most of it to load
 * and compile classes. The Java kernel runs them once for all kernels.
 */
final class KernelCheck {

  private static final int PLANE_BYTES = 256;
  private static final int ROWS_AT_A_TIME = 8;
  private static final int LONG_BYTES = 90 << 10;
  private static final int MANY = 40;
  private static final int[] LENGTHS = {1, 31, 33, 64, 131};
  private static final int[] TARGETS = {1, 2, 3, 4, 5, 7, 8, 9};
  private static final int[] SOURCES = {1, 2, 5};

  /** Every byte from the fourth place on, and then noise. */
  private static final byte[] BYTES = bytes();

  private final Kernel reference;
  private final SplittableRandom random = new SplittableRandom(2026);
  private final List<Case> cases = new ArrayList<>();

  /** A program with its runs. */
  private record Case(String what, KernelProgram program, List<Run> runs) {}

  /** So many bytes, and what must come of them. */
  private record Run(int length, ByteBuffer[] inputs, ByteBuffer[] expected) {}

  /**
   * Runs all cases on the kernel whose word is taken, once for all kernels that are checked.
   *
   * @param reference that kernel
   */
  KernelCheck(Kernel reference) {
    this.reference = reference;
    for (int first = 0; first < 256; first += ROWS_AT_A_TIME) {
      add("products by one of " + first + ".." + (first + 7), products(first), 256);
    }
    for (int targets : TARGETS) {
      for (int sources : SOURCES) {
        for (boolean adds : new boolean[] {false, true}) {
          KernelProgram program = oneStep(targets, sources, adds);
          add(
              "sums: targets=" + targets + ", sources=" + sources + ", adds=" + adds, program,
              LENGTHS);
        }
      }
    }
    add("results of several steps", severalSteps(0), 4096 + 65);
    add("results of several steps with planes", severalSteps(PLANE_BYTES), 6 * PLANE_BYTES);
    add("results of many steps", manySteps(), 64 + 7);
    add("results of a long run", oneStep(2, 4, false), LONG_BYTES);
  }

  /**
   * What a kernel does wrongly.
   *
   * @return empty where it agrees with the one whose word is taken
   */
  Optional<String> fault(Kernel kernel) {
    try {
      return cases.stream().flatMap(each -> fault(kernel, each).stream()).findFirst();
    } catch (RuntimeException | LinkageError e) {
      return Optional.of(e.toString());
    }
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

  /** More values on their way than a processor has registers: each is set, added to and read. */
  private KernelProgram manySteps() {
    int[] temporaries = range(8, MANY);
    return new KernelProgram(
        6, 2, MANY,
        List.of(
            new KernelStep(false, temporaries, range(0, 6), coefficients(6 * MANY)),
            new KernelStep(true, temporaries, range(0, 3), coefficients(3 * MANY)),
            new KernelStep(false, range(6, 2), temporaries, coefficients(2 * MANY))));
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

  private void add(String what, KernelProgram program, int... lengths) {
    Kernel.Compiled compiled = reference.compile(program);
    List<Run> runs = new ArrayList<>();
    for (int length : lengths) {
      ByteBuffer[] inputs =
          buffers(program.inputCount() / program.slotsPerBuffer(), capacity(program, length));
      ByteBuffer[] expected = outputs(program, length);
      compiled.run(inputs, expected, around(program), length);
      runs.add(new Run(length, inputs, expected));
    }
    cases.add(new Case(what, program, runs));
  }

  private static Optional<String> fault(Kernel kernel, Case of) {
    Kernel.Compiled compiled = kernel.compile(of.program());
    for (Run run : of.runs()) {
      ByteBuffer[] outputs = outputs(of.program(), run.length());
      compiled.run(run.inputs(), outputs, around(of.program()), run.length());
      if (!Arrays.equals(outputs, run.expected())) {
        return Optional.of("wrong " + of.what() + ", length=" + run.length());
      }
    }
    return Optional.empty();
  }

  /** Bytes before and behind a run that must stay; planes are whole granules. */
  private static int around(KernelProgram program) {
    return program.planeBytes() == 0 ? 3 : 0;
  }

  private static int capacity(KernelProgram program, int length) {
    return length + 2 * around(program);
  }

  private static ByteBuffer[] outputs(KernelProgram program, int length) {
    return buffers(program.outputCount() / program.slotsPerBuffer(), capacity(program, length));
  }

  /** The first one begins with all bytes there are; the others are shifted against it. */
  private static ByteBuffer[] buffers(int count, int capacity) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      buffers[i] = ByteBuffer.allocateDirect(capacity).put(0, BYTES, 37 * i, capacity);
    }
    return buffers;
  }

  private static byte[] bytes() {
    byte[] bytes = new byte[LONG_BYTES + 1024];
    new SplittableRandom(7).nextBytes(bytes);
    for (int i = 0; i < 256; i++) {
      bytes[3 + i] = (byte) i;
    }
    return bytes;
  }
}
