package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.EcException;
import io.okapifs.ec.TestSeed;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.ConversionPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversionsTest {
  private static final int BYTES = 17;

  private final Random random = TestSeed.random();
  private final Coder coder = new Coder(Kernels.best());

  private ByteBuffer[] data(int count) {
    ByteBuffer[] data = new ByteBuffer[count];
    Arrays.setAll(data, i -> ByteBuffer.allocateDirect(BYTES));
    for (ByteBuffer block : data) {
      byte[] bytes = new byte[BYTES];
      random.nextBytes(bytes);
      block.put(0, bytes);
    }
    return data;
  }

  private ByteBuffer[] run(CodingProgram program, ByteBuffer[] inputs) {
    ByteBuffer[] outputs = new ByteBuffer[program.outputCount()];
    Arrays.setAll(outputs, i -> ByteBuffer.allocateDirect(BYTES));
    coder.run(program, inputs, outputs);
    return outputs;
  }

  private void assertConverts(String codec, List<Integer> dataMembers, int r) {
    ConversionPlan plan = Conversions.merge(codec, dataMembers, r);
    ByteBuffer[] data = data(plan.newDataMembers());
    List<ByteBuffer> oldParities = new ArrayList<>();
    int first = 0;
    for (int k : dataMembers) {
      ErasureCode part = CodeRegistry.create(codec, k, r);
      ByteBuffer[] ofPart = Arrays.copyOfRange(data, first, first + k);
      oldParities.addAll(List.of(run(part.encode(), ofPart)));
      first += k;
    }
    ErasureCode merged = CodeRegistry.create(codec, plan.newDataMembers(), r);
    assertThat(merged.isMds()).isTrue();
    assertThat(run(plan.program(), oldParities.toArray(ByteBuffer[]::new)))
        .as("%s", plan)
        .isEqualTo(run(merged.encode(), data));
    assertThat(plan.cost()).isEqualTo(r * dataMembers.size());
    assertThat(ConversionPlan.parse(plan.toString())).isEqualTo(plan);
  }

  @ParameterizedTest
  @CsvSource({
    "6, 3, 2", "6, 3, 4", "6, 3, 5", "5, 3, 2", "10, 3, 3", "4, 2, 3", "5, 4, 4", "10, 4, 2"
  })
  void equalGroupsAreMergedByBothCodecs(int k, int r, int groups) {
    assertConverts("rs-vand", Collections.nCopies(groups, k), r);
    assertConverts("rs-legacy", Collections.nCopies(groups, k), r);
  }

  @Test
  void theLegacyCodecMergesAsWideAsItsFieldIs() {
    assertConverts("rs-legacy", Collections.nCopies(5, 6), 4);
    assertConverts("rs-legacy", Collections.nCopies(3, 10), 4);
    assertConverts("rs-legacy", Collections.nCopies(25, 10), 5);
  }

  @Test
  void groupsOfDifferentWidthsAreMerged() {
    for (String codec : List.of("rs-vand", "rs-legacy")) {
      assertConverts(codec, List.of(6, 4, 10), 3);
      assertConverts(codec, List.of(1, 9), 2);
      assertConverts(codec, List.of(7), 3);
    }
    assertConverts("xor", List.of(3, 5, 2), 1);
  }

  /** As a code, the merge repairs any one parity by the others, and computes what the plan does. */
  @ParameterizedTest
  @CsvSource({"rs-vand, 6, 2, 3", "rs-legacy, 6, 2, 3", "rs-legacy, 5, 4, 4", "xor, 3, 3, 1"})
  void aMergeIsACode(String codec, int k, int groups, int r) {
    ErasureCode code = Conversions.code(codec, k, groups, r);
    ConversionPlan plan = Conversions.merge(codec, Collections.nCopies(groups, k), r);
    assertThat(code.k()).isEqualTo(plan.cost());
    assertThat(code.encode().toMatrix()).isEqualTo(plan.program().toMatrix());
    assertThat(code.whyNotStored()).isPresent();
    for (int member = 0; member < code.n(); member++) {
      BitSet others = new BitSet();
      others.set(0, code.n());
      others.clear(member);
      assertThat(code.decodable(others)).as("without %s of %s", member, code).isTrue();
    }
    BitSet old = new BitSet();
    old.set(0, code.k());
    assertThat(code.decodable(old)).isTrue();
    assertThat(Conversions.code(codec, k, groups, r)).isSameAs(code);
  }

  @Test
  void twoOldParitiesThatGoIntoTheSameNewOneAloneAreNotRebuiltFromIt() {
    int r = 3;
    ErasureCode code = Conversions.code("rs-vand", 4, 2, r);
    BitSet live = new BitSet();
    live.set(0, code.n());
    live.clear(0);
    live.clear(r);
    assertThat(code.decodable(live)).isFalse();
    assertThat(code.tolerance()).isOne();
  }

  @Test
  void onlyTheNamedCodecsAreConvertible() {
    for (String codec : List.of("rs", "less2", "clay")) {
      assertThat(Conversions.isConvertible(CodeRegistry.create(codec, 4, 2))).isFalse();
    }
    for (String codec : Conversions.CODECS) {
      assertThat(Conversions.isConvertible(CodeRegistry.create(codec, 4, 1))).isTrue();
    }
  }

  /** A merged group may be merged again: the matrices are those of merging all at once. */
  @Test
  void mergesCompose() {
    for (String codec : List.of("rs-vand", "rs-legacy")) {
      var halves = Conversions.merge(codec, List.of(6, 4), 3).program().toMatrix();
      var whole = Conversions.merge(codec, List.of(10, 5), 3).program().toMatrix();
      var atOnce = Conversions.merge(codec, List.of(6, 4, 5), 3).program().toMatrix();
      assertThat(whole.pickColumns(0, 1, 2).multiply(halves))
          .isEqualTo(atOnce.pickColumns(0, 1, 2, 3, 4, 5));
      assertThat(whole.pickColumns(3, 4, 5)).isEqualTo(atOnce.pickColumns(6, 7, 8));
    }
  }

  @Test
  void whatCannotBeMergedIsRefusedWithTheReason() {
    assertThatExceptionOfType(EcException.class)
        .isThrownBy(() -> Conversions.merge("rs", List.of(6, 6), 3))
        .withMessage(
            "not convertible: code=RS-6-3; supported: codecs [rs-legacy, rs-vand, xor]");
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> Conversions.merge("rs-vand", List.of(10, 10, 10), 4))
        .withMessageContaining("codec=rs-vand, k=30, r=4");
    assertThatExceptionOfType(EcException.class)
        .isThrownBy(() -> Conversions.merge("rs-vand", List.of(), 4));
    assertThatExceptionOfType(EcException.class)
        .isThrownBy(() -> ConversionPlan.parse("conversion codec=xor k=1+ r=1"));
  }
}
