package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.journal.KeptAtRoot;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that image and journal keep as an extended attribute of the root directory. Whoever
 * changes it holds the namesystem's write lock, and syncs the journal. Not safe for threads.
 *
 * @param <T> the value, which is immutable
 */
final class RootAttribute<T> {

  private static final Logger LOG = LoggerFactory.getLogger(RootAttribute.class);

  /**
   * What the bytes mean.
   *
   * @param what the values are called, in the plural
   * @param name of the attribute, in the system's namespace
   * @param none where there is no attribute
   */
  record Kind<T>(
      String what, String name, T none, Function<byte[], T> parse, Function<T, byte[]> write) {}

  private final Kind<T> kind;
  private T value;

  /** Why what the root has cannot be read; empty if it can. */
  private String unreadable = "";

  RootAttribute(Kind<T> kind) {
    this.kind = kind;
    this.value = kind.none();
  }

  T get() {
    return value;
  }

  /** Reads the value; what cannot be read is none, and stays as it is. Under the lock. */
  void load(FSDirectory directory) {
    try {
      value = new KeptAtRoot(kind.name()).read(directory).map(kind.parse()).orElse(kind.none());
      unreadable = "";
    } catch (IllegalArgumentException e) {
      LOG.error("The {} are not served: {}", kind.what(), e.getMessage());
      value = kind.none();
      unreadable = e.getMessage();
    }
  }

  /**
   * Changes the value.
   *
   * @param grows whether it says more, for which there may be no room
   * @throws IOException where that cannot be; nothing was changed then
   */
  void set(FSNamesystem namesystem, T changed, boolean grows) throws IOException {
    if (!unreadable.isEmpty()) {
      throw new IOException("The " + kind.what() + " cannot be changed: " + unreadable);
    }
    byte[] bytes = kind.write().apply(changed);
    if (bytes.length > KeptAtRoot.VALUE_MAX && grows) {
      throw new IOException(
          "Too many " + kind.what() + ": bytes=" + bytes.length + ", most="
              + KeptAtRoot.VALUE_MAX + "; cancel or remove some of them");
    }
    new KeptAtRoot(kind.name()).write(namesystem, bytes);
    value = changed;
  }
}
