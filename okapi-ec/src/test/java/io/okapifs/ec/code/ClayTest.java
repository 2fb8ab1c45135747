package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.coder.BlockCoder;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.JavaKernel;
import io.okapifs.ec.plan.RepairPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClayTest extends ErasureCodeContract {
  private static final int SAMPLES = 25;

  @Override
  List<ErasureCode> codes() {
    return List.of(
        Clay.create(1, 2), Clay.create(2, 2), Clay.create(3, 2), Clay.create(4, 2),
        Clay.create(3, 3), Clay.create(4, 3));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(Clay.create(6, 3));
  }

  @Test
  void subBlocksAreAPowerOfTheParities() {
    assertThat(Clay.create(4, 2).alpha()).isEqualTo(8);
    assertThat(Clay.create(6, 3).alpha()).isEqualTo(27);
    assertThat(Clay.create(10, 4).alpha()).isEqualTo(256);
    assertThat(Clay.create(10, 4)).hasToString("CLAY-10-4");
  }

  @Test
  void everyHelperGivesAnRthOfItsBlockInRunsThatTheColumnSets() {
    ErasureCode code = Clay.create(10, 4);
    for (int member = 0; member < 14; member++) {
      RepairPlan plan = code.repair(members(member), MemberSets.others(members(member), 14));
      int column = (member < 10 ? member : member + 2) / 4;
      int runs = 1 << 2 * column;
      for (int helper : plan.helpers()) {
        assertThat(plan.runsOf(helper))
            .hasSize(runs)
            .allMatch(run -> run.subBlockCount() == 64 / runs);
      }
      assertThat(plan.helpers()).hasSize(13);
    }
  }

  /** On the Java kernel, since the reference kernel would take minutes. */
  private static final class Group {
    private final ErasureCode code;
    private final BlockCoder coder;
    private final ByteBuffer[] members;

    Group(ErasureCode code, Random random) {
      this.code = code;
      this.coder = new BlockCoder(code, new Coder(new JavaKernel()));
      this.members = new ByteBuffer[code.n()];
      Arrays.setAll(members, i -> ByteBuffer.allocateDirect(3 * code.alpha()));
      for (int i = 0; i < code.k(); i++) {
        byte[] bytes = new byte[3 * code.alpha()];
        random.nextBytes(bytes);
        members[i].put(0, bytes);
      }
      coder.encode(
          Arrays.copyOf(members, code.k()),
          Arrays.copyOfRange(members, code.k(), code.n()));
    }

    /** Members that are neither lost nor available are not even there. */
    void checkRepair(BitSet lost, BitSet available) {
      ByteBuffer[] seen = new ByteBuffer[code.n()];
      available.stream().forEach(i -> seen[i] = members[i]);
      lost.stream().forEach(i -> seen[i] = ByteBuffer.allocateDirect(3 * code.alpha()));
      RepairPlan plan = code.repair(lost, available);
      assertThat(available.stream().boxed().toList()).containsAll(plan.helpers());
      coder.repair(plan, seen);
      lost.stream()
          .forEach(i -> assertThat(seen[i]).as("%s %s", code, lost).isEqualTo(members[i]));
    }
  }

  @Test
  void anyFourOfTwelveMembersAreDecodedPlaneByPlane() {
    Group group = new Group(Clay.create(8, 4), TestSeed.random());
    MemberSets.ofSize(12, 4)
        .forEach(lost -> group.checkRepair(lost, MemberSets.others(lost, 12)));
  }

  @Test
  void membersOfTheLargestCodesAreRepairedAndDecoded() {
    Random random = TestSeed.random();
    for (ErasureCode code : List.of(Clay.create(10, 4), Clay.create(12, 3))) {
      Group group = new Group(code, random);
      IntStream.range(0, code.n())
          .mapToObj(ErasureCodeContract::members)
          .forEach(lost -> group.checkRepair(lost, MemberSets.others(lost, code.n())));
      sampled(code, random)
          .forEach(lost -> group.checkRepair(lost, MemberSets.others(lost, code.n())));
      sampled(code, random)
          .forEach(
              gone -> {
                BitSet one = members(gone.nextSetBit(0));
                group.checkRepair(one, MemberSets.others(gone, code.n()));
              });
    }
  }

  private static Stream<BitSet> sampled(ErasureCode code, Random random) {
    List<BitSet> sets = new ArrayList<>(MemberSets.ofSize(code.n(), code.r()).toList());
    Collections.shuffle(sets, random);
    return sets.stream().limit(SAMPLES);
  }

  @Test
  void partialParitiesOfALargeCodeAddUp() {
    ErasureCodeChecks.checkColumnsTogether(Clay.create(6, 3), TestSeed.random());
  }

  @Test
  void codesWithTooManySubBlocksAreRefused() {
    assertThat(Clay.create(16, 4).alpha()).isEqualTo(1024);
    for (String name : List.of("CLAY-17-4", "CLAY-6-1", "CLAY-250-2", "CLAY-2-250")) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .as(name)
          .isThrownBy(() -> CodeRegistry.byName(name))
          .withMessageEndingWith(
              "supported: k>=1, r>=2, at most 1024 sub-blocks, which are r^ceil((k+r)/r)");
    }
  }
}
