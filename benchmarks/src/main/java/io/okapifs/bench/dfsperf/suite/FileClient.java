package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.SuiteConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** One client's way of writing and reading files. For one thread. */
final class FileClient implements AutoCloseable {

  private final FileSystem fs;
  private final SuiteConfig config;
  private byte[] buffer;
  private final long seed;
  private final boolean verifies;

  /**
   * @param config with a size of the buffer
   */
  FileClient(FileSystem fs, SuiteConfig config) {
    this.fs = fs;
    this.config = config;
    this.buffer = new byte[config.count(CommonKeys.BUFFER)];
    this.seed = config.number(CommonKeys.SEED);
    this.verifies = config.is(CommonKeys.VERIFY);
  }

  FileSystem fs() {
    return fs;
  }

  private Content content(Path file) {
    return new Content(seed, file.getName());
  }

  /** Writes a file of the suite's length and block size; one that is there is replaced. */
  long write(Path file) throws IOException {
    long length = config.number(CommonKeys.LENGTH);
    Content content = content(file);
    try (FSDataOutputStream out =
        fs.create(
            file, true, buffer.length, fs.getDefaultReplication(file),
            config.number(CommonKeys.BLOCK))) {
      for (long done = 0; done < length; ) {
        int count = (int) Math.min(buffer.length, length - done);
        content.fill(done, buffer, count);
        out.write(buffer, 0, count);
        done += count;
      }
    }
    return length;
  }

  /** Reads a whole file. */
  long read(Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return read(in, file, 0, Long.MAX_VALUE);
    }
  }

  /** Compares a whole file with what was written, where that is asked for. */
  void verify(Path file) throws IOException {
    if (verifies) {
      read(file);
    }
  }

  /** Reads on from a place, and no further than to the end of the file. */
  private long read(FSDataInputStream in, Path file, long from, long bytes) throws IOException {
    long at = from;
    long left = bytes;
    while (left > 0) {
      int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (count < 0) {
        break;
      }
      verify(file, at, count);
      at += count;
      left -= count;
    }
    return at - from;
  }

  private void verify(Path file, long at, int count) throws IOException {
    int wrong = verifies ? content(file).wrong(at, buffer, count) : -1;
    if (wrong >= 0) {
      throw new IOException(
          "wrong byte: file=" + file + ", offset=" + (at + wrong) + ", seed=" + seed);
    }
  }

  /**
   * Skips and reads, again and again, each measured; what is behind the end is neither skipped nor
   * read.
   */
  void skipForward(Path file, long skip, long bytes, int times, Meter meter) throws IOException {
    long length = fs.getFileStatus(file).getLen();
    try (FSDataInputStream in = fs.open(file)) {
      long at = 0;
      for (int i = 0; i < times && at + skip < length; i++) {
        long from = at + skip;
        meter.measure(() -> readAt(in, file, from, bytes));
        at = from + bytes;
      }
    }
  }

  /** Reads at random places, each read measured. */
  void skipAtRandom(Path file, long bytes, int times, Random random, Meter meter)
      throws IOException {
    long length = fs.getFileStatus(file).getLen();
    try (FSDataInputStream in = fs.open(file)) {
      for (int i = 0; i < times; i++) {
        long from = random.nextLong(Math.max(1, length - bytes + 1));
        meter.measure(() -> readAt(in, file, from, bytes));
      }
    }
  }

  /**
   * Opens a file and reads one part of it.
   *
   * @param positional whether by one positional read, which needs memory for all of it
   */
  long readPart(Path file, long from, int bytes, boolean positional) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      if (!positional) {
        return readAt(in, file, from, bytes);
      }
      buffer = buffer.length < bytes ? new byte[bytes] : buffer;
      in.readFully(from, buffer, 0, bytes);
      verify(file, from, bytes);
      return bytes;
    }
  }

  private long readAt(FSDataInputStream in, Path file, long from, long bytes) throws IOException {
    in.seek(from);
    return read(in, file, from, bytes);
  }

  /** Files of a folder by name. */
  List<Path> list(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (FileStatus each : fs.listStatus(folder)) {
      if (each.isFile()) {
        files.add(each.getPath());
      }
    }
    files.sort(null);
    return files;
  }

  /**
   * Files of a folder, of which there must be some.
   *
   * @throws IOException where there is none, with what to do
   */
  List<Path> listSome(Path folder) throws IOException {
    List<Path> files = fs.exists(folder) ? list(folder) : List.of();
    if (files.isEmpty()) {
      throw new IOException(
          "no file to read: folder=" + folder + "; run SimpleWrite with as many slaves before");
    }
    return files;
  }

  static Path random(List<Path> files, Random random) {
    return files.get(random.nextInt(files.size()));
  }

  /** Releases what it has. */
  @Override
  public void close() throws IOException {
    fs.close();
  }
}
