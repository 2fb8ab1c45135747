package io.okapifs.hdfs.seam;

import io.okapifs.hdfs.conf.DefaultSettings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings that had other keys in earlier versions. Those are still read, where nothing is set
 * under the present ones, and a daemon that starts warns of them. Any thread may call it.
 */
public final class FormerKeys {

  private static final Logger LOG = LoggerFactory.getLogger(FormerKeys.class);

  private static final Map<String, String> PRESENT = present();

  private FormerKeys() {}

  private static Map<String, String> present() {
    Map<String, String> present = new TreeMap<>();
    String groupRepair = key("datanode", "group-repair.");
    present.put(groupRepair + "memory.bytes", groupRepair + "memory-bytes");
    present.put(groupRepair + "window.bytes", groupRepair + "window-bytes");
    present.put(groupRepair + "spooled-window.bytes", groupRepair + "spooled-window-bytes");
    present.put(groupRepair + "check-spare", groupRepair + "check-spare-percent");
    String transition = key("datanode", "transition.");
    String limits = key("namenode", "transition.datanode.");
    present.put(transition + "memory.bytes", transition + "memory-bytes");
    for (String before : List.of(transition, limits)) {
      present.put(before + "bandwidthPerSec", limits + "bytes-per-second");
      present.put(before + "io-share.percent", limits + "io-share-percent");
    }
    String recovery = key("namenode", "lease-recovery.");
    present.put(recovery + "wait-sec", recovery + "wait");
    return Collections.unmodifiableMap(present);
  }

  /** Put together when it runs: a constant would be taken for a setting that is read. */
  private static String key(String daemon, String name) {
    return String.join(".", "dfs", daemon, "ec", name);
  }

  /** The present key by each former one. */
  public static Map<String, String> all() {
    return PRESENT;
  }

  /**
   * Has former keys read in this process, and warns of those that are set.
   *
   * @param conf of the daemon that starts; null: what its files say
   */
  static synchronized void read(Configuration conf) {
    // Once Hadoop knows a key as a former one it shows what a file has for it under the other.
    Map<String, String> set = setIn(conf == null ? new HdfsConfiguration() : conf);
    set.keySet().forEach(former -> LOG.warn(warning(former)));
    PRESENT.forEach(
        (former, now) -> {
          if (!Configuration.isDeprecated(former)) {
            Configuration.addDeprecation(former, now);
          }
        });
    if (conf != null) {
      // A configuration that was loaded before has the default under the present key.
      set.forEach(
          (former, value) -> DefaultSettings.setIfUnset(conf, PRESENT.get(former), value));
    }
  }

  /** The former keys that are set, with their values. */
  static Map<String, String> setIn(Configuration conf) {
    // One by one Hadoop would answer with what stands under the present keys.
    Map<String, String> set = new TreeMap<>(conf.getValByRegex("^dfs\\.(name|data)node\\.ec\\."));
    set.keySet().retainAll(PRESENT.keySet());
    return set;
  }

  static String warning(String former) {
    String now = PRESENT.get(former);
    return "A setting has another key now: former=" + former + ", now=" + now
        + (isMoved(former, now) ? "; NameNodes read it, under both" : "; both are read");
  }

  private static boolean isMoved(String former, String now) {
    return former.startsWith("dfs.datanode.") && now.startsWith("dfs.namenode.");
  }
}
