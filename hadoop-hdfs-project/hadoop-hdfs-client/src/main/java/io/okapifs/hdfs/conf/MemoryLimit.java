package io.okapifs.hdfs.conf;

import org.apache.hadoop.conf.Configuration;

/**
 * A setting that says how many bytes of memory the streams of a process may take together. A value.
 *
 * @param key of the setting, a number of bytes with or without a unit
 * @param defaultBytes where it is not set
 * @param use what the memory is for, as errors name it
 */
public record MemoryLimit(String key, long defaultBytes, String use) {

  /**
   * What is set.
   *
   * @return bytes, at least 0
   * @throws IllegalArgumentException where that is not a number of bytes, or negative
   */
  public long bytes(Configuration conf) {
    long bytes;
    try {
      bytes = conf.getLongBytes(key, defaultBytes);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "memory for " + use + " is not a number of bytes: " + key + "=" + conf.get(key), e);
    }
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "memory for " + use + " out of range: " + key + "=" + bytes + "; it must not be"
              + " negative");
    }
    return bytes;
  }
}
