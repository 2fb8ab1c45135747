package io.okapifs.io;

import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.plan.CodingProgram;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs programs over byte arrays: copies window by window through direct buffers, which are kept
 * for the next call (as many as there were calls at the same time).
 */
final class HeapBridge {
  private static final int WINDOW_BYTES = 64 * 1024;

  private final Coder coder;
  private final Queue<ByteBuffer> spares = new ConcurrentLinkedQueue<>();

  /** Where a member's bytes begin in an array. */
  record Slice(byte[] array, int offset) {}

  HeapBridge(Coder coder) {
    this.coder = coder;
  }

  void run(CodingProgram program, Slice[] inputs, Slice[] outputs, int length) {
    int window = Math.min(WINDOW_BYTES, length);
    ByteBuffer memory = acquire((inputs.length + outputs.length) * window);
    ByteBuffer[] directInputs = carve(memory, 0, inputs.length, window);
    ByteBuffer[] directOutputs = carve(memory, inputs.length, outputs.length, window);
    for (int done = 0; done < length; ) {
      int step = Math.min(window, length - done);
      for (int i = 0; i < inputs.length; i++) {
        directInputs[i].limit(step).put(0, inputs[i].array, inputs[i].offset + done, step);
      }
      for (ByteBuffer output : directOutputs) {
        output.limit(step);
      }
      coder.run(program, directInputs, directOutputs);
      for (int i = 0; i < outputs.length; i++) {
        directOutputs[i].get(0, outputs[i].array, outputs[i].offset + done, step);
      }
      done += step;
    }
    spares.offer(memory);
  }

  private ByteBuffer acquire(int bytes) {
    ByteBuffer spare = spares.poll();
    return spare != null && spare.capacity() >= bytes ? spare : ByteBuffer.allocateDirect(bytes);
  }

  private static ByteBuffer[] carve(ByteBuffer memory, int first, int count, int window) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      buffers[i] = memory.slice((first + i) * window, window);
    }
    return buffers;
  }
}
