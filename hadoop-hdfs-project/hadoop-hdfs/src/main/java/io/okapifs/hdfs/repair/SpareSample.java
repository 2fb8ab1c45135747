package io.okapifs.hdfs.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.verify.GroupEquations;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * What a repair compares before it trusts its helpers: at random places, the same in every
 * sub-block, the helpers of its plan and as few further members as tell whether one is wrong. It
 * finds members that were rewritten or exchanged, not single bytes. Immutable.
 *
 * @param members that are read, none of zeros; callers do not change it
 * @param rangeBytes read of each sub-block at each place
 * @param offsets of the places in the sub-blocks
 */
public record SpareSample(BitSet members, int rangeBytes, List<Long> offsets) {

  /** Few and long ranges: a disk that moves its head reads half a megabyte meanwhile. */
  private static final int PLACES = 4;

  /** No more memory than that, unless the shortest ranges need it. */
  private static final int MEMORY_BYTES = 4 << 20;

  /** Codes with symbols of several bytes code so many bytes by themselves. */
  private static final int GRANULE = GroupPolicy.SUB_BLOCK_ALIGNMENT;

  public SpareSample {
    offsets = List.copyOf(offsets);
  }

  /**
   * Chooses members and places.
   *
   * @param usable members that can be read
   * @param zeros members of a tail group that are zeros, and never read
   * @param subBlockBytes of every member
   * @param percent of the bytes of the plan; one range is read in any case
   * @return empty where no more members are there than are needed
   */
  public static Optional<SpareSample> of(
      ErasureCode code, RepairPlan plan, BitSet usable, BitSet zeros, long subBlockBytes,
      double percent, Random random) {
    BitSet known = (BitSet) zeros.clone();
    plan.helpers().forEach(known::set);
    List<Integer> others =
        new ArrayList<>(usable.stream().filter(member -> !known.get(member)).boxed().toList());
    Collections.shuffle(others, random);
    while (!checksAll(code, plan, known, zeros) && !others.isEmpty()) {
      known.set(others.remove(others.size() - 1));
    }
    if (known.stream().noneMatch(member -> isDispensable(code, known, member))) {
      return Optional.empty();
    }
    known.andNot(zeros);
    double budget = percent / 100 * plan.cost() * subBlockBytes;
    return Optional.of(
        new SpareSample(known, 0, List.of()).placed(code, budget, subBlockBytes, random));
  }

  /** Whether the others tell about every helper of a plan. */
  private static boolean checksAll(
      ErasureCode code, RepairPlan plan, BitSet known, BitSet zeros) {
    return plan.helpers().stream()
        .allMatch(member -> zeros.get(member) || isDispensable(code, known, member));
  }

  private static boolean isDispensable(ErasureCode code, BitSet known, int member) {
    BitSet others = (BitSet) known.clone();
    others.clear(member);
    return code.decodable(others);
  }

  private SpareSample placed(
      ErasureCode code, double budget, long subBlockBytes, Random random) {
    long most = MEMORY_BYTES / buffers(code) / GRANULE * GRANULE;
    long readers = (long) members.cardinality() * code.alpha();
    long wanted = (long) (budget / PLACES / readers) / GRANULE * GRANULE;
    int range =
        (int) Math.min(subBlockBytes, Math.max(GRANULE, Math.min(most, wanted)));
    long places =
        Math.max(1, Math.min((long) (budget / readers / range), subBlockBytes / range));
    return new SpareSample(
        members, range,
        random.longs(places, 0, (subBlockBytes - range) / GRANULE + 1)
            .map(granule -> granule * GRANULE)
            .sorted().boxed().toList());
  }

  private static long buffers(ErasureCode code) {
    return (long) code.n() * code.alpha() + GroupEquations.scratchCount(code);
  }

  /** Bytes of buffers to read all members of a group at one place, and to compare them. */
  public long memoryBytes(ErasureCode code) {
    return buffers(code) * rangeBytes;
  }
}
