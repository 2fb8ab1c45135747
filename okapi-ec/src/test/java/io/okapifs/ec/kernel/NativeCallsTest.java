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

  private void run(ByteBuffer input, ByteBuffer output, int length) {
    run(handle, input, output, length, scratch);
  }

  private static void run(
      long handle, ByteBuffer input, ByteBuffer output, int length, ByteBuffer scratch) {
    if (scratch.capacity() >= 2 * Long.BYTES) {
      scratch
          .putLong(0, input == null ? 0 : NativeCalls.address(input))
          .putLong(Long.BYTES, output == null ? 0 : NativeCalls.address(output));
    }
    NativeCalls.run(handle, length, NativeCalls.address(scratch), scratch.capacity());
  }

  /** The program output = 2 x input, as coders run it. */
  private static Kernel.Compiled compiled() {
    KernelStep step = new KernelStep(false, new int[] {1}, new int[] {0}, new byte[] {2});
    return NativeHere.orSkip().compile(new KernelProgram(1, 1, 0, List.of(step)));
  }

  @Test
  void theInterfaceVersionsAgree() {
    assertThat(NativeCalls.interfaceVersion()).isEqualTo(NativeCalls.INTERFACE_VERSION);
  }

  @Test
  void anAddressIsThatOfTheFirstByteWhateverThePosition() throws Throwable {
    ByteBuffer buffer = buffer(9);
    long address = NativeCalls.address(buffer);
    assertThat(address).isNotZero();
    for (ByteBuffer each :
        List.of(buffer, buffer.duplicate().position(3), buffer.asReadOnlyBuffer())) {
      assertThat(DirectAddress.of(each)).isEqualTo(address).isEqualTo(NativeCalls.address(each));
      assertThat((long) DirectAddress.asker().invokeExact((Object) each)).isEqualTo(address);
    }
    assertThat(DirectAddress.of(buffer.slice(2, 5)))
        .isEqualTo(address + 2)
        .isEqualTo(NativeCalls.address(buffer.slice(2, 5)));
  }

  @Test
  void runsFromPositionAndOffset() {
    ByteBuffer input = buffer(4).put(3, (byte) 0x80).position(1);
    ByteBuffer output = buffer(5).position(0);
    compiled().run(one(input), one(output), 2, 1);
    assertThat(new byte[] {output.get(0), output.get(1), output.get(2), output.get(3)})
        .isEqualTo(new byte[] {0, 0, 0x1d, 0});
  }

  @Test
  void heapBuffersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled().run(one(buffer(9)), one(ByteBuffer.allocate(9)), 0, 9))
        .withMessage("buffer is not direct: slot=1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled().run(one(ByteBuffer.allocate(9)), one(buffer(9)), 0, 9))
        .withMessage("buffer is not direct: slot=0");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> NativeCalls.create(0, 1, 1, 0, 64, 0, ByteBuffer.allocate(20), buffer(1)))
        .withMessage("buffer is not direct");
  }

  @Test
  void runsBeyondTheEndOfABufferAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled().run(one(buffer(9)), one(buffer(8)), 0, 9))
        .withMessage("buffer is too short: slot=1, capacity=8, start=0, length=9");
    for (int offset : new int[] {-1, 1, 10, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> compiled().run(one(buffer(9)), one(buffer(9)), offset, 9))
          .withMessageStartingWith("buffer is too short: slot=0, capacity=9, start=" + offset);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled().run(one(buffer(9).position(1)), one(buffer(9)), 0, 9))
        .withMessageStartingWith("buffer is too short: slot=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled().run(one(buffer(9)), one(buffer(9)), 0, -1))
        .withMessageStartingWith("buffer is too short");
  }

  @Test
  void wrongNumbersOfBuffersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled().run(new ByteBuffer[2], one(buffer(9)), 0, 9))
        .withMessageStartingWith("wrong number of buffers");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled().run(one(buffer(9)), new ByteBuffer[0], 0, 9))
        .withMessageStartingWith("wrong number of buffers");
  }

  @Test
  void anOutputThatIsWrittenMustBeThere() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(buffer(9), null, 9))
        .withMessage("an output that the program touches is null");
  }

  @Test
  void scratchThatIsTooSmallIsRefused() {
    for (int bytes : new int[] {0, 15, 16, scratch.capacity() - 1}) {
      scratch = buffer(bytes);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> run(buffer(9), buffer(9), 9))
          .withMessage("scratch memory of a native run is too small");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NativeCalls.run(handle, 9, 0, 1 << 20))
        .withMessage("scratch memory of a native run is too small");
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
      ByteBuffer bytes = buffer(512);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> run(planes, bytes, bytes, 511, buffer(scratchBytes)))
          .withMessage("length of a native run with planes is not whole granules");
      run(planes, bytes, bytes, 512, buffer(scratchBytes));
    } finally {
      NativeCalls.destroy(planes);
    }
  }
}
