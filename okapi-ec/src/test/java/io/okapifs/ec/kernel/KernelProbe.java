package io.okapifs.ec.kernel;

import java.util.Random;

/** A process of its own: names the kernel that is chosen, then runs random programs on it. */
public final class KernelProbe {
  private KernelProbe() {}

  /** Prints "kernel=" and the name, and at the end "done". */
  public static void main(String[] arguments) {
    Kernel kernel = Kernels.best();
    System.out.println("kernel=" + Kernels.best().name());
    Random random = new Random(20260101);
    for (int round = 0; round < 200; round++) {
      KernelProgram program = RandomPrograms.next(random);
      KernelChecks.agree(kernel, new ReferenceKernel(), program, 300, random);
    }
    System.gc();
    System.out.println("done");
  }
}
