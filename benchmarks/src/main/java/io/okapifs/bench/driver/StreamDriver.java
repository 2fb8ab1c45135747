package io.okapifs.bench.driver;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * A client alone in its JVM: what open streams keep of its memory, on the heap beyond what one that
 * was used and closed has left there, and in direct buffers. Asked to measure once only, for pools
 * keep buffers.
 */
public final class StreamDriver {

  private static final int BUFFER = 1 << 16;
  private static final int COLLECTIONS_MAX = 40;
  private static final long SETTLED_BYTES = 64 << 10;

  private record Memory(long heap, long direct) {

    static Memory now() {
      System.gc();
      long direct =
          ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
              .filter(pool -> pool.getName().equals("direct"))
              .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
      return new Memory(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), direct);
    }

    /** Once packets on their way have arrived and garbage is collected. */
    static Memory settled() {
      Memory last = now();
      for (int i = 0; i < COLLECTIONS_MAX; i++) {
        Memory next = now();
        if (Math.abs(next.sum() - last.sum()) < SETTLED_BYTES) {
          return next;
        }
        last = next;
      }
      return last;
    }

    long sum() {
      return heap + direct;
    }

    Memory minus(Memory other) {
      return new Memory(heap - other.heap, direct - other.direct);
    }
  }

  /** Takes an open stream on to a position of its file. */
  @FunctionalInterface
  private interface Step<S> {
    void to(S stream, long position) throws IOException;
  }

  private final byte[] buffer = new byte[BUFFER];
  private FileSystem fs;

  private StreamDriver() {}

  public static void main(String[] args) throws Exception {
    StreamDriver driver = new StreamDriver();
    ChildLoop.serve(driver::handle);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    if (words[0].equals("connect")) {
      Configuration conf = new HdfsConfiguration();
      conf.set(FileSystem.FS_DEFAULT_NAME_KEY, words[1]);
      fs = FileSystem.get(conf);
      return Map.of("uri", fs.getUri().toString());
    }
    String directory = words[1];
    int streams = Integer.parseInt(words[2]);
    long blockSize = Long.parseLong(words[3]);
    long step = Long.parseLong(words[4]);
    long end = Long.parseLong(words[5]);
    return switch (words[0]) {
      case "writers" -> writers(directory, streams, blockSize, step, end);
      case "readers" -> readers(directory, streams, step, end);
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  private Map<String, ?> writers(
      String directory, int streams, long blockSize, long step, long end) throws IOException {
    Step<FSDataOutputStream> writing =
        (out, position) -> {
          while (out.getPos() < position) {
            out.write(buffer, 0, (int) Math.min(BUFFER, position - out.getPos()));
          }
        };
    return peak(
        i -> fs.create(new Path(directory, "f" + i), true, BUFFER, (short) 1, blockSize),
        writing, streams, step, end);
  }

  private Map<String, ?> readers(String directory, int streams, long step, long end)
      throws IOException {
    Step<FSDataInputStream> reading =
        (in, position) -> {
          while (in.getPos() < position) {
            in.readFully(buffer, 0, (int) Math.min(BUFFER, position - in.getPos()));
          }
        };
    return peak(i -> fs.open(new Path(directory, "f" + i)), reading, streams, step, end);
  }

  /** Opens a stream. */
  @FunctionalInterface
  private interface Opening<S> {
    S open(int number) throws IOException;
  }

  /** The most that a stream keeps at one of the positions. */
  private static <S extends Closeable> Map<String, ?> peak(
      Opening<S> opening, Step<S> step, int streams, long stepBytes, long end)
      throws IOException {
    long directBefore = Memory.settled().direct();
    try (S warmUp = opening.open(0)) {
      step.to(warmUp, end);
    }
    // Buffers that the closed stream left in a pool serve the next one and count as its own.
    Memory before = new Memory(Memory.settled().heap(), directBefore);
    List<S> open = new ArrayList<>();
    Memory peak = new Memory(0, 0);
    long peakPosition = 0;
    try {
      for (int i = 0; i < streams; i++) {
        open.add(opening.open(i));
      }
      for (long position = stepBytes / 2; position < end; position += stepBytes) {
        for (S stream : open) {
          step.to(stream, position);
        }
        Memory held = Memory.settled().minus(before);
        if (held.sum() > peak.sum()) {
          peak = held;
          peakPosition = position;
        }
      }
      // Readers come after writers and want whole files.
      for (S stream : open) {
        step.to(stream, end);
      }
    } finally {
      for (S stream : open) {
        stream.close();
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("heapBytes", peak.heap() / streams);
    answer.put("directBytes", peak.direct() / streams);
    answer.put("position", peakPosition);
    return answer;
  }
}
