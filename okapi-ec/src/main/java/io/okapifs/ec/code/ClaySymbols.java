package io.okapifs.ec.code;

import io.okapifs.ec.code.PairCoupling.Pair;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The base symbols of {@link Clay} in a program, each computed when it is first asked for: what
 * nobody asks for costs nothing. Symbols of the solved nodes follow from all others of their plane,
 * those from what is stored, or from the base symbol of a solved partner; a chain of these ends,
 * since each link has fewer solved nodes uncoupled in its plane.
 */
final class ClaySymbols {
  private final ClayGrid grid;
  private final PairCoupling coupling;
  private final SymbolWriter writer;
  private final BitSet solvedNodes;
  private final GfMatrix solve;
  private final SymbolPlace stored;
  private final SymbolPlace target;
  private final ScaledSymbol[] bases;

  /** Where a node's symbol of a plane is, or goes. */
  interface SymbolPlace {
    ScaledSymbol of(int node, int plane);
  }

  /**
   * Solves for these nodes.
   *
   * @param stored the stored symbols, of all nodes that are available
   * @param target where base symbols of solved nodes go
   */
  ClaySymbols(
      Clay code, SymbolWriter writer, BitSet solvedNodes, SymbolPlace stored, SymbolPlace target) {
    this.grid = code.grid();
    this.coupling = code.coupling();
    this.writer = writer;
    this.solvedNodes = solvedNodes;
    this.solve = code.solveFor(solvedNodes);
    this.stored = stored;
    this.target = target;
    this.bases = new ScaledSymbol[grid.symbolCount()];
  }

  ScaledSymbol base(int node, int plane) {
    int symbol = grid.symbol(node, plane);
    if (bases[symbol] == null) {
      if (solvedNodes.get(node)) {
        solve(plane);
      } else if (grid.isUncoupled(node, plane)) {
        bases[symbol] = stored.of(node, plane);
      } else if (solvedNodes.get(grid.partner(node, plane))) {
        bases[symbol] = baseBySolvedPartner(node, plane);
      } else {
        decouple(node, plane);
      }
    }
    return bases[symbol];
  }

  /** Stores a solved node's coupled symbol in a slot. */
  void store(int slot, int node, int plane) {
    int partner = grid.partner(node, plane);
    int partnerPlane = grid.partnerPlane(node, plane);
    ScaledSymbol own = base(node, plane);
    if (solvedNodes.get(partner)) {
      coupling.store(writer, slot, node < partner, own, base(partner, partnerPlane));
    } else {
      coupling.storeOpposite(
          writer, slot, node < partner, own, stored.of(partner, partnerPlane));
    }
  }

  /** The same, from a partner that is solved for but stored nonetheless. */
  void storeByPartner(int slot, int node, int plane) {
    int partner = grid.partner(node, plane);
    int partnerPlane = grid.partnerPlane(node, plane);
    coupling.storeFromOther(
        writer, slot, node < partner, base(partner, partnerPlane),
        stored.of(partner, partnerPlane));
  }

  private ScaledSymbol baseBySolvedPartner(int node, int plane) {
    int partner = grid.partner(node, plane);
    ScaledSymbol other = base(partner, grid.partnerPlane(node, plane));
    return coupling.base(writer, node < partner, stored.of(node, plane), other);
  }

  private void decouple(int node, int plane) {
    Pair pair = grid.pair(node, plane);
    ScaledSymbol[] both = {storedOf(pair.a()), storedOf(pair.b())};
    coupling.decouple(writer, both, List.of(new Pair(0, 1)));
    bases[pair.a()] = both[0];
    bases[pair.b()] = both[1];
  }

  private ScaledSymbol storedOf(int symbol) {
    return stored.of(symbol / grid.alpha(), symbol % grid.alpha());
  }

  private void solve(int plane) {
    List<ScaledSymbol> sources =
        IntStream.range(0, grid.nodeCount())
            .filter(node -> !solvedNodes.get(node))
            .mapToObj(node -> base(node, plane))
            .toList();
    List<ScaledSymbol> targets =
        solvedNodes.stream().mapToObj(node -> target.of(node, plane)).toList();
    writer.multiply(targets, solve, sources);
    int next = 0;
    for (int node : solvedNodes.stream().toArray()) {
      bases[grid.symbol(node, plane)] = targets.get(next++);
    }
  }
}
