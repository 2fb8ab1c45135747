package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;
import io.okapifs.ec.cache.BoundedCache;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The part of a repair that rebuilds some of the lost sub-blocks, for who wants a range of a lost
 * block and not all of it: it reads no sub-block that those do not depend on. A value; a program of
 * another shape is refused with {@link EcException}.
 *
 * @param reads the program's inputs, ascending by member and index
 * @param rebuilt the program's outputs
 * @param program from the ones to the others
 */
public record PartialRepair(List<SubBlock> reads, List<SubBlock> rebuilt, CodingProgram program) {
  private static final int CACHED_MAX = 256;
  private static final BoundedCache<Key, PartialRepair> CACHE = new BoundedCache<>(CACHED_MAX);

  private record Key(RepairPlan plan, List<SubBlock> wanted) {}

  public PartialRepair {
    reads = List.copyOf(reads);
    rebuilt = List.copyOf(rebuilt);
    if (program.inputCount() != reads.size() || program.outputCount() != rebuilt.size()) {
      throw new EcException(
          "program does not fit: reads=" + reads + ", rebuilt=" + rebuilt + ", program="
              + program);
    }
  }

  /**
   * The part of a plan that rebuilds these sub-blocks, all of lost members of the plan. Plans that
   * were asked for lately are remembered, because deriving one takes long where alpha is large.
   *
   * @param plan the whole repair
   * @param wanted what to rebuild, in the order of the outputs
   * @throws EcException for sub-blocks that the plan does not rebuild
   */
  public static PartialRepair of(RepairPlan plan, List<SubBlock> wanted) {
    return CACHE.get(new Key(plan, List.copyOf(wanted)), PartialRepair::derive);
  }

  private static PartialRepair derive(Key key) {
    RepairPlan plan = key.plan();
    int planes = plan.program().symbolBytes();
    int[] rows =
        key.wanted().stream()
            .mapToInt(each -> plan.outputOf(each.member(), each.index()))
            .flatMap(output -> IntStream.range(output * planes, (output + 1) * planes))
            .toArray();
    GfMatrix matrix = plan.program().toMatrix().pickRows(rows);
    List<SubBlock> reads = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    int input = 0;
    for (SubBlockRun run : plan.runs()) {
      for (int index = run.firstSubBlock(); index < run.endSubBlock(); index++, input++) {
        int first = input * planes;
        if (!IntStream.range(first, first + planes).allMatch(matrix::isZeroColumn)) {
          reads.add(new SubBlock(run.member(), index));
          IntStream.range(first, first + planes).forEach(columns::add);
        }
      }
    }
    GfMatrix own = matrix.pickColumns(columns.stream().mapToInt(Integer::intValue).toArray());
    return new PartialRepair(reads, key.wanted(), CodingProgram.ofMatrix(planes, own));
  }
}
