package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What can be gained by sending while a repair still reads, of all its time, where helpers are read
 * side by side and each front to back. The unit of time is the reading of a sub-block.
 */
class EarlySendingBoundTest {

  /** A plan; pass p of a helper is the p-th sub-block that is read of it. */
  private record Passes(int alpha, int count, List<Integer> lengths, int[] ofOutputs) {

    static Passes of(RepairPlan plan) {
      List<Integer> lengths =
          plan.helpers().stream()
              .map(
                  helper ->
                      plan.runsOf(helper).stream().mapToInt(SubBlockRun::subBlockCount).sum())
              .toList();
      int[] ofInputs =
          lengths.stream().flatMapToInt(length -> IntStream.range(0, length))
              .toArray();
      int count = Arrays.stream(ofInputs).max().orElseThrow() + 1;
      return new Passes(plan.alpha(), count, lengths, ofOutputs(plan, ofInputs));
    }

    /** The pass in which a sub-block of the lost members, by its number, becomes complete. */
    private static int[] ofOutputs(RepairPlan plan, int[] ofInputs) {
      CodingProgram program = plan.program();
      GfMatrix matrix = program.toMatrix();
      int planes = program.symbolBytes();
      int[] passes = new int[plan.alpha()];
      for (int row = 0; row < matrix.rowCount(); row++) {
        int subBlock = row / planes % plan.alpha();
        for (int column = 0; column < matrix.columnCount(); column++) {
          if (matrix.get(row, column) != 0) {
            passes[subBlock] = Math.max(passes[subBlock], ofInputs[column / planes]);
          }
        }
      }
      return passes;
    }

    /** When all helpers have come so far: over one link, or from disks of their own. */
    double reached(int passes, boolean link) {
      return link ? lengths.stream().mapToInt(l -> Math.min(l, passes)).sum() : passes;
    }

    /**
     * When all is sent, front to back.
     *
     * @param byRows whether no output is complete before all of its row are
     * @param send time of a sub-block, of all lost members
     */
    double end(boolean byRows, boolean link, double send) {
      double end = 0;
      for (int pass : ofOutputs) {
        int complete = byRows ? count - 1 : pass;
        end =
            Math.max(
                Math.max(end, reached(complete, link)) + send, reached(complete + 1, link));
      }
      return end;
    }

    double endWithout(boolean link, double send) {
      return reached(count, link) + alpha * send;
    }

    double readInTheLastPass() {
      return reached(count, true) - reached(count - 1, true);
    }
  }

  private static List<Passes> passes(String name, int lost) {
    ErasureCode code = CodeRegistry.byName(name);
    Stream<BitSet> losses = MemberSets.ofSize(code.n(), lost);
    return losses
        .map(members -> code.repair(members, MemberSets.others(members, code.n())))
        .map(Passes::of)
        .toList();
  }

  /** Of the mean time over all losses, in per cent. */
  private static double gain(List<Passes> all, boolean byRows, boolean link, double send) {
    double with = all.stream().mapToDouble(p -> p.end(byRows, link, send)).sum();
    double without = all.stream().mapToDouble(p -> p.endWithout(link, send)).sum();
    return 100 * (1 - with / without);
  }

  /**
   * Per cent of one lost block: what is read in the last pass; the gain over one slow link, from
   * slow disks, and from these if each output were checked for itself; and of two lost blocks the
   * gain over one link and from disks. The table of decision 15.
   */
  @ParameterizedTest
  @CsvSource({
    "LESS2-10-4, 25.2, 6.0, 25.0, 25.0, 4.9, 25.0",
    "LESS3-10-4, 15.0, 5.0, 16.7, 16.7, 3.0, 16.7",
    "LESS4-10-4, 10.0, 4.4, 12.5, 12.5, 2.3, 12.5",
    "LESS2-6-3, 22.2, 9.1, 25.0, 25.0, 7.1, 25.0",
    "LESS3-6-3, 12.5, 7.3, 16.7, 16.7, 4.8, 16.7",
    "ET2-10-4, 26.7, 5.9, 25.0, 25.0, 4.5, 25.0",
    "ET3-10-4, 14.3, 4.1, 16.7, 16.7, 3.0, 16.7",
    "ET4-10-4, 12.8, 3.6, 12.5, 12.5, 2.3, 12.5",
    "HHXORPLUS-10-4, 33.8, 5.9, 25.5, 30.9, 4.5, 25.0",
    "HITCHHIKER-XOR-10-4, 29.9, 5.8, 25.0, 32.1, 4.5, 25.0",
    "HITCHHIKER-NONXOR-10-4, 33.8, 5.9, 25.5, 30.9, 4.5, 25.0",
    "HASHTAG2-10-4, 35.4, 6.2, 25.9, 35.2, 4.5, 25.0",
    "HASHTAG3-10-4, 20.0, 4.3, 17.7, 35.4, 3.0, 16.7",
    "HASHTAG4-10-4, 16.6, 3.6, 12.5, 33.0, 2.3, 12.5",
    "HASHTAGPLUS8-10-4, 13.5, 2.0, 7.3, 31.2, 1.1, 6.2",
    "HASHTAGPLUS16-10-4, 7.4, 1.2, 3.5, 28.0, 0.6, 3.1",
    "CAUCHY-XOR-10-4, 12.5, 1.1, 6.2, 40.6, 1.1, 6.2",
    "PMRBT-5-4, 24.2, 5.4, 13.0, 13.0, 4.2, 12.5",
    "BUTTERFLY-4-2, 21.2, 3.3, 7.9, 18.4, 2.5, 6.2",
    "BUTTERFLY-7-2, 2.8, 0.3, 1.0, 10.9, 0.2, 0.8",
    "CLAY-6-3, 11.1, 1.0, 2.8, 8.3, 0.5, 1.9",
  })
  void theGainOfSendingWhileTheLastPassIsRead(
      String name, double lastPass, double link, double disks, double byOutputs, double twoLink,
      double twoDisks) {
    List<Passes> one = passes(name, 1);
    List<Passes> two = passes(name, 2);
    double read = one.stream().mapToDouble(p -> p.reached(p.count, true)).sum();
    double last = one.stream().mapToDouble(Passes::readInTheLastPass).sum();
    double[] found = {
      100 * last / read, gain(one, true, true, 1), gain(one, true, false, 1),
      gain(one, false, false, 1), gain(two, true, true, 1), gain(two, true, false, 1)
    };
    double[] expected = {lastPass, link, disks, byOutputs, twoLink, twoDisks};
    assertThat(found).as(name).containsExactly(expected, within(0.05));
  }

  /** One of the last passes and of the sub-blocks sent go side by side, and there are no more. */
  @ParameterizedTest
  @CsvSource({"LESS2-10-4", "LESS4-10-4", "ET3-10-4", "HASHTAG4-10-4", "CLAY-6-3"})
  void noSpeedGivesMoreThanOnePassOfAll(String name) {
    for (Passes plan : passes(name, 1)) {
      double most = 100.0 / (plan.count + plan.alpha);
      for (double send = 0.01; send < 100; send *= 1.1) {
        assertThat(gain(List.of(plan), true, true, send)).isLessThanOrEqualTo(most + 1e-9);
        assertThat(gain(List.of(plan), true, false, send)).isLessThanOrEqualTo(most + 1e-9);
      }
      assertThat(gain(List.of(plan), true, false, 1)).isEqualTo(most, within(1e-9));
    }
  }
}
