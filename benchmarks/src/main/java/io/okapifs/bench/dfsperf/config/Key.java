package io.okapifs.bench.dfsperf.config;

import java.util.function.Predicate;

/**
 * A key of a suite. A value.
 *
 * @param name as in the file of the suite
 * @param byDefault the value where the file does not have the key
 * @param wanted what a value must be, in words
 * @param isRight whether a value is that
 */
public record Key(String name, String byDefault, String wanted, Predicate<String> isRight) {

  private static final String COUNT = "\\d{1,18}";

  /** A whole number, 0 or more. */
  public static Key count(String name, long byDefault) {
    return new Key(
        name, Long.toString(byDefault), "a whole number from 0 on",
        value -> value.matches(COUNT));
  }

  /** A whole number, 1 or more. */
  public static Key size(String name, long byDefault) {
    return new Key(
        name, Long.toString(byDefault), "a whole number from 1 on",
        value -> value.matches(COUNT) && Long.parseLong(value) > 0);
  }

  /** A number, 0 or more, that may have decimals. */
  public static Key rate(String name, double byDefault) {
    return new Key(
        name, Double.toString(byDefault), "a number from 0 on",
        value -> value.matches("\\d{1,12}([.]\\d{1,12})?"));
  }

  /** Yes or no. */
  public static Key flag(String name, boolean byDefault) {
    return oneOf(name, Boolean.toString(byDefault), "true|false");
  }

  /**
   * One of a few words.
   *
   * @param words with | between them
   */
  public static Key oneOf(String name, String byDefault, String words) {
    return new Key(name, byDefault, words.replace("|", " or "), value -> value.matches(words));
  }

  /** Anything; also what only other file systems know, as the original has it. */
  public static Key text(String name, String byDefault) {
    return new Key(name, byDefault, "anything", value -> true);
  }
}
