package io.okapifs.bench.paper;

import java.util.List;

/**
 * What a source has of a row. A value.
 *
 * @param state whether there are values of ours
 * @param values the paper's and ours; of the paper's alone where we have none
 * @param note a sentence: what they depend on, or why there are none and what to do
 */
public record Outcome(State state, List<PaperValue> values, String note) {
  /** How far a row is. */
  public enum State {
    KNOWN("known"),
    PARTLY_KNOWN("partly known"),
    NOT_MEASURED("not measured yet"),
    NOT_HERE("not here yet"),
    CANNOT_BE_HAD("cannot be had");

    private final String text;

    State(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  public Outcome {
    values = List.copyOf(values);
  }
}
