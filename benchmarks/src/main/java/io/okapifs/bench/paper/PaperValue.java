package io.okapifs.bench.paper;

import io.okapifs.ec.analysis.Cell;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One value of a row. A value.
 *
 * @param item what it is of, for example a code or a size; empty where the row has only one
 * @param metric what of it
 * @param printed what the paper prints, if it does
 * @param ours what we have, if we do
 * @param difference ours, rounded to the printed digits, less the printed one; of words "same" or
 *     "differs"; of bounds "holds" or "does not hold"; empty where one side is missing
 * @param reason why they differ; empty where they do not
 */
public record PaperValue(
    String item, String metric, Optional<String> printed, Optional<String> ours,
    Optional<String> difference, String reason) {
  private static final Pattern NUMBER = Pattern.compile("(?:about )?(-?\\d+(?:\\.\\d+)?)");
  private static final Pattern BOUND = Pattern.compile("at (most|least) (-?\\d+(?:\\.\\d+)?)");
  private static final String HOLDS = "holds";
  private static final String SAME = "same";

  /** The paper prints it, and we have none yet. */
  static PaperValue missing(String item, String metric, String printed) {
    return new PaperValue(
        item, metric, Optional.ofNullable(printed), Optional.empty(), Optional.empty(), "");
  }

  /**
   * A number of ours.
   *
   * @param printed a number, "about" and one, "at most" or "at least" and one; null where the paper
   *     prints none
   */
  static PaperValue of(String item, String metric, String printed, double ours) {
    if (printed == null) {
      return of(item, Cell.number(metric, ours));
    }
    Matcher number = NUMBER.matcher(printed);
    if (number.matches()) {
      Cell cell = Cell.number(metric, ours, number.group(1));
      return of(item, new Cell(metric, cell.ours(), Optional.of(printed), cell.difference()));
    }
    Matcher bound = BOUND.matcher(printed);
    if (!bound.matches()) {
      throw new IllegalArgumentException(
          "neither a number nor a bound: item=" + item + ", metric=" + metric + ", printed="
              + printed);
    }
    int order = BigDecimal.valueOf(ours).compareTo(new BigDecimal(bound.group(2)));
    boolean holds = bound.group(1).equals("most") ? order <= 0 : order >= 0;
    return of(
        item,
        new Cell(
            metric, Cell.number(metric, ours).ours(), Optional.of(printed),
            Optional.of(holds ? HOLDS : "does not hold")));
  }

  /** A word of ours beside one of the paper's. */
  static PaperValue word(String item, String metric, String printed, String ours) {
    return of(item, Cell.word(metric, ours, printed));
  }

  /** A cell of a table of okapi-ec. */
  static PaperValue of(String item, Cell cell) {
    return new PaperValue(
        item, cell.column(), cell.printed(), Optional.of(cell.ours()), cell.difference(), "");
  }

  PaperValue because(String why) {
    return new PaperValue(item, metric, printed, ours, difference, why);
  }

  /** Item and metric, which no other value of the row has both. */
  public String name() {
    return item.isEmpty() ? metric : item + ", " + metric;
  }

  /** Whether ours is another one than the paper's. */
  public boolean differs() {
    return difference
        .filter(text -> !text.equals("0") && !text.equals(SAME) && !text.equals(HOLDS))
        .isPresent();
  }
}
