package io.okapifs.hdfs.read;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.HelperCosts;
import io.okapifs.ec.code.UndecodableException;
import io.okapifs.ec.plan.PartialRepair;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlock;
import io.okapifs.hdfs.layout.FileLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Decides which bytes a read fetches. Pure: it sees which blocks are lost and which bytes are at
 * hand, and never touches a block.
 *
 * <p>A piece of a live block is fetched as it is. A piece of a lost block becomes a window of its
 * group, the same offsets in every member:
 *
 * <pre>
 *   group of k = 3, r = 2      offset a      b
 *     member 0   lost      ....[ wanted  ]....     rebuilt
 *     member 1             ....[ fetched ]....     helper
 *     member 2   shorter   ....[ f |zeros|         helper
 *     member 3   parity    ....[ fetched ]....     helper
 *     member 4   parity    ...................     not needed
 * </pre>
 *
 * Of a code with sub-blocks the window is one of sub-blocks ({@link GroupRead}), and only those are
 * read that the wanted ones depend on.
 *
 * <p>Bytes that are at hand, or that some piece fetches anyway, are not fetched for a window again.
 */
public final class ReadPlanner {

  private final FileView view;
  private final ErasureCode code;
  private final LostBlocks lost;
  private final Function<Source, List<ByteRange>> held;

  /**
   * @param code the code of the view's policy
   * @param lost blocks that cannot be read
   * @param held the ranges of a block that are at hand
   */
  public ReadPlanner(
      FileView view,
      ErasureCode code,
      LostBlocks lost,
      Function<Source, List<ByteRange>> held) {
    this.view = view;
    this.code = code;
    this.lost = lost;
    this.held = held;
  }

  /**
   * @param wanted pieces that are not at hand
   * @throws UnrecoverableGroupException where more members are lost than the code can rebuild
   */
  public ReadPlan plan(Collection<Piece> wanted) throws UnrecoverableGroupException {
    Map<Source, List<Fetch>> fetches = new LinkedHashMap<>();
    Map<Long, List<Piece>> degraded = new TreeMap<>();
    for (Piece piece : wanted) {
      if (lost.contains(piece.source())) {
        long group = view.layout().groupOf(piece.block());
        degraded.computeIfAbsent(group, ignored -> new ArrayList<>()).add(piece);
      } else {
        add(fetches, new Fetch(piece.source(), piece.range(), piece.target()));
      }
    }
    List<GroupRead> groupReads = new ArrayList<>();
    for (Map.Entry<Long, List<Piece>> entry : degraded.entrySet()) {
      groupReads.addAll(groupReads(entry.getKey(), entry.getValue()));
    }
    for (GroupRead groupRead : groupReads) {
      addHelpers(fetches, groupRead);
    }
    return new ReadPlan(ascending(fetches), groupReads);
  }

  private List<GroupRead> groupReads(long group, List<Piece> pieces)
      throws UnrecoverableGroupException {
    if (!view.isSettled(group)) {
      throw unrecoverable(group, "the file is being written, its parities are not final");
    }
    return code.alpha() == 1 ? blockReads(group, pieces) : subBlockReads(group, pieces);
  }

  private List<GroupRead> blockReads(long group, List<Piece> pieces)
      throws UnrecoverableGroupException {
    List<GroupRead> reads = new ArrayList<>();
    for (ByteRange window : ByteRange.union(pieces.stream().map(Piece::range).toList())) {
      BitSet wanted = new BitSet();
      pieces.stream()
          .filter(piece -> !piece.range().intersect(window).isEmpty())
          .forEach(piece -> wanted.set(memberOf(piece)));
      reads.add(GroupRead.ofBlocks(group, window, repair(group, window, wanted)));
    }
    return reads;
  }

  /** Pieces at the same offsets of their sub-blocks are rebuilt together. */
  private List<GroupRead> subBlockReads(long group, List<Piece> pieces)
      throws UnrecoverableGroupException {
    long subBlockBytes = view.subBlockBytes(group);
    Map<ByteRange, List<SubBlock>> byWindow = new LinkedHashMap<>();
    for (Piece piece : pieces) {
      long index = piece.range().from() / subBlockBytes;
      byWindow
          .computeIfAbsent(
              inSubBlock(piece.range(), index * subBlockBytes), ignored -> new ArrayList<>())
          .add(new SubBlock(memberOf(piece), (int) index));
    }
    ByteRange whole = new ByteRange(0, subBlockBytes * code.alpha());
    List<GroupRead> reads = new ArrayList<>();
    for (Map.Entry<ByteRange, List<SubBlock>> entry : byWindow.entrySet()) {
      BitSet wanted = new BitSet();
      entry.getValue().forEach(each -> wanted.set(each.member()));
      RepairPlan plan = repair(group, whole, wanted);
      reads.add(
          GroupRead.ofSubBlocks(
              group, subBlockBytes, entry.getKey(), PartialRepair.of(plan, entry.getValue())));
    }
    return reads;
  }

  /** Offsets in a sub-block that starts there, in whole granules of the code. */
  private ByteRange inSubBlock(ByteRange range, long start) {
    int granule = code.granuleBytes();
    return new ByteRange(
        (range.from() - start) / granule * granule,
        (range.to() - start + granule - 1) / granule * granule);
  }

  private int memberOf(Piece piece) {
    return view.layout().memberOf(piece.block());
  }

  /**
   * @param window offsets inside blocks: what has no byte there is zeros
   */
  private RepairPlan repair(long group, ByteRange window, BitSet wanted)
      throws UnrecoverableGroupException {
    BitSet available = new BitSet();
    BitSet zeros = new BitSet();
    for (int member = 0; member < code.n(); member++) {
      available.set(member, !isLost(group, member, window));
      zeros.set(member, bytesIn(view.member(group, member), window).isEmpty());
    }
    HelperCosts costs = view.costs(group, zeros);
    try {
      RepairPlan plan = code.repair(wanted, available, costs);
      BitSet all = withNeighbours(group, wanted, available);
      if (code.alpha() > 1 || all.equals(wanted)) {
        return plan;
      }
      RepairPlan more = code.repair(all, available, costs);
      return reads(more, zeros) > reads(plan, zeros) ? plan : more;
    } catch (UndecodableException e) {
      throw unrecoverable(group, "too many members are lost");
    }
  }

  /**
   * With the members that the reader, which walks over stripes, will want next; they are rebuilt as
   * well where nothing more is read for them.
   */
  private BitSet withNeighbours(long group, BitSet wanted, BitSet available) {
    FileLayout layout = view.layout();
    long first = group * layout.policy().k();
    BitSet all = (BitSet) wanted.clone();
    for (int member = 0; member < code.k(); member++) {
      long stripe = layout.stripeOf(first + member);
      if (!available.get(member)
          && wanted.stream().anyMatch(other -> layout.stripeOf(first + other) == stripe)
          && code.recoverable(member, available)) {
        all.set(member);
      }
    }
    return all;
  }

  private static long reads(RepairPlan plan, BitSet zeros) {
    return plan.helpers().stream().filter(helper -> !zeros.get(helper)).count();
  }

  /** A member that has no byte in the window is known to be zeros, lost or not. */
  private boolean isLost(long group, int member, ByteRange window) {
    Source source = view.member(group, member);
    return lost.contains(source) && !bytesIn(source, window).isEmpty();
  }

  private void addHelpers(Map<Source, List<Fetch>> fetches, GroupRead groupRead) {
    for (SubBlock read : groupRead.reads()) {
      Source source = view.member(groupRead.group(), read.member());
      List<ByteRange> known = new ArrayList<>(held.apply(source));
      fetches.getOrDefault(source, List.of()).forEach(fetch -> known.add(fetch.range()));
      for (ByteRange gap : bytesIn(source, groupRead.rangeIn(read)).minus(known)) {
        add(fetches, new Fetch(source, gap, null));
      }
    }
  }

  private ByteRange bytesIn(Source source, ByteRange window) {
    return window.intersect(view.extent(source));
  }

  private static void add(Map<Source, List<Fetch>> fetches, Fetch fetch) {
    fetches.computeIfAbsent(fetch.source(), ignored -> new ArrayList<>()).add(fetch);
  }

  private static List<Fetch> ascending(Map<Source, List<Fetch>> fetches) {
    Comparator<Fetch> byOffset = Comparator.comparingLong(fetch -> fetch.range().from());
    return fetches.values().stream().flatMap(list -> list.stream().sorted(byOffset)).toList();
  }

  private UnrecoverableGroupException unrecoverable(long group, String why) {
    List<String> losses =
        IntStream.range(0, code.n())
            .filter(member -> lost.contains(view.member(group, member)))
            .mapToObj(
                member -> {
                  Source source = view.member(group, member);
                  return "member " + member + " (" + source + "): " + lost.reason(source);
                })
            .toList();
    return new UnrecoverableGroupException(
        group,
        "cannot decode: " + why + ": group=" + group + ", code=" + code.name() + ", lostMembers="
            + losses.size() + " " + losses);
  }
}
