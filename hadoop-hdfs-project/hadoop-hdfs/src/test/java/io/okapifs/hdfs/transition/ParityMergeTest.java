package io.okapifs.hdfs.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import org.junit.jupiter.api.Test;

/** Which groups are merged, and from what, counted by hand. */
class ParityMergeTest {

  private static final long BLOCK = 4096;

  private static FileLayout layout(String codec, int k, int r) {
    return new FileLayout(new GroupPolicy(codec + k, codec, k, r, 1, 1024), 2, BLOCK);
  }

  private static ParityMerge merge() {
    return ParityMerge.of(layout("rs-vand", 6, 3), layout("rs-vand", 12, 3)).orElseThrow();
  }

  @Test
  void wholeGroupsOfOneConvertibleCodecMerge() {
    assertThat(ParityMerge.of(layout("rs-legacy", 3, 2), layout("rs-legacy", 9, 2))).isPresent();
    assertThat(ParityMerge.of(layout("xor", 3, 1), layout("xor", 6, 1))).isPresent();
    assertThat(ParityMerge.of(layout("rs", 6, 3), layout("rs", 12, 3))).isEmpty();
    assertThat(ParityMerge.of(layout("rs-vand", 6, 3), layout("rs-legacy", 12, 3))).isEmpty();
    assertThat(ParityMerge.of(layout("rs-vand", 6, 3), layout("rs-vand", 12, 2))).isEmpty();
    assertThat(ParityMerge.of(layout("rs-vand", 6, 3), layout("rs-vand", 9, 3))).isEmpty();
    assertThat(ParityMerge.of(layout("rs-vand", 12, 3), layout("rs-vand", 6, 3))).isEmpty();
  }

  @Test
  void aFullGroupIsMergedFromTwo() {
    long length = 24 * BLOCK;
    assertThat(merge().firstOld(1)).isEqualTo(2);
    assertThat(merge().endOld(1, length)).isEqualTo(4);
    assertThat(merge().readBytes(1, length)).isEqualTo(6 * BLOCK);
    assertThat(merge().pays(1, length)).isTrue();
    assertThat(merge().coding().k()).isEqualTo(6);
    assertThat(merge().coding().r()).isEqualTo(3);
  }

  /** Twelve blocks, and two short ones: one more stripe of half its length. */
  @Test
  void theLastGroupIsMergedFromThoseThatAreThere() {
    long length = 12 * BLOCK + BLOCK;
    assertThat(merge().firstOld(1)).isEqualTo(2);
    assertThat(merge().endOld(1, length)).isEqualTo(3);
    assertThat(merge().readBytes(1, length)).isEqualTo(3 * BLOCK / 2);
    // Its data are two half blocks, its old parity three.
    assertThat(merge().pays(1, length)).isFalse();
    assertThat(merge().pays(0, length)).isTrue();
  }
}
