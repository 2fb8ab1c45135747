package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A replicated file that lives the life of a decoupled one, beside it. HDFS counts what was renamed
 * among snapshots more than once, and not always as often; the twin says how often each content
 * counts, for the length of its n-th content is the n-th power of a base.
 */
final class ReplicatedTwin {

  private static final long BASE = 16;

  private final DistributedFileSystem fs;
  private final Path root;
  private final List<Long> spaces = new ArrayList<>();

  ReplicatedTwin(DistributedFileSystem fs, Path root) {
    this.fs = fs;
    this.root = root;
  }

  /** Writes the next content; the decoupled one takes so much space. */
  void write(Path path, long space) throws IOException {
    int length = 1;
    for (int i = 0; i < spaces.size(); i++) {
      length = Math.toIntExact(length * BASE);
    }
    try (FSDataOutputStream out =
        fs.create(path, true, 4096, (short) 1, BlockFileCluster.CELL)) {
      out.write(new byte[length]);
    }
    spaces.add(space);
  }

  /** What the quota of the decoupled file must say is in use. */
  long used() throws IOException {
    return decoupled(fs.getQuotaUsage(root).getSpaceConsumed());
  }

  /** What a walk through the tree of the decoupled file must count. */
  long counted() throws IOException {
    return decoupled(fs.getContentSummary(root).getSpaceConsumed());
  }

  private long decoupled(long own) {
    long rest = own;
    long sum = 0;
    for (long space : spaces) {
      sum += rest % BASE * space;
      rest /= BASE;
    }
    assertThat(rest).as("space of %s beyond its contents: %s of %s", root, own, spaces).isZero();
    return sum;
  }
}
