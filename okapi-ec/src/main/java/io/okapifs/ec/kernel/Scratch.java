package io.okapifs.ec.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that one thread lends to its runs in C: the addresses of buffers, then temporaries and
 * copies of short tails. For one thread.
 */
final class Scratch {
  private ByteBuffer memory = allocate(0);

  static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** Has at least so many bytes from now on. */
  Scratch with(int bytes) {
    if (memory.capacity() < bytes) {
      memory = allocate(bytes);
    }
    return this;
  }

  /**
   * Notes where runs begin in buffers, and checks that they end in them: C sees addresses alone,
   * and would crash.
   *
   * @param firstSlot of the buffers
   * @param offset behind the position of each, bytes
   * @param length of the run, bytes
   */
  void putAddresses(int firstSlot, ByteBuffer[] buffers, int offset, int length) {
    for (int i = 0; i < buffers.length; i++) {
      memory.putLong(
          (firstSlot + i) * Long.BYTES,
          buffers[i] == null ? 0 : start(firstSlot + i, buffers[i], offset, length));
    }
  }

  private static long start(int slot, ByteBuffer buffer, int offset, int length) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("buffer is not direct: slot=" + slot);
    }
    long start = (long) buffer.position() + offset;
    if (start < 0 || length < 0 || start + length > buffer.capacity()) {
      throw new IllegalArgumentException(
          "buffer is too short: slot=" + slot + ", capacity=" + buffer.capacity() + ", start="
              + start + ", length=" + length);
    }
    return DirectAddress.of(buffer) + start;
  }

  long address() {
    return DirectAddress.of(memory);
  }

  long bytes() {
    return memory.capacity();
  }
}
