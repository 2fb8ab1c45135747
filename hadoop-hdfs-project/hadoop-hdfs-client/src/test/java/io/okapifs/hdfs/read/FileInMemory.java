package io.okapifs.hdfs.read;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.BlockCoder;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A decoupled file whose blocks are arrays, encoded independently of the code under test. */
final class FileInMemory implements BlockAccess {

  private final Map<Source, byte[]> blocks = new HashMap<>();
  /** Blocks that fail, and from which offset on. */
  final Map<Source, Long> failures = new HashMap<>();
  /** Blocks that no node is known to have. */
  final Set<Source> unplaced = new HashSet<>();
  /** How often blocks were asked for together. */
  int rounds;
  /** Everything that was asked of blocks and delivered. */
  final List<Fetch> fetched = new ArrayList<>();
  final List<Long> refreshes = new ArrayList<>();
  /** How often blocks were opened: a reader goes on where it stands, up to where it was opened to. */
  int opens;
  /** The rest of what the open reader of a block was asked for. */
  private final Map<Source, ByteRange> open = new HashMap<>();
  /** What happens meanwhile, before each fetch. */
  Runnable meanwhile = () -> {};
  final Set<Source> healedByRefresh = new HashSet<>();
  final byte[] content;
  private final FileView view;
  /** What the NameNode would say. */
  GroupPolicy policyNow;

  /** The file's parity blocks are the newest ones; there may be older ones. */
  private long parityGroups = 1;

  /** In which order parities are to be read; none where they are alike. */
  List<Integer> ranks = List.of();

  /** What the reader knows until it asks again; null where it knows what is. */
  private GroupParity known;

  FileInMemory(FileLayout layout, int length, long seed) {
    this.content = new byte[length];
    new Random(seed).nextBytes(content);
    this.view = FileView.closed(layout, length);
    this.policyNow = layout.policy();
    cutBlocks(layout);
    encode(layout);
  }

  FileView view() {
    return view;
  }

  /** Encodes the groups anew, as a transition does; the old parities are gone. */
  void regroup(GroupPolicy policy) {
    blocks.keySet().removeIf(Source::isParity);
    regroupUnnoticed(policy);
    known = null;
  }

  /** As above, but the reader knows nothing of it yet, and DataNodes still have the old parities. */
  void regroupUnnoticed(GroupPolicy policy) {
    known = parityOf(0);
    parityGroups++;
    policyNow = policy;
    encode(view.with(policy).layout());
  }

  /** A member of a group as the file is now. */
  Source member(long group, int member) {
    int k = policyNow.k();
    return member < k ? Source.data(group * k + member) : parity(group, member - k);
  }

  /** A parity block that the file has now. */
  Source parity(long group, int index) {
    return Source.parity(group, index, parityGroups);
  }

  private void cutBlocks(FileLayout layout) {
    for (int offset = 0; offset < content.length; offset++) {
      long x = layout.blockAt(offset);
      byte[] block =
          blocks.computeIfAbsent(
              Source.data(x), s -> new byte[(int) layout.blockLength(x, content.length)]);
      block[(int) layout.offsetInBlock(offset)] = content[offset];
    }
  }

  /** Encodes tail groups with parities of the length of full groups. */
  void encodeFull() {
    FileLayout layout = view.layout();
    int full = (int) layout.policy().fullParityLength(layout.blockSize());
    for (long group = 0; group < layout.groupCount(content.length); group++) {
      encode(layout.policy(), group, full);
    }
  }

  private void encode(FileLayout layout) {
    for (long group = 0; group < layout.groupCount(content.length); group++) {
      encode(layout.policy(), group, (int) layout.parityLength(group, content.length));
    }
  }

  private void encode(GroupPolicy policy, long group, int bytes) {
    ErasureCode code = policy.code();
    ByteBuffer[] data = buffers(policy.k(), bytes);
    for (int member = 0; member < policy.k(); member++) {
      byte[] block = blocks.get(Source.data(group * policy.k() + member));
      if (block != null) {
        data[member].put(0, block);
      }
    }
    ByteBuffer[] parity = buffers(policy.r(), bytes);
    new BlockCoder(code, new Coder(Kernels.best())).encode(data, parity);
    for (int i = 0; i < policy.r(); i++) {
      byte[] block = new byte[bytes];
      parity[i].get(0, block);
      blocks.put(parity(group, i), block);
    }
  }

  private static ByteBuffer[] buffers(int count, int bytes) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      buffers[i] = ByteBuffer.allocateDirect(bytes);
    }
    return buffers;
  }

  @Override
  public List<FetchFailure> unplaced(FileView current, Set<Source> sources) {
    return sources.stream()
        .filter(unplaced::contains)
        .map(source -> new FetchFailure(source, 0, "no node has " + source))
        .toList();
  }

  @Override
  public List<FetchFailure> fetch(FileView current, List<Fetch> fetches) {
    meanwhile.run();
    rounds++;
    Map<Source, FetchFailure> failed = new HashMap<>();
    for (Fetch fetch : fetches) {
      Source source = fetch.source();
      long failsAt = failures.getOrDefault(source, Long.MAX_VALUE);
      if (failed.containsKey(source)) {
        continue;
      }
      if (fetch.range().to() > failsAt || !blocks.containsKey(source)) {
        // What a node sends before its checksum fails is in the target, and it is garbage.
        fetch.target().put(0, new byte[fetch.range().length()]);
        failed.put(
            source, new FetchFailure(source, fetch.range().from(), "disk of " + source + " burnt"));
      } else {
        ByteRange range = fetch.range();
        fetch.target().put(0, blocks.get(source), (int) range.from(), range.length());
        fetched.add(fetch);
        readOn(fetch);
      }
    }
    return List.copyOf(failed.values());
  }

  private void readOn(Fetch fetch) {
    ByteRange rest = open.get(fetch.source());
    if (rest == null || rest.from() != fetch.range().from() || rest.to() < fetch.range().to()) {
      opens++;
      rest = new ByteRange(fetch.range().from(), fetch.goesOnTo());
    }
    open.put(fetch.source(), new ByteRange(fetch.range().to(), rest.to()));
  }

  @Override
  public GroupParity parityOf(long group) {
    byte[] parity = blocks.get(parity(group, 0));
    return known != null
        ? known
        : new GroupParity(policyNow, parityGroups, parity == null ? 0 : parity.length, ranks);
  }

  @Override
  public void refresh(FileView current, long group) throws IOException {
    refreshes.add(group);
    known = null;
    healedByRefresh.forEach(failures::remove);
  }

  @Override
  public void onDecoded(long millis) {}

  void lose(Source source) {
    failures.put(source, 0L);
  }

  Set<Source> touched() {
    Set<Source> touched = new HashSet<>();
    fetched.forEach(fetch -> touched.add(fetch.source()));
    return touched;
  }

  long bytesFetched() {
    return fetched.stream().mapToLong(fetch -> fetch.range().length()).sum();
  }

  /** Bytes that were fetched, each counted once. */
  long distinctBytesFetched() {
    Map<Source, List<ByteRange>> bySource = new HashMap<>();
    for (Fetch fetch : fetched) {
      bySource.computeIfAbsent(fetch.source(), s -> new ArrayList<>()).add(fetch.range());
    }
    return bySource.values().stream()
        .flatMap(ranges -> ByteRange.union(ranges).stream())
        .mapToLong(ByteRange::length)
        .sum();
  }
}
