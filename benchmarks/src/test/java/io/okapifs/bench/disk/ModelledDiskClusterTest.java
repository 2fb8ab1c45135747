package io.okapifs.bench.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A DataNode on a slow disk: 40 ms per positioning, 16 MiB per second. */
final class ModelledDiskClusterTest {

  private static final int MIB = 1 << 20;
  private static final int BLOCK = 2 * MIB;
  private static final long POSITIONING_NANOS = 40_000_000;
  private static final long MIB_NANOS = 1_000_000_000 / 16;

  @TempDir private static Path folder;
  private static MiniDFSCluster cluster;
  private static DistributedFileSystem fs;

  /** What the bean shows. */
  private record Counts(
      long readBytes, long readPositionings, long writtenBytes, long writePositionings,
      long busyNanos) {

    static Counts now() {
      return new Counts(
          attribute("ReadBytes"), attribute("ReadPositionings"), attribute("WrittenBytes"),
          attribute("WritePositionings"), attribute("BusyNanos"));
    }

    Counts since(Counts before) {
      return new Counts(
          readBytes - before.readBytes, readPositionings - before.readPositionings,
          writtenBytes - before.writtenBytes, writePositionings - before.writePositionings,
          busyNanos - before.busyNanos);
    }

    private static long attribute(String name) {
      String bean = ModelledDiskFactory.beanName(cluster.getDataNodes().get(0));
      try {
        return (long)
            ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("Hadoop:service=DataNode,name=" + bean), name);
      } catch (Exception e) {
        throw new AssertionError("no counts: bean=" + bean, e);
      }
    }
  }

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SCANNER_VOLUME_BYTES_PER_SECOND, 0);
    ModelledDiskFactory.configure(conf, "40000,16");
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  private static org.apache.hadoop.fs.Path write(String name, int bytes) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/" + name);
    try (FSDataOutputStream out = fs.create(path, true, 4096, (short) 1, BLOCK)) {
      out.write(new byte[bytes]);
    }
    return path;
  }

  /** Work on the cluster. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  /** It must last as long as the disk was reserved for it, which nobody else uses. */
  private static Counts counted(Work work) throws IOException {
    Counts before = Counts.now();
    long begin = System.nanoTime();
    work.run();
    long nanos = System.nanoTime() - begin;
    Counts counts = Counts.now().since(before);
    assertThat(nanos).isGreaterThanOrEqualTo(counts.busyNanos);
    return counts;
  }

  private static void assertBusy(Counts counts, int positionings, int mibs) {
    long exact = positionings * POSITIONING_NANOS + mibs * MIB_NANOS;
    // Every request is rounded to nanoseconds.
    assertThat(counts.busyNanos).isCloseTo(exact, within(10_000L));
  }

  @Test
  void writingABlockIsOnePositioningAndTakesItsTime() throws IOException {
    Counts counts = counted(() -> write("written", BLOCK + MIB));
    assertThat(counts).isEqualTo(new Counts(0, 0, BLOCK + MIB, 2, counts.busyNanos));
    assertBusy(counts, 2, 3);
  }

  @Test
  void readingABlockIsOnePositioningAndTakesItsTime() throws IOException {
    org.apache.hadoop.fs.Path path = write("read", BLOCK + MIB);
    byte[] bytes = new byte[BLOCK + MIB];
    Counts counts =
        counted(
            () -> {
              try (FSDataInputStream in = fs.open(path)) {
                in.readFully(bytes);
              }
            });
    assertThat(counts).isEqualTo(new Counts(BLOCK + MIB, 2, 0, 0, counts.busyNanos));
    assertBusy(counts, 2, 3);
  }

  @Test
  void everyJumpIsAPositioningAndGoingOnIsNone() throws IOException {
    org.apache.hadoop.fs.Path path = write("jumps", BLOCK);
    byte[] bytes = new byte[MIB / 2];
    try (FSDataInputStream in = fs.open(path)) {
      Counts counts =
          counted(
              () -> {
                in.readFully(0, bytes);
                in.readFully(MIB, bytes);
                in.readFully(MIB + MIB / 2, bytes);
              });
      assertThat(counts.readPositionings).isEqualTo(2);
      assertThat(counts.readBytes).isEqualTo(MIB + MIB / 2);
    }
  }
}
