package io.okapifs.hdfs.tools;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.tools.Advice.Candidates;
import io.okapifs.hdfs.tools.Advice.Width;
import io.okapifs.hdfs.trace.TracedRead;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * Advises a stripe width, from reads and the lengths of files (Okapi, OSDI'25, section 4.6). No
 * I/O. The width is the number of blocks that the median read fills: half of the reads then need
 * touch no disk more often than their bytes ask for.
 */
final class Adviser {

  /** A change is advised where it saves this share of today's positionings per read, or more. */
  static final double CLEAR_GAIN = 0.4;

  private static final int PLANNED_READS = 5_000;

  private final ErasureCodingPolicy policy;
  private final ErasureCode code;
  private final long blockSize;
  private final boolean canBeCoupled;
  private final int today;

  /**
   * @param today width that files have now; {@link PolicyName#COUPLED} for what they have where
   *     none is given
   * @param blockSize bytes, whole cells
   * @throws IllegalArgumentException where this program has no such code, or blocks are no whole
   *     cells
   */
  Adviser(ErasureCodingPolicy policy, int today, long blockSize) {
    FileLayout.checkBlockSize(blockSize, policy.getCellSize());
    this.policy = policy;
    this.code = PolicyCodecs.codeOf(policy);
    this.blockSize = blockSize;
    this.canBeCoupled = PolicyCodecs.refusalOfCoupled(policy).isEmpty();
    this.today = today == PolicyName.COUPLED && !canBeCoupled ? widest() : today;
  }

  /**
   * @param reads none where there is no trace
   * @param fileLengths bytes; of empty files there is nothing to say, and one must be longer
   */
  Advice advise(
      List<TracedRead> reads, long[] fileLengths, List<Overhead.Sum> forms,
      Candidates candidates) {
    long[] files = LongStream.of(fileLengths).filter(length -> length > 0).toArray();
    if (files.length == 0) {
      throw new IllegalArgumentException("no file has a byte: there is nothing to advise");
    }
    Sizes sizes = Sizes.of(files);
    Sizes readSizes =
        reads.isEmpty() ? null : Sizes.of(reads.stream().mapToLong(TracedRead::length).toArray());
    Integer width = readSizes == null ? null : width(readSizes.median());
    List<TracedRead> sample = PlannedReads.evenly(reads, PLANNED_READS);
    List<Width> widths =
        widths(width).stream().map(each -> cost(each, sample, files)).toList();
    Double saved = width == null ? null : saved(widths, width);
    int judged = width == null ? today : width;
    boolean small = space(judged).perByte(sizes.median()) >= StoredSpace.THREE_REPLICAS;
    return new Advice(
        policy.getName(), blockSize, space(today).toString(), readSizes, sample.size(), sizes,
        width, saved, saved != null && saved >= CLEAR_GAIN, small,
        small ? wider(judged, sizes.median()) : null, widths, forms, candidates, null);
  }

  /**
   * What it takes to bring files that have today's form to other policies.
   *
   * @param rackOfNode of all live nodes; empty where nobody may know them
   */
  CandidateTransitions transitions(
      long[] files, Configuration conf, List<String> rackOfNode) {
    return new CandidateTransitions(
        layout(today), today == PolicyName.COUPLED, files, conf, rackOfNode);
  }

  /** How long the files are that reads are of, each as its longest read knew it. */
  static long[] filesOf(List<TracedRead> reads) {
    Map<String, Long> lengths = new HashMap<>();
    reads.forEach(read -> lengths.merge(read.path(), read.fileLength(), Math::max));
    return lengths.values().stream().mapToLong(Long::longValue).toArray();
  }

  private int width(long medianRead) {
    long blocks = (medianRead + blockSize - 1) / blockSize;
    return (int) Math.min(blocks, canBeCoupled ? widest() : FileLayout.MAX_STRIPE_WIDTH);
  }

  private int widest() {
    return Math.min(code.k(), FileLayout.MAX_STRIPE_WIDTH);
  }

  private Collection<Integer> widths(Integer advised) {
    NavigableSet<Integer> widths = new TreeSet<>(List.of(1, widest()));
    widths.addAll(advised == null ? List.of(2, 3) : List.of(advised - 1, advised, advised + 1));
    widths = new TreeSet<>(widths.subSet(1, true, FileLayout.MAX_STRIPE_WIDTH, true));
    if (canBeCoupled) {
      widths.add(PolicyName.COUPLED);
    }
    widths.add(today);
    return widths;
  }

  private Width cost(int width, List<TracedRead> sample, long[] files) {
    StoredSpace space = space(width);
    long stored = LongStream.of(files).map(space::bytes).sum();
    double objects = LongStream.of(files).map(length -> objects(width, length)).average().orElse(0);
    return new Width(
        space.toString(), width,
        sample.isEmpty() ? null : PlannedReads.of(layout(width), code, sample),
        (double) stored / LongStream.of(files).sum(), objects);
  }

  private long objects(int width, long length) {
    FileLayout layout = layout(width);
    long stripes = layout.stripeCount(length);
    return 1 + stripes + (width == PolicyName.COUPLED ? 0 : layout.groupCount(length));
  }

  /** A file in HDFS's own layout lies as one whose stripe width is k. */
  private FileLayout layout(int width) {
    return new FileLayout(
        PolicyCodecs.groupPolicy(policy), width == PolicyName.COUPLED ? code.k() : width,
        blockSize);
  }

  private StoredSpace space(int width) {
    return StoredSpace.of(policy, width, blockSize);
  }

  private double saved(List<Width> widths, int width) {
    return 1 - positionings(widths, width) / positionings(widths, today);
  }

  private static double positionings(List<Width> widths, int width) {
    return widths.stream()
        .filter(each -> each.stripeWidth() == width)
        .findFirst().orElseThrow().reads().positionings();
  }

  private Integer wider(int width, long medianFile) {
    return IntStream.rangeClosed(Math.max(width, 1), FileLayout.MAX_STRIPE_WIDTH)
        .filter(each -> space(each).perByte(medianFile) < StoredSpace.THREE_REPLICAS)
        .boxed().findFirst().orElse(null);
  }
}
