package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LegacyReedSolomonTest extends ErasureCodeContract {
  @Override
  List<ErasureCode> codes() {
    return List.of(
        LegacyReedSolomon.create(1, 1),
        LegacyReedSolomon.create(3, 2),
        LegacyReedSolomon.create(4, 2),
        LegacyReedSolomon.create(6, 3),
        LegacyReedSolomon.create(8, 4),
        LegacyReedSolomon.create(10, 4));
  }

  @Test
  void namesFollowTheFamily() {
    assertThat(codes())
        .extracting(ErasureCode::name)
        .containsExactly(
            "RS-LEGACY-1-1", "RS-LEGACY-3-2", "RS-LEGACY-4-2", "RS-LEGACY-6-3", "RS-LEGACY-8-4",
            "RS-LEGACY-10-4");
  }

  @Test
  void firstSyndromeIsThePlainSumOfAllMembers() {
    ErasureCode code = LegacyReedSolomon.create(6, 3);
    for (int column = 0; column < 6; column++) {
      int sum = 1;
      for (int row = 0; row < 3; row++) {
        sum ^= code.encode().toMatrix().get(row, column);
      }
      assertThat(sum).isZero();
    }
  }
}
