package io.okapifs.hdfs.read;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.StorageStatistics;

/**
 * What the streams of this process fetched to read around lost blocks. Hadoop's {@link
 * GlobalStorageStatistics} shows it under {@link #NAME}. Any thread.
 */
public final class DegradedReadStatistics extends StorageStatistics {

  public static final String NAME = "DegradedReads";

  /** Bytes of data and parity blocks that were fetched to decode with. */
  public static final String HELPER_BYTES = "helperBytes";

  /** Bytes of data blocks that were fetched once more since they were not kept. */
  public static final String BYTES_FETCHED_TWICE = "bytesFetchedTwice";

  private final LongAdder helperBytes = new LongAdder();
  private final LongAdder bytesFetchedTwice = new LongAdder();

  DegradedReadStatistics() {
    super(NAME);
  }

  /** Those of this process. */
  public static DegradedReadStatistics ofProcess() {
    return (DegradedReadStatistics)
        GlobalStorageStatistics.INSTANCE.put(NAME, DegradedReadStatistics::new);
  }

  void addHelperBytes(long bytes) {
    helperBytes.add(bytes);
  }

  void addBytesFetchedTwice(long bytes) {
    bytesFetchedTwice.add(bytes);
  }

  @Override
  public Iterator<LongStatistic> getLongStatistics() {
    return List.of(
            new LongStatistic(HELPER_BYTES, helperBytes.sum()),
            new LongStatistic(BYTES_FETCHED_TWICE, bytesFetchedTwice.sum()))
        .iterator();
  }

  @Override
  public Long getLong(String key) {
    return switch (key) {
      case HELPER_BYTES -> helperBytes.sum();
      case BYTES_FETCHED_TWICE -> bytesFetchedTwice.sum();
      default -> null;
    };
  }

  @Override
  public boolean isTracked(String key) {
    return getLong(key) != null;
  }

  @Override
  public void reset() {
    helperBytes.reset();
    bytesFetchedTwice.reset();
  }
}
