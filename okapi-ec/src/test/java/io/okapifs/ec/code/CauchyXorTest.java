package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CauchyXorTest extends ErasureCodeContract {
  @Override
  List<ErasureCode> codes() {
    return List.of(
        CauchyXor.create(1, 1), CauchyXor.create(4, 2), CauchyXor.create(6, 3),
        CauchyXor.create(8, 4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(CauchyXor.create(10, 4), CauchyXor.create(12, 3), CauchyXor.create(60, 4));
  }

  @Test
  void everythingIsXor() {
    ErasureCode code = CauchyXor.create(10, 4);
    assertThat(code.encode().toMatrix().isBinary()).isTrue();
    var plan = code.repair(members(1, 12), MemberSets.others(members(1, 12), code.n()));
    assertThat(plan.program().toMatrix().isBinary()).isTrue();
  }

  /** What an independent construction of the same matrices counted. */
  @Test
  void rowsHaveFewOnes() {
    assertThat(xorsPerDataPacket(6, 3)).isEqualTo(6.33, within(0.005));
    assertThat(xorsPerDataPacket(10, 4)).isEqualTo(10.40, within(0.005));
    assertThat(xorsPerDataPacket(12, 3)).isEqualTo(7.64, within(0.005));
  }

  private static double xorsPerDataPacket(int k, int r) {
    ErasureCode code = CauchyXor.create(k, r);
    int xors = code.encode().steps().stream().mapToInt(step -> step.sources().size() - 1).sum();
    return (double) xors / code.encode().inputCount();
  }
}
