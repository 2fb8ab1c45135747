package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.plan.RepairPlan;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ElasticTransformationTest extends ErasureCodeContract {
  private static ErasureCode elastic(int alpha, int k, int r) {
    return ElasticTransformation.create(ElasticTransformation.FAMILY + alpha, alpha, k, r);
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(
        elastic(2, 2, 2), elastic(2, 4, 2), elastic(2, 6, 3), elastic(3, 6, 3), elastic(3, 8, 4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(elastic(2, 10, 4), elastic(3, 10, 4), elastic(4, 10, 4), elastic(2, 18, 2));
  }

  @Test
  void theLastGroupTakesWhatIsLeft() {
    assertThat(ElasticGroup.of(0, 10, 4))
        .containsExactly(new ElasticGroup(0, 4, 4), new ElasticGroup(4, 6, 4));
    assertThat(ElasticGroup.of(10, 3, 2)).containsExactly(new ElasticGroup(10, 3, 2));
  }

  /** The own group gives one sub-block per member; of the other groups enough for one instance. */
  @Test
  void repairReadsTheInstanceThatPartsThePairs() {
    RepairPlan plan = elastic(2, 10, 4).repair(members(0), MemberSets.others(members(0), 14));
    assertThat(plan.runsOf(1)).hasSize(1).allMatch(run -> run.subBlockCount() == 1);
    assertThat(plan.cost()).isEqualTo(15);
  }

  @Test
  void anotherSymbolOfTheInstanceIsReadWhereAHelperIsGone() {
    ErasureCode code = elastic(2, 10, 4);
    BitSet available = MemberSets.others(members(0, 5), 14);
    RepairPlan plan = code.repair(members(0), available);
    assertThat(plan.cost()).isLessThan(20);
    assertThat(plan.helpers()).doesNotContain(5);
    List<Integer> costs = IntStream.range(0, 14).map(i -> i == 5 ? 9 : 1).boxed().toList();
    RepairPlan cheap =
        code.repair(members(0), MemberSets.others(members(0), 14), new HelperCosts(costs));
    assertThat(cheap.helpers()).doesNotContain(5);
    assertThat(cheap.cost()).isEqualTo(plan.cost());
  }

  @Test
  void parametersWithoutAFactorAreRefusedWithThoseThatHaveOne() {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("et3", 11, 4))
        .withMessageContaining("supported: et<alpha> with r=2, alpha=2: k=2..18;")
        .withMessageContaining("r=4, alpha=3: k=3..10, 12;");
    for (String name : List.of("ET1-6-3", "ET4-6-3", "ET3-2-3", "ET2-10-5")) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .as(name)
          .isThrownBy(() -> CodeRegistry.byName(name));
    }
  }
}
