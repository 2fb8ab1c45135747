package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class XorTest extends ErasureCodeContract {
  @Override
  List<ErasureCode> codes() {
    return List.of(
        Xor.create(2, 1), Xor.create(6, 1), Xor.create(10, 1));
  }

  @Test
  void namesFollowTheFamily() {
    assertThat(codes())
        .extracting(ErasureCode::name)
        .containsExactly("XOR-2-1", "XOR-6-1", "XOR-10-1");
  }

  @Test
  void everyCoefficientIsOne() {
    for (ErasureCode code : codes()) {
      assertThat(code.encode().toMatrix().toBytes()).containsOnly(1).hasSize(code.k());
    }
  }
}
