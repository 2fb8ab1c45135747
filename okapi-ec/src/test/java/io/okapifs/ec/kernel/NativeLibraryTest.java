package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
  private static KernelChoice choice(NativeLibrary library) {
    return KernelChoice.of(library, new JavaKernel(), (name, fault) -> {});
  }

  @Test
  void aJarWithoutTheLibraryMeansTheJavaKernelAndAReason() {
    NativeLibrary library = NativeLibrary.fromResource("/io/okapifs/native/abacus/lib.so");
    assertThat(library)
        .isEqualTo(
            new NativeLibrary(
                false,
                Optional.of(
                    "this build has no library for this machine:"
                        + " resource=/io/okapifs/native/abacus/lib.so")));
    assertThat(choice(library).best().name()).isEqualTo("java");
    assertThat(choice(library).names()).containsExactly("java");
    assertThat(choice(library).whyNotNative()).isEqualTo(library.missing());
  }

  @Test
  void aResourceThatIsNoLibraryMeansTheJavaKernelAndAReason() {
    NativeLibrary library = NativeLibrary.fromResource("/golden/RS-6-3.hex");
    assertThat(library.missing()).get().asString().startsWith("cannot link the library: ");
    assertThat(choice(library).best().name()).isEqualTo("java");
  }

  @Test
  void aNamedFileThatDoesNotLoadIsAnErrorAndNoFallback(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("lib.so");
    for (String how : new String[] {"missing", "no library"}) {
      if (how.equals("no library")) {
        Files.writeString(file, "not a library");
      }
      NativeLibrary library = NativeLibrary.fromFile(file);
      assertThatIllegalStateException()
          .as(how)
          .isThrownBy(() -> choice(library).best())
          .withMessageStartingWith("no native kernel: cannot link the library: ")
          .withMessageEndingWith(": io.okapifs.native.path=" + file);
    }
  }

  @Test
  void forcingANativeKernelWhereItIsMissingNamesTheReason() {
    NativeLibrary library = new NativeLibrary(false, Optional.of("libisal.so.2 was not found"));
    for (String name : new String[] {"native", "gfni", "gfni-tiles", "avx2", "avx2-tiles", "isal"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> choice(library).named(name))
          .withMessage(
              "kernel not available: io.okapifs.ec.kernel=" + name + ", available=[java],"
                  + " reason=libisal.so.2 was not found");
    }
  }

  @Test
  void theJavaKernelCanBeForcedWithAndWithoutALibrary() {
    NativeLibrary library = new NativeLibrary(true, Optional.of("any"));
    assertThat(choice(library).named("java")).isInstanceOf(JavaKernel.class);
    assertThat(Kernels.named("java")).isInstanceOf(JavaKernel.class);
  }

  @Test
  void theNativeKernelIsPreferredWhereItLoads() {
    Kernel kernel = NativeHere.orSkip();
    assertThat(kernel).isInstanceOf(NativeKernel.class);
    assertThat(Kernels.names()).containsSubsequence("isal", "java").startsWith(kernel.name());
    assertThat(Kernels.named("native")).isSameAs(kernel);
    assertThat(choice(NativeLibrary.load()).best()).isInstanceOf(NativeKernel.class);
  }
}
