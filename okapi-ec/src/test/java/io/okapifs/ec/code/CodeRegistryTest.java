package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CodeRegistryTest {
  @Test
  void knowsTheCodecsOfHdfs() {
    assertThat(CodeRegistry.codecNames()).contains("rs", "rs-legacy", "xor");
    assertThat(CodeRegistry.create("rs", 6, 3).name()).isEqualTo("RS-6-3");
    assertThat(CodeRegistry.create("rs-legacy", 6, 3).name()).isEqualTo("RS-LEGACY-6-3");
    assertThat(CodeRegistry.create("xor", 2, 1).name()).isEqualTo("XOR-2-1");
  }

  @Test
  void theCodecNameHoldsEverythingButTheMembers() {
    assertThat(CodeRegistry.create("less4", 10, 4).name()).isEqualTo("LESS4-10-4");
    assertThat(CodeRegistry.create("less2", 10, 4).alpha()).isEqualTo(2);
    assertThat(CodeRegistry.create("rs-vand", 10, 4).name()).isEqualTo("RS-VAND-10-4");
  }

  @Test
  void codecsAreKnownWithTheNumberThatBelongsToThemAndNotWithout() {
    assertThat(Stream.of("rs", "rs-vand", "less4", "azure-lrc2", "shec3", "shec-c2", "fmsr"))
        .allMatch(CodeRegistry::knows);
    assertThat(Stream.of("rs2", "less", "hhxor", "less4-10-4", "LESS4", "", null))
        .noneMatch(CodeRegistry::knows);
  }

  @Test
  void namesLeadBackToTheCode() {
    for (String codec : List.of("rs", "rs-legacy", "rs-vand", "less2")) {
      ErasureCode code = CodeRegistry.create(codec, 6, 3);
      assertThat(CodeRegistry.byName(code.name())).isSameAs(code);
    }
    for (String name : List.of("", "RS-6", "-6-3", "RS-6-3-1024k", "RS--6-3", "RS-6-999999")) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .as(name)
          .isThrownBy(() -> CodeRegistry.byName(name));
    }
  }

  @Test
  void instancesAreSharedSoThatPlansAreFoundOnce() {
    assertThat(CodeRegistry.create("rs", 6, 3)).isSameAs(CodeRegistry.create("rs", 6, 3));
  }

  @Test
  void wideCodesExistUpToTheSizeOfTheField() {
    assertThat(CodeRegistry.create("rs", 252, 4).n()).isEqualTo(256);
    assertThat(CodeRegistry.create("rs-legacy", 251, 4).n()).isEqualTo(255);
    assertThat(CodeRegistry.create("xor", 255, 1).n()).isEqualTo(256);
  }

  @Test
  void whatDoesNotExistIsRefusedWithWhatDoes() {
    assertRefused(
        "tornado", 6, 3, "codec=tornado, k=6, r=3; supported: codecs " + CodeRegistry.codecNames());
    assertRefused(null, 6, 3, "codec=null");
    assertRefused("rs", 253, 4, "codec=rs, k=253, r=4; supported: k>=1, r>=1, k+r<=256");
    assertRefused("rs", 0, 3, "k=0");
    assertRefused("rs", 6, 0, "r=0");
    assertRefused("rs", Integer.MAX_VALUE, Integer.MAX_VALUE, "k+r<=256");
    assertRefused("rs-legacy", 252, 4, "k+r<=255");
    assertRefused("less", 6, 3, "codec=less, k=6, r=3; supported: codecs [");
    assertRefused("less3", 6, 2, "codec=less3, k=6, r=2; supported: less<alpha> with 2<=alpha<=r");
    assertRefused("less4", 124, 4, "k+r<=127 for r=4");
    assertRefused("rs4", 6, 3, "codec=rs4");
    assertRefused("rs-vand", 22, 4, "k<=21 for r=4");
    assertRefused("xor", 6, 2, "codec=xor, k=6, r=2; supported: r=1, 1<=k<=255");
    assertRefused("xor", 0, 0, "codec=xor, k=0, r=0; supported: r=1, 1<=k<=255");
    assertRefused("xor", 256, 1, "codec=xor, k=256, r=1; supported: r=1, 1<=k<=255");
  }

  private static void assertRefused(String codecName, int k, int r, String message) {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create(codecName, k, r))
        .withMessageStartingWith("unsupported code: ")
        .withMessageContaining(message);
  }
}
