package io.okapifs.ec.kernel;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** The native kernels for tests that need them. */
final class NativeHere {
  /** With the value "required" a missing native kernel fails tests instead of skipping them. */
  static final String PROPERTY = "io.okapifs.native";

  private NativeHere() {}

  /** The fastest of them. */
  static Kernel orSkip() {
    Optional<String> why = Kernels.whyNotNative();
    if (why.isPresent() && "required".equals(System.getProperty(PROPERTY))) {
      Assertions.fail("native kernel required: " + PROPERTY + "=required, reason=" + why.get());
    }
    Assumptions.assumeTrue(why.isEmpty(), () -> "no native kernel: " + why.get());
    return Kernels.named("native");
  }

  /** The one of that name, where the library has it and the processor can run it. */
  static Kernel orSkip(String name) {
    orSkip();
    Assumptions.assumeTrue(
        Kernels.names().contains(name),
        () -> "kernel skipped: name=" + name + ", available=" + Kernels.names());
    return Kernels.named(name);
  }

  /** All that this machine can run, without the Java kernel. */
  static List<Kernel> all() {
    orSkip();
    return Kernels.names().stream()
        .filter(name -> !name.equals("java"))
        .map(Kernels::named)
        .toList();
  }
}
