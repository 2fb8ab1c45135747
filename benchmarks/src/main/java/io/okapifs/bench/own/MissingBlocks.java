package io.okapifs.bench.own;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * What of a closed file is missing, by what the NameNode says: blocks without a place, and replicas
 * that a file shall have and has not. A value.
 */
public final class MissingBlocks {

  private final long bytes;
  private final Touch touch;

  @FunctionalInterface
  private interface Touch {
    boolean isOf(long offset, long bytes);
  }

  private MissingBlocks(long bytes, Touch touch) {
    this.bytes = bytes;
    this.touch = touch;
  }

  /** Asks what is missing of a file of any layout. */
  public static MissingBlocks of(DistributedFileSystem fs, Path file) throws IOException {
    HdfsFileStatus status = fs.getClient().getFileInfo(file.toUri().getPath());
    if (status == null) {
      throw new IOException("no such file: path=" + file);
    }
    return status.getErasureCodingPolicy() == null
        ? ofReplicas(fs, file, status)
        : ofStripes(fs, file, status);
  }

  private static MissingBlocks ofReplicas(
      DistributedFileSystem fs, Path file, HdfsFileStatus status) throws IOException {
    List<LocatedBlock> fewer = new ArrayList<>();
    long bytes = 0;
    for (LocatedBlock block :
        fs.getClient().getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE)
            .getLocatedBlocks()) {
      int missing = status.getReplication() - block.getLocations().length;
      if (missing > 0) {
        fewer.add(block);
        bytes += missing * block.getBlockSize();
      }
    }
    return new MissingBlocks(
        bytes,
        (offset, wanted) ->
            fewer.stream()
                .anyMatch(
                    block ->
                        block.getStartOffset() < offset + wanted
                            && offset < block.getStartOffset() + block.getBlockSize()));
  }

  private static MissingBlocks ofStripes(
      DistributedFileSystem fs, Path file, HdfsFileStatus status) throws IOException {
    ErasureCodingPolicy policy = status.getErasureCodingPolicy();
    boolean coupled = !StripeView.isView(policy);
    GroupPolicy group = coupled ? group(policy) : StripeView.of(policy).group();
    int width = coupled ? group.k() : StripeView.of(policy).stripeWidth();
    ReadPlans plans = new ReadPlans(group, width, status.getBlockSize(), status.getLen());
    FileLayout layout = plans.layout();
    StripedPlaces places = StripedPlaces.of(fs, file, layout, status.getLen(), coupled);
    long bytes = 0;
    for (int block = 0; block < places.data().size(); block++) {
      if (places.data().get(block) == null) {
        plans.lose(block);
        bytes += layout.blockLength(block, status.getLen());
      }
    }
    for (int i = 0; i < places.parity().size(); i++) {
      bytes +=
          places.parity().get(i) == null
              ? layout.parityLength(i / group.r(), status.getLen())
              : 0;
    }
    return new MissingBlocks(bytes, plans::touchesLost);
  }

  /** Of a policy of HDFS's own layout. */
  private static GroupPolicy group(ErasureCodingPolicy policy) {
    int k = policy.getNumDataUnits();
    int r = policy.getNumParityUnits();
    int alpha = CodeRegistry.create(policy.getCodecName(), k, r).alpha();
    return new GroupPolicy(
        policy.getName(), policy.getCodecName(), k, r, alpha, policy.getCellSize());
  }

  /** Of all blocks and replicas that are missing. */
  public long bytes() {
    return bytes;
  }

  /** Whether a range of the file needs a block of which one is missing. */
  public boolean isOf(long offset, long wanted) {
    return touch.isOf(offset, wanted);
  }
}
