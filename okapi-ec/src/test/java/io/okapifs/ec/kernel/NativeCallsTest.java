package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls each native method, and proves that C refuses what would make it touch foreign memory. */
class NativeCallsTest {
  private static final int WINDOW_BYTES = 64;

  private long handle;
  private ByteBuffer scratch;

  /** The program output = 2 x input. */
  @BeforeEach
  void createProgram() {
    NativeHere.orSkip();
    handle = create(WINDOW_BYTES, 0, 1, 1, 1, 0);
    scratch = buffer(Math.toIntExact(NativeCalls.scratchBytes(handle)));
  }

  @AfterEach
  void destroyProgram() {
    if (handle != 0) {
      NativeCalls.destroy(handle);
    }
  }

  private static long create(int windowBytes, int... words) {
    ByteBuffer stepWords = buffer(words.length * Integer.BYTES);
    stepWords.asIntBuffer().put(words);
    return NativeCalls.create(
        0, 1, 1, 0, windowBytes, 0, stepWords, buffer(1).put(0, (byte) 2));
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  private static ByteBuffer[] one(ByteBuffer buffer) {
    return new ByteBuffer[] {buffer};
  }

  private void run(ByteBuffer[] inputs, ByteBuffer[] outputs, int length) {
    NativeCalls.run(handle, inputs, outputs, length, scratch);
  }

  @Test
  void theInterfaceVersionsAgree() {
    assertThat(NativeCalls.interfaceVersion()).isEqualTo(NativeCalls.INTERFACE_VERSION);
  }

  @Test
  void runsFromTheStartsInTheScratchBuffer() {
    scratch.putLong(0, 2).putLong(Long.BYTES, 1);
    ByteBuffer output = buffer(3);
    run(one(buffer(3).put(2, (byte) 0x80)), one(output), 1);
    assertThat(new byte[] {output.get(0), output.get(1), output.get(2)})
        .isEqualTo(new byte[] {0, 0x1d, 0});
  }

  @Test
  void heapBuffersAreRefused() {
    KernelStep step = new KernelStep(false, new int[] {1}, new int[] {0}, new byte[] {2});
    Kernel.Compiled compiled =
        NativeHere.orSkip().compile(new KernelProgram(1, 1, 0, List.of(step)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled.run(one(buffer(9)), one(ByteBuffer.allocate(9)), 0, 9))
        .withMessage("buffer is not direct: slot=1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled.run(one(ByteBuffer.allocate(9)), one(buffer(9)), 0, 9))
        .withMessage("buffer is not direct: slot=0");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> NativeCalls.create(0, 1, 1, 0, 64, 0, ByteBuffer.allocate(20), buffer(1)))
        .withMessage("buffer is not direct");
  }

  @Test
  void runsBeyondTheEndOfABufferAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(one(buffer(9)), one(buffer(8)), 9))
        .withMessage("buffer is too short: slot=1");
    for (long start : new long[] {-1, 1, 10, Long.MIN_VALUE, Long.MAX_VALUE}) {
      scratch.putLong(0, start);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> run(one(buffer(9)), one(buffer(9)), 9))
          .withMessage("buffer is too short: slot=0");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(one(buffer(9)), one(buffer(9)), -1))
        .withMessage("buffer is too short");
  }

  @Test
  void wrongNumbersOfBuffersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(new ByteBuffer[2], one(buffer(9)), 9))
        .withMessage("wrong number of buffers");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(one(buffer(9)), new ByteBuffer[0], 9))
        .withMessage("wrong number of buffers");
  }

  @Test
  void anOutputThatIsWrittenMustBeThere() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(one(buffer(9)), one(null), 9))
        .withMessage("an output that the program touches is null");
  }

  @Test
  void scratchThatIsTooSmallIsRefused() {
    for (int bytes : new int[] {0, 15, 16, scratch.capacity() - 1}) {
      scratch = buffer(bytes);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> run(one(buffer(9)), one(buffer(9)), 9))
          .withMessage("scratch memory of a native run is too small");
    }
  }

  @Test
  void programsThatDoNotHoldTogetherAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> create(WINDOW_BYTES - 1, 0, 1, 1, 1, 0))
        .withMessageContaining("window size");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> create(WINDOW_BYTES, 0, 1, 1, 1))
        .withMessageContaining("incomplete");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> create(WINDOW_BYTES, 0, 1, 1, 0, 1))
        .withMessageContaining("names a slot");
  }

  @Test
  void kernelsThatAreNotThereAreRefused() {
    for (int index : new int[] {-1, Kernels.names().size() - 1, Integer.MAX_VALUE}) {
      assertThat(NativeCalls.kernelName(index)).isNull();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> NativeCalls.create(index, 1, 1, 0, 64, 0, buffer(0), buffer(0)))
          .withMessage("no such native kernel");
    }
  }

  @Test
  void planesTakeWholeGranules() {
    long planes = NativeCalls.create(0, 2, 2, 0, 512, 256, buffer(0), buffer(0));
    try {
      int scratchBytes = Math.toIntExact(NativeCalls.scratchBytes(planes));
      ByteBuffer[] buffers = one(buffer(512));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> NativeCalls.run(planes, buffers, buffers, 511, buffer(scratchBytes)))
          .withMessage("length of a native run with planes is not whole granules");
      NativeCalls.run(planes, buffers, buffers, 512, buffer(scratchBytes));
    } finally {
      NativeCalls.destroy(planes);
    }
  }
}
