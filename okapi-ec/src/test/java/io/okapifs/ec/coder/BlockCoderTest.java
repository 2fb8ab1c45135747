package io.okapifs.ec.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.EcException;
import io.okapifs.ec.TestSeed;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.RepairPlan;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockCoderTest {
  private final Random random = TestSeed.random();

  private static BlockCoder coder(ErasureCode code) {
    return new BlockCoder(code, new Coder(Kernels.best()));
  }

  private ByteBuffer[] blocks(int count, int length) {
    ByteBuffer[] blocks = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      blocks[i] = ByteBuffer.allocateDirect(length + 3).position(3).put(bytes).position(3);
    }
    return blocks;
  }

  @Test
  void repairsEveryMemberFromWhatThePlanReads() {
    for (String name : List.of("RS-6-3", "LESS2-6-3", "LESS3-6-3", "LESS4-13-4")) {
      ErasureCode code = CodeRegistry.byName(name);
      BlockCoder coder = coder(code);
      ByteBuffer[] members = blocks(code.n(), 2 * coder.unitBytes());
      coder.encode(
          Arrays.copyOf(members, code.k()), Arrays.copyOfRange(members, code.k(), code.n()));
      for (int lost = 0; lost < code.n(); lost++) {
        ByteBuffer expected = members[lost];
        RepairPlan plan = plan(code, lost);
        ByteBuffer[] read = blocks(code.n(), 2 * coder.unitBytes());
        plan.helpers().forEach(helper -> read[helper] = members[helper]);
        coder.repair(plan, read);
        assertThat(read[lost]).as("%s member %s", name, lost).isEqualTo(expected);
      }
    }
  }

  private static RepairPlan plan(ErasureCode code, int member) {
    BitSet lost = new BitSet();
    lost.set(member);
    BitSet available = new BitSet();
    available.set(0, code.n());
    available.clear(member);
    return code.repair(lost, available);
  }

  @Test
  void blocksThatDoNotFitAreRefusedByNameAndValue() {
    ErasureCode code = CodeRegistry.create("less3", 6, 3);
    assertThatExceptionOfType(EcException.class)
        .isThrownBy(() -> coder(code).encode(blocks(6, 100), blocks(3, 100)))
        .withMessage(
            "length does not divide into sub-blocks: code=LESS3-6-3, remaining=100, alpha=3,"
                + " granuleBytes=1");
    assertThatExceptionOfType(EcException.class)
        .isThrownBy(() -> coder(code).encode(blocks(5, 99), blocks(3, 99)))
        .withMessageContaining("kind=data, count=5, expected=6");
    ByteBuffer[] heap = blocks(6, 99);
    heap[2] = ByteBuffer.allocate(99);
    assertThatExceptionOfType(EcException.class)
        .isThrownBy(() -> coder(code).encode(heap, blocks(3, 99)))
        .withMessageStartingWith("buffer is not direct: input=6");
  }
}
