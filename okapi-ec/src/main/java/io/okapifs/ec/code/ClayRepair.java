package io.okapifs.ec.code;

import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The repairs of {@link Clay}: one member from all others, or any from the k cheapest. */
final class ClayRepair {
  private final Clay code;
  private final ClayGrid grid;
  private final int alpha;
  private final RepairRequest request;

  ClayRepair(Clay code, RepairRequest request) {
    this.code = code;
    this.grid = code.grid();
    this.alpha = grid.alpha();
    this.request = request;
  }

  List<RepairWay> ways() {
    List<RepairWay> ways = new ArrayList<>();
    int lost = request.onlyLost();
    if (lost >= 0) {
      BitSet reads = readsForOne(lost);
      ways.add(RepairWay.structured(reads, () -> repairOne(lost, reads)));
    }
    if (request.available().cardinality() >= grid.k()) {
      BitSet reads = readsOfWholeBlocks();
      ways.add(RepairWay.structured(reads, () -> decode(reads)));
    }
    return ways;
  }

  /** The planes in which the lost node is uncoupled, of everybody else. */
  private BitSet readsForOne(int lost) {
    BitSet reads = new BitSet();
    for (int plane : grid.uncoupledPlanes(grid.node(lost)).toArray()) {
      for (int member = 0; member < grid.k() + grid.r(); member++) {
        reads.set(member * alpha + plane, member != lost);
      }
    }
    return reads;
  }

  private BitSet readsOfWholeBlocks() {
    BitSet reads = new BitSet();
    request.cheapestFirst().stream()
        .limit(grid.k())
        .forEach(member -> reads.set(member * alpha, (member + 1) * alpha));
    return reads;
  }

  private CodingProgram repairOne(int lost, BitSet reads) {
    SymbolWriter writer = new SymbolWriter(reads.cardinality(), alpha);
    int node = grid.node(lost);
    ClaySymbols symbols =
        new ClaySymbols(
            code, writer, grid.nodesOfColumn(grid.column(node)), stored(writer, reads),
            (solved, plane) ->
                ScaledSymbol.in(
                    solved == node ? writer.output(plane) : writer.newTemporary()));
    for (int plane = 0; plane < alpha; plane++) {
      if (grid.isUncoupled(node, plane)) {
        symbols.base(node, plane);
      } else {
        symbols.storeByPartner(writer.output(plane), node, plane);
      }
    }
    return writer.build();
  }

  /** Solves for all nodes that are not read, and stores those that are wanted. */
  private CodingProgram decode(BitSet reads) {
    int[] lost = request.lost().stream().toArray();
    SymbolWriter writer = new SymbolWriter(reads.cardinality(), lost.length * alpha);
    BitSet solved = new BitSet();
    for (int member = 0; member < grid.k() + grid.r(); member++) {
      solved.set(grid.node(member), !reads.get(member * alpha));
    }
    ClaySymbols symbols =
        new ClaySymbols(
            code, writer, solved, stored(writer, reads),
            (node, plane) -> {
              int index = Arrays.binarySearch(lost, grid.member(node));
              boolean asIs = index >= 0 && grid.isUncoupled(node, plane);
              return ScaledSymbol.in(
                  asIs ? writer.output(index * alpha + plane) : writer.newTemporary());
            });
    for (int i = 0; i < lost.length; i++) {
      for (int plane = 0; plane < alpha; plane++) {
        if (grid.isUncoupled(grid.node(lost[i]), plane)) {
          symbols.base(grid.node(lost[i]), plane);
        } else {
          symbols.store(writer.output(i * alpha + plane), grid.node(lost[i]), plane);
        }
      }
    }
    return writer.build();
  }

  /** What is read, in the order of the plan's inputs; zero nodes hold zeros. */
  private ClaySymbols.SymbolPlace stored(SymbolWriter writer, BitSet reads) {
    int[] inputOf = new int[(grid.k() + grid.r()) * alpha];
    int next = 0;
    for (int read : reads.stream().toArray()) {
      inputOf[read] = next++;
    }
    return (node, plane) ->
        grid.isZero(node)
            ? ScaledSymbol.ZERO
            : ScaledSymbol.in(writer.input(inputOf[grid.member(node) * alpha + plane]));
  }
}
