package io.okapifs.bench.codes;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What is measured in C, without any Java in the loop: native/bench/okapi_bench_jni.c. */
final class NativeBench {
  private static final String TARGET_PROPERTY = "okapi.bench.target";
  private static final Path FILE =
      Path.of("..", "..", "native", "target", "library", "libokapi_bench.so");

  private NativeBench() {}

  /** Loads the library; answers why it cannot be, or nothing. */
  static Optional<String> load() {
    Path file = Path.of(System.getProperty(TARGET_PROPERTY, ".")).resolve(FILE).normalize();
    if (!Files.exists(file)) {
      return Optional.of("not built: file=" + file);
    }
    try {
      System.load(file.toAbsolutePath().toString());
      return Optional.empty();
    } catch (UnsatisfiedLinkError e) {
      return Optional.of(e.getMessage());
    }
  }

  /** ISA-L's tables of inputCount x outputCount coefficients of its own Cauchy matrix. */
  static native void isalTables(int inputCount, int outputCount, ByteBuffer tables);

  /**
   * ec_encode_data for each group.
   *
   * @param byAvx2 by AVX2, which the processor must have, also where it has more
   */
  static native void isal(
      boolean byAvx2, int inputCount, int outputCount, ByteBuffer tables, ByteBuffer inputs,
      ByteBuffer outputs,
      int windowBytes, int firstGroup, int groupCount);

  /** memcpy of each input buffer. */
  static native void copy(ByteBuffer inputs, ByteBuffer outputs, long offset, long length);

  /**
   * Prepares the one-step program outputs = coefficients x inputs.
   *
   * @param coefficients one row per output
   */
  static native long program(
      String kernel, int inputCount, int outputCount, int windowBytes, ByteBuffer coefficients);

  /** okapi_ec_run for each group: what the JNI call does, called from C. */
  static native void run(
      long program, ByteBuffer inputs, ByteBuffer outputs, int windowBytes, int firstGroup,
      int groupCount);
}
