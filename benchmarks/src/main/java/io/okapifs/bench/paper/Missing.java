package io.okapifs.bench.paper;

import java.util.ArrayList;
import java.util.List;

/**
 * What neither a command nor a table has yet.
 *
 * @param why a sentence: what is missing
 * @param printed the paper's values
 */
record Missing(String why, List<PaperValue> printed) implements Source {
  static Missing because(String why) {
    return new Missing(why, List.of());
  }

  /** A value that the paper prints. */
  Missing prints(String item, String metric, String value) {
    List<PaperValue> more = new ArrayList<>(printed);
    more.add(PaperValue.missing(item, metric, value));
    return new Missing(why, List.copyOf(more));
  }

  @Override
  public Outcome outcome(Available available) {
    return new Outcome(Outcome.State.NOT_HERE, printed, "Not here yet: " + why);
  }

  @Override
  public String how() {
    return "nothing yet";
  }
}
