package io.okapifs.bench.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads at random places of the files of a directory, so many a second, whether or not those before
 * have ended. A read lasts from when it was due, so that waiting for a thread counts.
 */
final class Foreground {

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final FileSystem fs;
  private final Path directory;
  private final int readBytes;
  private final Random random;

  Foreground(FileSystem fs, Path directory, int readBytes, long seed) {
    this.fs = fs;
    this.directory = directory;
    this.readBytes = readBytes;
    this.random = new Random(seed);
  }

  /** Nanoseconds that half of the reads, and all but a hundredth, last at most. */
  Map<String, ?> run(double seconds, double perSecond) throws IOException {
    ExecutorService readers = Executors.newCachedThreadPool();
    List<FSDataInputStream> files = new ArrayList<>();
    try {
      for (FileStatus file : fs.listStatus(directory)) {
        files.add(fs.open(file.getPath()));
      }
      long length = fs.listStatus(directory)[0].getLen();
      List<Future<Long>> reads = new ArrayList<>();
      long start = System.nanoTime();
      for (int i = 0; i < seconds * perSecond; i++) {
        long due = start + Math.round(i / perSecond * NANOS_PER_SECOND);
        FSDataInputStream file = files.get(random.nextInt(files.size()));
        long at = random.nextInt((int) (length / readBytes)) * (long) readBytes;
        while (due - System.nanoTime() > 0) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        reads.add(
            readers.submit(
                () -> {
                  file.readFully(at, new byte[readBytes]);
                  return System.nanoTime() - due;
                }));
      }
      return answer(reads);
    } finally {
      readers.shutdown();
      for (FSDataInputStream file : files) {
        file.close();
      }
    }
  }

  private static Map<String, ?> answer(List<Future<Long>> reads) throws IOException {
    long[] nanos = new long[reads.size()];
    for (int i = 0; i < nanos.length; i++) {
      try {
        nanos[i] = reads.get(i).get();
      } catch (ExecutionException | InterruptedException e) {
        throw new IOException("a read failed", e);
      }
    }
    Arrays.sort(nanos);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("reads", nanos.length);
    answer.put("p50Nanos", nanos[nanos.length / 2]);
    answer.put("p99Nanos", nanos[(int) Math.min(nanos.length - 1, Math.ceil(nanos.length * 0.99))]);
    return answer;
  }
}
