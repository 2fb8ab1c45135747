package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DFSInputStream;

/** Reads a file in all the ways that HDFS offers and compares every byte. */
public final class ReadChecks {

  private static final int THREADS = 8;
  private static final int READS_PER_THREAD = 12;
  private static final long TIMEOUT_SECONDS = 60;

  private ReadChecks() {}

  /** From the first byte to the end of the file, with an array of some size. */
  public static void assertSequential(DFSInputStream in, byte[] content, int step)
      throws IOException {
    byte[] read = new byte[content.length];
    in.seek(0);
    int at = 0;
    while (at < read.length) {
      int count = in.read(read, at, Math.min(step, read.length - at));
      assertThat(count).as("bytes read at %d", at).isPositive();
      at += count;
      assertThat(in.getPos()).isEqualTo(at);
    }
    assertThat(in.read()).isEqualTo(-1);
    assertSame(read, content, 0);
  }

  public static void assertByteBuffers(DFSInputStream in, byte[] content) throws IOException {
    ByteBuffer read = ByteBuffer.allocateDirect(content.length);
    in.seek(0);
    while (read.hasRemaining()) {
      assertThat(in.read(read)).isPositive();
    }
    byte[] bytes = new byte[content.length];
    read.get(0, bytes);
    assertSame(bytes, content, 0);
  }

  public static void assertSeeks(DFSInputStream in, byte[] content, Random random)
      throws IOException {
    for (int i = 0; i < READS_PER_THREAD; i++) {
      int from = random.nextInt(content.length);
      byte[] read = new byte[Math.min(content.length - from, 1 + random.nextInt(200_000))];
      in.seek(from);
      int at = 0;
      while (at < read.length) {
        at += in.read(read, at, read.length - at);
      }
      assertSame(read, content, from);
    }
  }

  public static void assertPositional(DFSInputStream in, byte[] content, int from, int to)
      throws IOException {
    byte[] read = new byte[to - from];
    in.readFully(from, read);
    assertSame(read, content, from);
    ByteBuffer buffer = ByteBuffer.allocate(to - from);
    while (buffer.hasRemaining()) {
      assertThat(in.read(from + buffer.position(), buffer)).isPositive();
    }
    assertSame(buffer.array(), content, from);
  }

  /** Positional reads of many threads on one stream. */
  public static void assertConcurrent(DFSInputStream in, byte[] content, long seed)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> reads = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        Random random = new Random(seed + thread);
        reads.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < READS_PER_THREAD; i++) {
                    int from = random.nextInt(content.length);
                    int bytes = 1 + random.nextInt(Math.min(content.length - from, 400_000));
                    assertPositional(in, content, from, from + bytes);
                  }
                  return null;
                }));
      }
      for (Future<?> read : reads) {
        read.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Every way of reading. */
  public static void assertAll(DFSInputStream in, byte[] content, long seed) throws Exception {
    assertSequential(in, content, 100_000);
    assertSequential(in, content, content.length);
    assertByteBuffers(in, content);
    assertSeeks(in, content, new Random(seed));
    assertPositional(in, content, 0, content.length);
    assertConcurrent(in, content, seed);
  }

  private static void assertSame(byte[] read, byte[] content, int from) {
    byte[] expected = Arrays.copyOfRange(content, from, from + read.length);
    int mismatch = Arrays.mismatch(read, expected);
    assertThat(mismatch).as("first wrong byte of a read at %d", from).isEqualTo(-1);
  }
}
