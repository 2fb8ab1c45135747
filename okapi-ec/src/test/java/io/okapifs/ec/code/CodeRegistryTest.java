package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class CodeRegistryTest {
  @Test
  void knowsTheCodecsOfHdfs() {
    assertThat(CodeRegistry.codecNames()).containsExactly("rs", "rs-legacy", "xor");
    assertThat(CodeRegistry.create("rs", 6, 3).name()).isEqualTo("RS-6-3");
    assertThat(CodeRegistry.create("rs-legacy", 6, 3).name()).isEqualTo("RS-LEGACY-6-3");
    assertThat(CodeRegistry.create("xor", 2, 1).name()).isEqualTo("XOR-2-1");
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
        "tornado", 6, 3, "codec=tornado, k=6, r=3; supported: codecs [rs, rs-legacy, xor]");
    assertRefused(null, 6, 3, "codec=null");
    assertRefused("rs", 253, 4, "codec=rs, k=253, r=4; supported: k>=1, r>=1, k+r<=256");
    assertRefused("rs", 0, 3, "k=0");
    assertRefused("rs", 6, 0, "r=0");
    assertRefused("rs", Integer.MAX_VALUE, Integer.MAX_VALUE, "k+r<=256");
    assertRefused("rs-legacy", 252, 4, "k+r<=255");
    assertRefused("xor", 6, 2, "codec=xor, k=6, r=2; supported: r=1");
  }

  private static void assertRefused(String codecName, int k, int r, String message) {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create(codecName, k, r))
        .withMessageStartingWith("unsupported code: ")
        .withMessageContaining(message);
  }
}
