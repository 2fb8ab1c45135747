package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IsalKernelTest extends KernelContract {
  @BeforeEach
  void needsTheLibrary() {
    NativeHere.orSkip("isal");
  }

  @Override
  Kernel kernel() {
    return NativeHere.orSkip("isal");
  }

  @Test
  void saysWhichIsalItWasBuiltWith() {
    assertThat(((NativeKernel) kernel()).isalVersion()).matches("[0-9]+\\.[0-9]+\\.[0-9]+");
  }
}
