package io.okapifs.ec.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Which kernels exist with a given library, and which of them is used. A native kernel is compared
 * with the Java kernel before it is used or named, and once: that takes some tenths of a second of
 * a cold JVM. Any thread may call it.
 */
final class KernelChoice {
  /** Stands for the fastest kernel of the library. */
  private static final String NATIVE = "native";

  /** What a library may have; where it is missing, the reason explains why they are. */
  private static final Set<String> NATIVE_NAMES =
      Set.of(NATIVE, "gfni", "gfni-tiles", "avx2", "avx2-tiles", "isal");

  private final NativeLibrary library;
  private final List<Kernel> natives;
  private final Kernel java;
  private final BiConsumer<String, String> onRefusal;
  private final Map<String, Optional<String>> faults = new LinkedHashMap<>();
  private KernelCheck check;

  /**
   * @param natives those of the library, fastest first
   * @param onRefusal told the name of a kernel that is refused, and why
   */
  KernelChoice(
      NativeLibrary library, List<Kernel> natives, Kernel java,
      BiConsumer<String, String> onRefusal) {
    this.library = library;
    this.natives = List.copyOf(natives);
    this.java = java;
    this.onRefusal = onRefusal;
  }

  /** A library that is there, with all that this processor can run. */
  static KernelChoice of(
      NativeLibrary library, Kernel java, BiConsumer<String, String> onRefusal) {
    return new KernelChoice(
        library, library.missing().isEmpty() ? NativeKernel.all() : List.of(), java, onRefusal);
  }

  private synchronized boolean isRight(Kernel kernel) {
    Optional<String> known = faults.get(kernel.name());
    if (known == null) {
      if (check == null) {
        check = new KernelCheck(java);
      }
      known = check.fault(kernel);
      faults.put(kernel.name(), known);
      known.ifPresent(fault -> onRefusal.accept(kernel.name(), fault));
    }
    return known.isEmpty();
  }

  /** The natives that may be used, fastest first; each is compared when it comes to that. */
  private Stream<Kernel> right() {
    return natives.stream().filter(this::isRight);
  }

  /** Kernels that computed something else than the Java kernel, with what that was. */
  synchronized Map<String, String> refused() {
    Map<String, String> refused = new LinkedHashMap<>();
    natives.forEach(this::isRight);
    faults.forEach((name, fault) -> fault.ifPresent(why -> refused.put(name, why)));
    return refused;
  }

  List<String> names() {
    return Stream.concat(right(), Stream.of(java)).map(Kernel::name).toList();
  }

  Optional<String> whyNotNative() {
    return library.missing();
  }

  /** A library file that the user named and that does not load is an error, not a slower kernel. */
  Kernel best() {
    if (library.demanded() && library.missing().isPresent()) {
      throw new IllegalStateException("no native kernel: " + library.missing().get());
    }
    return right().findFirst().orElse(java);
  }

  Kernel named(String name) {
    if (name.equals(java.name())) {
      return java;
    }
    return natives.stream()
        .filter(kernel -> name.equals(NATIVE) || kernel.name().equals(name))
        .filter(this::isRight)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(refusal(name)));
  }

  private String refusal(String name) {
    String reason =
        library.missing().filter(why -> NATIVE_NAMES.contains(name))
            .or(() -> Optional.ofNullable(refused().get(name)))
            .map(why -> ", reason=" + why)
            .orElse("");
    return "kernel not available: " + Kernels.PROPERTY + "=" + name + ", available=" + names()
        + reason;
  }
}
