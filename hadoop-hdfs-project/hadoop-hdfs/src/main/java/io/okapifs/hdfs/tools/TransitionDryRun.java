package io.okapifs.hdfs.tools;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.Conversions;
import io.okapifs.ec.code.UnsupportedCodeException;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.transition.ParityMerge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/** Tells what the transitions of files would move, and changes nothing. Used by one thread. */
final class TransitionDryRun {

  /**
   * For programs; its components are the keys of the JSON view.
   *
   * @param files those that would change in place
   * @param copies files that would be copied through the client
   * @param effort null where no bandwidth was given
   * @param space what it takes on disks beside what is free
   * @param advice what would be cheaper; null where nothing is known
   */
  record DryRunReport(
      List<FileCost> files, TransitionCost all, long copies, long copiedBytes, Effort effort,
      TransitionSpace space, String advice) {}

  /** What one file would move. */
  record FileCost(String path, TransitionCost cost) {}

  /**
   * How long it would take at least, and what it would take meanwhile.
   *
   * @param dataNodes that are live
   * @param bytesPerSecond that each may move for transitions
   * @param seconds if all of them work all the time
   * @param peakBytes new parity beside the old, if no old one went before the last file had its new
   */
  record Effort(int dataNodes, long bytesPerSecond, long seconds, long peakBytes) {

    /**
     * @param dataNodes one at least
     */
    static Effort of(TransitionCost cost, int dataNodes, long bytesPerSecond) {
      double seconds = (double) cost.movedBytes() / bytesPerSecond / dataNodes;
      return new Effort(dataNodes, bytesPerSecond, (long) Math.ceil(seconds), cost.writtenBytes());
    }

    String toText(LongFunction<String> size) {
      return "at least " + TransitionTable.time(seconds) + " with " + dataNodes
          + " DataNodes that move " + size.apply(bytesPerSecond) + " per second each";
    }
  }

  private final DistributedFileSystem hdfs;
  private final TransitionCommand asked;
  private final TransitionSummary summary;
  private final LongFunction<String> size;
  private final List<FileCost> costs = new ArrayList<>();
  private final TransitionSpace.Sum space = new TransitionSpace.Sum();
  private final int stripeWidth;
  private final ErasureCodingPolicy policy;
  private final GroupPolicy next;
  private int copies;
  private long bytesToCopy;
  private TransitionCost total = TransitionCost.NONE;
  private long changing;

  /** What would be read with a convertible codec, where the files' own is none. */
  private long convertibleReadBytes;

  private final Set<String> convertibleCodecs = new TreeSet<>();

  /**
   * @throws IOException where there is no such policy
   */
  TransitionDryRun(
      DistributedFileSystem hdfs, TransitionCommand asked, TransitionSummary summary)
      throws IOException {
    PolicyName name = PolicyName.parse(asked.policy());
    this.hdfs = hdfs;
    this.asked = asked;
    this.summary = summary;
    this.size = asked.forPeople() ? SpaceTable::size : bytes -> bytes + " bytes";
    this.stripeWidth = name.stripeWidth();
    this.policy = DescribePolicyCommand.find(hdfs, name.policy()).getPolicy();
    this.next = PolicyCodecs.groupPolicy(policy);
  }

  /** Prints a line for each file, and of all sums, time and space. */
  void run(List<Path> tops) throws IOException {
    int nodes = asked.bandwidth().isPresent() ? liveNodes() : 0;
    TransitionFiles files = new TransitionFiles(hdfs, asked);
    for (Path top : tops) {
      files.forEach(
          top, summary,
          file -> {
            try {
              visit(file, files.changeInPlace(file));
            } catch (IOException e) {
              summary.refuse(file.getPath(), Failures.firstLine(e));
            }
          });
    }
    // Of what DataNodes move for each other; what is copied goes through the client.
    Optional<Effort> effort =
        asked.bandwidth().isPresent()
            ? Optional.of(Effort.of(total, nodes, asked.bandwidth().getAsLong()))
            : Optional.empty();
    TransitionSpace needed = space.beside(hdfs.getStatus().getRemaining());
    if (asked.json()) {
      System.out.print(
          JsonView.render(
              new DryRunReport(
                  costs, total, copies, bytesToCopy, effort.orElse(null), needed,
                  advice().orElse(null))));
      return;
    }
    System.out.println(
        "all: " + total.toText(size)
            + (copies > 0
                ? "; " + copies + " files would be copied, " + size.apply(bytesToCopy) + " read"
                : ""));
    effort.ifPresent(each -> System.out.println(each.toText(size)));
    System.out.println(needed.toText(size));
    advice().ifPresent(System.out::println);
  }

  /** Files that would change in place. */
  long changing() {
    return changing;
  }

  /** Before the first file is looked at. */
  private int liveNodes() throws IOException {
    int nodes = PolicyWarnings.racks(hdfs).size();
    if (nodes == 0) {
      throw new IOException(
          "-bandwidth divides by the number of live DataNodes, and none is listed: that takes"
              + " superuser privilege; leave it out");
    }
    return nodes;
  }

  private void visit(FileStatus file, boolean inPlace) throws IOException {
    if (!inPlace) {
      visitCopied(file);
      return;
    }
    ErasureCodingPolicy now = FileForm.policyOf(file).orElseThrow();
    Optional<StripeView> view = FileForm.viewOf(file);
    if (asked.couples()) {
      visitCoupling(file, now);
    } else if (view.isPresent()) {
      visit(file, view.get());
    } else {
      visitCoupled(file, now);
    }
  }

  private void visitCopied(FileStatus file) {
    if (!FileForm.has(file, asked.policy())) {
      copies++;
      bytesToCopy += file.getLen();
      space.add(
          StoredSpace.of(policy, stripeWidth, file.getBlockSize()).bytes(file.getLen()),
          OverheadCount.stored(file));
      if (!asked.json()) {
        System.out.println(
            file.getPath().toUri().getPath() + ": would be copied, " + size.apply(file.getLen())
                + " read");
      }
    }
  }

  /** Prints what the transition of one file would move; nothing where it has the policy. */
  private void visit(FileStatus file, StripeView old) throws IOException {
    FileLayout layout = old.layout(file.getBlockSize());
    FileLayout nextLayout = nextLayout(layout);
    if (old.group().name().equals(next.name())) {
      return;
    }
    TransitionCost cost =
        TransitionCost.of(layout, nextLayout, file.getLen(), nodes(file, layout));
    add(file, cost);
    convertibleReadBytes +=
        readWithConvertible(layout, file.getLen()).orElse(cost.readBytes());
  }

  /** As {@link #visit}, for a file that shall have HDFS's own layout. */
  private void visitCoupling(FileStatus file, ErasureCodingPolicy now) throws IOException {
    // Of both forms of a file the data units are the stripe width.
    checkStays("stripeWidth", now.getNumDataUnits(), next.k());
    if (!StripeView.isView(now)) {
      visitCoupled(file, now);
    } else if (StripeView.of(now).group().name().equals(next.name())) {
      addSecondNames(file);
    } else {
      visit(file, StripeView.of(now));
    }
  }

  /** As {@link #visit}, for a file in HDFS's own layout. */
  private void visitCoupled(FileStatus file, ErasureCodingPolicy now) throws IOException {
    if (now.getName().equals(next.name()) && stripeWidth == PolicyName.COUPLED) {
      return;
    }
    FileLayout layout =
        new FileLayout(
            PolicyCodecs.groupPolicy(now), now.getNumDataUnits(), file.getBlockSize());
    FileLayout nextLayout = nextLayout(layout);
    TransitionCost cost =
        TransitionCost.ofAdoption(layout, nextLayout, file.getLen(), nodes(file, layout));
    add(file, cost);
    convertibleReadBytes += cost.readBytes();
  }

  private FileLayout nextLayout(FileLayout old) throws IOException {
    checkStays("cellSize", old.policy().cellSize(), next.cellSize());
    checkStays(
        "stripeWidth", old.stripeWidth(),
        stripeWidth == PolicyName.COUPLED ? old.stripeWidth() : stripeWidth);
    return new FileLayout(next, old.stripeWidth(), old.blockSize());
  }

  /** Of blocks that stay where they are: nothing is read. */
  private void addSecondNames(FileStatus file) {
    changing++;
    String path = file.getPath().toUri().getPath();
    if (asked.json()) {
      costs.add(new FileCost(path, TransitionCost.NONE));
    } else {
      System.out.println(path + ": its blocks get second names, 0 bytes read, 0 written");
    }
  }

  private void add(FileStatus file, TransitionCost cost) {
    changing++;
    String path = file.getPath().toUri().getPath();
    if (asked.json()) {
      costs.add(new FileCost(path, cost));
    } else {
      System.out.println(path + ": " + cost.toText(size));
    }
    total = total.plus(cost);
    space.add(cost.writtenBytes(), cost.freedBytes());
  }

  /** Empty where no codec would merge such groups, or the file's own does. */
  private OptionalLong readWithConvertible(FileLayout layout, long length) {
    if (layout.policy().codec().equals(next.codec())
        && Conversions.CODECS.contains(next.codec())) {
      return OptionalLong.empty();
    }
    for (String codec : Conversions.CODECS) {
      Optional<FileLayout> from = with(codec, layout.policy(), layout);
      Optional<FileLayout> to = with(codec, next, layout);
      if (from.isPresent() && to.isPresent() && ParityMerge.of(from.get(), to.get()).isPresent()) {
        convertibleCodecs.add(codec);
        return OptionalLong.of(
            TransitionCost.of(from.get(), to.get(), length, List.of()).readBytes());
      }
    }
    return OptionalLong.empty();
  }

  private static Optional<FileLayout> with(String codec, GroupPolicy policy, FileLayout layout) {
    try {
      CodeRegistry.create(codec, policy.k(), policy.r());
    } catch (UnsupportedCodeException e) {
      return Optional.empty();
    }
    GroupPolicy like =
        new GroupPolicy(codec, codec, policy.k(), policy.r(), 1, policy.cellSize());
    return Optional.of(new FileLayout(like, layout.stripeWidth(), layout.blockSize()));
  }

  /** Which codecs would have made it cheaper, in a line; empty where none. */
  private Optional<String> advice() {
    return convertibleReadBytes < total.readBytes()
        ? Optional.of(
            "with codecs " + convertibleCodecs + " parity would be merged: "
                + size.apply(convertibleReadBytes) + " read instead of "
                + size.apply(total.readBytes()))
        : Optional.empty();
  }

  private static void checkStays(String what, int now, int asked) throws IOException {
    if (asked != now) {
      throw new IOException(
          "the file keeps it for ever: " + what + "=" + now + ", asked=" + asked
              + "; -copy writes it anew");
    }
  }

  /** Where each data block lies; empty where nobody has it. */
  private List<String> nodes(FileStatus file, FileLayout layout) throws IOException {
    List<String> nodes =
        new ArrayList<>(
            Collections.nCopies(Math.toIntExact(layout.blockCount(file.getLen())), ""));
    List<LocatedBlock> stripes =
        hdfs.getClient().getLocatedBlocks(file.getPath().toUri().getPath(), 0, Long.MAX_VALUE)
            .getLocatedBlocks();
    for (int j = 0; j < stripes.size(); j++) {
      byte[] indices = ((LocatedStripedBlock) stripes.get(j)).getBlockIndices();
      DatanodeInfo[] at = stripes.get(j).getLocations();
      for (int i = 0; i < at.length; i++) {
        int x = j * layout.stripeWidth() + indices[i];
        if (indices[i] < layout.stripeWidth() && x < nodes.size()) {
          nodes.set(x, at[i].getDatanodeUuid());
        }
      }
    }
    return nodes;
  }
}
