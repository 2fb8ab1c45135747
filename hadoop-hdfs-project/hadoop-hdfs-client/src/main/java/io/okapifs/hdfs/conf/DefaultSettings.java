package io.okapifs.hdfs.conf;

import io.okapifs.Woven;
import org.apache.hadoop.conf.Configuration;

/** Our settings with their defaults, among Hadoop's. Any thread may call it. */
public final class DefaultSettings {

  /** A resource of this jar. */
  public static final String FILE = "okapi-default.xml";

  private DefaultSettings() {}

  /** Has every configuration that loads defaults know ours; what is loaded later overrides them. */
  @Woven
  public static void add() {
    Configuration.addDefaultResource(FILE);
  }

  /** Whether a setting of ours has a value that is not just the default. */
  public static boolean isSet(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources != null && !sources[sources.length - 1].equals(FILE);
  }

  /** Sets a setting of ours that has no value, or just the default. */
  public static void setIfUnset(Configuration conf, String key, String value) {
    if (!isSet(conf, key)) {
      conf.set(key, value);
    }
  }
}
