package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ReadChecks;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSHedgedReadMetrics;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveStats;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.io.nativeio.NativeIO.POSIX.NoMlockCacheManipulator;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways around the normal path of a read: what they do with a decoupled file. */
class ReadModesTest {

  private static final int[] STRIPE_WIDTHS = {2, 3};
  private static final byte[] BYTES = BlockFileCluster.bytes(5L * BLOCK + CELL + 77, 5);

  private static BlockFileCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    NativeIO.POSIX.setCacheManipulator(new NoMlockCacheManipulator());
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    cluster =
        new BlockFileCluster(
            7,
            conf -> {
              conf.set(DFSConfigKeys.DFS_BLOCK_LOCAL_PATH_ACCESS_USER_KEY, user);
              conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 64L << 20);
              conf.setLong(
                  DFSConfigKeys.DFS_NAMENODE_PATH_BASED_CACHE_REFRESH_INTERVAL_MS, 200);
              conf.setLong(DFSConfigKeys.DFS_CACHEREPORT_INTERVAL_MSEC_KEY, 200);
            });
    BlockFileCluster.failRepairs();
    for (int s : STRIPE_WIDTHS) {
      cluster.write(healthy(s), BYTES);
      cluster.write(degraded(s), BYTES);
      cluster.awaitParityGroups(degraded(s), 2, 2);
      cluster.delete(cluster.member(degraded(s), 0, 1));
      cluster.corrupt(cluster.member(degraded(s), 1, 0));
    }
  }

  @AfterAll
  static void stop() {
    BlockFileCluster.allowRepairs();
    cluster.close();
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.CacheManipulator());
  }

  private static Path healthy(int s) throws IOException {
    return new Path(cluster.directory("RS-3-2-64k", s), "healthy");
  }

  private static Path degraded(int s) throws IOException {
    return new Path(cluster.directory("RS-3-2-64k", s), "degraded");
  }

  private interface Settings {
    void add(Configuration conf);
  }

  private static DistributedFileSystem client(Settings settings) throws IOException {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    settings.add(conf);
    return (DistributedFileSystem) FileSystem.newInstance(cluster.fs().getUri(), conf);
  }

  private static void readBoth(DistributedFileSystem fs, int s) throws Exception {
    for (Path file : new Path[] {healthy(s), degraded(s)}) {
      try (FSDataInputStream in = fs.open(file)) {
        DFSInputStream stream = (DFSInputStream) in.getWrappedStream();
        ReadChecks.assertSequential(stream, BYTES, 50_000);
        ReadChecks.assertSeeks(stream, BYTES, new Random(s));
        ReadChecks.assertConcurrent(stream, BYTES, s);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shortCircuitReadsGetTheSameBytes(int s) throws Exception {
    try (DistributedFileSystem fs =
        client(
            conf -> {
              // Clients of one context share the settings of the first, and its failures.
              conf.set(HdfsClientConfigKeys.DFS_CLIENT_CONTEXT, "short-circuit-" + s);
              conf.setBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, true);
              conf.setBoolean(HdfsClientConfigKeys.DFS_CLIENT_USE_LEGACY_BLOCKREADERLOCAL, true);
            })) {
      try (FSDataInputStream in = fs.open(healthy(s))) {
        in.readAllBytes();
        assertThat(((DFSInputStream) in.getWrappedStream()).getReadStatistics()
            .getTotalShortCircuitBytesRead()).isEqualTo(BYTES.length);
      }
      readBoth(fs, s);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void hedgedReadsAreNotMadeAndPositionalReadsGoOn(int s) throws Exception {
    try (DistributedFileSystem fs =
        client(
            conf -> {
              conf.setInt(HdfsClientConfigKeys.HedgedRead.THREADPOOL_SIZE_KEY, 4);
              conf.setLong(HdfsClientConfigKeys.HedgedRead.THRESHOLD_MILLIS_KEY, 1);
            })) {
      readBoth(fs, s);
      Method metrics = DFSClient.class.getDeclaredMethod("getHedgedReadMetrics");
      metrics.setAccessible(true);
      assertThat(((DFSHedgedReadMetrics) metrics.invoke(fs.getClient())).getHedgedReadOps())
          .isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void zeroCopyReadsAreRefusedAsForCoupledFiles(int s) throws Exception {
    try (FSDataInputStream in = cluster.fs().open(healthy(s))) {
      assertThatThrownBy(() -> in.read(new ElasticByteBufferPool(), CELL))
          .isInstanceOf(UnsupportedOperationException.class);
      ReadChecks.assertSequential((DFSInputStream) in.getWrappedStream(), BYTES, CELL);
    }
  }

  /**
   * As with coupled files DataNodes are asked for the block that bears the id of a group; few have
   * it, so that hardly anything is cached.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aCacheDirectiveLeavesReadsRight(int s) throws Exception {
    String pool = "pool-" + s;
    cluster.fs().addCachePool(new CachePoolInfo(pool));
    for (Path file : new Path[] {healthy(s), degraded(s)}) {
      cluster.fs().addCacheDirective(
          new CacheDirectiveInfo.Builder().setPath(file).setPool(pool).build());
    }
    BlockFileCluster.await("a scan", () -> stats(pool).getBytesNeeded() >= BYTES.length);
    readBoth(cluster.fs(), s);
    cluster.fs().removeCachePool(pool);
    readBoth(cluster.fs(), s);
  }

  private static CacheDirectiveStats stats(String pool) throws IOException {
    return cluster.fs()
        .listCacheDirectives(new CacheDirectiveInfo.Builder().setPool(pool).build())
        .next()
        .getStats();
  }
}
