package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.tools.Advice.Check;
import io.okapifs.hdfs.tools.Advice.Timed;
import io.okapifs.hdfs.trace.TracedRead;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/**
 * Measures reads of a trace on the cluster: writes a file of each form into a folder of its own,
 * makes every read of each of them, by turns and each opening the file anew, and deletes the
 * folder. One reader at a time. A byte that is wrong ends it. Used by one thread.
 */
final class ReadCheck {

  static final int MOST_READS = 200;

  /** Of a test file, and of all reads of it. */
  static final long MOST_BYTES = 1L << 30;

  /** Reads that open connections and warm this program up, and do not count. */
  private static final int WARM_UPS = 5;

  /** A longer read is made of calls for so much. */
  private static final int CALL = 64 << 20;

  private static final int BUFFER = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;

  private final DistributedFileSystem hdfs;
  private final Path folder;
  private final long blockSize;
  private final byte[] buffer = new byte[CALL];

  private ReadCheck(DistributedFileSystem hdfs, Path folder, long blockSize) {
    this.hdfs = hdfs;
    this.folder = folder;
    this.blockSize = blockSize;
  }

  /**
   * Runs it; nothing is left behind.
   *
   * @param directory that there is, and that the user may write to
   * @param forms names of policies, with stripe widths or without
   * @throws IOException where the directory or a form cannot be used, or no read fits
   */
  static Check run(
      Path directory, Configuration conf, List<String> forms, long blockSize,
      List<TracedRead> reads)
      throws IOException {
    long length = fileLength(reads, blockSize);
    List<TracedRead> fitting = fitting(reads, length, blockSize);
    Configuration own = new Configuration(conf);
    own.setBoolean(HdfsClientConfigKeys.DFS_CLIENT_CACHE_DROP_BEHIND_WRITES, true);
    own.setBoolean(HdfsClientConfigKeys.DFS_CLIENT_CACHE_DROP_BEHIND_READS, true);
    try (FileSystem system = FileSystem.newInstance(directory.toUri(), own)) {
      DistributedFileSystem hdfs = HdfsOnly.of(system);
      if (!hdfs.getFileStatus(directory).isDirectory()) {
        throw new IOException(directory + " is no directory: -check writes test files into one");
      }
      Path folder = new Path(directory, ".okapi-check-" + UUID.randomUUID());
      hdfs.mkdirs(folder);
      // Also where this program is ended.
      hdfs.deleteOnExit(folder);
      try {
        return new ReadCheck(hdfs, folder, blockSize).measure(forms, length, fitting);
      } finally {
        hdfs.delete(folder, true);
      }
    }
  }

  /** The longest file that is read, or whole blocks of it up to a limit. */
  private static long fileLength(List<TracedRead> reads, long blockSize) {
    long longest = reads.stream().mapToLong(TracedRead::fileLength).max().orElseThrow();
    return longest <= MOST_BYTES
        ? longest
        : Math.max(MOST_BYTES / blockSize * blockSize, Math.min(blockSize, MOST_BYTES));
  }

  /**
   * Some of the reads, at even distances, within the limits. Those of a longer file begin as far
   * behind the start of a block as they did.
   */
  static List<TracedRead> fitting(List<TracedRead> reads, long length, long blockSize)
      throws IOException {
    List<TracedRead> all =
        reads.stream()
            .filter(read -> read.offset() % blockSize + read.length() <= length)
            .map(read -> moved(read, length, blockSize)).toList();
    List<TracedRead> fitting = new ArrayList<>();
    long bytes = 0;
    for (TracedRead read : PlannedReads.evenly(all, MOST_READS)) {
      if (bytes + read.length() <= MOST_BYTES) {
        fitting.add(read);
        bytes += read.length();
      }
    }
    if (fitting.isEmpty()) {
      throw new IOException(
          "no read of the trace fits into a test file: bytes=" + length + ", reads="
              + reads.size());
    }
    return fitting;
  }

  private static TracedRead moved(TracedRead read, long length, long blockSize) {
    long inBlock = read.offset() % blockSize;
    long places = (length - inBlock - read.length()) / blockSize + 1;
    long offset = read.offset() / blockSize % places * blockSize + inBlock;
    return new TracedRead(read.timeMs(), read.path(), length, offset, read.length());
  }

  private Check measure(List<String> forms, long length, List<TracedRead> reads)
      throws IOException {
    List<Path> files = new ArrayList<>();
    for (String form : forms) {
      files.add(write(form, length));
    }
    for (TracedRead read : PlannedReads.evenly(reads, WARM_UPS)) {
      for (Path file : files) {
        nanos(file, read);
      }
    }
    Random random = new Random();
    long[][] nanos = new long[forms.size()][reads.size()];
    for (int i = 0; i < reads.size(); i++) {
      // In random order, so that none always finds what another one left in caches.
      int first = random.nextInt(files.size());
      for (int j = 0; j < files.size(); j++) {
        int form = (first + j) % files.size();
        nanos[form][i] = nanos(files.get(form), reads.get(i));
      }
    }
    List<Timed> timed = new ArrayList<>();
    for (int form = 0; form < forms.size(); form++) {
      Sizes sizes = Sizes.of(nanos[form]);
      timed.add(
          new Timed(
              forms.get(form), sizes.median() / NANOS_PER_MILLI, sizes.p99() / NANOS_PER_MILLI));
    }
    return new Check(
        reads.size(), reads.stream().mapToLong(TracedRead::length).sum(), length, timed);
  }

  private Path write(String form, long length) throws IOException {
    Path file = new Path(folder, form);
    try (OutputStream out =
        hdfs.createFile(file).overwrite(false).blockSize(blockSize).ecPolicyName(form).build()) {
      for (long at = 0; at < length; at += BUFFER) {
        int count = (int) Math.min(BUFFER, length - at);
        for (int i = 0; i < count; i++) {
          buffer[i] = byteAt(at + i);
        }
        out.write(buffer, 0, count);
      }
    }
    return file;
  }

  /** Blocks, cells and what lies side by side differ. */
  private static byte byteAt(long offset) {
    return (byte) (offset ^ offset >>> 8 ^ offset >>> 16 ^ offset >>> 24);
  }

  private long nanos(Path file, TracedRead read) throws IOException {
    long spent = 0;
    long begin = System.nanoTime();
    try (FSDataInputStream in = hdfs.open(file)) {
      for (long done = 0; done < read.length(); done += CALL) {
        int count = (int) Math.min(CALL, read.length() - done);
        in.readFully(read.offset() + done, buffer, 0, count);
        spent += System.nanoTime() - begin;
        compare(file, read.offset() + done, count);
        begin = System.nanoTime();
      }
      return spent;
    }
  }

  private void compare(Path file, long from, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      if (buffer[i] != byteAt(from + i)) {
        throw new IOException(
            "a wrong byte was read: file=" + file + ", offset=" + (from + i)
                + "; keep the logs of client and DataNodes, and tell the maintainers");
      }
    }
  }
}
