package io.okapifs.ec.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which kernels exist with a given library, and which of them is used. A value. */
final class KernelChoice {
  /** Stands for the fastest kernel of the library. */
  private static final String NATIVE = "native";

  /** What a library may have; where it is missing, the reason explains why they are. */
  private static final Set<String> NATIVE_NAMES =
      Set.of(NATIVE, "gfni", "gfni-tiles", "avx2", "isal");

  private final NativeLibrary library;
  private final List<Kernel> fastestFirst = new ArrayList<>();
  private final Map<String, String> refused = new LinkedHashMap<>();

  /**
   * @param natives those of the library, fastest first; each is checked beside the Java kernel
   */
  KernelChoice(NativeLibrary library, List<Kernel> natives, Kernel java) {
    this.library = library;
    KernelCheck check = natives.isEmpty() ? null : new KernelCheck(java);
    for (Kernel kernel : natives) {
      check.fault(kernel)
          .ifPresentOrElse(
              fault -> refused.put(kernel.name(), fault), () -> fastestFirst.add(kernel));
    }
    fastestFirst.add(java);
  }

  /** A library that is there, with all that this processor can run. */
  static KernelChoice of(NativeLibrary library, Kernel java) {
    return new KernelChoice(
        library, library.missing().isEmpty() ? NativeKernel.all() : List.of(), java);
  }

  /** Kernels that computed something else than the Java kernel, with what that was. */
  Map<String, String> refused() {
    return refused;
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
    boolean anyNative = name.equals(NATIVE);
    return fastestFirst.stream()
        .filter(kernel -> anyNative ? kernel instanceof NativeKernel : kernel.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(refusal(name)));
  }

  private String refusal(String name) {
    String reason =
        library.missing().filter(why -> NATIVE_NAMES.contains(name))
            .or(() -> Optional.ofNullable(refused.get(name)))
            .map(why -> ", reason=" + why)
            .orElse("");
    return "kernel not available: " + Kernels.PROPERTY + "=" + name + ", available=" + names()
        + reason;
  }
}
