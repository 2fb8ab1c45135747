package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import java.util.BitSet;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which members a repair compares, and where. */
class SpareSampleTest {

  private static final long BLOCK = 128L << 20;
  private static final BitSet NO_ZEROS = new BitSet();

  private static BitSet members(int... members) {
    BitSet set = new BitSet();
    for (int member : members) {
      set.set(member);
    }
    return set;
  }

  private static BitSet allBut(ErasureCode code, BitSet lost) {
    BitSet live = (BitSet) lost.clone();
    live.flip(0, code.n());
    return live;
  }

  private static Optional<SpareSample> sample(
      ErasureCode code, BitSet lost, BitSet zeros, long subBlock, double percent) {
    BitSet live = allBut(code, lost);
    RepairPlan plan = code.repair(lost, live);
    live.andNot(zeros);
    return SpareSample.of(code, plan, live, zeros, subBlock, percent, new Random(7));
  }

  /** Without any one of them the others still have everything. */
  @ParameterizedTest
  @CsvSource({
    "RS-6-3, 0, 7", "RS-3-2, 4, 4", "CLAY-4-2, 1, 5", "LESS4-10-4, 3, 13", "HITCHHIKER-XOR-10-4, 2, 13"
  })
  void helpersAreComparedWithOneMoreMember(String name, int lost, int most) {
    ErasureCode code = CodeRegistry.byName(name);
    SpareSample sample = sample(code, members(lost), NO_ZEROS, BLOCK, 1).orElseThrow();
    RepairPlan plan = code.repair(members(lost), allBut(code, members(lost)));
    assertThat(sample.members().stream()).containsAll(plan.helpers()).hasSizeLessThanOrEqualTo(most);
    for (int helper : plan.helpers()) {
      BitSet others = (BitSet) sample.members().clone();
      others.clear(helper);
      assertThat(code.decodable(others)).as("without %s", helper).isTrue();
    }
  }

  @Test
  void aLocalRepairIsComparedWithTheRestOfTheGroup() {
    ErasureCode code = CodeRegistry.byName("AZURE-LRC2-12-4");
    SpareSample sample = sample(code, members(0), NO_ZEROS, BLOCK, 1).orElseThrow();
    assertThat(sample.members().cardinality()).isBetween(13, 15);
  }

  @ParameterizedTest
  @CsvSource({"RS-3-2, 0 1", "RS-6-3, 1 2 8"})
  void whereNoMoreAreThereThanAreNeededNothingIsCompared(String name, String lost) {
    ErasureCode code = CodeRegistry.byName(name);
    BitSet members = new BitSet();
    for (String each : lost.split(" ")) {
      members.set(Integer.parseInt(each));
    }
    assertThat(sample(code, members, NO_ZEROS, BLOCK, 1)).isEmpty();
  }

  /** Two of RS-6-3's data members are zeros: they help, and are not read. */
  @Test
  void zerosAreNotRead() {
    ErasureCode code = CodeRegistry.byName("RS-6-3");
    SpareSample sample = sample(code, members(0), members(4, 5), BLOCK, 1).orElseThrow();
    assertThat(sample.members().get(4) || sample.members().get(5)).isFalse();
    assertThat(sample.members().cardinality()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"1", "0.1", "10"})
  void noMoreIsReadThanTheShareOfThePlan(double percent) {
    ErasureCode code = CodeRegistry.byName("RS-6-3");
    SpareSample sample = sample(code, members(0), NO_ZEROS, BLOCK, percent).orElseThrow();
    double read = 7.0 * sample.rangeBytes() * sample.offsets().size();
    assertThat(read / (6 * BLOCK) * 100).isBetween(0.8 * percent, percent);
  }

  @ParameterizedTest
  @CsvSource({"RS-6-3, 1", "CLAY-4-2, 512", "RS-3-2, 511", "RS-3-2, 100000", "LESS4-10-4, 65536"})
  void rangesLieWithinTheSubBlocksAndFitTheMemory(String name, long subBlock) {
    ErasureCode code = CodeRegistry.byName(name);
    SpareSample sample = sample(code, members(0), NO_ZEROS, subBlock, 100).orElseThrow();
    assertThat(sample.offsets()).isNotEmpty().allSatisfy(
        offset -> {
          assertThat(offset).isBetween(0L, subBlock - sample.rangeBytes());
          assertThat(offset % 512).as("no symbol is cut").isZero();
        });
    assertThat(sample.memoryBytes(code)).isLessThanOrEqualTo(4 << 20);
  }

  @Test
  void aRangeIsReadOfTheSmallestBlocksAsWell() {
    ErasureCode code = CodeRegistry.byName("RS-6-3");
    SpareSample sample = sample(code, members(0), NO_ZEROS, 4096, 0.01).orElseThrow();
    assertThat(sample.rangeBytes()).isEqualTo(512);
    assertThat(sample.offsets()).hasSize(1);
  }
}
