package io.okapifs.ec.kernel;

import java.nio.ByteBuffer;

/**
 * The hot loops: runs programs over buffers. Knows neither codes nor members. Any thread may call a
 * kernel and what it compiled, several at a time.
 */
public interface Kernel {
  /** The name under which it is selected, for example "java". */
  String name();

  /**
   * Whether sums stay in registers from step to step: then the program with the fewest products is
   * the fastest one. Else each step costs something.
   */
  default boolean keepsSums() {
    return false;
  }

  /**
   * How many bytes of each buffer one call should cover, so that so many slots stay in the cache;
   * at least 1.
   *
   * @param slotCount all slots of a program, planes one by one
   * @return any number of bytes; whole granules are up to the caller
   */
  int windowBytes(int slotCount);

  /**
   * Prepares a program: tables, or a native handle. Done once per program, so it may be slow.
   *
   * @param program one whose steps and slots were checked
   */
  Compiled compile(KernelProgram program);

  /** A program made ready for one kernel. Holds no state between calls. */
  interface Compiled {
    /**
     * Runs the whole program over the bytes [position + offset, position + offset + length) of
     * every buffer, and leaves positions and limits alone. All buffers are direct and long enough,
     * which the caller has checked. A null input stands for zeros; an output that the program does
     * not touch may be null. Where the program has planes, position, offset and length are those
     * of whole granules.
     *
     * @param inputs one per input of the program, or per two with planes
     * @param outputs likewise; they overlap no other buffer
     * @param offset in bytes
     * @param length in bytes; 0 does nothing
     */
    void run(ByteBuffer[] inputs, ByteBuffer[] outputs, int offset, int length);
  }
}
