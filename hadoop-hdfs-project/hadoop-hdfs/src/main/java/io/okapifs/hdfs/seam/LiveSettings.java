package io.okapifs.hdfs.seam;

import io.okapifs.Woven;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;

/**
 * Our settings that a daemon takes while it runs: {@code hdfs dfsadmin -reconfig}. An immutable
 * value.
 *
 * @param keys their names
 */
public record LiveSettings(List<String> keys) {

  public LiveSettings {
    keys = List.copyOf(keys);
  }

  /** Whether the setting is one of them. */
  @Woven
  public boolean has(String key) {
    return keys.contains(key);
  }

  /** Upstream's and ours. */
  @Woven
  public List<String> with(Collection<String> upstreams) {
    List<String> all = new ArrayList<>(upstreams);
    all.addAll(keys);
    return all;
  }

  /**
   * Takes a new value.
   *
   * @param now what the daemon is configured by
   * @param value null: the default
   * @param configure takes what the daemon shall be configured by; throws an
   *     IllegalArgumentException where a value is out of range, and changes nothing then
   * @return what the daemon's configuration shall have for the key
   * @throws ReconfigurationException where the value is out of range
   */
  public static String take(
      Configuration now, String key, String value, Consumer<Configuration> configure)
      throws ReconfigurationException {
    Configuration next = new Configuration(now);
    if (value == null) {
      next.unset(key);
    } else {
      next.set(key, value);
    }
    try {
      configure.accept(next);
    } catch (IllegalArgumentException e) {
      throw new ReconfigurationException(key, value, now.get(key), e);
    }
    return value;
  }
}
