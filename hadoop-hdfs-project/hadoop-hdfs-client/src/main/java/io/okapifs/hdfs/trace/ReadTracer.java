package io.okapifs.hdfs.trace;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a sample of the reads of one stream into a trace, if a client is set to. Reads that go on
 * where the one before ended are one read: how an application cuts a pass into calls is not what
 * disks see. No read fails or is repeated because of its trace.
 *
 * <p>Any thread may note positional reads. Those of a pass are noted under the stream's lock.
 */
public final class ReadTracer {

  /** A local file that reads are traced in; empty for none. */
  static final String FILE_KEY = "dfs.client.ec.read-trace.file";
  static final String FILE_DEFAULT = "";

  /** How many of a hundred reads are traced. */
  static final String SAMPLE_KEY = "dfs.client.ec.read-trace.sample-percent";
  static final int SAMPLE_DEFAULT = 10;

  /** Of a trace, beside as many of the one before it. */
  static final String MAX_KEY = "dfs.client.ec.read-trace.max-bytes";
  static final long MAX_DEFAULT = 64L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(ReadTracer.class);
  private static final int PERCENT = 100;

  private final String path;
  private final ReadTraceFile trace;
  private final int percent;
  private final IntSupplier dice;
  private volatile boolean isOn;
  private long passBegin;
  private long passEnd;
  private long passFileLength;

  /**
   * @param trace null for none
   * @param dice gives 0 to 99
   */
  ReadTracer(String path, ReadTraceFile trace, int percent, IntSupplier dice) {
    this.path = path;
    this.trace = trace;
    this.percent = percent;
    this.dice = dice;
    this.isOn = trace != null;
  }

  /**
   * As a client is set.
   *
   * @throws IllegalArgumentException where a trace is set and its sample or size makes no sense
   */
  public static ReadTracer of(Configuration conf, String path) {
    String file = conf.getTrimmed(FILE_KEY, FILE_DEFAULT);
    if (file.isEmpty()) {
      return new ReadTracer(path, null, 0, () -> 0);
    }
    int percent;
    long maxBytes;
    try {
      percent = conf.getInt(SAMPLE_KEY, SAMPLE_DEFAULT);
      maxBytes = conf.getLongBytes(MAX_KEY, MAX_DEFAULT);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "not a number: " + SAMPLE_KEY + "=" + conf.get(SAMPLE_KEY) + ", " + MAX_KEY + "="
              + conf.get(MAX_KEY), e);
    }
    if (percent < 1 || percent > PERCENT || maxBytes < 1) {
      throw new IllegalArgumentException(
          "out of range: " + SAMPLE_KEY + "=" + percent + ", which is 1 to 100, " + MAX_KEY + "="
              + maxBytes + ", which is above 0");
    }
    return new ReadTracer(
        path, new ReadTraceFile(new File(file), maxBytes), percent,
        () -> ThreadLocalRandom.current().nextInt(PERCENT));
  }

  /** Notes a positional read that was served. */
  public void read(long offset, long length, long fileLength) {
    if (isOn && length > 0 && dice.getAsInt() < percent) {
      append(offset, length, fileLength);
    }
  }

  /** Notes a read from the position of the stream that was served. */
  public void readInPass(long offset, long length, long fileLength) {
    if (!isOn) {
      return;
    }
    if (offset != passEnd) {
      endPass();
      passBegin = offset;
    }
    passEnd = offset + length;
    passFileLength = fileLength;
  }

  /** Writes what was read from the position of the stream since it was moved. */
  public void endPass() {
    read(passBegin, passEnd - passBegin, passFileLength);
    passBegin = passEnd;
  }

  private void append(long offset, long length, long fileLength) {
    try {
      trace.append(
          new TracedRead(System.currentTimeMillis(), path, fileLength, offset, length));
    } catch (IOException | RuntimeException e) {
      isOn = false;
      LOG.warn("Reads of {} are no longer traced: {}={}", path, FILE_KEY, trace.file(), e);
    }
  }
}
