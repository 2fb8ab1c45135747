package io.okapifs.ec.kernel;

import org.junit.jupiter.api.BeforeEach;

class GfniTilesKernelTest extends KernelContract {
  @BeforeEach
  void needsTheProcessor() {
    NativeHere.orSkip("gfni-tiles");
  }

  @Override
  Kernel kernel() {
    return NativeHere.orSkip("gfni-tiles");
  }
}
