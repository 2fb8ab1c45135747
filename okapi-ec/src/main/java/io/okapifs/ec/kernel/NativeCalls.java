package io.okapifs.ec.kernel;

import java.nio.ByteBuffer;

/**
 * What {@code native/src/okapi_ec_jni.c} implements; the two are changed together, and with them
 * the interface version. Every buffer is direct. Callable once {@link NativeLibrary} has loaded.
 */
final class NativeCalls {
  /** The version that the library must answer: OKAPI_EC_INTERFACE_VERSION. */
  static final int INTERFACE_VERSION = 4;

  private NativeCalls() {}

  static native int interfaceVersion();

  static native String isalVersion();

  /** The name of a kernel that runs on this machine, fastest first; null from their number on. */
  static native String kernelName(int index);

  /** Whether that kernel makes machine code of programs. */
  static native boolean makesCode(int index);

  /**
   * Prepares a program and returns its handle.
   *
   * @param kernelIndex as of {@link #kernelName}
   * @param windowBytes how much of each buffer is run at a time; whole granules with planes
   * @param stepWords for each step 0 or 1 (adds), the counts of targets and of sources, the slots
   *     of both, as ints of this machine's byte order
   * @param coefficients for each step one row per target
   */
  static native long create(
      int kernelIndex, int inputCount, int outputCount, int temporaryCount, int windowBytes,
      int planeBytes, ByteBuffer stepWords, ByteBuffer coefficients);

  static native void destroy(long handle);

  /** How large the scratch buffer of one run must be. */
  static native long scratchBytes(long handle);

  /** Where the first byte of a direct buffer is, whatever its position; 0 of others. */
  static native long address(ByteBuffer buffer);

  /**
   * Runs the whole program over length bytes. That so many are behind every address is for the
   * caller to check, and to keep the buffers reachable.
   *
   * @param scratch address of memory that begins with a long for each input and output buffer:
   *     where the run starts in it, or 0
   * @param scratchBytes of it
   */
  static native void run(long handle, int length, long scratch, long scratchBytes);
}
