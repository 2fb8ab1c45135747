package io.okapifs.ec.kernel;

import java.util.List;

/**
 * The kernels of this build, and the choice among them.
 *
 * <p>The system property {@value #PROPERTY} forces one by name; forcing one that does not exist is
 * an error, never a silent fallback.
 */
public final class Kernels {
  /** The system property that forces a kernel. */
  public static final String PROPERTY = "io.okapifs.ec.kernel";

  /** Fastest first. */
  private static final List<Kernel> AVAILABLE = List.of(new JavaKernel());

  private Kernels() {}

  /** The names of the kernels that exist here, fastest first. */
  public static List<String> names() {
    return AVAILABLE.stream().map(Kernel::name).toList();
  }

  /** The kernel forced by the property, or else the fastest one. */
  public static Kernel best() {
    String forced = System.getProperty(PROPERTY);
    return forced == null ? AVAILABLE.get(0) : named(forced);
  }

  /** The kernel of that name; refuses a name that does not exist here and says which do. */
  public static Kernel named(String name) {
    return AVAILABLE.stream()
        .filter(kernel -> kernel.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "kernel not available: " + PROPERTY + "=" + name + ", available=" + names()));
  }
}
