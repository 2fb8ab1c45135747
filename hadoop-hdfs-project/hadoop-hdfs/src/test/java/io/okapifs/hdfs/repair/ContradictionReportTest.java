package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.ContradictionProto;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContradictionReportTest {

  private static final GroupMember A = new GroupMember(0, -32, 1001, 512, "DS-1,x");
  private static final GroupMember B = new GroupMember(3, -16, 1001, 512, "DS-2");

  private static BitSet places(int... places) {
    BitSet set = new BitSet();
    IntStream.of(places).forEach(set::set);
    return set;
  }

  @Test
  void aReportIsTheSameBehindItsMessage() {
    for (BitSet wrong : List.of(places(), places(0), places(0, 3))) {
      ContradictionReport report = new ContradictionReport(List.of(A, B), wrong);
      assertThat(ContradictionReport.of(report.toProto())).isEqualTo(report);
    }
  }

  @Test
  void whatContradictsItselfIsNoReport() {
    assertRefused(List.of(), places());
    assertRefused(List.of(A, A), places());
    assertRefused(List.of(B), places(0));
    assertRefused(Collections.nCopies(1025, A), places());
    assertRefused(List.of(new GroupMember(1024, -16, 1001, 512, "DS")), places());
    // As a set of bits it would take the whole memory.
    assertRefused(List.of(new GroupMember(Integer.MAX_VALUE, -16, 1001, 512, "DS")), places());
  }

  private static void assertRefused(List<GroupMember> members, BitSet wrong) {
    assertThatThrownBy(() -> new ContradictionReport(members, wrong))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Short.MAX_VALUE, Integer.MAX_VALUE})
  void aPlaceThatNoGroupHasIsRefused(int wrong) {
    ContradictionProto forged =
        new ContradictionReport(List.of(A), places()).toProto().toBuilder().addWrong(wrong).build();
    assertThatThrownBy(() -> ContradictionReport.of(forged))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
