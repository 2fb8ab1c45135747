package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * The checks of the contract, apart from the test classes so that a canary can prove that they
 * ring.
 */
final class KernelChecks {
  private static final int GUARD_BYTES = 19;
  private static final byte GUARD = (byte) 0xa5;

  private KernelChecks() {}

  /**
   * Runs one program on both kernels over the same bytes and compares every byte of every buffer,
   * guards included.
   */
  static void agree(
      Kernel kernel, Kernel reference, KernelProgram program, int length, Random random) {
    int slotsPerBuffer = program.slotsPerBuffer();
    ByteBuffer[] inputs = buffers(program.inputCount() / slotsPerBuffer, length, random);
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = random.nextInt(6) == 0 ? null : inputs[i];
    }
    ByteBuffer[] outputs = buffers(program.outputCount() / slotsPerBuffer, length, random);
    ByteBuffer[] expectedInputs = copies(inputs);
    ByteBuffer[] expectedOutputs = copies(outputs);
    int unit = Math.max(1, 2 * program.planeBytes());
    int offset = length == 0 ? 0 : random.nextInt(length / unit) * unit;
    int count = length - offset == 0 ? 0 : random.nextInt((length - offset) / unit + 1) * unit;
    kernel.compile(program).run(inputs, outputs, offset, count);
    reference.compile(program).run(expectedInputs, expectedOutputs, offset, count);
    for (int i = 0; i < outputs.length; i++) {
      assertSame(outputs[i], expectedOutputs[i], "output " + i + " of " + program);
    }
    for (int i = 0; i < inputs.length; i++) {
      assertSame(inputs[i], expectedInputs[i], "input " + i + " of " + program);
    }
  }

  private static void assertSame(ByteBuffer actual, ByteBuffer expected, String what) {
    if (expected == null) {
      assertThat(actual).as(what).isNull();
      return;
    }
    assertThat(actual.position()).as("position of " + what).isEqualTo(expected.position());
    assertThat(actual.limit()).as("limit of " + what).isEqualTo(expected.limit());
    assertThat(allBytes(actual)).as(what).isEqualTo(allBytes(expected));
  }

  private static byte[] allBytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.capacity()];
    buffer.duplicate().clear().get(bytes);
    return bytes;
  }

  private static ByteBuffer[] buffers(int count, int length, Random random) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      int before = random.nextInt(GUARD_BYTES);
      ByteBuffer buffer = ByteBuffer.allocateDirect(before + length + GUARD_BYTES);
      while (buffer.hasRemaining()) {
        boolean inside = buffer.position() >= before && buffer.position() < before + length;
        buffer.put(inside ? (byte) random.nextInt() : GUARD);
      }
      buffers[i] = buffer.limit(before + length).position(before);
    }
    return buffers;
  }

  private static ByteBuffer[] copies(ByteBuffer[] buffers) {
    ByteBuffer[] copies = new ByteBuffer[buffers.length];
    for (int i = 0; i < buffers.length; i++) {
      if (buffers[i] != null) {
        copies[i] = ByteBuffer.allocateDirect(buffers[i].capacity());
        copies[i].put(allBytes(buffers[i])).limit(buffers[i].limit());
        copies[i].position(buffers[i].position());
      }
    }
    return copies;
  }
}
