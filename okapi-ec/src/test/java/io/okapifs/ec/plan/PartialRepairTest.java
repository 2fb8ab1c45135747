package io.okapifs.ec.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartialRepairTest {
  private static final int GRANULE = 512;
  private static final Coder CODER = new Coder(Kernels.best());

  private static RepairPlan plan(ErasureCode code, int... lost) {
    BitSet members = MemberSets.of(lost);
    return code.repair(members, MemberSets.others(members, code.n()));
  }

  private static ByteBuffer random(Random random) {
    byte[] bytes = new byte[GRANULE];
    random.nextBytes(bytes);
    return ByteBuffer.allocateDirect(GRANULE).put(bytes).flip();
  }

  /** Inputs need not be a codeword: the two are the same linear map. */
  @ParameterizedTest
  @ValueSource(strings = {"RS-6-3", "LESS3-6-3", "CLAY-4-2", "HASHTAG4-10-4", "LESS2-120-4"})
  void everySubBlockComesOutAsInTheWholeRepair(String name) {
    ErasureCode code = CodeRegistry.byName(name);
    RepairPlan plan = plan(code, 0, 2);
    Random random = new Random(1);
    List<SubBlock> read = new ArrayList<>();
    List<ByteBuffer> inputs = new ArrayList<>();
    for (SubBlockRun run : plan.runs()) {
      for (int index = run.firstSubBlock(); index < run.endSubBlock(); index++) {
        read.add(new SubBlock(run.member(), index));
        inputs.add(random(random));
      }
    }
    ByteBuffer[] whole = new ByteBuffer[plan.program().outputCount()];
    for (int i = 0; i < whole.length; i++) {
      whole[i] = ByteBuffer.allocateDirect(GRANULE);
    }
    CODER.run(plan.program(), inputs.toArray(ByteBuffer[]::new), whole);
    for (int member : plan.lostMembers()) {
      for (int index = 0; index < code.alpha(); index++) {
        PartialRepair part = PartialRepair.of(plan, List.of(new SubBlock(member, index)));
        ByteBuffer[] own =
            part.reads().stream().map(read::indexOf).map(inputs::get).toArray(ByteBuffer[]::new);
        ByteBuffer[] output = {ByteBuffer.allocateDirect(GRANULE)};
        CODER.run(part.program(), own, output);
        assertThat(output[0]).as("sub-block %s of %s", index, member)
            .isEqualTo(whole[plan.outputOf(member, index)]);
      }
    }
  }

  /** In the second half of a Hitchhiker block parity 0 is that of plain Reed-Solomon. */
  @Test
  void whatTheWantedSubBlockDoesNotDependOnIsNotRead() {
    RepairPlan plan = plan(CodeRegistry.byName("HHXORPLUS-10-4"), 3);
    List<SubBlock> wanted = List.of(new SubBlock(3, 1));
    assertThat(PartialRepair.of(plan, wanted).reads()).hasSize(10).hasSizeLessThan(plan.cost());
  }

  @Test
  void aSubBlockThatThePlanDoesNotRebuildIsRefused() {
    RepairPlan plan = plan(CodeRegistry.byName("LESS3-6-3"), 1);
    assertThatThrownBy(() -> PartialRepair.of(plan, List.of(new SubBlock(2, 0))))
        .isInstanceOf(EcException.class).hasMessageContaining("the plan does not rebuild it");
    assertThatThrownBy(() -> PartialRepair.of(plan, List.of(new SubBlock(1, 3))))
        .isInstanceOf(EcException.class).hasMessageContaining("subBlock=3");
  }
}
