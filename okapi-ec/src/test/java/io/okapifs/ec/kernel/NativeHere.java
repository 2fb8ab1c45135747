package io.okapifs.ec.kernel;

import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** The native kernel for tests that need it. */
final class NativeHere {
  /** With the value "required" a missing native kernel fails tests instead of skipping them. */
  static final String PROPERTY = "io.okapifs.native";

  private NativeHere() {}

  static Kernel orSkip() {
    Optional<String> why = Kernels.whyNotNative();
    if (why.isPresent() && "required".equals(System.getProperty(PROPERTY))) {
      Assertions.fail("native kernel required: " + PROPERTY + "=required, reason=" + why.get());
    }
    Assumptions.assumeTrue(why.isEmpty(), () -> "no native kernel: " + why.get());
    return Kernels.named("native");
  }
}
