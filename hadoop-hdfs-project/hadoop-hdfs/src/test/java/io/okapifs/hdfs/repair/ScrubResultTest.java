package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.ScrubResultsProto;
import io.okapifs.hdfs.repair.ScrubResult.Outcome;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScrubResultTest {

  private static final ScrubResult FITS =
      new ScrubResult(7, Outcome.FITS, Optional.empty(), 1000);

  private static ContradictionReport contradiction() {
    BitSet wrong = new BitSet();
    wrong.set(1);
    return new ContradictionReport(
        List.of(new GroupMember(0, -160, 1001, 5, "a"), new GroupMember(1, -144, 1001, 5, "b")),
        wrong);
  }

  @Test
  void comesBackFromTheWireAsItWas() {
    List<ScrubResult> results =
        List.of(
            FITS,
            new ScrubResult(8, Outcome.CONTRADICTS, Optional.of(contradiction()), 0),
            new ScrubResult(9, Outcome.NOT_COMPARED, Optional.empty(), 3));
    assertThat(ScrubResult.of(ScrubResult.toProto(results))).isEqualTo(results);
  }

  @Test
  void refusesWhatContradictsItself() {
    assertThatThrownBy(() -> new ScrubResult(7, Outcome.CONTRADICTS, Optional.empty(), 0))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("outcome=CONTRADICTS");
    assertThatThrownBy(() -> new ScrubResult(7, Outcome.FITS, Optional.of(contradiction()), 0))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("outcome=FITS");
    assertThatThrownBy(() -> new ScrubResult(7, Outcome.FITS, Optional.empty(), -1))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("bytes=-1");
  }

  @Test
  void refusesMoreThanADataNodeTellsOf() {
    ScrubResultsProto most = ScrubResult.toProto(Collections.nCopies(1024, FITS));
    assertThat(ScrubResult.of(most)).hasSize(1024);
    assertThatThrownBy(
            () -> ScrubResult.of(ScrubResult.toProto(Collections.nCopies(1025, FITS))))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("results=1025");
  }
}
