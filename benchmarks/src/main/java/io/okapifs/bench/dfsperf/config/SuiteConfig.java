package io.okapifs.bench.dfsperf.config;

import io.okapifs.bench.text.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of one run of a suite, each with a value that is right. A value. */
public final class SuiteConfig {

  private final String suite;
  private final Map<String, String> values;
  private final List<String> warnings;

  private SuiteConfig(String suite, Map<String, String> values, List<String> warnings) {
    this.suite = suite;
    this.values = values;
    this.warnings = warnings;
  }

  /**
   * Takes what is asked for over what keys have by default.
   *
   * @param keys all that the suite has, in the order in which they are told
   * @param asked what a file and a command line have; others than the suite's are told as warnings
   * @throws IllegalArgumentException where a value is wrong, naming all that are
   */
  public static SuiteConfig of(String suite, List<Key> keys, Map<String, String> asked) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> wrong = new ArrayList<>();
    for (Key key : keys) {
      String value = asked.getOrDefault(key.name(), key.byDefault()).strip();
      if (!key.isRight().test(value)) {
        wrong.add(key.name() + "=" + value + " (is " + key.wanted() + ")");
      }
      values.put(key.name(), value);
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "wrong values: suite=" + suite + ", " + String.join(", ", wrong));
    }
    List<String> warnings = new ArrayList<>();
    for (String name : asked.keySet()) {
      if (!values.containsKey(name)) {
        warnings.add(
            suite + " has no key " + name + ", which is ignored; the nearest is "
                + String.join(", ", Nearest.of(name, values.keySet(), 1)));
      }
    }
    return new SuiteConfig(suite, values, warnings);
  }

  public String suite() {
    return suite;
  }

  /** In the order of the suite's keys. */
  public Map<String, String> values() {
    return new LinkedHashMap<>(values);
  }

  /** Sentences about keys that are ignored. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  public String text(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("not a key: suite=" + suite + ", key=" + key);
    }
    return value;
  }

  public long number(String key) {
    return Long.parseLong(text(key));
  }

  /**
   * A number of things that fit into memory.
   *
   * @throws IllegalArgumentException where it is above 2^31 - 1
   */
  public int count(String key) {
    long number = number(key);
    if (number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "too many: suite=" + suite + ", " + key + "=" + number + ", max=" + Integer.MAX_VALUE);
    }
    return (int) number;
  }

  public double rate(String key) {
    return Double.parseDouble(text(key));
  }

  public boolean is(String key) {
    return Boolean.parseBoolean(text(key));
  }
}
