package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.plan.RepairPlan;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What repairs of one member cost, against the numbers of the papers. */
class RepairCostsTest {
  /** One member at a time, all others being available. */
  private static List<RepairPlan> plans(ErasureCode code) {
    return IntStream.range(0, code.n())
        .mapToObj(ErasureCodeContract::members)
        .map(lost -> code.repair(lost, MemberSets.others(lost, code.n())))
        .toList();
  }

  /** A number of sub-blocks as a fraction of so many, for example 13/3; whole where it is. */
  private static String fraction(long numerator, long denominator) {
    long divisor = gcd(numerator, denominator);
    return denominator == divisor
        ? "" + numerator / divisor
        : numerator / divisor + "/" + denominator / divisor;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static long reads(List<RepairPlan> plans) {
    return plans.stream().mapToLong(RepairPlan::cost).sum();
  }

  private static long seeks(List<RepairPlan> plans) {
    return plans.stream().mapToLong(RepairPlan::seeks).sum();
  }

  /**
   * Average, least and most, exactly: blocks read and contiguous ranges, with n = 14 and k = 10.
   */
  @ParameterizedTest
  @CsvSource({
    "rs,                10, 10, 10,            10, 10, 10",
    "clay,              13/4, 13/4, 13/4,      286, 13, 832",
    "hhxorplus,         15/2, 13/2, 10,        76/7, 10, 13",
    "hitchhiker-nonxor, 15/2, 13/2, 10,        76/7, 10, 13",
    "hashtag2,          99/14, 11/2, 10,       75/7, 10, 11",
    "hashtag3,          20/3, 13/3, 10,        177/14, 10, 20",
    "hashtag4,          169/28, 4, 10,         85/7, 10, 13",
    "et2,               15/2, 15/2, 15/2,      11, 11, 11",
    "et3,               50/7, 20/3, 23/3,      94/7, 12, 14",
    "et4,               41/7, 11/2, 25/4,      100/7, 13, 15",
    "less2,             103/14, 7, 15/2,       11, 11, 11",
    "less3,             40/7, 16/3, 6,         12, 12, 12",
    "less4,             65/14, 4, 19/4,        13, 13, 13"
  })
  void costsOfTenPlusFourAreThoseOfThePaper(
      String codec, String io, String ioMin, String ioMax, String seeks, int seeksMin,
      int seeksMax) {
    ErasureCode code = CodeRegistry.create(codec, 10, 4);
    List<RepairPlan> plans = plans(code);
    int alpha = code.alpha();
    assertThat(fraction(reads(plans), 14L * alpha)).isEqualTo(io);
    assertThat(plans.stream().mapToInt(RepairPlan::cost).min().orElseThrow())
        .satisfies(least -> assertThat(fraction(least, alpha)).isEqualTo(ioMin));
    assertThat(plans.stream().mapToInt(RepairPlan::cost).max().orElseThrow())
        .satisfies(most -> assertThat(fraction(most, alpha)).isEqualTo(ioMax));
    assertThat(fraction(seeks(plans), 14)).isEqualTo(seeks);
    assertThat(plans.stream().mapToInt(RepairPlan::seeks).min()).hasValue(seeksMin);
    assertThat(plans.stream().mapToInt(RepairPlan::seeks).max()).hasValue(seeksMax);
  }

  /** The same of codes that the paper does not have: averages. */
  @ParameterizedTest
  @CsvSource({
    "hitchhiker-xor, 107/14, 75/7", "hashtagplus8, 36/7, 128/7", "hashtagplus16, 115/28, 169/7"
  })
  void averageCostsOfOtherCodesOfTenPlusFour(String codec, String io, String seeks) {
    ErasureCode code = CodeRegistry.create(codec, 10, 4);
    List<RepairPlan> plans = plans(code);
    assertThat(fraction(reads(plans), 14L * code.alpha())).isEqualTo(io);
    assertThat(fraction(seeks(plans), 14)).isEqualTo(seeks);
  }

  /** Averages, ours being rounded to the digits that are printed. */
  @ParameterizedTest
  @CsvSource({
    "LESS2-4-2, 3.00, 5", "HASHTAG2-4-2, 3.33, 4.7", "ET2-4-2, 3.50, 5", "CLAY-4-2, 2.50, 11.7",
    "LESS2-6-3, 4.50, 7", "LESS3-6-3, 3.56, 8", "HASHTAG2-6-3, 4.56, 6.7",
    "HASHTAG3-6-3, 4.22, 7.3", "ET2-6-3, 5.00, 7.3", "ET3-6-3, 4.00, 8",
    "HHXORPLUS-6-3, 4.83, 6.8", "CLAY-6-3, 2.67, 34.7",
    "LESS2-8-4, 6.00, 9", "LESS3-8-4, 4.67, 10", "LESS4-8-4, 3.88, 11",
    "HASHTAG2-8-4, 5.83, 8.7", "HASHTAG3-8-4, 5.56, 10.4", "HASHTAG4-8-4, 5.00, 10",
    "ET2-8-4, 6.00, 9", "ET3-8-4, 5.75, 11.4", "ET4-8-4, 4.25, 11",
    "HHXORPLUS-8-4, 6.17, 8.8", "CLAY-8-4, 2.75, 77",
    "LESS2-12-4, 8.69, 13", "LESS3-12-4, 6.67, 14", "LESS4-12-4, 5.44, 15",
    "HASHTAG2-12-4, 8.25, 12.8", "HASHTAG3-12-4, 7.81, 15.4", "HASHTAG4-12-4, 6.94, 14.2",
    "ET2-12-4, 9.00, 13", "ET3-12-4, 7.65, 15.3", "ET4-12-4, 6.00, 15",
    "HHXORPLUS-12-4, 8.88, 12.9", "CLAY-12-4, 3.75, 318.8"
  })
  void averageCostsAreThoseOfTheSpecification(String name, BigDecimal io, BigDecimal seeks) {
    ErasureCode code = CodeRegistry.byName(name);
    List<RepairPlan> plans = plans(code);
    assertThat(rounded(reads(plans), (long) code.n() * code.alpha(), io.scale())).isEqualTo(io);
    assertThat(rounded(seeks(plans), code.n(), seeks.scale())).isEqualTo(seeks);
  }

  private static BigDecimal rounded(long numerator, long denominator, int scale) {
    return BigDecimal.valueOf(numerator)
        .divide(BigDecimal.valueOf(denominator), scale, RoundingMode.HALF_EVEN);
  }
}
