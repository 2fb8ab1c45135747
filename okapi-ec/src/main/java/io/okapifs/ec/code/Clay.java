package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Clay: repairs one member from 1/r of every other one, the least that any MDS code can.
 *
 * <p>Theory: nodes lie in a grid and symbols in planes over it ({@link ClayGrid}). In every plane
 * the base symbols are a codeword of one Reed-Solomon code. What is stored is coupled: the symbol
 * of node (x, y) in plane z is stored as it is where digit y of z is x, and otherwise mixed with
 * that of the node of its column that the digit names, in the plane where the digit is x ({@link
 * PairCoupling}).
 *
 * <pre>
 *   r = 2, columns 0 and 1       plane 00     01        10        11
 *   node (0,0)                      A0        A1        A2 .      A3 :
 *   node (1,0)                      B0 .      B1 :      B2        B3     . . and : : are pairs
 * </pre>
 *
 * <p>Encoding: all parities are in the last column, so the pairs of data and those of parities are
 * apart: part the data's, encode plane by plane, couple the parities'.
 *
 * <p>Repair of (x, y): read the planes whose digit y is x from all others. There all nodes outside
 * column y have their partners, so that the r symbols of the column can be solved for. The lost
 * node's is stored as it is; the others', with what these nodes store, tell it in the other planes.
 *
 * <p>Decoding any r members ({@link ClaySymbols}): planes in the order of how many of the lost
 * nodes they have uncoupled; a partner that is lost was solved for in a plane before.
 *
 * <p>From: Clay Codes: Moulding MDS Codes to Yield an MSR Code, FAST'18. Alpha is that of Table 1
 * of LESS, FAST'26 (section 2.3), and what repairs of CLAY-10-4 read and seek that of its Table 2
 * (section 4.1).
 */
final class Clay {
  /** The codec name. */
  static final String CODEC = "clay";

  private static final int FACTOR = 2;

  private final int k;
  private final int r;
  private final int alpha;
  private final ClayGrid grid;
  private final PairCoupling coupling = new PairCoupling(FACTOR);
  private final ParityAlgebra base;

  private Clay(int k, int r) {
    this.grid = ClayGrid.of(CODEC, k, r);
    this.k = k;
    this.r = r;
    this.alpha = grid.alpha();
    this.base = new ParityAlgebra(ReedSolomon.matrix(grid.dataNodeCount(), r));
  }

  static ErasureCode create(int k, int r) {
    Clay code = new Clay(k, r);
    return new CodeBuilder(CODEC, k, r)
        .alpha(code.alpha)
        .encodeByStages(code.accumulate(), code.couple())
        .repairs(code::ways)
        .mds()
        .build();
  }

  ClayGrid grid() {
    return grid;
  }

  PairCoupling coupling() {
    return coupling;
  }

  /** From the base symbols of all other nodes in a plane to those of these r nodes. */
  GfMatrix solveFor(BitSet nodes) {
    BitSet others = MemberSets.others(nodes, grid.nodeCount());
    return base.solve(nodes.stream().toArray(), others.stream().toArray()).orElseThrow();
  }

  private int parityIndex(int node, int plane) {
    return grid.symbol(node - grid.dataNodeCount(), plane);
  }

  /** The base symbols of the parities, scaled as {@link #couple} wants them. */
  private CodingProgram accumulate() {
    SymbolWriter writer = new SymbolWriter(k * alpha, r * alpha);
    int[] scales = coupling.scalesBefore(grid.symbolCount(), grid.parityPairs());
    ClaySymbols symbols =
        new ClaySymbols(
            this, writer, grid.nodesOfColumn(grid.columnCount() - 1),
            (node, plane) ->
                grid.isZero(node)
                    ? ScaledSymbol.ZERO
                    : ScaledSymbol.in(writer.input(grid.symbol(node, plane))),
            (node, plane) ->
                ScaledSymbol.holding(
                    writer.output(parityIndex(node, plane)), scales[grid.symbol(node, plane)]));
    IntStream.range(0, alpha).forEach(plane -> symbols.base(grid.node(k), plane));
    return writer.build();
  }

  private CodingProgram couple() {
    SymbolWriter writer = new SymbolWriter(0, r * alpha);
    int firstParity = grid.symbol(grid.dataNodeCount(), 0);
    int[] slots = IntStream.range(-firstParity, r * alpha).toArray();
    coupling.coupleInPlace(writer, slots, grid.parityPairs());
    return writer.build();
  }

  private List<RepairWay> ways(RepairRequest request) {
    return new ClayRepair(this, request).ways();
  }
}
