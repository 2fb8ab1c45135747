package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionalMsrTest {
  private static final int REPAIRS = 25;

  private final Random random = TestSeed.random();

  @ParameterizedTest
  @CsvSource({"2, 2", "4, 2", "2, 3", "3, 3"})
  void repairsKeepTheFileAndLeaveAllOtherNodesAlone(int k, int r) {
    FunctionalMsr code = FunctionalMsr.create(k, r, random);
    for (int repair = 0; repair < REPAIRS; repair++) {
      int node = random.nextInt(k + r);
      FunctionalMsr repaired = code.repair(node, random);
      assertThat(repaired.isMds()).isTrue();
      for (int row = 0; row < (k + r) * r; row++) {
        boolean isOfNode = row / r == node;
        assertThat(repaired.coefficients().hexRow(row).equals(code.coefficients().hexRow(row)))
            .isEqualTo(!isOfNode);
      }
      code = repaired;
    }
  }

  @Test
  void whatIsKeptComesFromOneCombinationOfEachOtherNode() {
    FunctionalMsr code = FunctionalMsr.create(2, 2, random);
    GfMatrix kept = code.repair(0, random).coefficients().pickRows(0, 1);
    boolean found = false;
    for (int choice = 0; choice < 8; choice++) {
      GfMatrix sent =
          code.coefficients().pickRows(2 + (choice & 1), 4 + (choice >> 1 & 1), 6 + (choice >> 2));
      found |= sent.solveLeft(kept).isPresent();
    }
    assertThat(found).isTrue();
  }

  @Test
  void repairsReadLessThanAllData() {
    assertThat(FunctionalMsr.create(2, 2, random).repairBlocks()).isEqualTo(1.5);
    assertThat(FunctionalMsr.create(4, 2, random).repairBlocks()).isEqualTo(2.5);
  }

  @Test
  void noPolicyCanNameIt() {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("fmsr", 4, 2))
        .withMessageContaining("codec=fmsr, k=4, r=2; a repair stores other bytes than were lost");
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.byName("FMSR-4-2"));
  }

  @Test
  void otherParametersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FunctionalMsr.create(10, 4, random))
        .withMessage("not simulated: k=10, r=4; simulated: k>=1, r=2 or r=3, k+r<=12");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FunctionalMsr.create(2, 2, random).repair(4, random));
  }
}
