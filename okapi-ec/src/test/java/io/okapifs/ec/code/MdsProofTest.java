package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Codes with sub-blocks survive the loss of any r members, each set tried where there is time. */
class MdsProofTest {
  private static final int SAMPLES = 60;

  /** From a factor of a table to the code with it. */
  private interface WithFactor {
    ErasureCode create(int alpha, int k, int r, int factor);
  }

  private static final WithFactor HASH_TAG = (a, k, r, f) -> HashTag.create("hashtag", a, k, r, f);
  private static final WithFactor ELASTIC =
      (a, k, r, f) -> ElasticTransformation.create("et", a, k, r, f);
  private static final WithFactor HASH_TAG_PLUS =
      (a, k, r, f) -> HashTagPlus.create("hashtagplus", a, k, r, f);

  private record Entry(String family, WithFactor code, int alpha, int k, int r, int factor) {
    ErasureCode create() {
      return code.create(alpha, k, r, factor);
    }

    @Override
    public String toString() {
      return family + alpha + "-" + k + "-" + r + " factor=" + factor;
    }
  }

  private static Stream<Entry> entries(String family, WithFactor code, FactorTable table) {
    return table.lines().stream()
        .flatMap(
            line ->
                line.supported()
                    .mapToObj(
                        k -> new Entry(
                            family, code, line.alpha(), k, line.r(), line.factor(k))));
  }

  static Stream<Entry> allEntries() {
    return Stream.of(
            entries("hashtag", HASH_TAG, HashTag.factors()),
            entries("et", ELASTIC, ElasticTransformation.factors()),
            entries("hashtagplus", HASH_TAG_PLUS, HashTagPlus.factors()))
        .flatMap(entries -> entries);
  }

  @ParameterizedTest
  @MethodSource("allEntries")
  void everyFactorOfTheTablesMakesItsCodeMds(Entry entry) {
    assertThat(MdsProof.counterexample(entry.create())).as("%s", entry).isEmpty();
  }

  @Test
  void factorsAreTheSmallestThatDo() {
    for (Entry entry : allEntries().filter(e -> !e.family.equals("hashtagplus")).toList()) {
      int first = entry.family.equals("hashtag") ? 1 : 2;
      for (int smaller = first; smaller < entry.factor; smaller++) {
        ErasureCode code = entry.code.create(entry.alpha, entry.k, entry.r, smaller);
        assertThat(MdsProof.counterexample(code)).as("%s, %s", entry, smaller).isPresent();
      }
    }
  }

  /** Where the tables have no entry, no factor will do. */
  @ParameterizedTest
  @ValueSource(ints = {14, 15})
  void hashTagHasGapsWhereNoFactorWillDo(int k) {
    for (int alpha = 2; alpha <= 4; alpha++) {
      for (int factor = 1; factor < 256; factor++) {
        assertThat(MdsProof.counterexample(HASH_TAG.create(alpha, k, 4, factor))).isPresent();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HITCHHIKER-XOR-6-3", "HITCHHIKER-XOR-8-4", "HITCHHIKER-XOR-10-4", "HITCHHIKER-XOR-12-4",
        "HHXORPLUS-6-3", "HHXORPLUS-8-4", "HHXORPLUS-10-4", "HHXORPLUS-12-4",
        "HITCHHIKER-NONXOR-6-3", "HITCHHIKER-NONXOR-8-4", "HITCHHIKER-NONXOR-10-4",
        "HITCHHIKER-NONXOR-12-4", "CLAY-2-2", "CLAY-3-2", "CLAY-4-2", "CLAY-3-3", "CLAY-6-3"
      })
  void smallCodesSurviveEveryLossOfRMembers(String name) {
    assertThat(MdsProof.counterexample(CodeRegistry.byName(name))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CLAY-8-4", "HHXORPLUS-40-5", "HITCHHIKER-NONXOR-30-6"})
  void largeCodesSurviveTheLossesThatAreTried(String name) {
    Random random = TestSeed.random();
    ErasureCode code = CodeRegistry.byName(name);
    int samples = code.alpha() > 2 ? SAMPLES : 20 * SAMPLES;
    assertThat(MdsProof.counterexample(code, samples, random)).isEmpty();
  }

  @Test
  void aCodeThatIsNotMdsIsFound() {
    GfMatrix twice = GfMatrix.ofHexRows("010101", "010102");
    ErasureCode code = new CodeBuilder("twice", 3, 2).generator(twice).mds().build();
    assertThat(MdsProof.counterexample(code)).hasValue(ErasureCodeContract.members(0, 1));
    Random random = TestSeed.random();
    assertThat(IntStream.range(0, 3).mapToObj(i -> MdsProof.counterexample(code, 10, random)))
        .doesNotContain(Optional.empty());
  }
}
