package io.okapifs.ec.kernel;

import org.junit.jupiter.api.BeforeEach;

class Avx2TilesKernelTest extends KernelContract {
  @BeforeEach
  void needsTheProcessor() {
    NativeHere.orSkip("avx2-tiles");
  }

  @Override
  Kernel kernel() {
    return NativeHere.orSkip("avx2-tiles");
  }
}
