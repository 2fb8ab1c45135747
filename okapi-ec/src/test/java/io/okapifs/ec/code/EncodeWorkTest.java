package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.plan.ProgramWork;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encoding follows the structure of each code, never its dense matrix. */
class EncodeWorkTest {
  /** Products and additions per byte of data, both the best known order's and, exactly, ours. */
  @ParameterizedTest
  @CsvSource({
    "RS-6-3,                 3,    0,     18,   0",
    "RS-10-4,                4,    0,     40,   0",
    "HITCHHIKER-XOR-6-3,     3,    0.67,  36,   6",
    "HHXORPLUS-6-3,          2,    1.75,  24,   13",
    "HITCHHIKER-NONXOR-6-3,  3.42, 0.33,  36,   5",
    "HITCHHIKER-XOR-10-4,    4,    0.65,  80,   10",
    "HHXORPLUS-10-4,         3,    1.7,   60,   22",
    "HITCHHIKER-NONXOR-10-4, 4.45, 0.25,  80,   7",
    "HASHTAG2-6-3,           3.33, 0.5,   36,   6",
    "HASHTAG3-6-3,           3.33, 0.67,  54,   12",
    "HASHTAG2-10-4,          4.3,  0.5,   86,   4",
    "HASHTAG3-10-4,          4.3,  0.6,   129,  9",
    "HASHTAG4-10-4,          4.3,  0.75,  172,  18",
    "HASHTAGPLUS8-10-4,      4.45, 0.8,   350,  34",
    "HASHTAGPLUS16-10-4,     4.45, 1.05,  700,  108",
    "ET2-6-3,                3.42, 0.83,  40,   9",
    "ET3-6-3,                3.5,  1,     63,   15",
    "ET2-10-4,               4.35, 0.7,   86,   13",
    "ET3-10-4,               4.6,  1.2,   140,  30",
    "ET4-10-4,               4.6,  1.2,   186,  42",
    "CLAY-6-3,               3.5,  1,     564,  138",
    "CLAY-10-4,              4.98, 1.05,  12480, 2048"
  })
  void encodingCostsNoMoreThanTheBestKnownOrder(
      String name, BigDecimal products, BigDecimal additions, long ourProducts,
      long ourAdditions) {
    ErasureCode code = CodeRegistry.byName(name);
    ProgramWork work = code.encode().work();
    assertThat(work).isEqualTo(new ProgramWork(ourProducts, ourAdditions));
    BigDecimal best =
        products.add(additions).multiply(BigDecimal.valueOf((long) code.k() * code.alpha()));
    assertThat(BigDecimal.valueOf(work.products() + work.additions())).isLessThanOrEqualTo(best);
  }

  /** Of LESS every sub-block is in two checks, and is multiplied for both at once. */
  @ParameterizedTest
  @CsvSource({"LESS2-10-4, 120, 88", "LESS3-10-4, 208, 143", "LESS4-10-4, 304, 205"})
  void sharedSumsMultiplyAndReadEachSubBlockOnce(String name, long each, long shared) {
    ErasureCode code = CodeRegistry.byName(name);
    assertThat(code.encode().work().products()).isEqualTo(each);
    assertThat(code.encodeSharingSums().work().products()).isEqualTo(shared);
    int subBlocks = code.k() * code.alpha();
    assertThat(
            code.encodeSharingSums().steps().stream()
                .flatMap(step -> step.sources().stream())
                .filter(source -> source < subBlocks))
        .hasSize(subBlocks)
        .doesNotHaveDuplicates();
  }

  @Test
  void partialParitiesOfCoupledCodesAreFoldedBeforeTheyAreCoupled() {
    ErasureCode clay = CodeRegistry.byName("CLAY-10-4");
    assertThat(clay.column(3, 77).work().products()).isLessThanOrEqualTo(2 * 4);
    assertThat(clay.finish().work()).isEqualTo(new ProgramWork(384, 384));
    ErasureCode elastic = CodeRegistry.byName("ET4-10-4");
    assertThat(elastic.column(0, 1).work().products()).isLessThanOrEqualTo(2 * 4);
    ErasureCode plus = CodeRegistry.byName("HASHTAGPLUS8-10-4");
    assertThat(plus.column(0, 0).work().products()).isEqualTo(4);
  }

  /** A program of one dense step per repair would have a thousand products per lost byte. */
  @Test
  void repairsOfClayAreStructured() {
    ErasureCode clay = CodeRegistry.byName("CLAY-10-4");
    Stream.of(
            ErasureCodeContract.members(0), ErasureCodeContract.members(9),
            ErasureCodeContract.members(13), ErasureCodeContract.members(0, 4, 9, 13),
            ErasureCodeContract.members(0, 1, 2, 3))
        .map(lost -> clay.repair(lost, MemberSets.others(lost, 14)))
        .forEach(
            plan -> {
              long lostSubBlocks = 256L * plan.lostMembers().size();
              assertThat(plan.program().work().products()).isLessThan(16 * lostSubBlocks);
            });
  }
}
