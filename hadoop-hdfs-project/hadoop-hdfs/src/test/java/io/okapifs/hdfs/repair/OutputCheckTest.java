package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.RepairPlan;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OutputCheckTest {

  private static final int LENGTH = 1000;
  private static final Coder CODER = new Coder(Kernels.best());

  /** Every loss that RS-3-2 survives, at every number of zero members, and RS-1-3, RS-6-3. */
  @Test
  void rightOutputsHoldAndAnyWrongOneIsSeen() {
    for (int dataMembers = 1; dataMembers <= 3; dataMembers++) {
      checkAllLosses(CodeRegistry.create("rs", 3, 2), dataMembers);
    }
    checkAllLosses(CodeRegistry.create("rs", 1, 3), 1);
    checkAllLosses(CodeRegistry.create("rs", 6, 3), 6);
    checkAllLosses(CodeRegistry.create("rs", 6, 3), 2);
    checkAllLosses(CodeRegistry.create("xor", 2, 1), 2);
  }

  private static void checkAllLosses(ErasureCode code, int dataMembers) {
    ByteBuffer[] members = encoded(code, dataMembers);
    for (int set = 1; set < 1 << code.n(); set++) {
      BitSet lost = BitSet.valueOf(new long[] {set});
      BitSet zeros = new BitSet();
      zeros.set(dataMembers, code.k());
      if (lost.cardinality() > code.r() || lost.intersects(zeros)) {
        continue;
      }
      BitSet available = new BitSet();
      available.set(0, code.n());
      available.andNot(lost);
      check(code, members, code.repair(lost, available), zeros);
    }
  }

  private static void check(
      ErasureCode code, ByteBuffer[] members, RepairPlan plan, BitSet zeros) {
    OutputCheck check = OutputCheck.of(code, plan, zeros);
    if (plan.helpers().stream().allMatch(zeros::get)) {
      return;
    }
    ByteBuffer scratch = ByteBuffer.allocateDirect(LENGTH);
    assertThat(plan.lostMembers()).as("%s %s", code, plan).allMatch(check::covers);
    assertThat(check.holds(CODER, m -> zeros.get(m) ? null : members[m], scratch))
        .as("%s %s", code, plan).isTrue();
    for (int output : plan.lostMembers()) {
      ByteBuffer wrong = ByteBuffer.allocateDirect(LENGTH);
      wrong.put(members[output].duplicate()).flip();
      wrong.put(LENGTH - 1, (byte) (wrong.get(LENGTH - 1) ^ 1));
      assertThat(
              check.holds(
                  CODER, m -> zeros.get(m) ? null : m == output ? wrong : members[m], scratch))
          .as("%s %s, wrong=%s", code, plan, output).isFalse();
    }
  }

  private static ByteBuffer[] encoded(ErasureCode code, int dataMembers) {
    Random random = new Random(dataMembers);
    ByteBuffer[] members =
        IntStream.range(0, code.n())
            .mapToObj(ignored -> ByteBuffer.allocateDirect(LENGTH))
            .toArray(ByteBuffer[]::new);
    for (int i = 0; i < dataMembers; i++) {
      byte[] bytes = new byte[LENGTH];
      random.nextBytes(bytes);
      members[i].put(bytes).flip();
    }
    CODER.run(
        code.encode(),
        Arrays.copyOfRange(members, 0, code.k()),
        Arrays.copyOfRange(members, code.k(), code.n()));
    return members;
  }
}
