package io.okapifs.ec.kernel;

import java.nio.ByteBuffer;

/**
 * What {@code native/src/okapi_ec_jni.c} implements; the two are changed together, and with them
 * the interface version. Every buffer is direct. Callable once {@link NativeLibrary} has loaded.
 */
final class NativeCalls {
  /** The version that the library must answer: OKAPI_EC_INTERFACE_VERSION. */
  static final int INTERFACE_VERSION = 1;

  private NativeCalls() {}

  static native int interfaceVersion();

  static native String isalVersion();

  /**
   * Prepares a program and returns its handle.
   *
   * @param stepWords for each step 0 or 1 (adds), the counts of targets and of sources, the slots
   *     of both, as ints of this machine's byte order
   * @param coefficients for each step one row per target
   */
  static native long create(
      int inputCount, int outputCount, int temporaryCount, int windowBytes,
      ByteBuffer stepWords, ByteBuffer coefficients);

  static native void destroy(long handle);

  /** How large the scratch buffer of one run must be. */
  static native long scratchBytes(long handle);

  /**
   * Runs the whole program over length bytes.
   *
   * @param scratch begins with a long for each input and output: where in the buffer the run starts
   */
  static native void run(
      long handle, ByteBuffer[] inputs, ByteBuffer[] outputs, int length, ByteBuffer scratch);
}
