package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What MapReduce is told of where the blocks of a file are. */
class LocalityTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int BLOCKS = 12;

  // Racks give every node a host name of its own.
  @Cluster(dataNodes = 8, racks = {"/rack0", "/rack1"})
  private static BlockFileCluster cluster;

  private static Path write(int stripeWidth) throws Exception {
    Path file = new Path(cluster.directory(POLICY, stripeWidth), "width-" + stripeWidth);
    byte[] bytes = BlockFileCluster.bytes((long) BLOCKS * BLOCK, stripeWidth);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    return file;
  }

  private static List<InputSplit> splits(InputFormat<?, ?> format, Path file, long maxBytes)
      throws Exception {
    Job job = Job.getInstance(cluster.mini().getConfiguration(0));
    FileInputFormat.setInputPaths(job, cluster.fs().makeQualified(file));
    FileInputFormat.setMaxInputSplitSize(job, maxBytes);
    return format.getSplits(job);
  }

  /** Hosts of the data blocks that hold a range of the file. */
  private static List<String> hosts(Path file, long from, long length) throws IOException {
    FileLayout layout = cluster.layout(file);
    int k = layout.policy().k();
    List<String> hosts = new ArrayList<>();
    long stripeBytes = layout.stripeWidth() * layout.blockSize();
    for (long stripe = from / stripeBytes; stripe * stripeBytes < from + length; stripe++) {
      for (int i = 0; i < layout.stripeWidth(); i++) {
        int block = Math.toIntExact(stripe * layout.stripeWidth() + i);
        hosts.add(cluster.member(file, block / k, block % k).node().getHostName());
      }
    }
    return hosts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aSplitIsOnTheNodesOfItsDataBlocksAndOnNoOther(int stripeWidth) throws Exception {
    Path file = write(stripeWidth);
    // Until members that crowd on a rack have moved apart.
    BlockFileCluster.await(
        "splits on the nodes of their data blocks alone", () -> areLocal(file, stripeWidth));
  }

  /** HDFS names the hosts of the block in which a split begins. */
  private static boolean areLocal(Path file, int stripeWidth) throws Exception {
    List<InputSplit> splits = splits(new TextInputFormat(), file, Long.MAX_VALUE);
    assertThat(splits).hasSize(BLOCKS);
    for (InputSplit split : splits) {
      List<String> told = List.of(split.getLocations());
      List<String> expected = hosts(file, ((FileSplit) split).getStart(), 1);
      if (told.size() != stripeWidth || !Set.copyOf(told).equals(Set.copyOf(expected))) {
        return false;
      }
    }
    return true;
  }

  @Test
  void aSplitOfAFileOfWidthOneIsOneBlockOnOneNode() throws Exception {
    List<InputSplit> splits = splits(new TextInputFormat(), write(1), Long.MAX_VALUE);
    assertThat(splits).hasSize(BLOCKS);
    for (InputSplit split : splits) {
      assertThat(split.getLength()).isEqualTo(BLOCK);
    }
  }

  @Test
  void combinedSplitsOfOneBlockAreOnItsNode() throws Exception {
    Path file = write(1);
    List<CombineFileSplit> splits = combined(file, BLOCK);
    assertThat(splits).hasSize(BLOCKS);
    for (CombineFileSplit split : splits) {
      assertThat(split.getNumPaths()).isEqualTo(1);
      assertThat(split.getLocations())
          .containsExactlyElementsOf(hosts(file, split.getOffset(0), split.getLength(0)));
    }
  }

  /** Twelve blocks on eight nodes: at least one node has two. */
  @Test
  void blocksOfOneNodeAreCombined() throws Exception {
    Path file = write(1);
    List<CombineFileSplit> onOneNode = new ArrayList<>();
    for (CombineFileSplit split : combined(file, 2L * BLOCK)) {
      if (split.getNumPaths() == 2 && split.getLocations().length == 1) {
        onOneNode.add(split);
      }
    }
    assertThat(onOneNode).isNotEmpty();
    for (CombineFileSplit split : onOneNode) {
      for (int i = 0; i < split.getNumPaths(); i++) {
        assertThat(hosts(file, split.getOffset(i), split.getLength(i)))
            .containsExactly(split.getLocations());
      }
    }
  }

  private static List<CombineFileSplit> combined(Path file, long maxBytes) throws Exception {
    return splits(new CombineTextInputFormat(), file, maxBytes).stream()
        .map(CombineFileSplit.class::cast)
        .toList();
  }
}
