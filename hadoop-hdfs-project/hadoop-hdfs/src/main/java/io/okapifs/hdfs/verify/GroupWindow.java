package io.okapifs.hdfs.verify;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.CodingBuffers;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The memory that groups of one code are read into, the same range of every sub-block of every
 * member at a time. Used by one thread.
 */
final class GroupWindow {

  private static final int MEMBER_BYTES = 256 << 10;
  private static final int CHUNK_BYTES = 512;

  private final ErasureCode code;
  private final int bytes;
  private final GroupEquations equations;
  private final ByteBuffer[] buffers;

  GroupWindow(ErasureCode code) {
    this.code = code;
    this.bytes = Math.max(1, MEMBER_BYTES / CHUNK_BYTES / code.alpha()) * CHUNK_BYTES;
    this.equations = new GroupEquations(code, bytes);
    this.buffers = new ByteBuffer[code.n() * code.alpha()];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = CodingBuffers.allocate(bytes);
    }
  }

  ErasureCode code() {
    return code;
  }

  GroupEquations equations() {
    return equations;
  }

  /** Bytes of a range. */
  int bytes() {
    return bytes;
  }

  /** One direct buffer for each sub-block of a member. */
  ByteBuffer[] buffersOf(int member) {
    return Arrays.copyOfRange(buffers, member * code.alpha(), (member + 1) * code.alpha());
  }
}
