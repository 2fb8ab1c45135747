package io.okapifs.bench.paper;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * JSON lines of a result file, or some of them. A value.
 *
 * @param file its name, for messages
 * @param lines objects, in the file's order
 */
public record ResultLines(String file, List<JsonNode> lines) {
  private static final String RESULT = "result";

  public ResultLines {
    lines = List.copyOf(lines);
  }

  /** Those that have this value in a field; numbers are compared as they are written. */
  ResultLines with(String field, String value) {
    return new ResultLines(
        file, lines.stream().filter(line -> line.path(field).asText().equals(value)).toList());
  }

  /** Those with a number in a field, in digits or as text, for which a condition holds. */
  ResultLines where(String field, IntPredicate condition) {
    return new ResultLines(
        file,
        lines.stream()
            .filter(line -> line.has(field) && condition.test(line.path(field).asInt()))
            .toList());
  }

  /** Those of one kind. */
  ResultLines result(String kind) {
    return with(RESULT, kind);
  }

  /**
   * A number of the only line that is left; empty where none is.
   *
   * @throws IllegalArgumentException where several are
   */
  OptionalDouble number(String field) {
    if (lines.size() > 1) {
      throw new IllegalArgumentException(
          "one line expected: file=" + file + ", field=" + field + ", lines=" + lines.size());
    }
    return numbers(field).findFirst().map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  /** The least number of a field. */
  OptionalDouble min(String field) {
    return numbers(field).mapToDouble(number -> number).min();
  }

  /** The largest number of a field. */
  OptionalDouble max(String field) {
    return numbers(field).mapToDouble(number -> number).max();
  }

  /** The mean of a field. */
  OptionalDouble mean(String field) {
    return numbers(field).mapToDouble(number -> number).average();
  }

  private Stream<Double> numbers(String field) {
    return lines.stream()
        .map(line -> line.path(field))
        .filter(JsonNode::isNumber)
        .map(JsonNode::asDouble);
  }

  /** One number over another; empty where one is missing. */
  static OptionalDouble over(OptionalDouble numerator, OptionalDouble denominator) {
    return numerator.isPresent() && denominator.isPresent()
        ? OptionalDouble.of(numerator.getAsDouble() / denominator.getAsDouble())
        : OptionalDouble.empty();
  }

  /** By how many percent less the first is. */
  static OptionalDouble percentLess(OptionalDouble of, OptionalDouble than) {
    OptionalDouble ratio = over(of, than);
    return ratio.isPresent()
        ? OptionalDouble.of(100 * (1 - ratio.getAsDouble()))
        : OptionalDouble.empty();
  }

  /** What of the machine and the code the file says. */
  String measuredOn() {
    Optional<JsonNode> environment = first("environment");
    StringBuilder text = new StringBuilder("Measured");
    environment.ifPresent(line -> text.append(" at commit ").append(line.path("commit").asText()));
    environment
        .or(() -> first("machine"))
        .ifPresent(line -> text.append(" on ").append(machine(line)));
    environment.ifPresent(
        line -> text.append(", load ").append(Math.round(line.path("loadAverage").asDouble()))
            .append(" before"));
    return text.append(" (`").append(file).append("`).").toString();
  }

  private static String machine(JsonNode line) {
    String features = line.path("features").asText();
    return line.path("processors").asInt() + " processors of " + line.path("processor").asText()
        + (features.isEmpty() ? "" : " with " + features);
  }

  private Optional<JsonNode> first(String kind) {
    return result(kind).lines().stream().findFirst();
  }
}
