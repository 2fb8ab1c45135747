package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.test.GenericTestUtils;

/** What helpers of upstream's tests ask of a file, answered for one with a stripe width. */
public final class DecoupledTestFile {

  private static final int POLL_MILLIS = 100;
  private static final int WAIT_MILLIS_MAX = 120_000;

  private final FileLayout layout;
  private final LocatedBlocks stripes;
  private final List<LocatedBlock> groups;

  private DecoupledTestFile(DistributedFileSystem fs, String file) throws IOException {
    HdfsFileStatus status = fs.getClient().getFileInfo(file);
    layout = StripeView.of(status.getErasureCodingPolicy()).layout(status.getBlockSize());
    stripes = fs.getClient().getLocatedBlocks(file, 0, Long.MAX_VALUE);
    long groupCount = layout.groupCount(stripes.getFileLength());
    groups =
        groupCount == 0
            ? List.of()
            : fs.getClient()
                .getLocatedBlocks(file, ParityRequests.listingOffset(0), groupCount)
                .getLocatedBlocks();
  }

  /** Whether a file has a stripe width. */
  public static boolean isDecoupled(DistributedFileSystem fs, String file) throws IOException {
    return StripeView.isView(fs.getErasureCodingPolicy(new Path(file)));
  }

  /** Waits until all blocks are reported but {@code lostNodes} in each stripe and parity group. */
  public static void awaitReported(DistributedFileSystem fs, String file, int lostNodes)
      throws TimeoutException, InterruptedException {
    GenericTestUtils.waitFor(
        () -> {
          try {
            return new DecoupledTestFile(fs, file).isReported(lostNodes);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        POLL_MILLIS,
        WAIT_MILLIS_MAX);
  }

  private boolean isReported(int lostNodes) {
    for (LocatedBlock stripe : stripes.getLocatedBlocks()) {
      long cells = (stripe.getBlockSize() - 1) / layout.policy().cellSize() + 1;
      long located =
          IntStream.range(0, stripe.getLocations().length)
              .map(i -> ((LocatedStripedBlock) stripe).getBlockIndices()[i]).distinct().count();
      if (located < Math.min(cells, layout.stripeWidth()) - lostNodes) {
        return false;
      }
    }
    return groups.size() == layout.groupCount(stripes.getFileLength())
        && groups.stream()
            .allMatch(group -> group.getLocations().length >= layout.policy().r() - lostNodes);
  }

  /**
   * Deletes or corrupts so many data and parity blocks of the last group, as far as it has them.
   */
  public static void corruptLastGroup(
      MiniDFSCluster cluster, DistributedFileSystem fs, Path file, int dataCount, int parityCount,
      boolean delete)
      throws IOException {
    DecoupledTestFile target = new DecoupledTestFile(fs, file.toString());
    List<ExtendedBlock> blocks = new ArrayList<>();
    blocks.addAll(some(target.dataOfLastGroup(), dataCount));
    blocks.addAll(some(target.parityOfLastGroup(), parityCount));
    for (ExtendedBlock block : blocks) {
      if (delete) {
        cluster.corruptBlockOnDataNodesByDeletingBlockFile(block);
      } else {
        cluster.corruptBlockOnDataNodes(block);
      }
    }
  }

  private List<ExtendedBlock> dataOfLastGroup() {
    long end = layout.blockCount(stripes.getFileLength());
    int k = layout.policy().k();
    List<ExtendedBlock> blocks = new ArrayList<>();
    for (long block = (end - 1) / k * k; block < end; block++) {
      int stripe = Math.toIntExact(block / layout.stripeWidth());
      blocks.add(internal(stripes.get(stripe), layout.indexInStripe(block)));
    }
    return blocks;
  }

  private List<ExtendedBlock> parityOfLastGroup() {
    List<ExtendedBlock> blocks = new ArrayList<>();
    for (int parity = 0; parity < layout.policy().r(); parity++) {
      blocks.add(internal(groups.get(groups.size() - 1), parity));
    }
    return blocks;
  }

  private static ExtendedBlock internal(LocatedBlock blockGroup, int index) {
    ExtendedBlock block = new ExtendedBlock(blockGroup.getBlock());
    block.setBlockId(block.getBlockId() + index);
    return block;
  }

  private static List<ExtendedBlock> some(List<ExtendedBlock> blocks, int count) {
    long seed = new Random().nextLong();
    StripedFileTestUtil.LOG.info("Choosing {} of {}, seed={}", count, blocks, seed);
    List<ExtendedBlock> shuffled = new ArrayList<>(blocks);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.subList(0, Math.min(count, shuffled.size()));
  }
}
