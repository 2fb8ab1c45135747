package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.TestSeed;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every kernel must do, byte for byte like {@link ReferenceKernel}. */
abstract class KernelContract {
  private static final int[] LENGTHS = {
    0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, 511, 1000
  };

  private static final int PLANE_BYTES = 256;

  /** Kernels that window by themselves cover more in one call; no window of theirs is longer. */
  private static final int WINDOW_BYTES_MAX = 64 << 10;

  private final Kernel reference = new ReferenceKernel();

  abstract Kernel kernel();

  @Test
  void agreesWithTheDefinitionOnAnyProgramLengthAndAlignment() {
    Random random = TestSeed.random();
    for (int round = 0; round < 40; round++) {
      for (int length : LENGTHS) {
        KernelChecks.agree(kernel(), reference, RandomPrograms.next(random), length, random);
      }
    }
  }

  @Test
  void agreesWithTheDefinitionAcrossItsOwnWindows() {
    Random random = TestSeed.random();
    for (int round = 0; round < 6; round++) {
      KernelProgram program = RandomPrograms.next(random);
      int window = Math.min(kernel().windowBytes(program.slotCount()), WINDOW_BYTES_MAX);
      for (int length : List.of(window - 1, window, window + 1, 3 * window + 5)) {
        KernelChecks.agree(kernel(), reference, program, length, random);
      }
    }
  }

  @Test
  void agreesWithTheDefinitionOnProgramsWithPlanes() {
    Random random = TestSeed.random();
    for (int round = 0; round < 20; round++) {
      for (int granules : new int[] {0, 1, 2, 3, 7, 40}) {
        KernelProgram program = RandomPrograms.nextWithPlanes(random, PLANE_BYTES);
        KernelChecks.agree(kernel(), reference, program, granules * 2 * PLANE_BYTES, random);
      }
    }
  }

  @Test
  void multipliesEveryByteByEveryCoefficient() {
    for (int coefficient = 0; coefficient < 256; coefficient++) {
      KernelStep step =
          new KernelStep(false, new int[] {1}, new int[] {0}, new byte[] {(byte) coefficient});
      KernelProgram program = new KernelProgram(1, 1, 0, List.of(step));
      KernelChecks.agree(kernel(), reference, program, 600, new Random(coefficient));
    }
  }

  @Test
  void oneCompiledProgramMayRunOnManyThreads() throws Exception {
    Random random = TestSeed.random();
    List<KernelProgram> programs =
        List.of(RandomPrograms.next(random), RandomPrograms.next(random));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> results =
          random.longs(16)
              .<Future<?>>mapToObj(
                  seed -> threads.submit(() -> agreeOften(programs, new Random(seed))))
              .toList();
      for (Future<?> result : results) {
        assertThat(result.get()).isNull();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void agreeOften(List<KernelProgram> programs, Random random) {
    for (int round = 0; round < 20; round++) {
      for (KernelProgram program : programs) {
        KernelChecks.agree(kernel(), reference, program, 300, random);
      }
    }
  }

  @Test
  void windowsAreNeverEmpty() {
    for (int slotCount : new int[] {1, 9, 14, 300, 4000, 100_000}) {
      assertThat(kernel().windowBytes(slotCount)).isPositive();
    }
  }
}
