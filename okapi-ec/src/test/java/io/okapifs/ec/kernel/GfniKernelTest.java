package io.okapifs.ec.kernel;

import org.junit.jupiter.api.BeforeEach;

class GfniKernelTest extends KernelContract {
  @BeforeEach
  void needsTheProcessor() {
    NativeHere.orSkip("gfni");
  }

  @Override
  Kernel kernel() {
    return NativeHere.orSkip("gfni");
  }
}
