package io.okapifs.ec.coder;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.CodingProgram;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run leaves nothing to collect: there is one for each cell of a file. */
class CoderAllocationTest {
  private static final int RUNS = 1000;
  private static final int BYTES = 512;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static ByteBuffer[] buffers(int count) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    Arrays.setAll(buffers, i -> ByteBuffer.allocateDirect(BYTES));
    return buffers;
  }

  private long allocatedBytes(Runnable action) {
    action.run();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    for (int i = 0; i < RUNS; i++) {
      action.run();
    }
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  @ParameterizedTest
  @ValueSource(strings = {"gfni", "gfni-tiles", "avx2", "avx2-tiles", "isal", "java"})
  void runningAndAddingAllocateNothingOnTheHeap(String kernel) {
    Assumptions.assumeTrue(
        Kernels.names().contains(kernel), () -> "kernel skipped: name=" + kernel);
    Coder coder = new Coder(Kernels.named(kernel));
    for (String name : new String[] {"RS-10-4", "LESS4-10-4", "LESS2-100-3"}) {
      CodingProgram program = CodeRegistry.byName(name).encode();
      ByteBuffer[] inputs = buffers(program.inputCount());
      ByteBuffer[] outputs = buffers(program.outputCount());
      assertThat(allocatedBytes(() -> coder.run(program, inputs, outputs)))
          .as("bytes of %d runs of %s on %s", RUNS, name, kernel)
          .isLessThan(RUNS);
      assertThat(allocatedBytes(() -> coder.add(program, inputs, outputs)))
          .as("bytes of %d sums of %s on %s", RUNS, name, kernel)
          .isLessThan(RUNS);
    }
  }

  @Test
  void anObjectPerRunWouldBeSeen() {
    Object[] last = new Object[1];
    assertThat(allocatedBytes(() -> last[0] = new Object())).isGreaterThan(RUNS);
  }
}
