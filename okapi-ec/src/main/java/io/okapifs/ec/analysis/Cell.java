package io.okapifs.ec.analysis;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * One value of a table, beside what the paper prints. A value.
 *
 * @param column the name of its column
 * @param ours what we computed
 * @param printed what the paper prints, if it does
 * @param difference ours, rounded to the printed digits, less the printed one; for words "same" or
 *     "differs"
 */
public record Cell(
    String column, String ours, Optional<String> printed, Optional<String> difference) {
  private static final int DIGITS = 4;

  /** A value that only says which row it is. */
  public static Cell key(String column, Object value) {
    return new Cell(column, value.toString(), Optional.empty(), Optional.empty());
  }

  /** A number that the paper does not print. */
  public static Cell number(String column, double ours) {
    return key(column, plain(ours));
  }

  /** A number that the paper prints like this. */
  public static Cell number(String column, double ours, String printed) {
    BigDecimal theirs = new BigDecimal(printed);
    BigDecimal difference =
        decimal(ours).setScale(theirs.scale(), RoundingMode.HALF_UP).subtract(theirs);
    String text = difference.stripTrailingZeros().toPlainString();
    return new Cell(column, plain(ours), Optional.of(printed), Optional.of(text));
  }

  /** A number of which the paper prints a range, or one value twice. */
  static Cell inRange(String column, int ours, int least, int most) {
    String printed = least == most ? String.valueOf(least) : least + ".." + most;
    String difference = ours >= least && ours <= most ? "same" : "differs";
    return new Cell(column, String.valueOf(ours), Optional.of(printed), Optional.of(difference));
  }

  /** A word that the paper prints like this. */
  public static Cell word(String column, String ours, String printed) {
    String difference = ours.equals(printed) ? "same" : "differs";
    return new Cell(column, ours, Optional.of(printed), Optional.of(difference));
  }

  /** Ten digits are far more than we print, and hide that binary fractions are not decimal. */
  private static BigDecimal decimal(double value) {
    return BigDecimal.valueOf(value).setScale(10, RoundingMode.HALF_UP);
  }

  private static String plain(double value) {
    BigDecimal rounded = decimal(value).setScale(DIGITS, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** Whether the paper prints something else. */
  public boolean differs() {
    return difference.filter(text -> !text.equals("0") && !text.equals("same")).isPresent();
  }
}
