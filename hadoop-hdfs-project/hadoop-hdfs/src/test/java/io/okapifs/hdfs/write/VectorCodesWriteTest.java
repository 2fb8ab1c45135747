package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ExactFiles;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of codes with sub-blocks in a healthy cluster: every block file against the oracle. Another
 * sample of stripe widths and lengths with -Dio.okapifs.seed=N, all widths with
 * -Dio.okapifs.exhaustive=true.
 */
class VectorCodesWriteTest {

  private static final long SEED = Seed.get();
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("io.okapifs.exhaustive");
  private static final int MIB = 1 << 20;

  // What the writer stores is looked at, not what a repair made of it.
  @Cluster(dataNodes = 16, failRepairs = true)
  private static BlockFileCluster cluster;

  @BeforeAll
  static void printSeed() throws Exception {
    System.out.println("io.okapifs.seed=" + SEED);
  }

  @AfterEach
  void deleteFiles() throws Exception {
    cluster.deleteFiles();
    assertThat(ParityMemory.ofProcess().reservedBytes()).isZero();
    assertThat(ParityMemory.ofProcess().allocatedBytes()).isZero();
  }

  /** LESS2-10-5 has symbols of two bytes; with 3 or 27 sub-blocks parity is longer than a block. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "LESS2-10-4", "LESS3-6-3", "LESS4-10-4", "LESS2-10-5", "HASHTAG4-10-4", "ET4-10-4",
        "HHXORPLUS-10-4", "BUTTERFLY-5-2", "PMRBT-5-4", "CLAY-6-3"
      })
  void filesAreExactOnEveryDisk(String name) throws Exception {
    int k = CodeRegistry.byName(name).k();
    for (int s : ExactFiles.widths(name, k, SEED)) {
      Path directory = cluster.directory(cluster.addPolicy(name), s);
      ExactFiles.check(cluster, directory, lengths(name, k, s));
    }
  }

  /** Every edge for one code, two of them for the others. */
  private static Collection<Long> lengths(String name, int k, int s) {
    long group = (long) k * BLOCK;
    long stripe = (long) s * BLOCK;
    Set<Long> edges =
        new TreeSet<>(
            Set.of(
                0L, 1L, (long) CELL, s * CELL + 3L, group - 1, group, group + CELL,
                2 * group + 1));
    edges.add(stripe + 7);
    List<Long> lengths = new ArrayList<>(edges);
    if (!EXHAUSTIVE && !(name.equals("LESS3-6-3") && s == k)) {
      Collections.shuffle(lengths, new Random(SEED + name.hashCode() + s));
      return lengths.subList(0, 2);
    }
    return lengths;
  }

  /** Full parities of the larger blocks would take 512 MiB, more than there is. */
  @ParameterizedTest
  @ValueSource(longs = {2L * MIB, 128L * MIB})
  void aSmallFileHasSmallParitiesWhateverTheBlockSize(long blockSize) throws Exception {
    ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("less4", 10, 4), MIB);
    cluster.fs().addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    cluster.fs().enableErasureCodingPolicy("LESS4-10-4-1024k");
    Path file = new Path(cluster.directory("LESS4-10-4-1024k", 10), "small");
    byte[] bytes = BlockFileCluster.bytes(MIB, 1);
    try (FSDataOutputStream out = cluster.fs().create(file, true, 4096, (short) 1, blockSize)) {
      out.write(bytes);
    }
    cluster.checkBlocks(file, bytes);
    assertThat(cluster.parityGroups(file, 2)).singleElement()
        .satisfies(group -> assertThat(group.getBlockSize()).isEqualTo(MIB));
    assertThat(cluster.fs().getContentSummary(file).getSpaceConsumed()).isEqualTo(5L * MIB);
  }

  /** r * P are 16 cells: so many are kept as they are, and the next one folds them. */
  @ParameterizedTest
  @CsvSource({"1, 1", "16, 2", "17, 4", "39, 4"})
  void paritiesAreCompactUntilTheCellsTakeMoreThanFullOnesWould(int cells, int parityCells)
      throws Exception {
    Path file = new Path(cluster.directory(cluster.addPolicy("LESS4-10-4"), 10), "cells-" + cells);
    byte[] bytes = BlockFileCluster.bytes((long) cells * CELL, cells);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    assertThat(cluster.parityGroups(file, 2)).singleElement()
        .satisfies(group -> assertThat(group.getBlockSize()).isEqualTo(parityCells * CELL));
  }

  @Test
  void restartsKeepLengthsAndSpace() throws Exception {
    Map<Path, byte[]> files = new LinkedHashMap<>();
    for (String name : List.of("LESS3-6-3", "LESS4-10-4")) {
      int k = CodeRegistry.byName(name).k();
      Path directory = cluster.directory(cluster.addPolicy(name), k);
      cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
      for (long length : List.of(0L, 1L, k * 3L * CELL + 5, (long) k * BLOCK, k * BLOCK + 9L)) {
        Path file = new Path(directory, "length-" + length);
        files.put(file, BlockFileCluster.bytes(length, length));
        cluster.write(file, files.get(file));
      }
    }
    List<String> before = describe(files);
    cluster.restartNameNode();
    assertThat(describe(files)).as("from edits").isEqualTo(before);
    cluster.saveNamespace();
    cluster.restartNameNode();
    assertThat(describe(files)).as("from the image").isEqualTo(before);
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      cluster.checkBlocks(file.getKey(), file.getValue());
    }
  }

  private static List<String> describe(Map<Path, byte[]> files) throws IOException {
    List<String> entries = new ArrayList<>();
    for (Path file : files.keySet()) {
      entries.add(
          file + " " + BlockFileCluster.describe(cluster.mini().getNamesystem(), file) + " space="
              + cluster.fs().getContentSummary(file.getParent()).getSpaceConsumed());
    }
    return entries;
  }

  /** No space is left to reserve where a file takes less in the end. */
  @Test
  void quotaIsReservedForFullParityAndSettled() throws Exception {
    Path directory = cluster.directory(cluster.addPolicy("LESS3-6-3"), 6);
    long full = cluster.layout(written(directory, "any", 1)).policy().fullParityLength(BLOCK);
    assertThat(full).isEqualTo(BLOCK + 512);
    cluster.fs().delete(new Path(directory, "any"), false);
    long space = 6L * BLOCK + 3 * full;
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, space);
    written(directory, "fits", 6 * BLOCK);
    assertThat(cluster.fs().getContentSummary(directory).getSpaceConsumed()).isEqualTo(space);
    cluster.fs().delete(new Path(directory, "fits"), false);
    written(directory, "small", 1);
    assertThat(cluster.fs().getContentSummary(directory).getSpaceConsumed())
        .isEqualTo(1 + 3 * 3 * 512);
  }

  private static Path written(Path directory, String name, long length) throws Exception {
    Path file = new Path(directory, name);
    byte[] bytes = BlockFileCluster.bytes(length, length);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    return file;
  }

  @Test
  void parityOfFullGroupsIsLongerThanABlockWhereSubBlocksDemandIt() throws Exception {
    Path file = written(cluster.directory(cluster.addPolicy("LESS3-6-3"), 4), "file", 12 * BLOCK);
    assertThat(cluster.parityGroups(file, 3)).extracting(LocatedStripedBlock::getBlockSize)
        .containsExactly(BLOCK + 512L, BLOCK + 512L);
  }
}
