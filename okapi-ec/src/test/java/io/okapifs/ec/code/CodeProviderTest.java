package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.matrix.GfMatrix;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which code a name means where it comes from elsewhere. */
class CodeProviderTest {
  private static int version;
  private static int coefficient;

  @TempDir private Path folder;

  /** A single parity, by what the test says. */
  public static final class Weighted implements CodeProvider {
    @Override
    public String codec() {
      return "weighted<weight>";
    }

    @Override
    public int version() {
      return version;
    }

    @Override
    public ErasureCode create(String codec, int number, int k, int r) {
      if (k < 1 || r != 1) {
        throw new UnsupportedCodeException(codec, k, r, "k>=1, r=1");
      }
      GfMatrix generator =
          GfMatrix.of(1, k, (row, column) -> column == 0 ? number : coefficient);
      return new CodeBuilder(codec, k, r).generator(generator).mds().build();
    }
  }

  @BeforeEach
  void reset() throws IOException {
    version = 1;
    coefficient = 1;
    load();
  }

  @AfterEach
  void unload() {
    CodeRegistry.unload(Set.of("weighted<weight>"));
  }

  private void load() throws IOException {
    Path service = Files.writeString(folder.resolve("service"), Weighted.class.getName());
    CodeRegistry.load(new ClassLoader(getClass().getClassLoader()) {
      @Override
      public Enumeration<URL> getResources(String name) throws IOException {
        return name.equals("META-INF/services/" + CodeProvider.class.getName())
            ? Collections.enumeration(List.of(service.toUri().toURL()))
            : super.getResources(name);
      }
    });
  }

  private static CodeIdentity identity() {
    return CodeRegistry.identity("weighted7", 4, 1).orElseThrow();
  }

  @Test
  void theNumberOfTheNameIsHandedOn() {
    assertThat(CodeRegistry.codecNames()).contains("weighted<weight>");
    assertThat(CodeRegistry.byName("WEIGHTED7-4-1").encode().toMatrix().hexRow(0))
        .isEqualTo("07010101");
    assertThat(CodeRegistry.knows("weighted")).isFalse();
  }

  @Test
  void onlyCodesOfProvidersHaveAnIdentity() {
    assertThat(CodeRegistry.identity("rs", 6, 3)).isEmpty();
    assertThat(CodeIdentity.parse(identity().toString())).isEqualTo(identity());
    assertThat(identity().toString()).matches("v1-a1-[0-9a-f]{32}");
    assertThatIllegalArgumentException().isThrownBy(() -> CodeIdentity.parse("v1"));
  }

  @Test
  void theCodeThatIsMeantIsGiven() {
    assertThat(CodeRegistry.create("weighted7", 4, 1, identity()))
        .isSameAs(CodeRegistry.create("weighted7", 4, 1));
  }

  private static void assertRefused(CodeIdentity meant, String... words) {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("weighted7", 4, 1, meant))
        .satisfies(e -> assertThat(e.getMessage())
            .contains("WEIGHTED7-4-1").contains("meant=" + meant).contains(words));
  }

  @Test
  void otherBytesAreAnotherCode() throws IOException {
    CodeIdentity before = identity();
    coefficient = 2;
    load();
    assertRefused(before, "another code of that name", "here=" + identity());
  }

  @Test
  void anotherVersionIsAnotherCode() throws IOException {
    CodeIdentity before = identity();
    version = 2;
    load();
    assertThat(identity().digest()).isEqualTo(before.digest());
    assertRefused(before, "here=v2-");
  }

  @Test
  void aCodeOfOursIsNotOneOfAJar() {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("rs", 6, 3, identity()))
        .withMessageContaining("here=one of okapi-ec");
  }

  @Test
  void withoutTheProviderTheCodeIsNamed() {
    CodeIdentity before = identity();
    unload();
    assertRefused(before, "no such code here", "not on the class path");
  }
}
