package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** Many ranges of a decoupled file in one call. */
class VectoredReadTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final long SEED = 11;

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;

  @AfterEach
  void restart() throws Exception {
    cluster.restartStopped();
  }

  /** Hadoop's own tests of vectored reads, on a directory with a stripe width. */
  @RunWith(Parameterized.class)
  public static class Contract extends AbstractContractVectoredReadTest {

    public Contract(String bufferType) {
      super(bufferType);
    }

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
      return new AbstractFSContract(conf) {
        @Override
        public FileSystem getTestFileSystem() throws IOException {
          return cluster.fs();
        }

        @Override
        public String getScheme() {
          return "hdfs";
        }

        @Override
        public Path getTestPath() {
          // A case deletes it in the end.
          return new Path("/contract/case");
        }
      };
    }
  }

  @Test
  void hadoopsContractHolds() throws Exception {
    cluster.fs().mkdirs(new Path("/contract"));
    cluster.fs().setErasureCodingPolicy(new Path("/contract"), POLICY + "@2");
    Result result = JUnitCore.runClasses(Contract.class);
    // Three cases ask for a method that our newer AssertJ has not.
    assertThat(result.getFailures())
        .filteredOn(failure -> !(failure.getException() instanceof NoSuchMethodError))
        .isEmpty();
    assertThat(result.getRunCount() - result.getFailureCount()).isGreaterThanOrEqualTo(28);
  }

  private static List<FileRange> randomRanges(Random random, int length) {
    List<FileRange> ranges = new ArrayList<>();
    for (int from = random.nextInt(CELL); from < length; ) {
      int bytes = Math.min(length - from, 1 + random.nextInt(3 * CELL));
      ranges.add(FileRange.createFileRange(from, bytes));
      from += bytes + random.nextInt(4) * random.nextInt(2 * CELL);
    }
    ranges.add(FileRange.createFileRange(length / 2, CELL));
    Collections.shuffle(ranges, random);
    return ranges;
  }

  private static void assertExact(FileRange range, byte[] bytes) throws Exception {
    ByteBuffer data = range.getData().get();
    byte[] read = new byte[data.remaining()];
    data.get(read);
    int from = (int) range.getOffset();
    assertThat(read).isEqualTo(Arrays.copyOfRange(bytes, from, from + range.getLength()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void rangesOfManyStripesAreExactAlsoAroundLosses(int stripeWidth) throws Exception {
    Path file = new Path(cluster.directory(POLICY, stripeWidth), "ranges");
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + CELL + 5, stripeWidth);
    cluster.write(file, bytes);
    Random random = new Random(SEED);
    for (int losses = 0; losses < 3; losses++) {
      if (losses > 0) {
        cluster.kill(cluster.member(file, 0, losses).node());
      }
      try (FSDataInputStream in = cluster.fs().open(file)) {
        assertThat(in.hasCapability(StreamCapabilities.VECTOREDIO)).isTrue();
        for (int round = 0; round < 3; round++) {
          List<FileRange> ranges = randomRanges(random, bytes.length);
          boolean direct = random.nextBoolean();
          in.readVectored(
              ranges, direct ? ByteBuffer::allocateDirect : ByteBuffer::allocate);
          for (FileRange range : ranges) {
            assertExact(range, bytes);
          }
        }
      }
    }
  }

  /** Ranges of a cell of each of two blocks: each block is opened once, by itself each range opens. */
  @Test
  void neighboursOfABlockOpenItOnce() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 2), "opens");
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK, 4);
    cluster.write(file, bytes);
    List<FileRange> ranges = new ArrayList<>();
    for (int from = 0; from < 2 * CELL; from += CELL / 4) {
      ranges.add(FileRange.createFileRange(from, 1000));
    }
    try (FSDataInputStream in = cluster.fs().open(file)) {
      long before = cluster.opens();
      in.readVectored(ranges, ByteBuffer::allocate);
      for (FileRange range : ranges) {
        assertExact(range, bytes);
      }
      BlockFileCluster.await("two opens", () -> cluster.opens() == before + 2);
      for (FileRange range : ranges) {
        in.readFully(range.getOffset(), new byte[range.getLength()]);
      }
      BlockFileCluster.await(
          "an open of each range", () -> cluster.opens() == before + 2 + ranges.size());
    }
  }

  @Test
  void aRangeThatCannotBeHadFailsAlone() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 3), "lost");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 3);
    cluster.write(file, bytes);
    for (int member = 0; member < 3; member++) {
      cluster.delete(cluster.member(file, 0, member));
    }
    FileRange lost = FileRange.createFileRange(5, 10);
    FileRange there = FileRange.createFileRange(3L * BLOCK + 1, 2 * CELL);
    FileRange behind = FileRange.createFileRange(bytes.length - 1, 2);
    FileRange farBehind = FileRange.createFileRange(Long.MAX_VALUE - 1, 2);
    FileRange empty = FileRange.createFileRange(7, 0);
    try (FSDataInputStream in = cluster.fs().open(file)) {
      in.readVectored(List.of(there, lost, behind, farBehind, empty), ByteBuffer::allocate);
    }
    assertExact(there, bytes);
    assertThat(empty.getData().get().remaining()).isZero();
    assertThatThrownBy(() -> lost.getData().get())
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("too many members are lost");
    assertThatThrownBy(() -> behind.getData().get()).hasCauseInstanceOf(EOFException.class);
    assertThatThrownBy(() -> farBehind.getData().get()).hasCauseInstanceOf(EOFException.class);
  }
}
