package io.okapifs.bench.own;

import io.okapifs.bench.disk.DiskCounts;
import io.okapifs.bench.disk.ModelledDiskFactory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Readers side by side, each of so many places, and what the disks position for them. */
final class RandomReads {

  private RandomReads() {}

  /** Directory, readers, reads of each, their bytes and the seed of their places. */
  static Map<String, ?> together(FileSystem fs, String[] words) throws Exception {
    int readers = Integer.parseInt(words[2]);
    int reads = Integer.parseInt(words[3]);
    int bytes = Integer.parseInt(words[4]);
    FileStatus[] files = fs.listStatus(new Path(words[1]));
    ExecutorService threads = Executors.newFixedThreadPool(readers);
    try {
      List<Future<?>> running = new ArrayList<>();
      long positionings = positionings();
      long start = System.nanoTime();
      for (int i = 0; i < readers; i++) {
        Random random = new Random(Long.parseLong(words[5]) + i);
        running.add(threads.submit(() -> read(fs, files, random, reads, bytes)));
      }
      for (Future<?> each : running) {
        each.get();
      }
      return Map.of(
          "nanos", System.nanoTime() - start,
          "positioningsPerRead",
          (positionings() - positionings) / ((double) readers * reads));
    } catch (ExecutionException e) {
      throw new IOException("a read failed", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void read(
      FileSystem fs, FileStatus[] files, Random random, int reads, int bytes) throws IOException {
    byte[] buffer = new byte[bytes];
    for (int i = 0; i < reads; i++) {
      FileStatus file = files[random.nextInt(files.length)];
      long at = random.nextInt((int) (file.getLen() / bytes)) * (long) bytes;
      try (FSDataInputStream in = fs.open(file.getPath())) {
        in.readFully(at, buffer);
      }
    }
    return null;
  }

  /** Of reads, of all modelled disks of this JVM. */
  static long positionings() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    long sum = 0;
    for (ObjectName name :
        server.queryNames(
            new ObjectName("Hadoop:service=DataNode,name=" + ModelledDiskFactory.BEAN + "*"),
            null)) {
      sum += JMX.newMXBeanProxy(server, name, DiskCounts.class).getReadPositionings();
    }
    return sum;
  }
}
