package io.okapifs.ec.kernel;

class JavaKernelTest extends KernelContract {
  private final Kernel kernel = new JavaKernel();

  @Override
  Kernel kernel() {
    return kernel;
  }
}
