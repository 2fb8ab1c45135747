package io.okapifs.bench.figure;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A value of a figure.
 *
 * @param figure the figure and its panel
 * @param what the value is of
 * @param value ours
 * @param unit of both values
 * @param printed what the paper prints, if it does
 * @param reason why ours is another one; kept only where it is
 * @param label how the value came to be
 */
public record FigureLine(
    String figure, String what, double value, String unit, Optional<String> printed,
    Optional<String> reason, String label) {

  /** Values that a model gave. */
  static final String MODELLED = "modelled";

  public FigureLine {
    if (printed.isPresent() && isPrinted(value, printed.get())) {
      reason = Optional.empty();
    } else if (printed.isPresent() && reason.isEmpty()) {
      throw new IllegalArgumentException(
          "a difference needs a reason: figure=" + figure + ", what=" + what + ", value=" + value
              + ", printed=" + printed.get());
    }
  }

  /** Ours less what the paper prints. */
  public OptionalDouble difference() {
    return printed.isPresent()
        ? OptionalDouble.of(value - Double.parseDouble(printed.get()))
        : OptionalDouble.empty();
  }

  /** Whether rounding to the printed digits gives what is printed. */
  private static boolean isPrinted(double value, String printed) {
    BigDecimal theirs = new BigDecimal(printed);
    double half = theirs.ulp().doubleValue() / 2;
    return Math.abs(value - theirs.doubleValue()) <= half;
  }
}
