package io.okapifs.ec.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepairColumnsTest {
  private static final Coder CODER = new Coder(Kernels.best());

  /** Three granules of symbols of two bytes. */
  private static final int SUB_BLOCK_BYTES = 3 * 512;

  private final Random random = TestSeed.random();

  /** LESS2-6-6 and LESS3-7-5 are over GF(2^16). */
  @ParameterizedTest
  @ValueSource(strings = {
    "RS-6-3", "LESS2-6-3", "LESS4-10-4", "LESS2-6-6", "LESS3-7-5", "CLAY-6-3", "BUTTERFLY-5-2",
    "HASHTAG3-6-3", "HHXORPLUS-6-3", "PMRBT-5-4", "SHEC3-6-4",
  })
  void subBlocksAddedInPiecesMakeWhatTheProgramMakesAndTheCheckSeesAnyWrongOne(String name) {
    ErasureCode code = CodeRegistry.byName(name);
    Stream.concat(
            MemberSets.ofSize(code.n(), 1),
            Stream.of(MemberSets.of(0, code.n() - 1), parities(code)))
        .filter(lost -> code.decodable(MemberSets.others(lost, code.n())))
        .forEach(lost -> check(code.repair(lost, MemberSets.others(lost, code.n()))));
  }

  private static BitSet parities(ErasureCode code) {
    BitSet parities = new BitSet();
    parities.set(code.k(), code.n());
    return parities;
  }

  private void check(RepairPlan plan) {
    RepairColumns columns = new RepairColumns(plan);
    ByteBuffer[] inputs = buffers(plan.cost());
    for (ByteBuffer input : inputs) {
      byte[] bytes = new byte[SUB_BLOCK_BYTES];
      random.nextBytes(bytes);
      input.put(0, bytes);
    }
    int outputCount = plan.program().outputCount();
    ByteBuffer[] expected = buffers(outputCount);
    CODER.run(plan.program(), inputs, expected);
    ByteBuffer[] images = buffers(outputCount + 1);
    for (int input = inputs.length - 1; input >= 0; input--) {
      add(columns.column(input), inputs[input], images);
    }
    ByteBuffer check = images[outputCount];
    ByteBuffer[] outputs = Arrays.copyOf(images, outputCount);
    assertThat(outputs).isEqualTo(expected);
    ByteBuffer[] computed = buffers(1);
    CODER.run(columns.check(), inputs, computed);
    assertThat(computed[0]).isEqualTo(check);
    assertThat(holds(columns, outputs, check)).isTrue();
    for (ByteBuffer output : outputs) {
      int wrong = random.nextInt(SUB_BLOCK_BYTES);
      output.put(wrong, (byte) (output.get(wrong) ^ 1));
      assertThat(holds(columns, outputs, check)).as("byte %s", wrong).isFalse();
      output.put(wrong, (byte) (output.get(wrong) ^ 1));
    }
    if (outputCount > 1) {
      ByteBuffer first = outputs[0];
      outputs[0] = outputs[1];
      outputs[1] = first;
      assertThat(holds(columns, outputs, check)).as("the first two are swapped").isFalse();
    }
  }

  private static void add(CodingProgram column, ByteBuffer input, ByteBuffer[] images) {
    int granule = 512;
    for (int at = 0; at < SUB_BLOCK_BYTES; at += granule) {
      int from = at;
      CODER.run(
          column, new ByteBuffer[] {input.slice(from, granule)},
          Arrays.stream(images).map(image -> image.slice(from, granule))
              .toArray(ByteBuffer[]::new));
    }
  }

  private static boolean holds(RepairColumns columns, ByteBuffer[] outputs, ByteBuffer check) {
    ByteBuffer[] rest = buffers(1);
    rest[0].put(0, check, 0, SUB_BLOCK_BYTES);
    CODER.run(columns.compare(), outputs, rest);
    return rest[0].equals(buffers(1)[0]);
  }

  private static ByteBuffer[] buffers(int count) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    Arrays.setAll(buffers, i -> ByteBuffer.allocateDirect(SUB_BLOCK_BYTES));
    return buffers;
  }

  @Test
  void aBackFillReadsEachDataByteOnceInOneRunPerMember() {
    for (String name : new String[] {"LESS4-10-4", "LESS4-76-4", "CLAY-10-4", "HASHTAG4-10-4"}) {
      ErasureCode code = CodeRegistry.byName(name);
      BitSet data = MemberSets.others(parities(code), code.n());
      RepairPlan plan = code.repair(parities(code), data);
      assertThat(plan.cost()).as(name).isEqualTo(code.k() * code.alpha());
      assertThat(plan.seeks()).as(name).isEqualTo(code.k());
    }
  }
}
