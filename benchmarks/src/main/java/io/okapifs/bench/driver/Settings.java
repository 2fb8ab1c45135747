package io.okapifs.bench.driver;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;

/** Settings in the words of a command. */
public final class Settings {

  private Settings() {}

  /** Sets what the words say as KEY=VALUE, from a position on. */
  public static void set(Configuration conf, String[] words, int from) {
    Arrays.stream(words, from, words.length)
        .map(word -> word.split("=", 2))
        .forEach(setting -> conf.set(setting[0], setting[1]));
  }
}
