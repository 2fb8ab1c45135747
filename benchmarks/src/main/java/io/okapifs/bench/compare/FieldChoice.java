package io.okapifs.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which fields say what a line is of, and which are what was measured. A value.
 *
 * @param by names of keys; empty: all that are neither measured nor structures
 * @param values names of what was measured; empty: all that have a fraction in some line
 */
public record FieldChoice(List<String> by, List<String> values) {
  private static final Set<String> NUMBERS_OF_SAMPLES = Set.of("pair", "position", "repetition");
  private static final String RESULT = "result";

  public FieldChoice {
    by = List.copyOf(by);
    values = List.copyOf(values);
  }

  /** The same choice with names where there were none, as these lines have them. */
  FieldChoice completed(List<JsonNode> lines) {
    if (!values.isEmpty()) {
      return this;
    }
    Set<String> fractions = new TreeSet<>();
    for (JsonNode line : lines) {
      line.fields().forEachRemaining(
          field -> {
            if (field.getValue().isFloatingPointNumber()) {
              fractions.add(field.getKey());
            }
          });
    }
    return new FieldChoice(by, List.copyOf(fractions));
  }

  /** What a line is of. Lines that differ in the number of a sample alone are of the same. */
  Map<String, String> key(JsonNode line) {
    Map<String, String> key = new LinkedHashMap<>();
    line.fields().forEachRemaining(
        field -> {
          if (isKey(field.getKey(), field.getValue())) {
            key.put(field.getKey(), field.getValue().asText());
          }
        });
    return key;
  }

  private boolean isKey(String name, JsonNode value) {
    if (!by.isEmpty()) {
      return by.contains(name) || name.equals(RESULT);
    }
    return value.isValueNode() && !values.contains(name) && !NUMBERS_OF_SAMPLES.contains(name);
  }
}
