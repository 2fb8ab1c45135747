package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run leaves nothing to collect: it is called once for each cell of a file. */
class NativeAllocationTest {
  private static final int RUNS = 1000;

  private static final KernelProgram PROGRAM =
      new KernelProgram(
          2, 1, 1,
          List.of(
              new KernelStep(false, new int[] {3}, new int[] {0, 1}, new byte[] {3, 7}),
              new KernelStep(false, new int[] {2}, new int[] {3}, new byte[] {1})));

  @Test
  void aRunAllocatesNothingOnTheHeap() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    for (Kernel kernel : NativeHere.all()) {
      Kernel.Compiled compiled = kernel.compile(PROGRAM);
      ByteBuffer[] inputs = {ByteBuffer.allocateDirect(1000), ByteBuffer.allocateDirect(1000)};
      ByteBuffer[] outputs = {ByteBuffer.allocateDirect(1000)};
      compiled.run(inputs, outputs, 0, 1000);
      long before = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < RUNS; i++) {
        compiled.run(inputs, outputs, 0, 1000);
      }
      long allocated = threads.getThreadAllocatedBytes(thread) - before;
      assertThat(allocated).as("bytes of %d runs on %s", RUNS, kernel.name()).isLessThan(RUNS);
    }
  }
}
