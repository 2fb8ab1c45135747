package org.apache.hadoop.hdfs.server.namenode;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;

/** Our settings that a NameNode takes while it runs: {@code hdfs dfsadmin -reconfig namenode}. */
public final class LiveSettings {

  private static final List<String> KEYS =
      List.of(
          TransitionService.MAX_CONCURRENT_KEY, TransitionService.WINDOW_KEY,
          DecoupledPlacement.LOOKAHEAD_KEY);

  private LiveSettings() {}

  public static boolean has(String key) {
    return KEYS.contains(key);
  }

  /** Upstream's and ours. */
  public static Collection<String> with(Collection<String> keys) {
    Collection<String> all = new TreeSet<>(keys);
    all.addAll(KEYS);
    return all;
  }

  /**
   * Takes a new value.
   *
   * @param value null: the default
   * @return what the NameNode's configuration shall have
   * @throws ReconfigurationException where it is out of range; nothing was changed then
   */
  public static String take(NameNode nameNode, String key, String value)
      throws ReconfigurationException {
    Configuration old = nameNode.getConf();
    Configuration conf = new Configuration(old);
    if (value == null) {
      conf.unset(key);
    } else {
      conf.set(key, value);
    }
    try {
      DecoupledState.of(nameNode.getNamesystem()).configure(conf);
    } catch (IllegalArgumentException e) {
      throw new ReconfigurationException(key, value, old.get(key), e);
    }
    return value;
  }
}
