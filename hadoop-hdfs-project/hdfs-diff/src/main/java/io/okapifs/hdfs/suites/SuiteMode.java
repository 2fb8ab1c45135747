package io.okapifs.hdfs.suites;

import java.util.Locale;

/** On what upstream's test classes run. */
enum SuiteMode {
  /** The stock jars: what the other two are compared with. */
  STOCK,
  /** The woven jars, without any stripe width. */
  OFF,
  /** The woven jars, where every erasure coded file gets a stripe width. */
  FORCED;

  static SuiteMode parse(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
