package io.okapifs.ec.kernel;

import java.util.List;
import java.util.Optional;

/** Which kernels exist with a given library, and which of them is used. A value. */
final class KernelChoice {
  private final NativeLibrary library;
  private final List<Kernel> fastestFirst;

  KernelChoice(NativeLibrary library, Kernel java) {
    this.library = library;
    this.fastestFirst =
        library.missing().isPresent() ? List.of(java) : List.of(new NativeKernel(library), java);
  }

  List<String> names() {
    return fastestFirst.stream().map(Kernel::name).toList();
  }

  Optional<String> whyNotNative() {
    return library.missing();
  }

  /** A library file that the user named and that does not load is an error, not a slower kernel. */
  Kernel best() {
    if (library.demanded() && library.missing().isPresent()) {
      throw new IllegalStateException("no native kernel: " + library.missing().get());
    }
    return fastestFirst.get(0);
  }

  Kernel named(String name) {
    return fastestFirst.stream()
        .filter(kernel -> kernel.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(refusal(name)));
  }

  private String refusal(String name) {
    String reason =
        library.missing().filter(why -> name.equals(NativeKernel.NAME))
            .map(why -> ", reason=" + why)
            .orElse("");
    return "kernel not available: " + Kernels.PROPERTY + "=" + name + ", available=" + names()
        + reason;
  }
}
