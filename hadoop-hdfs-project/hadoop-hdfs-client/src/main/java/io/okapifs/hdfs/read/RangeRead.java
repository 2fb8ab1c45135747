package io.okapifs.hdfs.read;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.UnsupportedCodeException;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.SubBlock;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One read of a range of the file: fetch, and where blocks are lost plan, fetch and decode, until
 * every byte is there. Used once, by one thread.
 *
 * <p>While nothing is lost the whole range is fetched in one go, straight into the target. From the
 * first loss on it goes row by row (a row is one cell of every block of a stripe, or several where
 * cells are small, up to 512 KiB: each row is waited for), so that a window takes k + r cells of
 * memory; more of codes with so many sub-blocks that {@link Windows} of 64 KiB of each are more.
 *
 * <p>It ends: every round delivers pieces, or finds another block lost, or gives a group its one
 * second chance with fresh locations.
 */
public final class RangeRead {

  private static final Coder CODER = new Coder(Kernels.best());

  private static final int ROW_BYTES = 512 << 10;

  private final BlockAccess access;
  private final LostBlocks lost;
  private final FetchedCells cells;
  private final FetchedBytes fetched;
  private final BufferLoan loan;
  private final Segments held = new Segments();
  private final Set<Long> refreshed = new HashSet<>();
  private final Leftovers leftovers;
  private FileView view;
  private long end;
  private List<Piece> unread;
  private List<Piece> pending;
  private List<Piece> ahead = List.of();

  /**
   * @param memory of the stream; what it knows to be lost and what it keeps grow
   * @param loan for buffers; the caller closes it after the read
   */
  private RangeRead(BlockAccess access, StreamMemory memory, BufferLoan loan) {
    this.access = access;
    this.lost = memory.lost();
    this.cells = memory.cells();
    this.fetched = memory.fetched();
    this.loan = loan;
    this.leftovers = new Leftovers(memory.cells(), loan);
  }

  /**
   * Reads.
   *
   * @param fileRange bytes of the file, all of one data stripe
   * @param target receives the bytes from its position on, which does not move
   * @param filledTo the target holds the bytes of the range before this one already
   * @throws IOException where bytes cannot be had; what the target holds then is undefined
   */
  public static void read(
      BlockAccess access,
      StreamMemory memory,
      FileView view,
      ByteRange fileRange,
      ByteBuffer target,
      long filledTo)
      throws IOException {
    read(access, memory, view, ReadCall.of(fileRange, target), fileRange, fileRange.to(), filledTo);
  }

  /**
   * Reads the next part of a call that may go over many stripes. While nothing is lost that is what
   * it asks for of one stripe. Where something is lost there, it goes on to the end of the group:
   * its members lie in several stripes, and each is fetched once, into the target, and decoded with
   * from there.
   *
   * @param filledTo what is asked for before this byte of the file is there already
   * @return before which byte everything is there now
   * @throws IOException where bytes cannot be had; what the targets hold then is undefined
   */
  public static long readOn(
      BlockAccess access, StreamMemory memory, FileView view, ReadCall call, long filledTo)
      throws IOException {
    ByteRange span =
        view.groupSpan(filledTo).intersect(new ByteRange(call.start(), call.end()));
    long stripeSize = view.layout().stripeSize();
    long stripeEnd = Math.min(span.to(), (filledTo / stripeSize + 1) * stripeSize);
    return read(access, memory, view, call, span, stripeEnd, filledTo);
  }

  /**
   * Reads.
   *
   * @param span of the file, of which the call wants something
   * @param nearEnd up to there it is read in any case, and behind that where something is lost
   */
  private static long read(
      BlockAccess access,
      StreamMemory memory,
      FileView view,
      ReadCall call,
      ByteRange span,
      long nearEnd,
      long filledTo)
      throws IOException {
    try (BufferLoan loan = new BufferLoan(memory.pool())) {
      RangeRead read = new RangeRead(access, memory, loan);
      read.accept(view, call, new ByteRange(filledTo, nearEnd));
      boolean isFresh = memory.lost().isEmpty() && memory.cells().isEmpty();
      if (isFresh && !read.loseUnplaced() && read.fetchHealthy()) {
        return nearEnd;
      }
      read.ahead = call.pieces(view, new ByteRange(nearEnd, span.to()));
      call.pieces(view, new ByteRange(span.from(), filledTo)).forEach(read::holdTarget);
      read.run();
      return read.end;
    }
  }

  private void accept(FileView atStart, ReadCall call, ByteRange near) {
    view = atStart;
    end = near.to();
    unread = call.pieces(view, near);
    pending = new ArrayList<>(unread);
  }

  /**
   * What is known to be lost beforehand need not be found lost while the others are read: its
   * helpers are read with them. Of a block alone it makes no difference.
   */
  private boolean loseUnplaced() {
    Set<Source> sources = unread.stream().map(Piece::source).collect(Collectors.toSet());
    List<FetchFailure> failures =
        sources.size() > 1 ? access.unplaced(view, sources) : List.of();
    failures.forEach(failure -> lost.add(failure.source(), failure.reason()));
    return !failures.isEmpty();
  }

  /** Nearly every read ends here; what it could not fetch is held or lost afterwards. */
  private boolean fetchHealthy() throws IOException {
    ReadPlan plan = planHealthy(unread);
    List<FetchFailure> failures = deliver(plan.fetches());
    if (failures.isEmpty()) {
      unread.forEach(piece -> fetched.add(view, piece.source(), piece.range(), false));
      return true;
    }
    hold(plan, plan.fetches(), failures);
    return false;
  }

  private void run() throws IOException {
    unread.forEach(leftovers::ask);
    pending.removeIf(this::isDelivered);
    takeFromCells();
    while (!pending.isEmpty()) {
      step();
    }
    Set<Long> coming = ahead.stream().map(Piece::block).collect(Collectors.toSet());
    leftovers.keepHelpers(unread, coming, nextUse());
    leftovers.trim(nextUse());
  }

  /** Goes on to the ends of the groups that lost blocks are of, as far as the caller wants that. */
  private void readAhead() {
    long needed = ahead.isEmpty() ? 0 : endOfLosses();
    List<Piece> more = ahead.stream().takeWhile(piece -> startOf(piece) < needed).toList();
    if (more.isEmpty()) {
      return;
    }
    more.forEach(leftovers::ask);
    unread.addAll(more);
    pending.addAll(more);
    ahead = ahead.subList(more.size(), ahead.size());
    Piece last = more.get(more.size() - 1);
    end = startOf(last) + last.range().length();
    takeFromCells();
    // What came may be lost as well, of the next group.
    readAhead();
  }

  /** Where the last group ends in which something is lost that is pending. */
  private long endOfLosses() {
    return pending.stream()
        .filter(piece -> lost.contains(piece.source()))
        .mapToLong(piece -> endOfGroup(view.layout().groupOf(piece.block())))
        .max().orElse(0);
  }

  private long startOf(Piece piece) {
    return view.layout().fileOffset(piece.block(), piece.range().from());
  }

  /** Of the last stripe that the group has a block in. */
  private long endOfGroup(long group) {
    FileLayout layout = view.layout();
    long last = (group + 1) * layout.policy().k() - 1;
    return (layout.stripeOf(last) + 1) * layout.stripeSize();
  }

  /** Delivers what an earlier read left behind. */
  private void takeFromCells() {
    List<Piece> left = new ArrayList<>();
    for (Piece piece : pending) {
      List<ByteRange> copied = cells.copy(piece.block(), piece.range(), piece.target());
      copied.forEach(range -> holdTarget(piece.part(range)));
      left.addAll(piece.without(copied));
    }
    pending = left;
  }

  private void holdTarget(Piece piece) {
    held.add(piece.source(), new Segments.Segment(piece.range(), piece.target(), false));
  }

  private void step() throws IOException {
    boolean degraded = pending.stream().anyMatch(piece -> lost.contains(piece.source()));
    if (degraded) {
      readAhead();
    }
    if (pending.isEmpty()) {
      return; // Another read of the stream has left behind what was lost.
    }
    List<Piece> batch = degraded ? firstWindows() : List.copyOf(pending);
    ReadPlan plan;
    try {
      plan = degraded ? planDegraded(batch) : planHealthy(batch);
    } catch (UnrecoverableGroupException e) {
      giveSecondChance(e);
      return;
    }
    boolean complete = fetch(plan);
    if (complete) {
      plan.groupReads().forEach(this::decode);
    }
    removeDelivered(batch);
    if (complete) {
      leftovers.keep(held, nextUse());
    }
  }

  private void removeDelivered(List<Piece> batch) {
    removePending(batch.stream().filter(this::isDelivered).toList());
  }

  /** By identity: to compare pieces is to compare what is in their targets. */
  private void removePending(List<Piece> pieces) {
    Set<Piece> removed = Collections.newSetFromMap(new IdentityHashMap<>());
    removed.addAll(pieces);
    pending.removeIf(removed::contains);
  }

  /** Bytes of a row in each block: of a code with sub-blocks a cell, which is cut further. */
  private int rowBytes() {
    GroupPolicy policy = view.layout().policy();
    int cells = policy.alpha() > 1 ? 1 : Math.max(1, ROW_BYTES / policy.cellSize());
    return cells * policy.cellSize();
  }

  /** One row of what is pending, of codes with sub-blocks cut to what is decoded at a time. */
  private List<Piece> firstWindows() throws IOException {
    int rowBytes = rowBytes();
    long row = pending.stream().mapToLong(p -> p.range().from() / rowBytes).min().orElseThrow();
    List<Piece> batch =
        pending.stream().filter(piece -> piece.range().from() / rowBytes == row).toList();
    learnParities(batch);
    FileLayout layout = view.layout();
    OptionalLong group =
        batch.stream()
            .filter(piece -> lost.contains(piece.source()))
            .mapToLong(piece -> layout.groupOf(piece.block()))
            .findFirst();
    if (layout.policy().alpha() == 1 || group.isEmpty()) {
      return batch;
    }
    boolean isOneRow =
        pending.stream()
            .filter(piece -> layout.groupOf(piece.block()) == group.getAsLong())
            .allMatch(piece -> piece.range().from() / rowBytes == row);
    return isOneRow ? windowsOfRow(batch) : windowOfGroup(group.getAsLong());
  }

  private List<Piece> windowsOfRow(List<Piece> row) {
    removePending(row);
    List<Piece> windows = new ArrayList<>();
    for (Piece piece : row) {
      List<Piece> parts =
          lost.contains(piece.source()) ? new Windows(view).cut(piece) : List.of(piece);
      windows.add(parts.get(0));
      pending.addAll(parts);
    }
    return windows;
  }

  /**
   * The first window of a group in which something is lost, of all sub-blocks: what is read of one
   * sub-block to decode another one is then wanted anyway.
   */
  private List<Piece> windowOfGroup(long group) {
    Windows windows = new Windows(view);
    List<Piece> parts = new ArrayList<>();
    for (Piece piece : pending) {
      boolean isOfGroup = view.layout().groupOf(piece.block()) == group;
      parts.addAll(isOfGroup ? windows.cut(piece) : List.of(piece));
    }
    pending = parts;
    List<Piece> ofGroup =
        parts.stream().filter(part -> view.layout().groupOf(part.block()) == group).toList();
    long first =
        ofGroup.stream()
            .filter(part -> lost.contains(part.source()))
            .mapToLong(windows::indexOf)
            .min()
            .orElseGet(() -> windows.indexOf(ofGroup.get(0))); // found again meanwhile
    return ofGroup.stream().filter(part -> windows.indexOf(part) == first).toList();
  }

  private static ReadPlan planHealthy(List<Piece> batch) {
    List<Fetch> fetches = new ArrayList<>();
    for (Piece piece : batch) {
      fetches.add(new Fetch(piece.source(), piece.range(), piece.target()));
    }
    return new ReadPlan(fetches, List.of());
  }

  private ReadPlan planDegraded(List<Piece> batch) throws IOException {
    ErasureCode code = codeOf(view.layout().policy());
    batch.stream().filter(piece -> lost.contains(piece.source())).forEach(this::borrowMembers);
    ReadPlan plan = new ReadPlanner(view, code, lost, held::ranges).plan(batch);
    Outlook outlook = new Outlook(view, lost, pending);
    return new ReadPlan(
        plan.fetches().stream().map(outlook::extend).toList(), plan.groupReads());
  }

  /** A transition may have regrouped the file since it was opened. */
  private void learnParities(List<Piece> batch) throws IOException {
    for (Piece piece : batch) {
      if (lost.contains(piece.source())) {
        GroupParity now = access.parityOf(view.layout().groupOf(piece.block()));
        if (!now.policy().equals(view.layout().policy())) {
          view = view.with(now.policy());
          lost.forgetParities();
          now = access.parityOf(view.layout().groupOf(piece.block()));
        }
        view = view.with(view.layout().groupOf(piece.block()), now);
      }
    }
  }

  private static ErasureCode codeOf(GroupPolicy policy) throws IOException {
    try {
      return policy.code();
    } catch (UnsupportedCodeException e) {
      throw new IOException("this client does not know the code: policy=" + policy.name(), e);
    }
  }

  /** Copies what earlier reads left of a group's members: they may be gone when it is needed. */
  private void borrowMembers(Piece piece) {
    long group = view.layout().groupOf(piece.block());
    for (int member = 0; member < view.layout().policy().k(); member++) {
      Source source = view.member(group, member);
      for (ByteRange range : cells.ranges(source.number(), piece.range())) {
        for (ByteRange missing : range.minus(held.ranges(source))) {
          ByteBuffer buffer = loan.take(missing.length());
          if (missing.minus(cells.copy(source.number(), missing, buffer)).isEmpty()) {
            held.add(source, new Segments.Segment(missing, buffer, true));
          }
        }
      }
    }
  }

  private void giveSecondChance(UnrecoverableGroupException e) throws IOException {
    if (!refreshed.add(e.group())) {
      throw e;
    }
    access.refresh(view, e.group());
    lost.forget(view, e.group());
  }

  /** Returns whether every fetch was delivered. */
  private boolean fetch(ReadPlan plan) throws IOException {
    List<Fetch> fetches = new ArrayList<>();
    for (Fetch fetch : plan.fetches()) {
      boolean owned = fetch.target() == null;
      fetches.add(owned ? fetch.into(loan.take(fetch.range().length())) : fetch);
    }
    List<FetchFailure> failures = deliver(fetches);
    hold(plan, fetches, failures);
    return failures.isEmpty();
  }

  private List<FetchFailure> deliver(List<Fetch> fetches) throws IOException {
    return fetches.isEmpty() ? List.of() : access.fetch(view, fetches);
  }

  private void hold(ReadPlan plan, List<Fetch> fetches, List<FetchFailure> failures) {
    Map<Source, Long> failedAt = new HashMap<>();
    for (FetchFailure failure : failures) {
      lost.add(failure.source(), failure.reason());
      failedAt.put(failure.source(), failure.offset());
    }
    for (int i = 0; i < fetches.size(); i++) {
      Fetch fetch = fetches.get(i);
      if (fetch.range().to() <= failedAt.getOrDefault(fetch.source(), Long.MAX_VALUE)) {
        boolean owned = plan.fetches().get(i).target() == null;
        held.add(fetch.source(), new Segments.Segment(fetch.range(), fetch.target(), owned));
        fetched.add(view, fetch.source(), fetch.range(), owned);
      }
    }
  }

  /** Whether a piece's bytes are at hand; then they are in its target afterwards. */
  private boolean isDelivered(Piece piece) {
    for (Segments.Segment segment : held.of(piece.source())) {
      if (segment.range().contains(piece.range())) {
        if (segment.owned()) {
          held.copy(piece.source(), piece.range(), piece.target());
          holdTarget(piece);
        }
        return true;
      }
    }
    return false;
  }

  private NextUse nextUse() {
    long position =
        pending.stream()
            .mapToLong(piece -> view.layout().fileOffset(piece.block(), piece.range().from()))
            .min().orElse(end);
    return new NextUse(view, lost, position);
  }

  private void decode(GroupRead groupRead) {
    ByteBuffer[] inputs = new ByteBuffer[groupRead.reads().size()];
    for (int i = 0; i < inputs.length; i++) {
      SubBlock read = groupRead.reads().get(i);
      inputs[i] =
          input(view.member(groupRead.group(), read.member()), groupRead.rangeIn(read));
    }
    ByteBuffer[] outputs = new ByteBuffer[groupRead.rebuilt().size()];
    for (int i = 0; i < outputs.length; i++) {
      outputs[i] = loan.take(groupRead.window().length());
    }
    long start = System.nanoTime();
    CODER.run(groupRead.program(), inputs, outputs);
    access.onDecoded(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    for (int i = 0; i < outputs.length; i++) {
      SubBlock rebuilt = groupRead.rebuilt().get(i);
      Source source = view.member(groupRead.group(), rebuilt.member());
      ByteRange range = groupRead.rangeIn(rebuilt).intersect(view.extent(source));
      held.add(source, new Segments.Segment(range, outputs[i], true));
    }
  }

  /** A helper's bytes in a window as a direct buffer, zeros behind its end; null for all zeros. */
  private ByteBuffer input(Source source, ByteRange window) {
    ByteRange bytes = window.intersect(view.extent(source));
    if (bytes.isEmpty()) {
      return null;
    }
    ByteBuffer ready = held.directView(source, window);
    if (ready != null) {
      return ready;
    }
    ByteBuffer input = loan.takeZeros(window.length());
    held.copy(source, window, input);
    return input;
  }
}
