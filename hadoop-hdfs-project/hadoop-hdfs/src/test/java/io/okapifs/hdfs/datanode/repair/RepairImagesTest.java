package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepairImagesTest {

  /** Two stripes and a bit. */
  private static final int SUB_BLOCK = 2 * RepairImages.STRIPE + 1024;

  private final RepairMemory memory = new RepairMemory("the.key", 64 << 20);

  private static RepairPlan plan(String name, int... lost) {
    ErasureCode code = CodeRegistry.byName(name);
    BitSet members = MemberSets.of(lost);
    return code.repair(members, MemberSets.others(members, code.n()));
  }

  private RepairImages images(RepairPlan plan, RepairMemory.Grant grant) throws Exception {
    return new RepairImages(plan, SUB_BLOCK, grant, start -> {});
  }

  private static ByteBuffer[] inputs(RepairPlan plan) {
    ByteBuffer[] inputs = new ByteBuffer[plan.cost()];
    Random random = new Random(plan.cost());
    Arrays.setAll(inputs, i -> {
      byte[] bytes = new byte[SUB_BLOCK];
      random.nextBytes(bytes);
      return ByteBuffer.allocateDirect(SUB_BLOCK).put(0, bytes);
    });
    return inputs;
  }

  /** Every helper front to back, in pieces that end anywhere. */
  private static void add(RepairPlan plan, int helper, ByteBuffer[] inputs, RepairImages images) {
    int piece = 96 << 10;
    for (SubBlockRun run : plan.runsOf(helper)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(run.subBlockCount() * SUB_BLOCK);
      for (int j = run.firstSubBlock(); j < run.endSubBlock(); j++) {
        bytes.put(inputs[plan.inputOf(helper, j)].duplicate());
      }
      for (int at = 0; at < bytes.capacity(); at += piece) {
        images.add(
            helper, (long) run.firstSubBlock() * SUB_BLOCK + at,
            bytes.slice(at, Math.min(piece, bytes.capacity() - at)));
      }
    }
  }

  /** All helpers at the same time, many times: what is added twice is gone. */
  @ParameterizedTest
  @ValueSource(strings = {"LESS4-10-4", "LESS2-6-6", "HASHTAG3-6-3"})
  void severalHelpersAreAddedAtATime(String name) throws Exception {
    RepairPlan plan = plan(name, 0, 1);
    ByteBuffer[] inputs = inputs(plan);
    ByteBuffer[] expected = new ByteBuffer[plan.program().outputCount()];
    Arrays.setAll(expected, i -> ByteBuffer.allocateDirect(SUB_BLOCK));
    RepairRun.CODER.run(plan.program(), inputs, expected);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (RepairMemory.Grant grant =
        memory.take(RepairImages.memoryBytes(plan, SUB_BLOCK))) {
      RepairImages images = images(plan, grant);
      List<Future<?>> running = new ArrayList<>();
      for (int helper : plan.helpers()) {
        running.add(threads.submit(() -> {
          for (int i = 0; i < 41; i++) {
            add(plan, helper, inputs, images);
          }
        }));
      }
      for (Future<?> each : running) {
        each.get();
      }
      assertThat(images.outputs(0, SUB_BLOCK)).isEqualTo(expected);
      assertThat(images.areRight(0, SUB_BLOCK)).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void rowsAreCheckedByThemselves() throws Exception {
    RepairPlan plan = plan("LESS4-10-4", 3);
    ByteBuffer[] inputs = inputs(plan);
    try (RepairMemory.Grant grant =
        memory.take(RepairImages.memoryBytes(plan, SUB_BLOCK))) {
      RepairImages images = images(plan, grant);
      for (int helper : plan.helpers()) {
        add(plan, helper, inputs, images);
      }
      ByteBuffer wrong = images.range(3, 3 * SUB_BLOCK + 70_000, 1);
      wrong.put(0, (byte) (wrong.get(0) ^ 1));
      assertThat(images.areRight(0, 69_632)).isTrue();
      assertThat(images.areRight(69_632, 512)).isFalse();
      assertThat(images.areRight(70_144, SUB_BLOCK - 70_144)).isTrue();
    }
  }
}
