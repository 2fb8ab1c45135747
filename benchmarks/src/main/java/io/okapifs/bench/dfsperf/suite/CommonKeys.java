package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.util.ArrayList;
import java.util.List;

/** Keys that several suites have. */
public final class CommonKeys {

  static final String BLOCK = "block.size.bytes";
  static final String LENGTH = "file.length.bytes";
  static final String BUFFER = "buffer.size.bytes";
  static final String FILES = "files.per.thread";
  static final String READ_MODE = "read.mode";
  static final String SHUFFLE = "shuffle.mode";
  static final String BASIC_FILES = "basic.files.per.thread";
  static final String READ_FILES = "read.files.per.thread";
  static final String WRITE_FILES = "write.files.per.thread";
  static final String SEED = "seed";
  static final String VERIFY = "verify";
  /** Of folders that are written. */
  public static final String POLICY = "ec.policy";

  /** Of that policy; 0 is HDFS's own layout. */
  public static final String WIDTH = "ec.stripe.width";

  private static final long BLOCK_BYTES = 128 << 20;
  private static final long BUFFER_BYTES = 4 << 20;
  private static final int WIDTH_MAX = 16;

  private CommonKeys() {}

  static Key readType() {
    return Key.text("read.type", "CACHE_PROMOTE");
  }

  static Key writeType() {
    return Key.text("write.type", "ASYNC_THROUGH");
  }

  static Key buffer() {
    return Key.size(BUFFER, BUFFER_BYTES);
  }

  static List<Key> ofFiles() {
    return List.of(Key.size(BLOCK, BLOCK_BYTES), Key.count(LENGTH, BLOCK_BYTES), buffer());
  }

  /** Of a suite that reads and writes files. */
  static List<Key> withFiles(List<Key> own) {
    List<Key> keys = new ArrayList<>(own);
    keys.addAll(ofFiles());
    keys.add(readType());
    keys.add(writeType());
    return with(keys);
  }

  /** A suite's keys of the original, and behind them those that all suites have here. */
  static List<Key> with(List<Key> own) {
    return with(own, "", 0);
  }

  /** As above, with the policy and the stripe width of folders where nothing is asked for. */
  static List<Key> with(List<Key> own, String policy, int width) {
    List<Key> keys = new ArrayList<>(own);
    keys.add(Key.count(SEED, 0));
    keys.add(Key.flag(VERIFY, false));
    keys.add(Key.text(POLICY, policy));
    keys.add(
        new Key(
            WIDTH, String.valueOf(width),
            "0 for HDFS's own layout, or a stripe width of up to " + WIDTH_MAX,
            value -> value.matches("\\d{1,2}") && Integer.parseInt(value) <= WIDTH_MAX));
    return keys;
  }
}
